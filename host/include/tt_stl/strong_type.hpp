// A value with a type of its own: SubDeviceId, MeshTraceId and the like.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <functional>
#include <ostream>
#include <utility>

#include "../tt-metalium/span.hpp"

namespace tt::stl {

template <class T, class Tag>
class StrongType {
  public:
    using value_type = T;
    constexpr StrongType() = default;
    constexpr explicit StrongType(T value) : value_(std::move(value)) {}
    constexpr const T& operator*() const { return value_; }
    constexpr const T& get() const { return value_; }
    friend constexpr auto operator<=>(const StrongType&, const StrongType&) = default;
    friend std::ostream& operator<<(std::ostream& out, const StrongType& id) { return out << +id.value_; }

  private:
    T value_{};
};

}  // namespace tt::stl

template <class T, class Tag>
struct std::hash<tt::stl::StrongType<T, Tag>> {
    std::size_t operator()(const tt::stl::StrongType<T, Tag>& id) const { return std::hash<T>{}(*id); }
};
template <class T, class Tag>
struct fmt::formatter<tt::stl::StrongType<T, Tag>> : fmt::formatter<T> {
    template <class Context>
    auto format(const tt::stl::StrongType<T, Tag>& id, Context& context) const {
        return fmt::formatter<T>::format(*id, context);
    }
};
