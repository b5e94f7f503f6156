#include "sim/views/table_markup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace tessera::views {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// How many characters at the beginning of a text are a decimal number without an exponent.
std::size_t number_length(std::string_view text) {
    const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    const auto end = std::ranges::find_if_not(text.substr(sign), [](char c) { return is_digit(c) || c == '.'; });
    const auto length = static_cast<std::size_t>(end - text.begin());
    return length > sign ? length : 0;
}

// Empty for what is not a number with a sign or an exponent.
std::string as_mathematics(std::string_view text) {
    const std::size_t length = number_length(text);
    if (length == 0) return "";
    const std::string_view mantissa = text.substr(0, length), rest = text.substr(length);
    if (rest.empty()) return is_digit(text.front()) ? "" : fmt::format("${}$", mantissa);
    if (rest.front() != 'e') return "";
    const std::string_view digits = rest.substr(rest.starts_with("e+") ? 2 : 1);  // which from_chars takes without a +
    int exponent = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (error != std::errc{} || end != digits.data() + digits.size()) return "";
    return fmt::format("${} \\times 10^{{{}}}$", mantissa, exponent);
}

std::string character_in_latex(char c) {
    switch (c) {
        case '\\': return "\\textbackslash{}";
        case '~': return "\\textasciitilde{}";
        case '^': return "\\textasciicircum{}";
        case '<': return "\\textless{}";
        case '>': return "\\textgreater{}";
        case '|': return "\\textbar{}";
        // The end of a row takes these for its own argument.
        case '[':
        case '*': return fmt::format("{{{}}}", c);
        case '\n': return " ";
        default: break;
    }
    return std::string_view("&%$#_{}").find(c) == std::string_view::npos ? std::string(1, c) : fmt::format("\\{}", c);
}

}  // namespace

std::string in_markdown(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool within_word = i > 0 && i + 1 < text.size() && is_word(text[i - 1]) && is_word(text[i + 1]);
        const bool is_special =
            std::string_view("\\`*[]<>&|~$").find(c) != std::string_view::npos || (c == '_' && !within_word);
        if (is_special) out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    return out;
}

std::string in_latex(std::string_view text) {
    if (std::string number = as_mathematics(text); !number.empty()) return number;
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t power =
            text[i] == '^' && i > 0 && is_digit(text[i - 1]) ? number_length(text.substr(i + 1)) : 0;
        if (power != 0)
            out += fmt::format("$^{{{}}}$", text.substr(i + 1, power));
        else
            out += character_in_latex(text[i]);
        i += power;
    }
    return out;
}

}  // namespace tessera::views
