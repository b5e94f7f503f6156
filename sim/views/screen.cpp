#include "sim/views/screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tessera::views {
namespace {

constexpr int code_of(Ink ink) { return ink == Ink::bold ? 1 : ink == Ink::red ? 31 : ink == Ink::green ? 32 : 33; }

// Of the sequence of paint() that `text` begins with; 0 where there is none.
std::size_t painted_length(std::string_view text) {
    static const std::array<std::string, 5> sequences{
        "\x1b[0m", fmt::format("\x1b[{}m", code_of(Ink::bold)), fmt::format("\x1b[{}m", code_of(Ink::red)),
        fmt::format("\x1b[{}m", code_of(Ink::green)), fmt::format("\x1b[{}m", code_of(Ink::yellow))};
    for (const std::string& sequence : sequences)
        if (text.starts_with(sequence)) return sequence.size();
    return 0;
}

}  // namespace

std::string Screen::paint(Ink ink, std::string_view text) const {
    if (!colour || text.empty()) return std::string(text);
    return fmt::format("\x1b[{}m{}\x1b[0m", code_of(ink), text);
}

std::string printable(std::string_view text, const Screen& screen) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        // The second half of the control characters, U+0080 to U+009F, is C2 80 to C2 9F in UTF-8.
        const unsigned char next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
        if (byte == 0x1B && screen.colour) {
            if (const std::size_t length = painted_length(text.substr(i)); length > 0) {
                out += text.substr(i, length);
                i += length - 1;
                continue;
            }
        }
        if (byte == 0xC2 && next >= 0x80 && next <= 0x9F) {
            out += fmt::format("\\x{:02x}", next);
            ++i;
        } else if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) {
            out += fmt::format("\\x{:02x}", byte);
        } else {
            out += text[i];
        }
    }
    return out;
}

void print_text(std::FILE* stream, std::string_view text, const Screen& screen) {
    const std::string out = printable(text, screen);
    std::fwrite(out.data(), 1, out.size(), stream);
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
