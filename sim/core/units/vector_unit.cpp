#include "sim/core/units/vector_unit.hpp"

#include <algorithm>
#include <bitset>
#include <optional>
#include <span>
#include <utility>

#include "sim/core/follow/non_finite_steps.hpp"
#include "sim/core/judges/twice.hpp"
#include "sim/core/units/debugged_steps.hpp"
#include "sim/core/units/vector_port.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/executor.hpp"
#include "sim/sfpu/ops/loadstore.hpp"

namespace tessera::core {

using fault::Fault;

namespace {

// Which instruction of the program the executor refused: its own checks do not depend on data, so they can be repeated
// one instruction at a time on a scratch state with the same flag stack.
std::size_t refused_instruction(const Core& core, const sfpu::Program& program, int stack_depth) {
    sfpu::State scratch = core.sfpu;
    scratch.depth = stack_depth;
    tensix::Dst dst;
    sfpu::DstPort port{dst};
    for (std::size_t i = 0; i < program.code.size(); ++i) {
        try {
            sfpu::execute(core.shared.arch().sfpu, scratch, port, std::span(&program.code[i], 1));
        } catch (const Fault&) {
            return i;
        }
    }
    return 0;
}

}  // namespace

Phase VectorUnit::issue_segment(const Issue& in, Command& command) {
    Core& core = in.core;
    const Segment& segment = *command.segment;
    configure_port(core, core.dst_port);
    const SegmentEnd after = walk(in, segment);
    const SegmentPace::Times times = pace_.of(in, segment);
    const Cycle tail = run(in, command, after);
    if (MathListener* listener = in.shared().options().math)
        listener->taken(
            {segment.recording, segment.lowered, core.dst_port.math_offset, core.dst_port.slot_base, times.pushes});
    if (!pace_.empty()) in.busy(pace_.executed(0), times.free, watch::sfpu, "SFPU");
    core.sfpu_idle_at = std::max(times.free + tail, times.drained);
    core.sfpu_taken_until = std::max(core.sfpu_taken_until, times.free);
    const Cycle resumed = segment.pusher->settle_segment(times.pushed_last, times.pushes);
    pace_.tell(in, segment, times.free, resumed);
    return Phase::finish(times.free - in.now);
}

// Goes through the instructions without their values: what they do to counters and to the flag stack, and which rows of
// Dst they load from and store to.
VectorUnit::SegmentEnd VectorUnit::walk(const Issue& in, const Segment& segment) {
    const Core& core = in.core;
    const sfpu::DstPort& port = core.dst_port;
    CounterOrigins& origins = threads_[1].counter_judge.origins;
    SegmentEnd end{port.rwc, core.sfpu.depth};
    sfpu::Rwc& rwc = end.rwc;
    for (VectorFollower* judge : judges_.following) judge->begins(in);
    std::bitset<tensix::Dst::rows> stored;  // by this program so far, the first of four rows each
    std::bitset<tensix::Dst::rows / 64> tiles_stored;
    for (std::size_t i = 0; i < segment.program->code.size(); ++i) {
        const sfpu::Instr& instr = segment.program->code[i];
        const auto step = [&](auto move) { origins.move(rwc, segment.recorded(i).pc, move); };
        if (instr.op == sfpu::Op::setrwc) step([&](sfpu::Rwc& r) { tensix::set_counters(instr.imm, r); });
        if (instr.op == sfpu::Op::incrwc) step([&](sfpu::Rwc& r) { tensix::increment_counters(instr.imm, r); });
        if (instr.op == sfpu::Op::pushc && instr.mod == 0) ++end.stack_depth;
        if (instr.op == sfpu::Op::popc && instr.mod == 0) --end.stack_depth;
        math_.writes.passed();
        if (!is_access(instr)) {
            for (VectorFollower* judge : judges_.following) judge->runs(in, instr);
            continue;
        }
        const std::uint32_t address = port.address(instr.imm, rwc, instr.mod == sfpu::SfpLoad::all_lanes_mode);
        const tensix::AddrMod& mode = port.slots[tensix::mode_index(instr.addr_mod, port.slot_base, rwc)];
        if (mode.moves_dst())
            step([&](sfpu::Rwc& r) { tensix::advance(mode, r); });
        else
            tensix::advance(mode, rwc);
        if (judges_.vector.empty()) continue;
        VectorAccess access = access_of(core, instr, port, address);
        // Of rows beyond Dst a judge says so.
        const auto block = static_cast<std::size_t>(access.row & ~3) % tensix::Dst::rows;
        // What SFPLOADMACRO stores goes where it loads from.
        if (access.store || sfpu::stores(core.sfpu, instr)) {
            stored.set(block);
            tiles_stored.set(block / 64);
        }
        access.stored = stored[block];
        access.tile_stored = tiles_stored[block / 64];
        const Issue there = in.at(segment.recorded(i).pc);
        for (VectorJudge* judge : judges_.vector) judge->accesses(there, access);
    }
    return end;
}

// Cycles that scheduled instructions take after the last one.
Cycle VectorUnit::run(const Issue& in, Command& command, const SegmentEnd& end) {
    Core& core = in.core;
    const Segment& segment = *command.segment;
    const arch::Sfpu& arch = in.shared().arch().sfpu;
    const auto known = ran_.find(segment.lowered.get());
    if (in.shared().options().t1_alone || known != ran_.end()) {
        core.dst_port.rwc = end.rwc;
        core.sfpu.depth = end.stack_depth;
        return known == ran_.end() ? 0 : known->second;
    }
    const int stack_depth = core.sfpu.depth;
    std::optional<sfpu::MacroSchedule> again;
    if (core.other_bits) again = macros_;
    const sfpu::Rwc rwc = core.dst_port.rwc;
    core.dst();  // the port looks at it
    try {
        auto steps = steps_of(core, [&](std::size_t issued) {
            return FollowedValues::Actor{in.kernel(), segment.recorded(issued).pc, pace_.executed(issued)};
        });
        sfpu::StepListener* listener = steps ? &*steps : nullptr;
        std::optional<DebuggedSteps> debugged = debugged_steps(in, segment, listener);
        macros_.run(arch, core.sfpu, core.dst_port, segment.program->code, debugged ? &*debugged : listener);
        const sfpu::Rwc after = std::exchange(core.dst_port.rwc, rwc);
        repeat_with_other_bits(core, [&] { again->run(arch, core.sfpu, core.dst_port, segment.program->code); });
        core.dst_port.rwc = after;
    } catch (const Fault&) {
        const auto refused =
            macros_.under_way() ? *macros_.under_way() : refused_instruction(core, *segment.program, stack_depth);
        command.pc = segment.recorded(refused).pc;
        throw;
    }
    if (in.shared().options().blind_time) ran_.emplace(segment.lowered.get(), macros_.tail());
    return macros_.tail();
}

}  // namespace tessera::core
