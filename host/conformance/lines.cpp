#include "host/conformance/lines.hpp"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <sstream>

#include "sim/fault/fault.hpp"

namespace tessera::conformance {

void TextFile::refuse(const Line& line, const std::string& expected) const {
    std::string text;
    for (const std::string& token : line.token) text += (text.empty() ? "" : " ") + token;
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    throw fault::InputError{fmt::format("{}:{}: expected {}, found `{}`", path, line.number, expected, text)};
}

std::uint32_t TextFile::number(const Line& line, std::size_t index, int base, std::uint32_t limit) const {
    if (index >= line.token.size()) refuse(line, fmt::format("a number as token {}", index + 1));
    const std::string& token = line.token[index];
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value, base);
    if (error != std::errc{} || end != token.data() + token.size() || value > limit)
        refuse(line, fmt::format("a {} number up to {} as token {}", base == 16 ? "hexadecimal" : "decimal", limit,
                                 index + 1));
    return value;
}

void TextFile::expect_tokens(const Line& line, std::size_t count) const {
    if (line.token.size() != count) refuse(line, fmt::format("{} tokens", count));
}

TextFile read_lines(const std::filesystem::path& path) {
    std::ifstream in{path};
    if (!in) throw fault::InputError{fmt::format("{}: cannot be read", path.string())};
    return parse_lines(in, path.string());
}

TextFile parse_lines(std::istream& in, std::string name) {
    TextFile file{.path = std::move(name), .comments = {}, .lines = {}};
    std::string text;
    for (int number = 1; std::getline(in, text); ++number) {
        const std::size_t start = text.find_first_not_of(" \t\r");
        if (start != std::string::npos && text[start] == '#') {
            file.comments.push_back(text.substr(start + 1));
            continue;
        }
        Line line{.number = number, .token = {}};
        std::istringstream tokens{text};
        for (std::string token; tokens >> token;) line.token.push_back(token);
        if (!line.token.empty()) file.lines.push_back(std::move(line));
    }
    return file;
}

}  // namespace tessera::conformance
