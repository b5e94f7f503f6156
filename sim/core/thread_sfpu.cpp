// The math thread's lowered SFPU programs: bits by the executor, time by the rows.
#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <optional>
#include <utility>

#include "sim/core/non_finite_steps.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/core/twice.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/executor.hpp"
#include "sim/sfpu/ops/loadstore.hpp"
#include "sim/sfpu/text.hpp"
#include "sim/sfpu/timing.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using watch::WaitReason;

// How the registers, or else the launch, let the vector unit take Dst (spec/tensix-core.md 4.2).
void ThreadAgent::configure_port(sfpu::DstPort& port) const {
    const tensix::MathConfig& config = core_.math_config;
    port.fp32 = config.vector_dst_is_32_bit().value_or(core_.mode.fp32_dest_acc);
    port.implied_format = config.vector_format();
    port.dst_base = config.of_matrix_unit().dst_base;
    port.reaches_upper_half = core_.moves_halves;
}

// The rows that a load or store of the program touches must lie in the half T1 has acquired, and hold what it expects.
ThreadAgent::SegmentEnd ThreadAgent::check_dst_use(Command& command) {
    const Segment& segment = *command.segment;
    const arch::Sfpu& arch = shared_.arch().sfpu;
    const int first = tensix::Dst::first_row(core_.dst_protocol.math_half);
    const int count = core_.mode.dst_rows(core_.dst_is_32_bit());
    SegmentEnd end{core_.dst_port.rwc, core_.sfpu.depth};
    dst_use_.begin(core_.sfpu);
    sfpu::Rwc& rwc = end.rwc;
    std::bitset<tensix::Dst::rows> stored;  // by this program so far, the first of four rows each
    std::bitset<tensix::Dst::rows / 64> tiles_stored;
    for (std::size_t i = 0; i < segment.program->code.size(); ++i) {
        const sfpu::Instr& in = segment.program->code[i];
        const auto step = [&](auto move) { origins_.move(rwc, segment.recorded(i).pc, move); };
        if (in.op == sfpu::Op::setrwc) step([&](sfpu::Rwc& r) { tensix::set_counters(in.imm, r); });
        if (in.op == sfpu::Op::incrwc) step([&](sfpu::Rwc& r) { tensix::increment_counters(in.imm, r); });
        if (in.op == sfpu::Op::pushc && in.mod == 0) ++end.stack_depth;
        if (in.op == sfpu::Op::popc && in.mod == 0) --end.stack_depth;
        fpu_writes_.passed();
        const auto follow = [&](const DstUse::Access& access) {
            const auto wrong = dst_use_.follow(arch, core_.sfpu, in, access, core_.dst_contents);
            if (wrong) refuse_misfit(*wrong);
        };
        if (in.op != sfpu::Op::load && in.op != sfpu::Op::store && in.op != sfpu::Op::loadmacro) {
            follow({});
            continue;
        }
        const std::uint32_t address = core_.dst_port.address(in.imm, rwc, in.mod == sfpu::SfpLoad::all_lanes_mode);
        const int row = static_cast<int>(address);
        const bool store = in.op == sfpu::Op::store;
        const tensix::AddrMod& mode =
            core_.dst_port.slots[tensix::mode_index(in.addr_mod, core_.dst_port.slot_base, rwc)];
        if (mode.moves_dst())
            step([&](sfpu::Rwc& r) { tensix::advance(mode, r); });
        else
            tensix::advance(mode, rwc);
        if (shared_.options().t1_alone) continue;
        if (!core_.dst_protocol.acquired) {
            command.pc = segment.recorded(i).pc;
            raise(Fault(Id::dst_ownership,
                        fmt::format("dst_reg {} without tile_regs_acquire", store ? "written" : "read")));
        }
        if (row < first || row >= first + count) {
            command.pc = segment.recorded(i).pc;
            raise(Fault(Id::dst_index,
                        fmt::format("dst_reg {} at Dst row {}: the acquired half is rows {} to {} ({} tiles)",
                                    store ? "written" : "read", row, first, first + count - 1,
                                    count / tensix::Dst::rows_of_tile)));
        }
        if (!store) check_fpu_has_written(command, i, row & ~3);
        const auto block = static_cast<std::size_t>(row & ~3);
        // What SFPLOADMACRO stores goes where it loads from.
        if (store || sfpu::stores(core_.sfpu, in)) {
            stored.set(block);
            tiles_stored.set(block / 64);
        }
        const int mode_of_datums = sfpu::resolved_mode(in.mod, core_.dst_port.fp32, core_.dst_port.implied_format);
        const bool wide = (sfpu::SfpLoad::wide >> mode_of_datums & 1) != 0;
        if (!store && !tiles_stored[block / 64]) check_ever_written(command, i, row & ~3, wide);
        if (!store && shared_.options().faults.pedantic && !stored[block]) check_held(command, i, row & ~3, wide);
        const bool odd =
            (core_.sfpu.lane_config & (store ? sfpu::lane_config::store_odd : sfpu::lane_config::load_odd)) != 0;
        follow({.pc = segment.recorded(i).pc,
                .place = {row & ~3, odd ? 1 : row >> 1 & 1},
                .mode = core_.dst_port.reaches_upper_half && !wide ? 0 : mode_of_datums});
    }
    return end;
}

void ThreadAgent::check_fpu_has_written(Command& command, std::size_t at, int row) const {
    const auto since = fpu_writes_.too_early(row);
    if (!since) return;
    command.pc = command.segment->recorded(at).pc;
    raise(Fault(
        Id::dst_hazard,
        fmt::format("{} reads Dst rows {} to {}, which the FPU wrote {} instruction(s) before; nothing waits for it",
                    sfpu::text(command.segment->program->code[at]), row, row + 3, *since)));
}

// Released rows keep their bits until something writes them, which silicon does not promise (spec/kernel-api.md 3.1).
void ThreadAgent::check_held(Command& command, std::size_t at, int row, bool wide) const {
    const auto format = wide ? tensix::DstFormat::fp32 : tensix::DstFormat::raw16;
    for (int r = row; r < row + 4; ++r)
        if (!core_.dst().holds(r, format)) {
            command.pc = command.segment->recorded(at).pc;
            return raise(
                Fault(Id::released_dst, fmt::format("{} reads Dst row {}, which was released and not written since",
                                                    sfpu::text(command.segment->program->code[at]), r)));
        }
}

// Which instruction of the program the executor refused: its own checks do not depend on data, so they can be repeated
// one instruction at a time on a scratch state with the same flag stack.
std::size_t ThreadAgent::refused_instruction(const sfpu::Program& program, int stack_depth) const {
    sfpu::State scratch = core_.sfpu;
    scratch.depth = stack_depth;
    tensix::Dst dst;
    sfpu::DstPort port{dst};
    for (std::size_t i = 0; i < program.code.size(); ++i) {
        try {
            sfpu::execute(shared_.arch().sfpu, scratch, port, std::span(&program.code[i], 1));
        } catch (const Fault&) {
            return i;
        }
    }
    return 0;
}

namespace {

class Code final : public watch::VectorCode {
  public:
    Code(const sfpu::Program& program, const arch::Sfpu& arch) : program_(program), arch_(arch) {}
    std::string text(std::size_t instr) const override { return sfpu::text(program_.code[instr]); }
    Cycle latency(std::size_t instr) const override {
        const sfpu::Instr& in = program_.code[instr];
        return static_cast<Cycle>(sfpu::cost_of(arch_, sfpu::row_of(in.op), in.mod).latency);
    }
    int live(std::size_t instr) const override { return program_.live[instr]; }

  private:
    const sfpu::Program& program_;
    const arch::Sfpu& arch_;
};

// How T1's push of an instruction came to be as late as it was.
struct Push {
    Cycle arrives, built, fetched;
    bool refetched;
};

// What held an instruction that could have issued at `next`: the unit until `free`, then its push, then an operand.
watch::HoldCycles held_by(Cycle next, Cycle free, const Push& push, Cycle issued) {
    watch::HoldCycles held{};
    Cycle from = next;
    const auto until = [&](watch::Hold hold, Cycle end) {
        end = std::min(end, issued);
        if (end <= from) return;
        held[static_cast<std::size_t>(hold)] += static_cast<std::uint32_t>(end - from);
        from = end;
    };
    until(watch::Hold::unit, free);
    const Cycle late = push.arrives > from ? push.arrives - from : 0;
    const Cycle built = std::min(late, push.built), fetched = std::min(late - built, push.fetched);
    until(watch::Hold::built, from + built);
    until(push.refetched ? watch::Hold::refetch : watch::Hold::fetch, from + fetched);
    until(watch::Hold::scalar, push.arrives);
    until(watch::Hold::operand, issued);
    return held;
}

}  // namespace

Cycle ThreadAgent::run_vectors(Command& command, const SegmentEnd& end) {
    const Segment& segment = *command.segment;
    const auto known = ran_.find(segment.lowered.get());
    if (shared_.options().t1_alone || known != ran_.end()) {
        core_.dst_port.rwc = end.rwc;
        core_.sfpu.depth = end.stack_depth;
        return known == ran_.end() ? 0 : known->second;
    }
    const int stack_depth = core_.sfpu.depth;
    std::optional<sfpu::MacroSchedule> again;
    if (core_.other_bits) again = macros_;
    const sfpu::Rwc rwc = core_.dst_port.rwc;
    core_.dst();  // the port looks at it
    try {
        auto steps = steps_of(core_, [&](std::size_t issued) {
            return FollowedValues::Actor{kernel(), segment.recorded(issued).pc, executed_[issued]};
        });
        macros_.run(shared_.arch().sfpu, core_.sfpu, core_.dst_port, segment.program->code, steps ? &*steps : nullptr);
        const sfpu::Rwc after = std::exchange(core_.dst_port.rwc, rwc);
        repeat_with_other_bits(
            core_, [&] { again->run(shared_.arch().sfpu, core_.sfpu, core_.dst_port, segment.program->code); });
        core_.dst_port.rwc = after;
    } catch (const Fault&) {
        const auto refused =
            macros_.under_way() ? *macros_.under_way() : refused_instruction(*segment.program, stack_depth);
        command.pc = segment.recorded(refused).pc;
        throw;
    }
    if (shared_.options().blind_time) ran_.emplace(segment.lowered.get(), macros_.tail());
    return macros_.tail();
}

// A lowered program: pushes and executions interleave as FIFO depth, T1's scalar work and operand latencies allow.
ThreadAgent::Phase ThreadAgent::sfpu(Command& command) {
    const Segment& segment = *command.segment;
    const sfpu::Program& program = *segment.program;
    const arch::Arch& arch = shared_.arch();
    const auto depth = arch.tensix.fifo_entries[1].count();
    const std::uint64_t resident = arch.riscv.icache_bytes[3].count() / 4;
    const sfpu::Pace* const pace = segment.lowered->pace.data();
    const Cycle runtime_push = arch.tensix.runtime_push_cycles.cycles();
    const std::uint64_t most_at_once = arch.tensix.pushes_per_cycle.count();
    const double refetch = arch.tensix.push_not_resident_factor - 1.0;
    configure_port(core_.dst_port);
    const SegmentEnd after = check_dst_use(command);
    const std::uint32_t text_base = kernel().program().text_base;
    last_fetch_.resize(kernel().program().text_bytes() / 4);

    executed_.resize(program.code.size());
    Cycle* const executed = executed_.data();
    taken_.clear();  // when the SFPU took what T1 pushed; REPLAY's instructions pass no FIFO of T1
    std::vector<watch::VectorIssue> issues;
    const bool told = shared_.hub().hears_vector_runs();
    if (told) issues.reserve(program.code.size());
    Cycle delay = 0;        // pushes and hold-ups so far, on top of T1's scalar clock
    double fetch_debt = 0;  // cycles lost to refetching, below one
    bool fetched_anew = false;
    std::uint64_t back = 0;  // instructions since this code was last fetched, 0: never
    Cycle pushed = clock;
    std::uint64_t at_once = most_at_once;  // pushes that go together; the most there are: nothing may join them
    Cycle last_at = 0;                     // of the last of them, as recorded
    std::uint64_t anew = 0;                // instructions fetched
    PushCycles cycles;
    sfpu::Scoreboard scoreboard;
    const auto issue = [&](std::size_t i, Fetched& fetch, const Push& push, std::uint32_t refetched_after) {
        const Cycle free = i == 0 ? clock : scoreboard.next_free();
        executed[i] = scoreboard.issue(pace[i], std::max(clock, push.arrives));
        if (!told) return;
        if (fetch.spot == nullptr) fetch.spot = &kernel().spot(segment.recorded(i).pc);
        const sfpu::Op op = program.code[i].op;
        const bool constant = op == sfpu::Op::loadi && program.built[i] == 0;
        issues.push_back({fetch.spot, executed[i], {}, refetched_after, op == sfpu::Op::nop, constant});
        if (i == 0)
            issues[i].held[static_cast<std::size_t>(watch::Hold::begin)] =
                static_cast<std::uint32_t>(executed[i] - clock);
        else
            issues[i].held = held_by(executed[i - 1] + 1, free, push, executed[i]);
    };
    for (std::size_t i = 0; i < program.code.size(); ++i) {
        const sfpu::Recorded& recorded = segment.recorded(i);
        Fetched& fetch = last_fetch_[(recorded.pc - text_base) / 4];
        if (recorded.replayed) {
            pushed = recorded.at + delay;
            at_once = most_at_once;
            issue(i, fetch, {pushed + 1, 0, 0, false}, 0);
            continue;
        }
        // Code that was pushed within the last `resident` instructions is still in T1's cache. The instructions that
        // one operation became lie side by side on silicon, though they share a pc here.
        if (i == 0 || program.origin[i] != program.origin[i - 1]) {
            back = fetch.last == 0 ? 0 : fetched_ - fetch.last;
            fetched_anew = back == 0 || back >= resident;
        }
        if (fetched_anew) fetch_debt += refetch, ++anew;
        fetch.last = ++fetched_;
        const auto whole = static_cast<Cycle>(fetch_debt);
        fetch_debt -= static_cast<double>(whole);
        const Cycle built = program.built[i] != 0 ? runtime_push : 0;
        // With nothing between them words of the code go together, those put together at run time alone.
        const bool joins = at_once < most_at_once && recorded.at == last_at && whole + built == 0;
        const Cycle ready = joins ? pushed : recorded.at + delay + whole + built;
        pushed = taken_.size() < depth ? ready : std::max(ready, taken_[taken_.size() - depth]);
        at_once = built != 0 ? most_at_once : joins ? at_once + 1 : 1;
        last_at = recorded.at;
        delay = pushed + 1 - recorded.at;
        cycles.held += pushed - ready;
        cycles.built += built;
        (back == 0 ? cycles.fetch : cycles.refetch) += whole;
        issue(i, fetch, {pushed + 1, built, whole, back != 0}, fetched_anew ? static_cast<std::uint32_t>(back) : 0);
        taken_.push_back(executed[i]);
    }
    const Cycle tail = run_vectors(command, after);
    cycles.fits = anew <= resident;
    if (!program.code.empty()) cycles.needed = pushed + 1 - segment.recorded(0).at - cycles.held;
    if (shared_.options().math != nullptr)
        shared_.options().math->taken(
            {segment.recording, segment.lowered, core_.dst_port.math_offset, core_.dst_port.slot_base, cycles});
    const Cycle end = std::max(clock, scoreboard.next_free());
    if (!executed_.empty()) busy(executed_.front(), end, watch::sfpu, "SFPU");
    core_.sfpu_idle_at = std::max(end + tail, scoreboard.drained());
    core_.sfpu_taken_until = std::max(core_.sfpu_taken_until, end);
    const Cycle resumed = segment.pusher->settle_segment(pushed + 1, cycles);
    if (!issues.empty()) {
        issues.back().held[static_cast<std::size_t>(watch::Hold::unit)] +=
            static_cast<std::uint32_t>(end - executed_.back() - 1);
        const Code code(program, arch.sfpu);
        shared_.hub().emit(
            watch::VectorRun{{core_.index, watch::sfpu}, clock, end, segment.recorded(0).at, resumed, issues, code});
    }
    return finish(end - clock);
}

}  // namespace tessera::core
