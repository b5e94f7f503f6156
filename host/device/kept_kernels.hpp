// Kernels that a device has compiled. A program is launched many times, and looking each kernel up in the cache again
// takes longer than a small one runs.
#pragma once

#include <filesystem>
#include <map>
#include <vector>

#include "host/compile/compile.hpp"

namespace tessera::host {

class KeptKernels {
  public:
    // As compile() gives them. Asked again, what was compiled before, unless one of the files that it was made of has
    // changed; that one that a kernel would find first has appeared is not looked for.
    const std::vector<CompiledKernel>& compiled(const std::vector<CompileRequest>& requests);

  private:
    struct Kept {
        std::vector<CompileRequest> requests;
        std::vector<CompiledKernel> kernels;
        std::map<std::filesystem::path, std::filesystem::file_time_type> written = {};  // its files
    };
    static bool is_as_it_was(const Kept& kept);

    std::vector<Kept> all_;
};

}  // namespace tessera::host
