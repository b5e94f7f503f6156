// Compiled kernels on disk. An entry is named by the hash of everything that is known before compiling; beside it
// stands a list of what else decided the program, which is checked at every look-up.
//
//   <name>.cpp, <name>.ld     what was compiled
//   <name>.deps               "tessera-kernel 4", then a line a condition, a last line "elf HASH KEY"
//       content HASH PATH     a file that was read
//       stamp SIZE-DATE PATH  a part of the compiler: header, library, program
//       absent PATH           what would have been read instead, had it been there
//       present PATH          what was found but not read
//       folder PATH           the working folder, where the program names it
//       library NAME          no condition: whose functions of the vector unit are in it, where not tessera's
//       warning TEXT          no condition: what the compiler said about a line of the user's
//   <KEY>.elf                 KEY = name + hash of the conditions and the program
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "host/compile/compile.hpp"

namespace tessera::host {

// What decided a program besides the name of its entry.
struct MadeFrom {
    std::vector<std::filesystem::path> sources = {}, tools = {}, absent = {}, present = {};
    std::filesystem::path folder;  // empty: any will do
    std::string library = {};      // as CompiledKernel says it
    std::vector<std::string> warnings = {};
    // False: something else may decide too, or a source changed while it was compiled. Never found again.
    bool known = true;
};

class KernelCache {
  public:
    explicit KernelCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // nullopt when there is none, a condition no longer holds, or its bytes are not what was stored.
    std::optional<CompiledKernel> find(const std::string& name);
    // Takes the finished program over (renames it). Throws NotWritten where the folder does not take it.
    CompiledKernel store(const std::string& name, const std::filesystem::path& elf, const MadeFrom& made_from);
    std::filesystem::path path(const std::string& file) const { return folder_ / file; }

  private:
    // These want the lock.
    bool holds(std::string_view condition);
    // What a path is now; a file shared by many kernels is looked at once per call of compile().
    std::string hash_file(const std::string& path);
    std::string stamp(const std::string& path);
    bool is_there(const std::string& path);

    std::filesystem::path folder_;
    std::mutex mutex_;
    std::unordered_map<std::string, std::string> hashes_, stamps_;
    std::unordered_map<std::string, bool> there_;
};

}  // namespace tessera::host
