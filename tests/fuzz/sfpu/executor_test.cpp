// Random programs of every instruction, modifier and register, run by each build of the executor, singly and in blocks,
// and by the slow evaluator; every bit of state must agree. TESSERA_FUZZ=n runs n times as many.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "sim/fault/fault.hpp"
#include "sim/sfpu/executor.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/sfpu/text.hpp"
#include "tests/fuzz/sfpu/slow_sfpu.hpp"

namespace tessera::fuzz {
namespace {

using sfpu::Instr;
using sfpu::Layout;
using sfpu::Op;

struct Random {
    explicit Random(std::uint32_t seed) : engine(seed) {}
    std::uint32_t operator()() { return static_cast<std::uint32_t>(engine()); }
    std::mt19937 engine;
};

int times(int rounds) {
    const char* more = std::getenv("TESSERA_FUZZ");
    return rounds * (more ? std::max(1, std::atoi(more)) : 1);
}

template <class... T>
std::uint32_t one_of(Random& random, T... choice) {
    const std::uint32_t all[]{static_cast<std::uint32_t>(choice)...};
    return all[random() % sizeof...(T)];
}

// Uniform bits, normal floats near one, small integers, and patterns at the ends of the formats.
std::uint32_t pattern(Random& random) {
    const std::uint32_t bits = random(), s = bits & 0x80000000;
    switch (random() % 6) {
        case 0: return bits;
        case 1: return (bits & 0x80ffffff) | 0x3f000000;
        case 2: return bits % 64;
        case 3: return 0u - bits % 64;
        case 4: return s | (bits & 0xffff) | one_of(random, 0x3c7f0000, 0x3f310000, 0x3fff0000, 0x40400000, 0x7e7f0000);
        default:
            return s | one_of(random, 0, 1, 0x007fffff, 0x00800000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fffffff);
    }
}

// Grows a program that the specification defines throughout: it follows what decides that, the depth of the stack and
// LaneConfig.
class Generator {
  public:
    Generator(Random& random, const arch::Sfpu& arch, bool with_dst) : random_(random), arch_(arch), dst_(with_dst) {}

    std::vector<Instr> program(std::size_t length) {
        std::vector<Instr> out;
        while (out.size() < length) {
            const sfpu::Row& row = sfpu::rows[random_() % sfpu::rows.size()];
            Instr in{.op = row.op, .mod = static_cast<std::uint8_t>(random_() % 16)};
            if (!(row.column[static_cast<std::size_t>(arch_.isa_column)].modelled >> in.mod & 1)) continue;
            if (!fill(in, row)) continue;
            // All columns take part in what configures all lanes alike.
            if (in.op == Op::config && in.vd == 15) out.push_back({.op = Op::encc, .mod = 10, .imm = 3});
            out.push_back(in);
        }
        return out;
    }

  private:
    std::uint8_t reg(int end) { return static_cast<std::uint8_t>(random_() % static_cast<unsigned>(end)); }

    bool fill(Instr& in, const sfpu::Row& row) {
        in.vd = random_() % 8 == 0 ? reg(16) : reg(8);
        in.vc = reg(16);
        switch (row.layout) {
            case Layout::load:
                if (!dst_) return false;
                in.vd = reg(in.op == Op::store ? 12 : 16);
                in.addr_mod = reg(4);
                in.imm = random_() % 512 * 2;
                return true;
            case Layout::loadi: in.imm = random_() % 0x10000; return true;
            case Layout::imm16: in.imm = random_() % 0x10000; return in.op != Op::config || configures(in);
            case Layout::fma:
                in.va = in.op == Op::add ? 10 : reg(16);
                in.vb = reg(16);
                if (in.op == Op::mul || in.op == Op::mul24) in.vc = 9;
                return true;
            case Layout::imm12: in.imm = random_() % 0x1000; return keeps_stack(in);
            case Layout::stochrnd:
                in.vb = reg(16);
                in.imm = random_() % 32;
                in.rounding = reg(arch_.isa_column == 0 ? 2 : 3);
                return true;
            case Layout::rwc:
                in = {.op = in.op, .imm = random_() & 0x3fffffu & ~(1u << 14)};  // Dst addresses stay even
                return dst_;
            case Layout::unary: return true;
            case Layout::lut:
            case Layout::result: in.vc = 0; return true;
            case Layout::loadmacro: return false;  // its own test
            case Layout::none: in = {.op = in.op}; return true;
        }
        return false;
    }

    bool keeps_stack(Instr& in) {
        if (in.op != Op::pushc && in.op != Op::popc) return true;
        in.vd = 0;
        if (in.mod != 0) return in.op == Op::popc || depth_ != 0;
        if (depth_ == (in.op == Op::pushc ? sfpu::State::stack_limit : 0)) return false;
        depth_ += in.op == Op::pushc ? 1 : -1;
        return true;
    }

    bool configures(Instr& in) {
        in.vd = static_cast<std::uint8_t>(one_of(random_, 0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15));
        if (in.vd != 15) return true;
        in.mod = static_cast<std::uint8_t>(one_of(random_, 1, 3, 5, 7));
        // Often back to what lets loads, stores and lanes through.
        in.imm = random_() % 3 == 0 ? random_() & sfpu::lane_config::known : random_() & 0x14f;
        return true;
    }

    Random& random_;
    const arch::Sfpu& arch_;
    bool dst_;
    int depth_ = 0;
};

struct Start {
    sfpu::State state = sfpu::initial_state();
    tensix::Dst dst{};
    sfpu::DstPort port{.dst = dst};

    explicit Start(Random& random) {
        for (int l = 0; l < lane::count; ++l) {
            for (int r = 0; r < 8; ++r) state.lreg[r][l] = pattern(random);
            if (random() % 2) state.lreg[7][l] &= 0x8000000f;  // names a register
        }
        sfpu::seed_prng(state, random());
        state.flags = lane::mask_from_bits(random() % 2 ? random() : ~0u);
        for (auto& row : dst.bits)
            for (auto& cell : row) cell = static_cast<std::uint16_t>(random());
        port.math_offset = random() % 512 * 2;
        port.rwc = {random() % 512 * 2, random() % 512 * 2};
        for (auto& slot : port.slots)
            slot = {.increment = random() % 16 * 2,
                    .clear = random() % 8 == 0,
                    .cr = random() % 4 == 0,
                    .c_to_cr = random() % 4 == 0};
        port.fp32 = random() % 2;
        port.implied_format = static_cast<int>(random() % 16);
    }
    Start(const Start& other) : state(other.state), dst(other.dst), port(other.port_on(dst)) {}
    sfpu::DstPort port_on(tensix::Dst& d) const {
        return {.dst = d,
                .math_offset = port.math_offset,
                .rwc = port.rwc,
                .slots = {port.slots[0], port.slots[1], port.slots[2], port.slots[3], port.slots[4], port.slots[5],
                          port.slots[6], port.slots[7]},
                .slot_base = port.slot_base,
                .fp32 = port.fp32,
                .implied_format = port.implied_format};
    }
};

const lane::Level levels[]{lane::Level::baseline, lane::Level::v3, lane::Level::v4};

void run(lane::Level level, const arch::Sfpu& arch, std::span<sfpu::State> states, sfpu::DstPort* port,
         std::span<const Instr> program) {
    sfpu::executor(level).run(arch, lane::table(level).of(arch.mad), states.data(), states.size(), port, program.data(),
                              program.size());
}

std::uint32_t word_of(const Instr& in, const arch::Sfpu& arch) { return sfpu::encode(in, arch.isa_column); }

// The first instruction after which the two part, as text.
std::string culprit(lane::Level level, const arch::Sfpu& arch, Start start, std::span<const Instr> program) {
    const Start before = start;
    SlowSfpu slow(arch.sign_flips, before.state, before.port);
    for (std::size_t i = 0; i < program.size(); ++i) {
        slow.step(word_of(program[i], arch));
        run(level, arch, {&start.state, 1}, &start.port, program.subspan(i, 1));
        const std::string difference = slow.difference(start.state, start.port);
        if (!difference.empty()) return sfpu::text(program[i]) + " at " + std::to_string(i) + ": " + difference;
    }
    return "only the whole program differs";
}

void compare(const arch::Sfpu& arch, const Start& start, std::span<const Instr> program, bool in_blocks) {
    SlowSfpu slow(arch.sign_flips, start.state, start.port);
    for (const Instr& in : program) slow.step(word_of(in, arch));
    for (const lane::Level level : levels) {
        if (!lane::supported(level)) continue;
        Start end = start;
        run(level, arch, {&end.state, 1}, &end.port, program);
        const std::string difference = slow.difference(end.state, end.port);
        ASSERT_EQ(difference, "") << "level " << static_cast<int>(level) << ", "
                                  << culprit(level, arch, start, program);
        if (!in_blocks) continue;
        std::vector<sfpu::State> states(3, start.state);
        run(level, arch, states, nullptr, program);
        for (const sfpu::State& state : states) ASSERT_EQ(slow.difference(state, start.port), "") << "in a block";
    }
}

void fuzz(const arch::Arch& arch, std::size_t length, int rounds) {
    for (int round = 0; round < times(rounds); ++round) {
        SCOPED_TRACE(std::string(arch.name) + " length " + std::to_string(length) + " round " + std::to_string(round));
        Random random{static_cast<std::uint32_t>(1000 * length) + static_cast<std::uint32_t>(round)};
        const bool with_dst = round % 2 == 0;
        const Start start(random);
        const auto program = Generator(random, arch.sfpu, with_dst).program(length);
        compare(arch.sfpu, start, program, !with_dst);
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(SfpuFuzz, OneInstruction) {
    for (const arch::Arch* arch : arch::all()) fuzz(*arch, 1, 600);
}
TEST(SfpuFuzz, ShortPrograms) {
    for (const arch::Arch* arch : arch::all())
        for (const std::size_t length : {2, 3, 5, 9}) fuzz(*arch, length, 80);
}
TEST(SfpuFuzz, LongPredicatedPrograms) {
    for (const arch::Arch* arch : arch::all()) {
        fuzz(*arch, 60, 25);
        fuzz(*arch, 500, 10);
    }
}

// Every modifier of every instruction on every pattern class, alone: nothing is left to chance.
TEST(SfpuFuzz, EveryModifierOfEveryInstruction) {
    for (const arch::Arch* arch : arch::all()) {
        Random random{5};
        for (int round = 0; round < times(3); ++round)
            for (const sfpu::Row& row : sfpu::rows)
                for (int mod = 0; mod < 16; ++mod) {
                    if (!(row.column[static_cast<std::size_t>(arch->sfpu.isa_column)].modelled >> mod & 1)) continue;
                    if ((row.op == Op::pushc && mod != 0) || (row.op == Op::popc && mod == 0)) continue;
                    if (row.op == Op::config || row.op == Op::loadmacro) continue;
                    Instr in{.op = row.op,
                             .vd = static_cast<std::uint8_t>(random() % 8),
                             .vc = static_cast<std::uint8_t>(random() % 16),
                             .mod = static_cast<std::uint8_t>(mod),
                             .imm = static_cast<std::uint32_t>(random() % 512) * 2};
                    if (row.layout == Layout::fma) in.va = 10, in.vb = 3, in.vc = 9, in.imm = 0;
                    if (row.layout == Layout::stochrnd) in.imm %= 32, in.vb = 2;
                    if (row.layout == Layout::rwc) in = {.op = row.op, .imm = in.imm << 14 & 0x38000};
                    if (row.layout == Layout::unary) in.imm = 0;
                    if (row.layout == Layout::none || row.layout == Layout::lut || row.layout == Layout::result)
                        in.imm = 0, in.vc = 0;
                    SCOPED_TRACE(std::string(arch->name) + " " + sfpu::text(in));
                    compare(arch->sfpu, Start(random), std::span(&in, 1), false);
                    if (HasFatalFailure()) return;
                }
    }
}

}  // namespace
}  // namespace tessera::fuzz
