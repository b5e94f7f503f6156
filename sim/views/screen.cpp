#include "sim/views/screen.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::views {

std::string Screen::paint(Ink ink, std::string_view text) const {
    if (!colour || text.empty()) return std::string(text);
    const int code = ink == Ink::bold ? 1 : ink == Ink::red ? 31 : ink == Ink::green ? 32 : 33;
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
    std::string out;
    std::size_t column = indent;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = std::min(text.find(' ', at), text.size());
        if (text.compare(end, 2, " %") == 0) end += 2;  // which stays with its number
        end = std::min(text.find(' ', end), text.size());
        const std::size_t length = end - at;
        if (column > indent && column + 1 + length > width) {
            out += fmt::format("\n{:{}}", "", indent);
            column = indent;
        } else if (column > indent) {
            out += ' ';
            ++column;
        }
        out += text.substr(at, length);
        column += length;
        at = end + 1;
    }
    return out;
}

std::string labelled(std::string_view label, const std::string& text, std::size_t column, const Screen& screen) {
    const std::string name = label.size() < column ? fmt::format("{:<{}}", label, column) : fmt::format("{} ", label);
    return fmt::format("{}{}\n", name, wrapped(text, screen.width, column));
}

std::string shortened(const std::string& text, std::size_t width) {
    static constexpr std::string_view gap = "...";
    if (text.size() <= width || width <= gap.size()) return text;
    const std::size_t least = text.size() - (width - gap.size());
    const std::size_t folder = text.find('/', least);
    return std::string(gap) + text.substr(folder == text.npos ? least : folder);
}

}  // namespace tessera::views
