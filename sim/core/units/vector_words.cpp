// Instructions of the vector unit by T0 or T2.
#include <algorithm>
#include <iterator>
#include <span>

#include "sim/core/follow/non_finite_steps.hpp"
#include "sim/core/judges/twice.hpp"
#include "sim/core/units/vector_port.hpp"
#include "sim/core/units/vector_unit.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/hazard.hpp"
#include "sim/sfpu/ops/loadstore.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using sfpu::Op;
namespace config = tensix::config;

// Dst as this thread's registers address it.
sfpu::DstPort VectorUnit::port_of(const Issue& in) const {
    const int column = in.shared().arch().sfpu.isa_column;
    const auto t = static_cast<std::size_t>(in.thread);
    const tensix::ThreadConfig& own = threads_[t].config;
    sfpu::DstPort port{.dst = in.core.dst(), .math_offset = own.get(config::math_offset, column)};
    port.rwc = words_[t].counters;
    for (std::uint32_t i = 0; i < std::size(port.slots); ++i) {
        tensix::set_sources(port.slots[i], own.get(config::addr_mod_sources, column, i));
        tensix::set_dst(port.slots[i], own.get(config::addr_mod_dst, column, i));
        tensix::set_bias(port.slots[i], own.get(config::addr_mod_bias, column, i));
    }
    port.slot_base = own.get(config::addr_mod_base, column) != 0 ? 4 : 0;
    configure_port(in.core, port);
    if (own.get(config::sfpu_names_format, column) != 0)
        port.implied_format = static_cast<int>(own.get(config::sfpu_format, column));
    return port;
}

Phase VectorUnit::issue(const Issue& in, Command& command) {
    Core& core = in.core;
    const arch::Sfpu& arch = in.shared().arch().sfpu;
    ThreadWords& words = words_[static_cast<std::size_t>(in.thread)];
    const sfpu::Instr instr = sfpu::decode(in.word, arch.isa_column);
    if (command.step == 0) {
        command.step = 1;
        // What T1 has begun is over first: its bits are there already.
        words.issued_at = words.scoreboard.issue(sfpu::pace_of(arch, instr), std::max(in.now, core.sfpu_taken_until));
        return Phase::take(words.issued_at - in.now);
    }
    const auto distance = static_cast<int>(std::min<Cycle>(in.now - words.last_at, 64));
    if (words.last.op != Op::nop && distance > 0)
        if (const auto hazard = sfpu::hazard_between(arch, words.last, instr, distance))
            throw Fault(Id::sfpu_hazard, sfpu::text(*hazard, words.last, instr));
    words.last = instr;
    words.last_at = in.now;
    sfpu::DstPort port = port_of(in);
    if (is_access(instr)) {
        const VectorAccess access =
            access_of(core, instr, port, port.address(instr.imm, port.rwc, instr.mod == sfpu::SfpLoad::all_lanes_mode));
        for (VectorFollower* judge : judges_.following) judge->begins(in);
        for (VectorJudge* judge : judges_.vector) judge->accesses(in, access);
    }
    sfpu::MacroSchedule again = macros_;
    auto steps = steps_of(core, [&](std::size_t) { return in.actor_of_values(); });
    macros_.run(arch, core.sfpu, port, std::span(&instr, 1), steps ? &*steps : nullptr);
    words.counters = port.rwc;
    repeat_with_other_bits(core, [&] {
        sfpu::DstPort other = port_of(in);
        again.run(arch, core.sfpu, other, std::span(&instr, 1));
    });
    core.sfpu_idle_at = std::max(core.sfpu_idle_at, words.scoreboard.drained());
    core.sfpu_taken_until = std::max(core.sfpu_taken_until, in.now + 1);
    in.busy(words.issued_at, in.now + 1, watch::sfpu, "SFPU");
    return Phase::finish(1);
}

}  // namespace tessera::core
