#include "sim/core/units/pack_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "sim/core/follow/non_finite.hpp"
#include "sim/core/judges/twice.hpp"
#include "sim/core/judges/unit_order.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/pack_accumulate.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::PackStep;

namespace {

// A packer of Wormhole, as a read interface of Blackhole, has a quarter of what all write in a cycle.
Cycle stream_cycles(const arch::Tensix& tensix, const PackStep::Output& out) {
    const std::uint32_t bytes = out.datums.bytes + out.exponents.bytes;
    const auto interfaces = static_cast<std::uint32_t>(std::max(out.runs, 1));
    const double cycles = 4.0 * bytes / interfaces / tensix.pack_bytes_per_cycle;
    return std::max<Cycle>(1, static_cast<Cycle>(cycles));
}

void check_bounds(const Core& core, const PackStep::Output& out) {
    if (out.runs == 0) return;
    for (const PackStep::Range& range : {out.exponents, out.datums})
        if (range.bytes != 0 && (!core.l1.contains(range.begin) || range.end() > core.l1.size()))
            throw Fault(Id::out_of_bounds, fmt::format("PACR writes L1 0x{:x} to 0x{:x}, beyond its {} bytes",
                                                       range.begin, range.end() - 1, core.l1.size()));
}

// Rows that T2 has done with: the valid flags go, the bits stay (spec/kernel-api.md 3.1).
void forget_packed(Core& core, int first, int count) {
    const auto clear = [&] { core.dst().clear_rows(first, count); };
    core.dst_contents.forget(first, count);
    clear();
    repeat_with_other_bits(core, clear);
    drop_equal_bits(core);
    core.dst_protocol.written[static_cast<std::size_t>(core.dst_protocol.pack_half)].reset();
}

}  // namespace

PackStep PackUnit::resolve(const Issue& in, const tensix::CounterSet& counters) const {
    return tensix::resolve_pack(tensix::Word(in.word, in.shared().arch().sfpu.isa_column),
                                {.counters = counters,
                                 .thread = thread_.config,
                                 .core = in.core.math_config.core(),
                                 .state = packers_,
                                 .rules = in.tensix().pack});
}

// Waits until the packers have passed on what they were given before, and holds the thread until they have passed on
// this: sixteen rows of Wormhole's pack_untilize take two cycles of PACR each and one of what moves the counters (llk
// issue 916).
Phase PackUnit::issue(const Issue& in) {
    if (in.thread != 2) throw Fault(Id::tensix_unsupported, "PACR by another thread than T2");
    Core& core = in.core;
    thread_.counter_judge.judge(
        in, thread_.counters, tensix::of_packers, "PACR",
        [&](const tensix::CounterSet& counters) { return CounterJudge::place_of(resolve(in, counters)); });
    PackStep step = resolve(in, thread_.counters);
    if (const Cycle free = pipeline_.free_at(step); free > in.now) return Phase::take(free - in.now);
    core.next_draw();
    if (core.packs_stochastically())
        for (std::size_t i = 0; i < step.output.size(); ++i) step.output[i].conversion.random = core.draw() + 2 * i;
    Cycle stream = 1;
    bool writes = false;
    for (const PackStep::Output& out : step.output) {
        if (!out.works) continue;
        check_bounds(core, out);
        stream = std::max(stream, stream_cycles(in.tensix(), out));
        writes = writes || out.runs != 0;
    }
    for (PackJudge* judge : judges_.packing) judge->packs(in, step);
    for (const PackStep::Output& out : step.output)
        if (out.works) store(in, step, out);
    thread_.counter_judge.origins.move(thread_.counters, in.pc, [&](tensix::CounterSet& counters) {
        tensix::move_counters(step, thread_.config, counters);
    });
    tensix::move_packers(step, packers_);
    const Cycle on_the_way = writes ? in.tensix().pack_fill_cycles.cycles() : 0;
    pipeline_.take(step, in.now, stream, on_the_way);
    in.busy(in.now, in.now + stream, watch::packer, "PACR");
    return Phase::finish(stream);
}

// Both ranges to L1, or on top of what is there.
void PackUnit::store(const Issue& in, const PackStep& step, const PackStep::Output& out) const {
    Core& core = in.core;
    tensix::PackedDatums packed, other;
    const bool blind = in.shared().options().blind_time;
    if (!blind) {
        tensix::pack(step, out, core.dst(), packed);
        repeat_with_other_bits(core, [&] { tensix::pack(step, out, core.dst(), other); });
    } else if (out.runs != 0) {
        tensix::pack_row(out.conversion, std::array<std::uint32_t, tensix::row_datums>{});
    }
    const auto store_range = [&](const PackStep::Range& range, std::uint8_t* bytes, std::uint8_t* other_bytes) {
        const std::uint32_t count = range.bytes + range.padding;
        if (count == 0) return;
        unit_order::touches(in, watch::Touch::pack, range.begin, count);
        const auto undetermined = core.undetermined.in(range.begin, range.end());
        core.l1_written(range.begin, count, in.now);
        if (blind) return core.l1.mark(range.begin, count, true);
        bool again = false;
        pack_noting_dependence(core, range.begin, count, out.accumulates, undetermined, [&] {
            const std::span from(std::exchange(again, true) ? other_bytes : bytes, count);
            if (out.accumulates) tensix::pack_accumulate(out.conversion.out, core.l1.raw(range.begin, count), from);
            core.l1.write(range.begin, from);
        });
    };
    store_range(out.exponents, packed.exponents.data(), other.exponents.data());
    store_range(out.datums, packed.datums.data(), other.datums.data());
    FollowedValues* const followed = in.shared().options().followed;
    if (followed == nullptr || out.runs == 0 || out.datums.bytes == 0) return;
    const PackStep::Run &first = out.run[0], &last = out.run[static_cast<std::size_t>(out.runs) - 1];
    const auto row = static_cast<int>(first.first / 16);
    const int end = static_cast<int>((last.first + static_cast<std::uint32_t>(last.datums) + 15) / 16);
    followed->packed(core, in.actor_of_values(), row, step.zeros ? 0 : end - row, out.view, out.datums.begin,
                     out.datums.bytes, out.conversion.out);
}

Phase PackUnit::zero(const Issue& in, const tensix::Row& row) {
    using Zeroacc = tensix::ops::Zeroacc;
    const tensix::Word word(in.word, in.shared().arch().sfpu.isa_column);
    if (row.op != tensix::Op::zeroacc || (word[Zeroacc::mode] & 3) < Zeroacc::half)
        throw Fault(Id::tensix_unsupported,
                    fmt::format("{} by T2 other than ZEROACC of a half of Dst or of all", row.name));
    const tensix::Rwc none;
    const tensix::Step step = tensix::resolve(word, {.rwc = none, .config = in.core.math_config, .math_offset = 0});
    for (DstJudge* judge : judges_.dst) judge->clears(in, step);
    const Cycle begin = in.core.pipeline.issue(step, row, in.now);
    forget_packed(in.core, step.dst_row, step.rows);
    return Phase::finish(begin + 1 - in.now);
}

}  // namespace tessera::core
