// What a compilation depends on besides what it read: which files are there.
//
// A header that appears before another of its name in the include path, or where __has_include() found none, changes
// the program without changing any file it was made from. The compiler does not tell where it looked in vain, so the
// directives of everything it read are resolved once more, by its rules: the folder of the including file for "name",
// then the include path in its order. Directives in branches not taken count too, which does no harm.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::host {

struct Lookups {
    std::vector<std::filesystem::path> absent;   // sorted; a missing folder stands for all that might come to lie in it
    std::vector<std::filesystem::path> present;  // sorted; found but not read
    // False when something decides that no text names: .incbin or .include in assembly, __has_include of a macro.
    bool complete = true;
    // Lines are named by a path relative to the working folder (#line), which the compiler writes into the program.
    bool names_working_folder = false;
};

// `files` are what the compiler read, `folders` the include path. `named` is a file name that #line may use freely.
Lookups lookups(std::span<const std::filesystem::path> files, std::span<const std::filesystem::path> folders,
                std::string_view named);

}  // namespace tessera::host
