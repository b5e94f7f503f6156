// T1's matrix unit by itself, word by word: what a thread does with an instruction, without time or anybody to wait
// for.
#pragma once

#include "sim/arch/arch.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::tensix {

struct OneMathThread {
    const arch::Arch& arch;
    Rwc rwc = {};
    AddrMod slots[8] = {};
    std::uint64_t modes_written = 0;
    int slot_base = 0;
    std::uint32_t math_offset = 0;
    MathConfig config = {};
    std::array<std::array<SrcBank, 2>, 2> src = {};
    std::array<std::size_t, 2> math_bank = {}, unpack_bank = {};
    Dst dst = {};

    int column() const { return arch.sfpu.isa_column; }
    void run(std::uint32_t bits) {
        const Word word(bits, column());
        if (row_of(bits)->op == Op::setc16) {
            configure(config, *this, ConfigSpace::thread, column(), word[ops::Setc16::reg], 0xFFFF,
                      word[ops::Setc16::value]);
            return;
        }
        const Step step = resolve(word, {.rwc = rwc, .config = config, .math_offset = math_offset});
        const MatrixUnit unit{.dst_is_32_bit = config.dst_is_32_bit().value_or(false), .rules = arch.tensix.fpu};
        tensix::run(step, unit, src, math_bank, unpack_bank, dst);
        for (const std::size_t operand : {of_a, of_b}) {
            if (!step.gives_back[operand]) continue;
            if (step.always_invalidates || !config.of_matrix_unit().keeps_valid[operand])
                src[operand][math_bank[operand]].valid = false;
            math_bank[operand] ^= 1;
        }
        move_counters(step, slots, slot_base, rwc);
    }
    template <class... Values>
    void run(Op op, Values... values) {
        const std::array<std::uint32_t, sizeof...(Values)> all{static_cast<std::uint32_t>(values)...};
        run(encode(op, all, column()));
    }
};

}  // namespace tessera::tensix
