// The compilation of one kernel for one core: found in a cache, or made and stored there.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "host/compile/cache.hpp"
#include "host/compile/compile.hpp"
#include "host/compile/compiler.hpp"
#include "host/compile/read_files.hpp"
#include "host/compile/toolchain.hpp"

namespace tessera::host {

// The cache that is kept and, where that cannot be written, one for this process.
class Caches {
  public:
    Caches();
    std::optional<CompiledKernel> find(const std::string& name);
    // Calls `build` with the cache to use, and again with the other where the first turns out to take nothing.
    CompiledKernel build_in(const std::function<CompiledKernel(KernelCache&)>& build);
    // Keeps the size of the first within its bound, if anything was stored there.
    void tidy() const;

  private:
    KernelCache& scratch();

    std::filesystem::path folder_;
    KernelCache kept_;
    std::once_flag made_;
    std::optional<KernelCache> scratch_;
    std::atomic<bool> stored_{false}, kept_fails_{false};
};

class Build {
  public:
    Build(const CompileRequest& request, ToolFiles& tools, Caches& caches);
    CompiledKernel run();

  private:
    CompiledKernel build(KernelCache& cache, const std::string& name, const std::string& script) const;
    // Without what the vendor's compiler takes and ours refuses.
    ProcessResult compile_rewritten(const CompileRequest& attempt, const std::filesystem::path& wrapper,
                                    const std::filesystem::path& script, const std::filesystem::path& rule,
                                    const std::filesystem::path& elf) const;
    // What a debugger reads is made from the compiler's assembly.
    ProcessResult compile(const CompileRequest& attempt, const std::filesystem::path& source,
                          const std::filesystem::path& wrapper, const std::filesystem::path& script,
                          const std::filesystem::path& rule, const std::filesystem::path& elf) const;
    bool is_users(const std::string& file, const std::filesystem::path& wrapper) const;
    std::string message(const ProcessResult& result, const std::filesystem::path& wrapper) const;

    const CompileRequest& request_;
    std::vector<CompileRequest> attempts_;
    ToolFiles& tool_files_;
    const Toolchain& tools_;
    Caches& caches_;
    ProcessLimits limits_;
};

}  // namespace tessera::host
