// The kernel API read by the compiler ahead of the kernels: of a kernel's compilation more than half is reading it.
//
// What stands before a kernel's own settings (shared_text() in wrapper.hpp) becomes a precompiled header, kept in the
// cache beside the kernels and made anew when anything has changed that it was made from. That costs as much as a
// kernel, so the first kernel that could use one goes without. The program is the same either way.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "host/compile/cache.hpp"
#include "host/compile/read_files.hpp"

namespace tessera::host {

class ReadAhead {
  public:
    explicit ReadAhead(ToolFiles& tools) : tools_(tools) {}

    // What a wrapper includes in place of shared_text(), read ahead or not; empty where that is to be written out.
    std::filesystem::path header(const CompileRequest& request, KernelCache& cache);
    // Whether a file that the compiler has read is that header, or was on the way to it.
    static bool is_of(const std::filesystem::path& header, const std::filesystem::path& file);

  private:
    struct One {
        std::mutex mutex;              // who waits for the same header uses it
        std::optional<MadeFrom> from;  // none: not read ahead
        std::map<std::vector<std::filesystem::path>, bool> same;
    };
    std::optional<MadeFrom> make(const CompileRequest& request, KernelCache& cache, const std::string& name);
    // Whether a kernel finds the same headers: its own folders come first, and may hold one of a name of the API's.
    bool finds_the_same(const CompileRequest& request, const std::filesystem::path& header, One& one) const;

    ToolFiles& tools_;
    std::mutex mutex_;
    std::map<std::filesystem::path, std::unique_ptr<One>> all_;
};

}  // namespace tessera::host
