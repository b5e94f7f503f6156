// Enumerations that say their name: text(BufferType::L1) is "BufferType::L1", and so fmt and streams print it.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <ostream>
#include <span>
#include <string_view>
#include <type_traits>

namespace tt::tt_metal {

// The names in the order of the values; "?" for a value without one.
template <class E>
constexpr std::string_view text_of(E value, std::span<const std::string_view> names) {
    const auto index = static_cast<std::size_t>(value);
    return index < names.size() ? names[index] : "?";
}

template <class E>
concept TextEnum = std::is_enum_v<E> && requires(E value) {
    { enum_text(value) } -> std::same_as<std::string_view>;
};

template <TextEnum E>
std::ostream& operator<<(std::ostream& out, E value) {
    return out << enum_text(value);
}

}  // namespace tt::tt_metal

template <tt::tt_metal::TextEnum E>
struct fmt::formatter<E> : fmt::formatter<std::string_view> {
    template <class Context>
    auto format(E value, Context& context) const {
        return fmt::formatter<std::string_view>::format(enum_text(value), context);
    }
};
