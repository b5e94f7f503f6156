#include "sim/core/units/unpack_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/core/judges/pages_judge.hpp"
#include "sim/core/judges/twice.hpp"
#include "sim/core/judges/unit_order.hpp"
#include "sim/core/judges/unwritten.hpp"
#include "sim/core/units/handovers.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::UnpackStep;
using watch::WaitReason;

namespace {

namespace ops = tensix::ops;

// What it reads of L1, as far as others must keep away from it: of rows that lie apart in a circular buffer all that is
// beside them too, as for whoever reads the rest of the block.
ByteRange touched_by(const UnpackStep& step, const tensix::CircularBuffer* cb) {
    const std::uint32_t begin = step.read_begin(), end = step.read_end();
    if (cb == nullptr || !step.rows_apart || step.row_stride == 0) return {begin, end - begin};
    const std::uint32_t first = begin - (begin - cb->base) % step.row_stride;
    const std::uint32_t block = step.row_stride * static_cast<std::uint32_t>(step.rows / step.rows_together);
    return {first, std::max(end, std::min(first + block, cb->limit())) - first};
}

int first_row_of_dst(const UnpackStep& step) { return step.row & (tensix::Dst::rows - 1); }

// 32-bit datums go to Dst as such, whatever the matrix unit takes Dst for. A half holds 256 rows of them; behind those
// come the rows of the other half (spec/tensix-core.md 1.4).
void check_room_in_dst(int row, int rows) {
    constexpr int half = tensix::Dst::rows / 2, room = half / 2;
    if (row % half + rows <= room) return;
    throw Fault(
        Id::dst_index,
        fmt::format("UNPACR of 32-bit data to Dst row {}: a half of Dst holds {} tiles of 32 bits, and the rows behind "
                    "them are those of the other half",
                    row, room / tensix::Dst::rows_of_tile));
}

void check_bounds(const Core& core, const UnpackStep& step) {
    const auto end = static_cast<std::uint64_t>(step.read_end());
    if (!core.l1.contains(step.read_begin()) || end > core.l1.size())
        throw Fault(Id::out_of_bounds, fmt::format("UNPACR reads L1 0x{:x} to 0x{:x}, beyond its {} bytes",
                                                   step.read_begin(), end - 1, core.l1.size()));
    if (step.to_dst() && !step.behind_face) check_room_in_dst(first_row_of_dst(step), step.rows);
}

Cycle stream_cycles(const arch::Tensix& tensix, const UnpackStep& step) {
    double bytes = step.bytes();
    const std::uint64_t period = tensix.unpack_bank_period_bytes.count();
    // Rows that lie in the same banks of L1 are read one after the other.
    if (step.rows_apart && period != 0 && step.row_stride % period == 0)
        bytes = std::max(bytes, step.rows * tensix.unpack_bank_row_bytes);
    return static_cast<Cycle>(bytes / tensix.unpack_bytes_per_cycle);
}

}  // namespace

Phase UnpackUnit::issue(const Issue& in) {
    if (in.thread != 0)
        throw Fault(Id::tensix_unsupported,
                    fmt::format("{} by another thread than T0",
                                tensix::row_of(in.word, in.shared().arch().sfpu.isa_column)->name));
    const tensix::Word word(in.word, in.shared().arch().sfpu.isa_column);
    const auto u = static_cast<Operand>(word[ops::Unpacr::unpacker]);
    if (held_[u]) return Phase::wait_for(WaitReason::src_free, u);
    if (pipeline_.free_at(u) > in.now) return Phase::take(pipeline_.free_at(u) - in.now);
    const auto& registers = in.core.math_config.core();
    thread_.counter_judge.judge(in, thread_.counters, u, "UNPACR", [&](const tensix::CounterSet& counters) {
        return CounterJudge::place_of(
            tensix::resolve_unpack(word, {.counters = counters, .thread = thread_.config, .core = registers}));
    });
    UnpackStep step = tensix::resolve_unpack(
        word, {.counters = thread_.counters, .thread = thread_.config, .core = registers, .kept = &registers_});
    step.conversion.rules = in.tensix().unpack;
    const tensix::CircularBuffer* cb = read_buffer(in.core, step);
    if (step.kind == UnpackStep::Kind::unpack && !step.zeros) {
        check_bounds(in.core, step);
        for (UnpackJudge* judge : judges_.unpacking) judge->unpacks(in, step, cb);
    }
    if (step.kind == UnpackStep::Kind::unpack) thread_.counter_judge.origins.added(thread_.counters[u], u, in.pc);
    tensix::move_counters(word, thread_.counters);
    held_[u].emplace(Held{in, step, cb});
    go_on(u, in.now);
    return Phase::finish(1);
}

void UnpackUnit::matrix_unit_turned(Operand operand, Cycle now) {
    if (!held_[operand]) return;
    Core& core = held_[operand]->issue.core;
    held_[operand]->cb = read_buffer(core, held_[operand]->step);
    go_on(operand, now);
    if (!held_[operand]) core.notify(WaitReason::src_free, operand, now);
}

// Does what an unpacker holds, if its bank is free. The bits come at once; until they would be there, the matrix unit
// finds the bank not to be its own.
void UnpackUnit::go_on(Operand u, Cycle now) {
    Held& held = *held_[u];
    const UnpackStep& step = held.step;
    const Core& core = held.issue.core;
    if (step.waits_for_bank && core.src[u][core.unpack_bank[u]].valid) return;
    if (step.waits_for_math && core.src[u][core.math_bank[u]].valid) return;
    held.issue.now = now;
    try {
        carry_out(held, u);
    } catch (Fault& fault) {
        held.issue.explain(fault);
        held.issue.kernel().locate(fault, held.issue.pc, now);
        throw;
    }
    held_[u].reset();
}

void UnpackUnit::carry_out(const Held& held, Operand u) {
    const UnpackStep& step = held.step;
    const Issue& in = held.issue;
    const bool reads = step.kind == UnpackStep::Kind::unpack;
    if (step.kind != UnpackStep::Kind::nothing) unit_order::fills(in, u);
    tensix::UnpackPipeline::Span span{};
    if (reads) {
        span = pipeline_.read(u, in.now, in.tensix().unpack_setup_cycles.cycles(), stream_cycles(in.tensix(), step));
        read(held, u);
    } else {
        span = pipeline_.act(u, in.now);
        if (step.kind == UnpackStep::Kind::clear) clear(held, u);
    }
    in.busy(span.begin, span.end, watch::unpacker, reads ? "UNPACR" : "UNPACR_NOP");
    if (!step.sets_valid) return;
    tensix::SrcBank& bank = in.core.src[u][in.core.unpack_bank[u]];
    if (!reads || bank.cb < 0) bank.form = step.form;
    hand_over(in, u, span.end);
}

void UnpackUnit::clear(const Held& held, Operand u) {
    Core& core = held.issue.core;
    const auto clear_bank = [&](tensix::SrcBank& to) {
        to.cb = -1;
        if (core.shared.options().blind_time) return;
        if (held.step.clear_value == 0)
            to.datum = {};  // so that the host clears it as a whole
        else
            to.datum.fill(held.step.clear_value);
    };
    clear_bank(core.src[u][core.unpack_bank[u]]);
    if (core.other_bits) clear_bank(core.other_bits->src[u][core.unpack_bank[u]]);
}

void UnpackUnit::read(const Held& held, Operand u) {
    const UnpackStep& step = held.step;
    const Issue& in = held.issue;
    Core& core = in.core;
    tensix::SrcBank& bank = core.src[u][core.unpack_bank[u]];
    const std::uint32_t begin = step.read_begin(), bytes = step.read_end() - begin;
    if (!step.zeros && !step.behind_face) {
        const ByteRange touched = touched_by(step, held.cb);
        unit_order::touches(in, watch::Touch::unpack, touched.offset, touched.bytes);
        note_unwritten(in, step, held.cb);
    }
    if (step.to_dst()) {
        core.dst_contents.wrote(
            first_row_of_dst(step), step.rows,
            {step.zeros ? tensix::DatumKind::any32 : tensix::unpacked_kind(step.conversion.in), 0, in.pc});
    } else {
        bank.cb = held.cb == nullptr ? -1 : held.cb->index;
        bank.form = step.form;
    }
    if (in.shared().options().blind_time) return;
    const auto work = [&](std::span<const std::uint8_t> l1, tensix::SrcBank& to) {
        if (step.to_dst())
            tensix::unpack(step, l1, core.dst());
        else
            tensix::unpack(step, l1, to);
    };
    work(step.zeros ? std::span<const std::uint8_t>() : core.l1.raw(begin, bytes), bank);
    repeat_with_other_bits(core, [&] {
        work(step.zeros ? std::vector<std::uint8_t>() : with_other_bits(core, begin, bytes),
             core.src[u][core.unpack_bank[u]]);
    });
    if (FollowedValues* const followed = in.shared().options().followed; followed != nullptr) {
        const std::uint32_t read = step.zeros ? 0 : bytes;
        if (step.to_dst())
            followed->unpacked_to_dst(core, in.actor_of_values(), begin, read, step.conversion.in, held.cb,
                                      first_row_of_dst(step), step.rows);
        else
            followed->unpacked(core, in.actor_of_values(), begin, read, step.conversion.in, held.cb, u,
                               core.unpack_bank[u]);
    }
    if (core.other_bits && !step.to_dst()) {
        tensix::SrcBank& other = core.other_bits->src[u][core.unpack_bank[u]];
        other.cb = bank.cb;
        other.form = bank.form;
    }
}

}  // namespace tessera::core
