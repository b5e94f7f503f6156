// Runs SFPI code natively: what it records is lowered, and on request executed. For tests of the lowering.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/abi/emit.hpp"
#include "sim/arch/arch.hpp"
#include "sim/num/dst_bits.hpp"
#include "sim/sfpu/executor.hpp"
#include "sim/sfpu/lower.hpp"
#include "sim/sfpu/text.hpp"

namespace tessera::sfpu {

inline const arch::Arch& wh = arch::wormhole_b0();
inline const arch::Arch& bh = arch::blackhole();

// Gives SFPI code a recorder while it lives. Operations get rising pcs, 4 apart.
class Host : public abi::HostRecorder {
  public:
    Host() { abi::host_recorder = this; }
    ~Host() { abi::host_recorder = nullptr; }
    std::uint32_t record(VectorOp op, std::uint32_t a, std::uint32_t b, bool literal) override {
        return recorder.record(op, a, b, literal && literals, pc += 4, now++);
    }
    Program flush(const arch::Arch& arch, Lowering lowering) {
        const Recording recording = recorder.take();
        Program program = lower(recording, arch.sfpu, lowering);
        recorder.resume(program.exit);
        return program;
    }
    Recorder recorder;
    bool literals = true;  // false: scalars count as known at run time only
    std::uint32_t pc = 0;
    Cycle now = 0;
};

inline Program lowered(const arch::Arch& arch, Lowering lowering, const std::function<void()>& code) {
    Host host;
    code();
    return host.flush(arch, lowering);
}

inline std::vector<std::string> listing(const Program& program) {
    std::vector<std::string> lines;
    for (const Instr& instr : program.code) lines.push_back(text(instr));
    return lines;
}

inline int count(const Program& program, Op op) {
    int n = 0;
    for (const Instr& instr : program.code) n += instr.op == op;
    return n;
}

// fp32 Dst; `code` reads dst_reg[0] and writes dst_reg[1], in lanes 0..31 of `input`.
inline lane::Lanes run(const arch::Arch& arch, const Program& program, const lane::Lanes& input) {
    State state = initial_state();
    tensix::Dst dst;
    DstPort port{.dst = dst, .fp32 = true};
    for (int l = 0; l < lane::count; ++l) dst.write32(l / 8, 2 * (l % 8), num::dst_from_32(input[l]));
    execute(arch.sfpu, state, port, program.code);
    lane::Lanes output;
    for (int l = 0; l < lane::count; ++l) output[l] = num::dst_to_32(dst.read32(l / 8, 2 * (l % 8) + 1));
    return output;
}

}  // namespace tessera::sfpu
