#include "host/compile/compile.hpp"

#include <algorithm>
#include <numeric>
#include <thread>

#include "host/compile/build.hpp"
#include "host/compile/messages.hpp"
#include "host/compile/parallel.hpp"
#include "host/compile/toolchain.hpp"
#include "host/compile/vendor_tree.hpp"
#include "host/compile/wrapper.hpp"

namespace tessera::host {

std::uint32_t text_address(const arch::Arch& arch, abi::Risc risc) {
    std::uint32_t address = arch.l1.code_base;
    for (std::size_t earlier = 0; earlier < static_cast<std::size_t>(risc); ++earlier)
        address += static_cast<std::uint32_t>(arch.riscv.code_limit_bytes[earlier].count());
    return address;
}

std::vector<tensix::DataFormat> configured_formats(const CompileRequest::CbFormats& formats) {
    std::vector<tensix::DataFormat> out;
    for (const std::uint8_t format : formats)
        if (format != cb_not_configured) out.push_back(static_cast<tensix::DataFormat>(format));
    return out;
}

namespace {

// Compute builds with tessera's library whose kernel got the tree's on another core; they are to have that as well.
std::vector<std::size_t> left_behind(std::vector<CompileRequest>& requests,
                                     const std::vector<CompiledKernel>& kernels) {
    const auto on = [](CompileRequest request, abi::Risc risc) {
        request.risc = risc;
        return request;
    };
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!is_compute(requests[i].risc) || !kernels[i].library.empty()) continue;
        for (std::size_t other = 0; other < requests.size(); ++other)
            if (!kernels[other].library.empty() && on(requests[i], requests[other].risc) == requests[other]) {
                which.push_back(i);
                break;
            }
    }
    for (const std::size_t i : which) requests[i].library_of_tree = true;
    return which;
}

}  // namespace

std::vector<CompiledKernel> compile(std::span<const CompileRequest> requests) {
    const Toolchain tools = find_toolchain();
    ToolFiles files(tools);
    Caches caches;
    const std::shared_ptr<const VendorTree> tree = find_vendor_tree();
    const std::vector<std::filesystem::path> folders = more_include_folders();
    std::vector<CompileRequest> all(requests.begin(), requests.end());
    for (CompileRequest& request : all) {
        request.tree = tree;
        request.include_dirs.insert(request.include_dirs.end(), folders.begin(), folders.end());
    }
    std::vector<CompiledKernel> kernels(all.size());
    const auto build = [&](const std::vector<std::size_t>& which) {
        in_parallel(which.size(), std::max(1u, std::thread::hardware_concurrency()),
                    [&](std::size_t i) { kernels[which[i]] = Build(all[which[i]], files, caches).run(); });
    };
    std::vector<std::size_t> every(all.size());
    std::iota(every.begin(), every.end(), 0);
    build(every);
    build(left_behind(all, kernels));
    caches.tidy();
    for (const CompiledKernel& kernel : kernels) say_warnings(kernel.warnings);
    return kernels;
}

}  // namespace tessera::host
