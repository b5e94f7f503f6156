#include "host/inspect/inspected_core.hpp"

#include "sim/tensix/tile.hpp"

namespace tessera::host {

CompileRequest build_of(const TraceRequest& request, abi::Risc risc) {
    CompileRequest build;
    build.source = request.path;
    build.risc = risc;
    build.arch = request.arch;
    build.defines = request.defines;
    build.compile_args = request.compile_args;
    build.named_args.assign(request.named_args.begin(), request.named_args.end());
    build.fp32_dest_acc = request.fp32_dest_acc;
    for (auto& format : build.cb_formats) format = static_cast<std::uint8_t>(request.format);
    return build;
}

void fill_memory(core::Core& core, const TraceRequest& request) {
    for (std::uint32_t address = 0; address < core.l1.size(); address += 4) core.l1.store(address, 4, address / 4 % 61);
    for (const abi::Risc risc : {abi::Risc::t0, abi::Risc::t1, abi::Risc::t2})
        core.place_args(risc, request.args, request.common_args);
    const std::uint32_t base = request.arch->l1.unreserved_base;
    for (std::size_t i = 0; i < core.cbs.size(); ++i) {
        tensix::CircularBuffer& cb = core.cbs[i];
        cb.configured = true;
        cb.index = static_cast<int>(i);
        cb.base = cb.read_ptr = cb.write_ptr = base;
        cb.page_bytes = cb.tile_bytes = static_cast<std::uint32_t>(tensix::tile_bytes(request.format));
        cb.pages = (core.l1.size() - base) / cb.page_bytes;
        cb.format = static_cast<int>(request.format);
        cb.received = cb.producer_received = cb.pages / 2;
    }
}

}  // namespace tessera::host
