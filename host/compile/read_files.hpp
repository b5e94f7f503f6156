// What compilations have read and looked for, and what that makes their result depend on.
#pragma once

#include <chrono>
#include <filesystem>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/compile/cache.hpp"
#include "host/compile/toolchain.hpp"

namespace tessera::host {

// The compiler is asked for its parts by the first build, if there is one.
class ToolFiles {
  public:
    explicit ToolFiles(const Toolchain& tools) : tools_(tools) {}
    const std::vector<std::filesystem::path>& operator()();
    const Toolchain& toolchain() const { return tools_; }

  private:
    const Toolchain& tools_;
    std::once_flag asked_;
    std::vector<std::filesystem::path> files_;
};

// The prerequisites of make's one rule, sorted: blank-separated, a blank within a name escaped, lines joined by
// backslashes.
std::vector<std::filesystem::path> prerequisites(const std::string& rule);

// Of several compilations together, where one decides that the next is made.
class ReadFiles {
  public:
    // What one compilation read; `wrapper` is made and no source. `named` as lookups() takes it.
    void note(std::vector<std::filesystem::path> sources, const std::filesystem::path& wrapper,
              std::span<const std::filesystem::path> folders, std::string_view named);
    // Of what was made since `begin`.
    MadeFrom made_from(ToolFiles& tools, std::chrono::system_clock::time_point begin) const;

  private:
    std::set<std::filesystem::path> sources_, absent_, present_;
    bool complete_ = true, names_working_folder_ = false;
};

}  // namespace tessera::host
