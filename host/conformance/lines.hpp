// Golden data as lines of blank-separated tokens, with strict numbers: whatever is not understood is an InputError with
// file and line, never skipped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::conformance {

struct Line {
    int number = 0;
    std::vector<std::string> token;  // never empty
};

struct TextFile {
    std::string path;
    std::vector<std::string> comments;  // lines whose first character is '#', without it
    std::vector<Line> lines;

    [[noreturn]] void refuse(const Line& line, const std::string& expected) const;
    // Token `index` as an unsigned number not above `limit`.
    std::uint32_t number(const Line& line, std::size_t index, int base, std::uint32_t limit = 0xffffffff) const;
    void expect_tokens(const Line& line, std::size_t count) const;
};

TextFile read_lines(const std::filesystem::path& path);
// The same from memory; name stands for the file in messages.
TextFile parse_lines(std::istream& in, std::string name);

}  // namespace tessera::conformance
