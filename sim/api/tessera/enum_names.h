// Names of enumerators for formats that print them (kernel-api.md 1.5). They come from the compiler's own name of a
// function built for each value: of 0 to 63 and of every single bit, which is where enumerators lie.
#pragma once

#include <type_traits>
#include <utility>

#include "tessera/base.h"

namespace tessera::detail {

template <size_t size>
struct FixedText {
    char characters[size + 1] = {};
};

struct View {
    const char* first;
    size_t size;
};
constexpr View between(const char* text, const char* opening, char closing) {
    const auto begins = [&](const char* at) {
        for (const char* c = opening; *c != 0; ++c, ++at)
            if (*at != *c) return false;
        return true;
    };
    while (!begins(text)) ++text;
    for (const char* c = opening; *c != 0; ++c) ++text;
    size_t size = 0;
    while (text[size] != closing) ++size;
    return {text, size};
}
constexpr View without_scope(View name) {
    for (size_t i = name.size; i > 0; --i)
        if (name.first[i - 1] == ':') return {name.first + i, name.size - i};
    return name;
}
template <size_t size>
constexpr FixedText<size> text_of(View view) {
    FixedText<size> out;
    for (size_t i = 0; i < size; ++i) out.characters[i] = view.first[i];
    return out;
}

template <class Enum>
constexpr View type_view() {
    return between(__PRETTY_FUNCTION__, "Enum = ", ']');
}
template <class Enum>
inline constexpr auto type_text = text_of<type_view<Enum>().size>(type_view<Enum>());

// g++ and clang write (Enum)5 for a value without a name.
template <auto enumerator>
constexpr View enumerator_view() {
    return between(__PRETTY_FUNCTION__, "enumerator = ", ']');
}
template <auto enumerator>
inline constexpr bool has_name = enumerator_view<enumerator>().first[0] != '(';
template <auto enumerator>
inline constexpr auto enumerator_text =
    text_of<without_scope(enumerator_view<enumerator>()).size>(without_scope(enumerator_view<enumerator>()));

template <auto enumerator>
ALWI void find_name(decltype(enumerator) value, const char*& name) {
    if constexpr (has_name<enumerator>) {
        if (value == enumerator) name = enumerator_text<enumerator>.characters;
    }
}
template <class Enum, size_t... values, size_t... bits>
const char* name_of(Enum value, std::index_sequence<values...>, std::index_sequence<bits...>) {
    const char* name = nullptr;
    (find_name<static_cast<Enum>(values)>(value, name), ...);
    (find_name<static_cast<Enum>(std::underlying_type_t<Enum>(1) << (bits + 6))>(value, name), ...);
    return name;
}
// Null where it has none.
template <class Enum>
const char* name_of(Enum value) {
    constexpr size_t bits = 8 * sizeof(Enum);
    return name_of(value, std::make_index_sequence<64>{}, std::make_index_sequence<bits - 6>{});
}

// An enum whose | gives the same enum again is one of flags.
template <class Enum, class = void>
inline constexpr bool is_flags = false;
template <class Enum>
inline constexpr bool
    is_flags<Enum, std::enable_if_t<std::is_same_v<Enum, decltype(std::declval<Enum>() | std::declval<Enum>())>>> =
        true;

}  // namespace tessera::detail
