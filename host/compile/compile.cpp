#include "host/compile/compile.hpp"

#include <algorithm>
#include <thread>

#include "host/compile/build.hpp"
#include "host/compile/messages.hpp"
#include "host/compile/parallel.hpp"
#include "host/compile/toolchain.hpp"
#include "host/compile/vendor_tree.hpp"

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

std::vector<CompiledKernel> compile(std::span<const CompileRequest> requests) {
    const Toolchain tools = find_toolchain();
    ToolFiles files(tools);
    Caches caches;
    const std::shared_ptr<const VendorTree> tree = find_vendor_tree();
    const std::vector<std::filesystem::path> folders = more_include_folders();
    std::vector<CompiledKernel> kernels(requests.size());
    in_parallel(requests.size(), std::max(1u, std::thread::hardware_concurrency()), [&](std::size_t i) {
        CompileRequest request = requests[i];
        request.tree = tree;
        request.include_dirs.insert(request.include_dirs.end(), folders.begin(), folders.end());
        kernels[i] = Build(request, tools, files, caches).run();
    });
    caches.tidy();
    for (const CompiledKernel& kernel : kernels) say_warnings(kernel.warnings);
    return kernels;
}

}  // namespace tessera::host
