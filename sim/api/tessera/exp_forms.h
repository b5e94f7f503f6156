// Which exponential the template arguments of exp_tile and its init choose, which differ from year to year
// (kernel-api.md 3.5). Where two years' arguments are alike, those of 2025 are meant.
#pragma once

#include <type_traits>

#include "tessera/types.h"

// A data movement kernel has none of these.
#if defined(COMPILE_FOR_TRISC)

namespace ckernel {

// Of the fast form, below -88.5.
enum class InputClamping : uint8_t { ClampToNegative = 1, None = 0 };

}  // namespace ckernel

namespace tessera::detail {

// After `approximate`: 2025 fast and the scale, early 2026 the clamping behind them, autumn 2026 no `fast`.
struct ExpInit {
    bool fast = true, clamped = true;
    uint32_t scale = 0x3F800000;
};
template <auto... options>
constexpr ExpInit exp_init() {
    ExpInit init;
    [[maybe_unused]] const auto take = [&](auto option) {
        if constexpr (std::is_same_v<decltype(option), InputClamping>)
            init.clamped = option == InputClamping::ClampToNegative;
        else if (static_cast<uint32_t>(option) <= 1)
            init.fast = static_cast<bool>(option);
        else
            init.scale = static_cast<uint32_t>(option);
    };
    (take(options), ...);
    return init;
}

// After `approximate`: 2025 fast, scaled, no check of large arguments, vectors of a face; early 2026 the clamping
// before the last; autumn 2026 scaled, clamping, vectors of a face.
struct ExpForm {
    bool fast = true, scaled = false, skip_positive = false, clamped = true;
    int iterations = 8;
};
template <auto... options>
constexpr ExpForm exp_form() {
    constexpr uint32_t count = sizeof...(options);
    constexpr bool is_clamping[] = {std::is_same_v<decltype(options), InputClamping>..., false};
    constexpr uint32_t value[] = {static_cast<uint32_t>(options)..., 0};
    ExpForm form;
    if (count > 1 && is_clamping[1]) {
        form.scaled = value[0] != 0;
        form.clamped = value[1] != 0;
        if (count > 2) form.iterations = static_cast<int>(value[2]);
        return form;
    }
    if (count > 0) form.fast = value[0] != 0;
    if (count > 1) form.scaled = value[1] != 0;
    if (count > 2) form.skip_positive = value[2] != 0;
    uint32_t next = 3;
    if (next < count && is_clamping[next]) form.clamped = value[next++] != 0;
    if (next < count) form.iterations = static_cast<int>(value[next]);
    return form;
}

}  // namespace tessera::detail

#endif
