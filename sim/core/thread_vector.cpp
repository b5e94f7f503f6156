// Instructions of the vector unit by T0 or T2: any thread may issue them, with its own counters and address modes
// (spec/tensix-core.md 7.1). T1's are recorded and lowered (thread_sfpu.cpp).
#include <fmt/format.h>

#include <algorithm>

#include "sim/core/non_finite_steps.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/core/twice.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/hazard.hpp"
#include "sim/sfpu/ops/loadstore.hpp"
#include "sim/sfpu/text.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using sfpu::Op;
namespace config = tensix::config;

// Dst as this thread's registers address it.
sfpu::DstPort ThreadAgent::vector_port() {
    const int column = shared_.arch().sfpu.isa_column;
    const tensix::ThreadConfig& own = thread_config_;
    sfpu::DstPort port{.dst = core_.dst(), .math_offset = own.get(config::math_offset, column)};
    port.rwc = vector_counters_;
    for (std::uint32_t i = 0; i < std::size(port.slots); ++i) {
        tensix::set_sources(port.slots[i], own.get(config::addr_mod_sources, column, i));
        tensix::set_dst(port.slots[i], own.get(config::addr_mod_dst, column, i));
        tensix::set_bias(port.slots[i], own.get(config::addr_mod_bias, column, i));
    }
    port.slot_base = own.get(config::addr_mod_base, column) != 0 ? 4 : 0;
    configure_port(port);
    if (own.get(config::sfpu_names_format, column) != 0)
        port.implied_format = static_cast<int>(own.get(config::sfpu_format, column));
    return port;
}

// T2 has the half that it waits for. The vendor's protocol gives T0 none; what it touches is not judged.
void ThreadAgent::check_vector_access(const sfpu::Instr& in, const sfpu::DstPort& port, std::uint32_t pc) {
    const bool store = in.op == Op::store, all_lanes = in.mod == sfpu::SfpLoad::all_lanes_mode;
    const int row = static_cast<int>(port.address(in.imm, port.rwc, all_lanes));
    if (thread_ == 2 && !core_.dst_protocol.pack_granted)
        throw Fault(Id::dst_ownership, fmt::format("{} by T2 without tile_regs_wait", sfpu::text(in)));
    if (thread_ == 2 && !core_.mode.full_sync && tensix::Dst::half_of(row) != core_.dst_protocol.pack_half)
        throw Fault(Id::dst_index,
                    fmt::format("{} by T2 at Dst row {}, in the half that is the matrix unit's", sfpu::text(in), row));
    const std::uint32_t exchange = store ? sfpu::lane_config::store_odd : sfpu::lane_config::load_odd;
    const bool odd = (core_.sfpu.lane_config & exchange) != 0;
    const int mode = sfpu::resolved_mode(in.mod, port.fp32, port.implied_format);
    const bool halves = port.reaches_upper_half && (sfpu::SfpLoad::wide >> mode & 1) == 0;
    dst_use_.begin(core_.sfpu);
    const auto wrong = dst_use_.follow(
        shared_.arch().sfpu, core_.sfpu, in,
        {.pc = pc, .place = {row & ~3, odd ? 1 : row >> 1 & 1}, .mode = halves ? 0 : mode}, core_.dst_contents);
    if (wrong) refuse_misfit(*wrong);
}

ThreadAgent::Phase ThreadAgent::vector_word(Command& command) {
    const arch::Sfpu& arch = shared_.arch().sfpu;
    const sfpu::Instr in = sfpu::decode(command.a, arch.isa_column);
    if (command.step == 0) {
        command.step = 1;
        // What T1 has begun is over first: its bits are there already.
        const Cycle at = vector_words_.issue(sfpu::pace_of(arch, in), std::max(clock, core_.sfpu_taken_until));
        phase_begin_ = at;
        return take(at - clock);
    }
    const auto distance = static_cast<int>(std::min<Cycle>(clock - last_vector_at_, 64));
    if (last_vector_.op != Op::nop && distance > 0)
        if (const auto hazard = sfpu::hazard_between(arch, last_vector_, in, distance))
            throw Fault(Id::sfpu_hazard, sfpu::text(*hazard, last_vector_, in));
    last_vector_ = in;
    last_vector_at_ = clock;
    if (shared_.options().t1_alone) return finish(1);
    sfpu::DstPort port = vector_port();
    if (in.op == Op::load || in.op == Op::store || in.op == Op::loadmacro) check_vector_access(in, port, command.pc);
    // Macros of one thread meet those of another in the unit.
    sfpu::MacroSchedule& macros = core_.threads[1]->macros_;
    sfpu::MacroSchedule again = macros;
    auto steps = steps_of(core_, [&](std::size_t) { return FollowedValues::Actor{kernel(), command.pc, clock}; });
    macros.run(arch, core_.sfpu, port, std::span(&in, 1), steps ? &*steps : nullptr);
    vector_counters_ = port.rwc;
    repeat_with_other_bits(core_, [&] {
        sfpu::DstPort other = vector_port();
        again.run(arch, core_.sfpu, other, std::span(&in, 1));
    });
    core_.sfpu_idle_at = std::max(core_.sfpu_idle_at, vector_words_.drained());
    core_.sfpu_taken_until = std::max(core_.sfpu_taken_until, clock + 1);
    busy(phase_begin_, clock + 1, watch::sfpu, "SFPU");
    return finish(1);
}

}  // namespace tessera::core
