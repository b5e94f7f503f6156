// A TOML file as a plain tree with the place of every value, so that whatever is wrong with one can be said where it
// stands. The file is not trusted: its size, its nesting and the length of its keys are bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::host::job_file {

struct Place {
    std::uint32_t line = 0, column = 0;  // from 1
    friend auto operator<=>(const Place&, const Place&) = default;
};

struct Member;

struct Node {
    enum class Kind : std::uint8_t { table, array, text, whole, real, flag, time };
    Kind kind = Kind::table;
    Place place;
    std::string text = {};
    std::int64_t whole = 0;
    double real = 0;
    bool flag = false;
    std::vector<Node> items = {};  // of an array
    std::vector<Member> members;   // of a table, as they stand in the file
};

struct Member {
    std::string name;
    Place place;  // of the key
    Node value;
};

std::string_view name(Node::Kind kind);  // "a table", "a string", ...

inline constexpr std::size_t most_bytes = 1 << 20;

// InputError for a file that cannot be read, is a folder or too large.
std::string text_of(const std::filesystem::path& path);

// InputError "FILE:LINE:COLUMN: ..." for text that is no TOML.
Node parse(std::string_view text, const std::string& file);

// Throws the InputError "FILE:LINE:COLUMN: what".
[[noreturn]] void refuse(const std::string& file, Place place, const std::string& what);

}  // namespace tessera::host::job_file
