#include "host/device/kept_kernels.hpp"

#include <algorithm>

namespace tessera::host {

namespace fs = std::filesystem;

bool KeptKernels::is_as_it_was(const Kept& kept) {
    return std::ranges::all_of(kept.written, [](const auto& file) {
        std::error_code gone;
        return fs::last_write_time(file.first, gone) == file.second && !gone;
    });
}

const std::vector<CompiledKernel>& KeptKernels::compiled(const std::vector<CompileRequest>& requests) {
    auto found = std::ranges::find(all_, requests, &Kept::requests);
    if (found != all_.end() && is_as_it_was(*found)) return found->kernels;
    Kept kept{requests, compile(requests)};
    for (const CompiledKernel& kernel : kept.kernels)
        for (const fs::path& source : kernel.sources) {
            std::error_code gone;
            const auto written = fs::last_write_time(source, gone);
            if (!gone) kept.written[source] = written;
        }
    if (found == all_.end()) found = all_.insert(found, Kept{});
    *found = std::move(kept);
    return found->kernels;
}

}  // namespace tessera::host
