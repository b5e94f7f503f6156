// Which room may include which (design.md 2), judged on the #include lines of the tree.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::house {

// The room of a path relative to the top of the tree: "apps", "kernels", "host/<room>", "sim/<room>" or
// "sim/core/<room>"; empty for others.
std::string room_of(const std::filesystem::path& file);

// Why a file of room `from` may not include one of room `to`; nothing when it may.
std::optional<std::string> offence(std::string_view from, std::string_view to);

struct Scan {
    int files = 0, includes = 0;        // includes of files of ours
    std::vector<std::string> offences;  // "file:line: why"; last the pairs of rooms, and files of
                                        // the core, that include each other
};
Scan scan(const std::filesystem::path& root);

}  // namespace tessera::house
