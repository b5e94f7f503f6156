// Compiled kernels on disk. An entry is named by the hash of everything that is known before compiling; beside it
// stands a list of the files the compiler then read, with their hashes, which is checked at every look-up.
//
//   <name>.cpp, <name>.ld     what was compiled
//   <name>.deps               "tessera-kernel 1", one line "HASH PATH" per file, a last line "elf HASH KEY"
//   <KEY>.elf                 KEY = name + hash of the dependencies' contents
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "host/compile/compile.hpp"

namespace tessera::host {

class KernelCache {
  public:
    // $XDG_CACHE_HOME/tessera, else ~/.cache/tessera, else the folder for temporary files.
    static std::filesystem::path default_folder();
    explicit KernelCache(std::filesystem::path folder = default_folder()) : folder_(std::move(folder)) {}

    // nullopt when there is none, a file it was made from has changed, or its bytes are not what was stored.
    std::optional<CompiledKernel> find(const std::string& name);
    // Takes the finished program over (renames it); `sources` are the files it was made from.
    CompiledKernel store(const std::string& name, const std::filesystem::path& elf,
                         const std::vector<std::filesystem::path>& sources);
    std::filesystem::path path(const std::string& file) const { return folder_ / file; }

  private:
    // Hash of a file now; a file shared by many kernels is read once per call of compile().
    std::optional<std::string> hash_file(const std::filesystem::path& path);

    std::filesystem::path folder_;
    std::mutex mutex_;
    std::map<std::filesystem::path, std::optional<std::string>> hashes_;
};

}  // namespace tessera::host
