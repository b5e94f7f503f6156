// General-purpose registers of a thread, and what carries them to configuration registers and back
// (spec/unpack-instructions.md 1).
#pragma once

#include <bit>

#include "sim/tensix/config.hpp"
#include "sim/tensix/ops/common.hpp"
#include "sim/tensix/unpack_fields.hpp"

namespace tessera::tensix {

// Sixty-four of a thread, 32 bits each.
using Registers = std::array<std::uint32_t, 64>;

namespace ops {

// The pages name the cycles that hold the thread; Blackhole has no pages of its own for most of these.
constexpr std::array<Timing, isa_columns> holds(std::uint8_t cycles) {
    return {Timing{{cycles, cycles, Hazard::none, "unpack-instructions.md 1"}, Evidence::documented},
            Timing{{cycles, cycles, Hazard::none, "unpack-instructions.md 1, as on Wormhole"}, Evidence::inferred}};
}

struct Dmanop {
    static constexpr Row row{.op = Op::dmanop,
                             .name = "DMANOP",
                             .unit = Unit::scalar,
                             .fields = {},
                             .column = holds(1),
                             .meaning = "nothing, for a cycle of the scalar unit"};
};

// The payload's upper two bits stand in the field before it.
struct Setdmareg {
    static constexpr Field high{"Payload_SigSelSize", {22, 2}}, low{"Payload_SigSel", {8, 14}},
        signals{"SetSignalsMode", {7, 1}}, half{"RegIndex16b", {0, 7}};
    static constexpr Field fields[] = {high, low, signals, half};
    static constexpr Row row{.op = Op::setdmareg,
                             .name = "SETDMAREG",
                             .unit = Unit::scalar,
                             .fields = fields,
                             .column = holds(1),
                             .meaning = "sets half of a general-purpose register"};
    static void run(const Word& word, Registers& registers) {
        refuse(word[signals] != 0, "SETDMAREG of signals");
        const std::uint32_t value = word[high] << 14 | word[low], shift = (word[half] & 1) * 16;
        std::uint32_t& to = registers[word[half] / 2];
        to = (to & ~(0xFFFFu << shift)) | value << shift;
    }
};

// Source A and either source B or a constant.
template <Op code>
struct ScalarArithmetic {
    static constexpr Field constant{"OpBisConst", {23, 1}}, result{"ResultRegIndex", {12, 6}}, b{"OpBRegIndex", {6, 6}},
        a{"OpARegIndex", {0, 6}};
    static constexpr Field fields[] = {constant, result, b, a};
    static constexpr bool multiplies = code == Op::muldmareg;
    static constexpr Row row{
        .op = code,
        .name = multiplies ? "MULDMAREG" : "ADDDMAREG",
        .unit = Unit::scalar,
        .fields = fields,
        .column = holds(3),
        .meaning = multiplies ? "a register = the product of the low halves of two" : "a register = the sum of two"};
    static void run(const Word& word, Registers& registers) {
        const std::uint32_t x = registers[word[a]], y = word[constant] != 0 ? word[b] : registers[word[b]];
        registers[word[result]] = multiplies ? (x & 0xFFFF) * (y & 0xFFFF) : x + y;
    }
};
using Adddmareg = ScalarArithmetic<Op::adddmareg>;
using Muldmareg = ScalarArithmetic<Op::muldmareg>;

struct Storereg {
    static constexpr Field fields[] = {{"TdmaDataRegIndex", {18, 6}}, {"RegAddr", {0, 18}}};
    static constexpr Row row{.op = Op::storereg,
                             .name = "STOREREG",
                             .unit = Unit::scalar,
                             .fields = fields,
                             .column = holds(3),
                             .meaning = "a register to the address of another unit"};
    static void run(const Word&, Registers&) { refuse(true, "STOREREG"); }
};

// Those below work on the registers of the core as well.
struct Reg2flop {
    static constexpr Field size{"SizeSel", {22, 2}}, target{"TargetSel", {20, 2}}, byte{"ByteOffset", {18, 2}},
        context{"ContextId_2", {16, 2}}, index{"FlopIndex", {6, 10}}, from{"RegIndex", {0, 6}};
    static constexpr Field fields[] = {size, target, byte, context, index, from};
    static constexpr Row row{.op = Op::reg2flop,
                             .name = "REG2FLOP",
                             .unit = Unit::scalar,
                             .fields = fields,
                             .column = holds(2),
                             .meaning = "a register to a configuration register of the unpackers and packers"};
    static void run(const Word& word, Registers& registers, MathConfig& config) {
        refuse(word[size] == 0 || word[target] != 0 || word[byte] != 0, "REG2FLOP of anything but 32 bits");
        const std::uint32_t to = config::thcon_base[static_cast<std::size_t>(word.column())] + word[index];
        config.write(ConfigSpace::core, word.column(), to, ~0u, registers[word[from]]);
    }
};

struct Wrcfg {
    static constexpr Field from{"GprAddress", {16, 8}}, four{"wr128b", {15, 1}}, to{"CfgReg", {0, 15}};
    static constexpr Field fields[] = {from, four, to};
    static constexpr Row row{.op = Op::wrcfg,
                             .name = "WRCFG",
                             .unit = Unit::configuration,
                             .fields = fields,
                             .column = holds(1),
                             .meaning = "a register, or four, to configuration registers of the core"};
    static void run(const Word& word, Registers& registers, MathConfig& config) {
        const std::uint32_t count = word[four] != 0 ? 4 : 1, aligned = ~(count - 1);
        for (std::uint32_t i = 0; i < count; ++i)
            config.write(ConfigSpace::core, word.column(), (word[to] & aligned) + i, ~0u,
                         registers[((word[from] & aligned) + i) % registers.size()]);
    }
};

struct Rdcfg {
    static constexpr Field to{"GprAddress", {16, 8}}, from{"CfgReg", {0, 16}};
    static constexpr Field fields[] = {to, from};
    static constexpr Row row{.op = Op::rdcfg,
                             .name = "RDCFG",
                             .unit = Unit::configuration,
                             .fields = fields,
                             .column = holds(2),
                             .meaning = "a configuration register of the core to a register"};
    static void run(const Word& word, Registers& registers, MathConfig& config) {
        registers[word[to] % registers.size()] = config.word(word[from]);
    }
};

// The scratch register of the core that it names, or of the thread.
struct Cfgshiftmask {
    static constexpr Field keeps{"disable_mask_on_old_val", {23, 1}}, operation{"operation", {20, 3}},
        width{"mask_width", {15, 5}}, rotation{"right_cshift_amt", {10, 5}}, scratch{"scratch_sel", {8, 2}},
        to{"CfgReg", {0, 8}};
    static constexpr Field fields[] = {keeps, operation, width, rotation, scratch, to};
    static constexpr Row row{
        .op = Op::cfgshiftmask,
        .name = "CFGSHIFTMASK",
        .unit = Unit::configuration,
        .fields = fields,
        .column = {Timing{}, Timing{{2, 1, Hazard::none, "unpack-instructions.md 1"}, Evidence::documented}},
        .meaning = "combines a configuration register of the core with a scratch register",
        .on_first = false};
    static void run(const Word& word, std::uint32_t thread, MathConfig& config) {
        const std::uint32_t which = word[scratch] < 3 ? word[scratch] : thread;
        const std::uint32_t mask = static_cast<std::uint32_t>((2ull << word[width]) - 1);
        const auto turned = [&](std::uint32_t value) { return std::rotr(value, static_cast<int>(word[rotation])); };
        const std::uint32_t by = turned(config.word(config::scratch.at(word.column()).index(which)) & mask);
        std::uint32_t value = config.word(word[to]);
        if (word[keeps] == 0) value &= ~turned(mask);
        switch (word[operation]) {
            case 0: value |= by; break;
            case 1: value &= by; break;
            case 2: value ^= by; break;
            case 3: value += by; break;
            case 4: value |= ~by; break;
            case 5: value &= ~by; break;
            case 6: value ^= ~by; break;
            default: value -= by; break;
        }
        config.write(ConfigSpace::core, word.column(), word[to], ~0u, value);
    }
};

}  // namespace ops
}  // namespace tessera::tensix
