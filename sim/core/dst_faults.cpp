// What is read from Dst though nobody has put it there, or packed otherwise than the kernel means.
#include <fmt/format.h>

#include "sim/core/datapath.hpp"
#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/text.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

namespace {

constexpr int tile_rows = 64;

tensix::DstFormat format_of(const ComputeMode& mode) {
    return mode.fp32_dest_acc ? tensix::DstFormat::fp32 : tensix::DstFormat::raw16;
}

bool reduces(std::uint32_t word) {
    const abi::TileOp op = abi::tile_op(word);
    return op == abi::TileOp::reduce || op == abi::TileOp::reduce_block || op == abi::TileOp::sum_dst;
}

}  // namespace

// The packer reads zeros where nothing was written since the release (spec/kernel-api.md 3.1). A tile of which some
// rows were written is what a reduction leaves. The edge mask of a reduction stays in the packer until its uninit, and
// whatever is packed next goes through it.
void ThreadAgent::check_packed(const Command& command, std::uint32_t tile, int row) const {
    if (machine_.options().blind_time) return;
    const char* call = command.kind == Command::Kind::pack_tile ? "pack_tile" : "pack_untilize";
    const tensix::DstFormat format = format_of(core_.mode);
    bool written = false;
    for (int r = row; r < row + tile_rows && !written; ++r) written = core_.dst().holds(r, format);
    if (!written)
        raise(Fault(Id::uninitialised,
                    fmt::format("{} of Dst tile {}, which nothing has written since tile_regs_acquire", call, tile)));
    const std::uint32_t mask = command.pack.edge_mask;
    const std::uint32_t maker = core_.dst_protocol.made_by[static_cast<std::size_t>(row / tile_rows)];
    if (mask == 0 || maker == 0 || reduces(maker - 1)) return;
    const int lost = lost_to_mask(core_, row, mask);
    if (lost == 0) return;
    Fault fault(
        Id::wrong_init,
        fmt::format("{} of what {} made while the packer keeps the edge mask of a reduction: {} datums that are "
                    "not zero become zero; call reduce_uninit after the last reduce_tile",
                    call, name_of(maker - 1), lost));
    fault.notes = fmt::format("{}: note: the mask was set here\n", risc().position(command.pack.edge_mask_pc));
    raise(std::move(fault));
}

// Rows that were released keep their bits, which kernels rely on (spec/kernel-api.md 3.1); a tile that nothing has
// written since the program began holds what another program left.
void ThreadAgent::check_ever_written(Command& command, std::size_t at, int row) {
    const tensix::DstFormat format = format_of(core_.mode);
    if (machine_.options().blind_time || core_.dst().holds(row, format)) return;
    const int tile = row / tile_rows * tile_rows;
    for (int r = tile; r < tile + tile_rows; ++r)
        if (core_.dst().ever_held(r, format)) return;
    command.pc = command.segment->recorded(at).pc;
    raise(
        Fault(Id::uninitialised, fmt::format("{} reads Dst row {}, of a tile that nothing has written in this program",
                                             sfpu::text(command.segment->program->code[at]), row)),
        fault::Severity::warning);
}

}  // namespace tessera::core
