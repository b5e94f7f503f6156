#include "sim/core/judges/dst_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

#include "sim/core/operand.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/text.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::Dst;
using tensix::DstFormat;
using tensix::PackStep;

namespace {

DstFormat format_of(bool wide) { return wide ? DstFormat::fp32 : DstFormat::raw16; }

int first_row_of_tile(int row) { return row / Dst::rows_of_tile * Dst::rows_of_tile; }

// A pool whose scaler has exponent 0 everywhere counts nothing: the row of Dst stays the lowest value for a maximum,
// and becomes zero for a sum. A row that holds something already may be left alone on purpose.
void judge_scaler(const Issue& in, const tensix::SrcBank& scaler, const tensix::Step& step) {
    if (!tensix::scales_to_nothing(scaler, step.b_row)) return;
    if (in.core.dst().holds(step.dst_row, format_of(in.core.dst_is_32_bit()))) return;
    const std::string from = scaler.cb < 0 ? std::string("SrcB") : fmt::format("cb {}", scaler.cb);
    in.raise(Fault(Id::format_mismatch,
                   fmt::format("a reduction with a scaler of zero, from {}: nothing of the tile counts; fill the "
                               "scaler tile, with 1.0 for a maximum, of which only the exponent is taken",
                               from)),
             fault::Severity::warning);
}

void judge_held(const Issue& in, DstFormat view, const PackStep::Run& run) {
    const Dst& dst = std::as_const(in.core).dst();
    const DstFormat format = format_of(view == DstFormat::fp32);
    const auto any_held = [&](int first, int last) {
        for (int row = first; row <= last; ++row)
            if (dst.holds(row, format)) return true;
        return false;
    };
    const int row = run.first_row(), tile = first_row_of_tile(row);
    if (any_held(row, run.last_row()) || any_held(tile, tile + Dst::rows_of_tile - 1)) return;
    in.raise(Fault(Id::uninitialised,
                   fmt::format("{} of Dst tile {}, which nothing has written since tile_regs_acquire", in.actor("PACR"),
                               (row - Dst::first_row(in.core.dst_protocol.pack_half)) / Dst::rows_of_tile)));
}

// Masks that were set for the results of some operations drop datums of what others have made.
void judge_masks(const Issue& in, const PackStep::Output& out) {
    const Kernel& kernel = in.kernel();
    const AnnouncedCalls::Results& passes = kernel.announced.results();
    if (passes.families == 0 || !out.has_masks || out.runs == 0) return;
    const tensix::DstContents::Entry* made = nullptr;
    tensix::DstContents::each_row(out.run[0].first_row(), 1, out.view == DstFormat::fp32,
                                  [&](int row) { made = &in.core.dst_contents.at(row, 0); });
    if (made->pc == 0 || made->thread != 1) return;
    const Kernel& maker = *in.core.kernels[static_cast<std::size_t>(abi::Risc::t1)];
    const std::uint32_t family = maker.family_at(made->pc);
    if (family == 0 || (family & passes.families) != 0) return;
    const int lost = tensix::lost_to_masks(out, in.core.dst());
    if (lost == 0) return;
    Fault fault(Id::wrong_init,
                fmt::format("{} of what {} made while the packer keeps the edge mask that {} has set: {} datums that "
                            "are not zero become zero; call its uninit after the last operation that it is for",
                            in.actor("PACR"), maker.api_function(made->pc), kernel.api_function(passes.pc), lost));
    fault.notes = fmt::format("{}: note: the mask was set here\n", kernel.position(passes.pc));
    in.raise(std::move(fault));
}

// Rows that were released keep their bits, which kernels rely on (spec/kernel-api.md 3.1); a tile that nothing has
// written since the program began holds what another program left.
void judge_ever_written(const Issue& in, const VectorAccess& access) {
    const Dst& dst = std::as_const(in.core).dst();
    const int row = access.row & ~3, tile = first_row_of_tile(row);
    const DstFormat format = format_of(access.wide);
    if (dst.holds(row, format)) return;
    for (int r = tile; r < tile + Dst::rows_of_tile; ++r)
        if (dst.ever_held(r, format)) return;
    in.raise(
        Fault(Id::uninitialised, fmt::format("{} reads Dst row {}, of a tile that nothing has written in this program",
                                             sfpu::text(access.instr), row)),
        fault::Severity::warning);
}

// Released rows keep their bits until something writes them, which silicon does not promise (spec/kernel-api.md 3.1).
void judge_released(const Issue& in, const VectorAccess& access) {
    const int row = access.row & ~3;
    for (int r = row; r < row + 4; ++r)
        if (!in.core.dst().holds(r, format_of(access.wide)))
            return in.raise(
                Fault(Id::released_dst, fmt::format("{} reads Dst row {}, which was released and not written since",
                                                    sfpu::text(access.instr), r)));
}

}  // namespace

void DstValues::computes(const Issue& in, const tensix::Step& step, const char*) {
    if (step.op == tensix::Op::gmpool || step.op == tensix::Op::gapool)
        judge_scaler(in, in.core.src[src_b][in.core.math_bank[src_b]], step);
}

void DstValues::packs(const Issue& in, const PackStep& step) {
    if (!step.reads_dst()) return;
    for (const PackStep::Output& out : step.output) {
        for (int i = 0; i < out.runs; ++i) judge_held(in, out.view, out.run[static_cast<std::size_t>(i)]);
        judge_masks(in, out);
    }
}

void DstValues::accesses(const Issue& in, const VectorAccess& access) {
    if (in.thread != 1 || access.store) return;
    if (!access.tile_stored) judge_ever_written(in, access);
    if (pedantic_ && !access.stored) judge_released(in, access);
}

}  // namespace tessera::core
