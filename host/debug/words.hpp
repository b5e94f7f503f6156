// Pieces of the short texts that options name places by.
#pragma once

#include <charconv>
#include <string_view>

namespace tessera::host {

// False unless all of the text is a whole number.
template <class Number>
bool read_number(std::string_view text, Number& into, int base = 10) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into, base);
    return !text.empty() && error == std::errc{} && end == text.data() + text.size();
}

// Takes what is behind the last `mark` off the text, and the mark; nothing where there is none.
inline std::string_view take_behind(std::string_view& text, char mark) {
    const std::size_t at = text.rfind(mark);
    if (at == std::string_view::npos) return {};
    const std::string_view behind = text.substr(at + 1);
    text = text.substr(0, at);
    return behind;
}

}  // namespace tessera::host
