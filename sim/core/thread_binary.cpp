// Two-operand tile operations: T0 fills a bank of SrcA and one of SrcB a face at a time, T1 combines them into Dst
// (spec/kernel-api.md 3.4, timing.md 2.3).
#include "sim/core/datapath.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using watch::WaitReason;

ThreadAgent::Phase ThreadAgent::unpack_pair(Command& command) {
    const tensix::CircularBuffer &cb_a = core_.cb(command.b), &cb_b = core_.cb(command.d);
    check_format(command, "a two-operand tile function");
    if (command.step == 8) return finish();
    SrcBank& a = core_.src_a[static_cast<std::size_t>(core_.unpack_bank)];
    SrcBank& b = core_.src_b[static_cast<std::size_t>(core_.unpack_bank)];
    if (command.step % 2 == 0) {
        if (a.valid || b.valid) return wait_for(WaitReason::src_free, 0);
        phase_begin_ = clock;
        ++command.step;
        // Both unpackers at once share the bandwidth of one.
        const arch::Tensix& tensix = machine_.arch().tensix;
        const auto stream = static_cast<Cycle>((cb_a.tile_bytes + cb_b.tile_bytes) / 4 / tensix.unpack_bytes_per_cycle);
        return take(tensix.unpack_setup_cycles.cycles() / 4 + stream);
    }
    unpack_face(core_, cb_a, command.a, command.step / 2, a);
    unpack_face(core_, cb_b, command.c, command.step / 2, b);
    a.valid = b.valid = true;
    core_.unpack_bank ^= 1;
    busy(phase_begin_, clock, watch::unpacker, "unpack two");
    core_.notify(WaitReason::src_valid, 0, clock);
    ++command.step;
    return take(0);
}

ThreadAgent::Phase ThreadAgent::binary(Command& command) {
    if (!core_.dst_protocol.acquired)
        throw fault::Fault(fault::Id::dst_ownership,
                           "a two-operand tile function writes Dst without tile_regs_acquire");
    const int row = dst_row(command.a, core_.dst_protocol.math_half);
    const auto op = static_cast<abi::BinaryOp>(command.c & 0xFF);
    const arch::Tensix& tensix = machine_.arch().tensix;
    if (command.step == 8) {
        core_.fpu_idle_at = clock + tensix.datacopy_latency_cycles.cycles();
        return finish();
    }
    SrcBank& a = core_.src_a[static_cast<std::size_t>(core_.math_bank)];
    SrcBank& b = core_.src_b[static_cast<std::size_t>(core_.math_bank)];
    if (command.step % 2 == 0) {
        if (!a.valid || !b.valid) return wait_for(WaitReason::src_valid, 0);
        phase_begin_ = clock;
        ++command.step;
        // As a copy: two operations of eight rows and one SETRWC a face, the operations once per fidelity phase.
        const int phases = op == abi::BinaryOp::multiply ? core_.mode.fidelity_phases : 1;
        return take(tensix.datacopy_issue_cycles.cycles() / 4 + 2 * static_cast<Cycle>(phases - 1));
    }
    binary_face(core_, a, b, row + 16 * (command.step / 2), op, (command.c & abi::binary_accumulates) != 0);
    fpu_wrote_face(row + 16 * (command.step / 2));
    a.valid = b.valid = false;
    core_.math_bank ^= 1;
    busy(phase_begin_, clock, watch::fpu, "two-operand");
    core_.notify(WaitReason::src_free, 0, clock);
    ++command.step;
    return take(0);
}

}  // namespace tessera::core
