#include "sim/core/judges/dst_owner.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"
#include "sim/sfpu/text.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::Dst;

namespace {

Fault beyond_dst(const Core& core, int tile) {
    return Fault(Id::dst_index, fmt::format("Dst tile {}: {} {} Dst holds tiles 0 to {} per acquire", tile,
                                            core.mode.full_sync ? "full-sync" : "half-sync",
                                            core.dst_is_32_bit() ? "fp32" : "16-bit", core.dst_tiles() - 1));
}

void packs_rows(const Issue& in, bool wide, int row, int last) {
    const Core& core = in.core;
    const int first = Dst::first_row(core.dst_protocol.pack_half), count = core.mode.dst_rows(wide);
    if (row >= first + count && in.is_of_api())
        in.raise(beyond_dst(core, (row - first) / Dst::rows_of_tile));
    else if (row < first || last >= first + count)
        in.raise(Fault(Id::dst_index, fmt::format("PACR at Dst row {}: the half waited for is rows {} to {} ({} tiles)",
                                                  row, first, first + count - 1, count / Dst::rows_of_tile)));
}

}  // namespace

// The protocol gives T0 no half: what it touches is not judged. What of Dst the matrix unit writes must be T1's, and
// lie in the half it has; what it moves from Dst too.
void DstOwner::computes(const Issue& in, const tensix::Step& step, const char* name) {
    if (in.thread == 0 || (!step.writes_dst && !step.reads_dst) || step.rows == 0) return;
    const Core& core = in.core;
    if (step.writes_dst && !core.dst_protocol.acquired)
        in.raise(Fault(Id::dst_ownership, fmt::format("{} writes Dst without tile_regs_acquire", in.actor(name))));
    const bool clears = step.op == tensix::Op::zeroacc;
    if (clears && step.phase != tensix::ops::Zeroacc::sixteen_rows) return;
    if (clears || !step.writes_dst) {
        if (!core.mode.full_sync && Dst::half_of(step.dst_row) != core.dst_protocol.math_half)
            in.raise(Fault(Id::dst_index, fmt::format("{} {} rows of Dst from {} on, in the half that is the packers'",
                                                      name, clears ? "clears" : "reads", step.dst_row)));
        return;
    }
    // A kernel may use its 32-bit Dst as one of 16 bits for a while.
    const int first = Dst::first_row(core.dst_protocol.math_half), count = core.mode.dst_rows(core.dst_is_32_bit());
    if (step.dst_row >= first && step.dst_row + step.rows <= first + count) return;
    if (step.dst_row >= first && in.is_of_api())
        return in.raise(beyond_dst(core, (step.dst_row - first) / Dst::rows_of_tile));
    in.raise(Fault(Id::dst_index, fmt::format("{} at Dst row {}: the acquired half is rows {} to {} ({} tiles)", name,
                                              step.dst_row, first, first + count - 1, count / Dst::rows_of_tile)));
}

void DstOwner::packs(const Issue& in, const tensix::PackStep& step) {
    if (!step.reads_dst()) return;
    if (!in.core.dst_protocol.pack_granted)
        in.raise(Fault(Id::pack_order, fmt::format("{} without tile_regs_wait: math has not committed this half of Dst",
                                                   in.actor("PACR"))));
    for (const tensix::PackStep::Output& out : step.output)
        for (int i = 0; i < out.runs; ++i)
            packs_rows(in, out.view == tensix::DstFormat::fp32, out.run[static_cast<std::size_t>(i)].first_row(),
                       out.run[static_cast<std::size_t>(i)].last_row());
}

void DstOwner::accesses(const Issue& in, const VectorAccess& access) {
    const Core& core = in.core;
    const DstProtocol& protocol = core.dst_protocol;
    if (in.thread == 2) {
        if (!protocol.pack_granted)
            in.raise(
                Fault(Id::dst_ownership, fmt::format("{} by T2 without tile_regs_wait", sfpu::text(access.instr))));
        if (!core.mode.full_sync && Dst::half_of(access.row) != protocol.pack_half)
            in.raise(Fault(Id::dst_index, fmt::format("{} by T2 at Dst row {}, in the half that is the matrix unit's",
                                                      sfpu::text(access.instr), access.row)));
    }
    if (in.thread != 1) return;
    const char* const done = access.store ? "written" : "read";
    if (!protocol.acquired)
        in.raise(Fault(Id::dst_ownership, fmt::format("dst_reg {} without tile_regs_acquire", done)));
    const int first = Dst::first_row(protocol.math_half), count = core.mode.dst_rows(core.dst_is_32_bit());
    if (access.row < first || access.row >= first + count)
        in.raise(
            Fault(Id::dst_index, fmt::format("dst_reg {} at Dst row {}: the acquired half is rows {} to {} ({} tiles)",
                                             done, access.row, first, first + count - 1, count / Dst::rows_of_tile)));
}

void DstOwner::hands_over(const Issue& in, Handover what) {
    const DstProtocol& protocol = in.core.dst_protocol;
    const auto warn = [&](std::string text) {
        in.raise(Fault(Id::dst_ownership, std::move(text)), fault::Severity::warning);
    };
    switch (what) {
        case Handover::acquire:
            if (protocol.acquired) warn("tile_regs_acquire twice without tile_regs_commit");
            break;
        case Handover::commit:
            // Instructions of the kernel's own may wait for Dst in other ways.
            if (!protocol.acquired && in.is_of_api()) warn("tile_regs_commit without tile_regs_acquire");
            break;
        case Handover::wait:
            if (protocol.pack_granted) warn("tile_regs_wait twice without tile_regs_release");
            break;
        case Handover::release:
            if (!protocol.pack_granted)
                warn(fmt::format("{} without tile_regs_wait", in.actor("SEMGET of Dst's semaphore")));
            break;
    }
}

void DstOwner::clears(const Issue& in, const tensix::Step& cleared) {
    const DstProtocol& protocol = in.core.dst_protocol;
    if (!protocol.pack_granted)
        in.raise(Fault(Id::dst_ownership, "tile_regs_release without tile_regs_wait"), fault::Severity::warning);
    else if (!in.core.mode.full_sync &&
             (cleared.rows == Dst::rows || (cleared.dst_row != 0) != (protocol.pack_half != 0)))
        in.raise(Fault(Id::dst_ownership, "ZEROACC by T2 clears the half of Dst that is the matrix unit's"));
}

}  // namespace tessera::core
