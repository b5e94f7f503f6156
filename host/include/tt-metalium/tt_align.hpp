#pragma once

#include <type_traits>

namespace tt {

// The next multiple; 0 leaves the value alone.
template <class A, class B>
constexpr auto align(A value, B alignment) -> std::common_type_t<A, B> {
    using T = std::common_type_t<A, B>;
    return alignment == 0 ? T(value) : (T(value) + T(alignment) - 1) / T(alignment) * T(alignment);
}

}  // namespace tt

namespace tt::tt_metal {

using tt::align;

}  // namespace tt::tt_metal
