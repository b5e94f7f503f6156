// Lowered programs keep every result until it is there: random programs under a checker of its own, written from
// spec/tensix-core.md 6 without the rows; and what the rows' checker finds in hand-written code.
#include "sim/sfpu/hazard.hpp"

#include <gtest/gtest.h>

#include <random>

#include "sim/api/sfpi.h"
#include "sim/sfpu/cost.hpp"
#include "tests/sim/sfpu/sfpi_host.hpp"

namespace tessera::sfpu {
namespace {

using namespace sfpi;

bool is_late(Op op) {
    switch (op) {
        case Op::mad:
        case Op::add:
        case Op::mul:
        case Op::addi:
        case Op::muli:
        case Op::lut:
        case Op::lutfp32:
        case Op::mul24: return true;
        default: return false;
    }
}

// Whether `in` reads LReg `reg`, by the descriptions of tensix-core.md 4.
bool reads(const Instr& in, int reg) {
    const auto is = [reg](int operand) { return operand == reg; };
    switch (in.op) {
        case Op::mad:
        case Op::add:
        case Op::mul:
        case Op::mul24: return is(in.va) || is(in.vb) || is(in.vc);
        case Op::addi:
        case Op::muli:
        case Op::store: return is(in.vd);
        case Op::iadd: return is(in.vc) || (!(in.mod & 1) && is(in.vd));
        case Op::shft: return is(in.vd) || (!(in.mod & 1) && is(in.vc));
        case Op::and_:
        case Op::or_:
        case Op::xor_:
        case Op::swap:
        case Op::gt:
        case Op::le: return is(in.vc) || is(in.vd);
        case Op::setexp: return is(in.vc) || (in.mod != 1 && is(in.vd));
        case Op::setman:
        case Op::setsgn: return is(in.vc) || (in.mod == 0 && is(in.vd));
        case Op::loadi: return in.mod >= 8 && is(in.vd);
        case Op::lut: return reg < 4;
        case Op::lutfp32: return reg < 7;
        case Op::config: return reg == 0;
        case Op::transp: return reg < 8;
        case Op::load:
        case Op::nop:
        case Op::incrwc:
        case Op::setrwc:
        case Op::pushc:
        case Op::popc:
        case Op::compc:
        case Op::encc: return false;
        default: return is(in.vc);
    }
}

// Operands that Blackhole's scoreboard does not look at.
bool overlooked(const Instr& in, int reg) {
    switch (in.op) {
        case Op::iadd: return !(in.mod & 1) && in.vd == reg;
        case Op::shft: return in.vd == reg;
        case Op::config: return reg == 0;
        case Op::swap: return in.mod != 0 && (in.vc == reg || in.vd == reg);
        case Op::shft2: return in.mod >= 2 && in.mod <= 4 && in.vc == reg;
        default: return false;
    }
}

std::string broken_rule(const arch::Arch& arch, const Program& program) {
    const bool interlocked = arch.name == "blackhole";
    for (std::size_t i = 0; i + 1 < program.code.size(); ++i) {
        const Instr &first = program.code[i], &next = program.code[i + 1];
        const bool late = is_late(first.op) && first.vd < 8;
        if (late && (interlocked ? overlooked(next, first.vd) : reads(next, first.vd)))
            return "instruction " + std::to_string(i + 1) + " reads a late result";
        const bool shuffles = first.op == Op::shft2 && first.mod >= 2 && first.mod <= 4;
        if (!interlocked && (shuffles || first.op == Op::swap) && next.op != Op::nop)
            return "no gap after instruction " + std::to_string(i);
    }
    return {};
}

// Expressions of every kind of operation, with few variables, so that results are wanted at once.
void random_code(std::mt19937& rng, bool extensions) {
    const auto pick = [&](unsigned n) { return rng() % n; };
    std::vector<vFloat> v;
    v.reserve(4);
    for (int i = 0; i < 4; ++i) v.push_back(vFloat(dst_reg[i]));
    for (unsigned n = 6 + pick(10); n > 0; --n) {
        vFloat &a = v[pick(4)], &b = v[pick(4)], &c = v[pick(4)];
        switch (pick(extensions ? 17 : 15)) {
            case 0: a = b * c; break;
            case 1: a = b * c + a; break;
            case 2: a = b - c; break;
            case 3: a = a * 0.5f; break;
            case 4: a = b + 3.0f; break;
            case 5: a -= b * c; break;
            case 6: a = setexp(b * c, exexp(a)); break;
            case 7: a = reinterpret<vFloat>(shft(reinterpret<vUInt>(b * c), 3)); break;
            case 8: a = reinterpret<vFloat>(reinterpret<vInt>(a * b) + reinterpret<vInt>(c)); break;
            case 9:
                if (&a != &b) vec_min_max(a, b);
                break;
            case 10: a = subvec_shflror1(vFloat(b * c)); break;
            case 11: v_if(a < b * c) { a = a + b;
                }
                v_endif;
                break;
            case 12: a = reinterpret<vFloat>(reinterpret<vInt>(b + c) & reinterpret<vInt>(a)); break;
            case 13: vConstFloatPrgm0 = b * c; break;
            case 14: a = int32_to_float(float_to_int16(b * c, 0), 0); break;
            case 15: a = approx_recip(b * c); break;
            default: a = reinterpret<vFloat>(fractional_mul(reinterpret<vInt>(b), reinterpret<vInt>(c))) * a; break;
        }
    }
    for (int i = 0; i < 4; ++i) dst_reg[i + 8] = v[static_cast<std::size_t>(i)];
}

TEST(Hazards, LoweredProgramsHaveNone) {
    int with_gap = 0;
    for (unsigned seed = 0; seed < 1500; ++seed)
        for (const arch::Arch* arch : arch::all())
            for (const Lowering lowering : {Lowering::sfpi_2025, Lowering::sfpi_2023, Lowering::none}) {
                std::mt19937 rng(seed);
                const Program program = lowered(*arch, lowering, [&] { random_code(rng, arch->sfpu.has_compare); });
                ASSERT_EQ(broken_rule(*arch, program), "") << "seed " << seed << "\n" << print(program);
                ASSERT_TRUE(program.hazards.empty()) << "seed " << seed << "\n" << print(program);
                with_gap += count(program, Op::nop) > 0;
            }
    EXPECT_GT(with_gap, 1500);
}

// Latencies that no silicon has: results by a clock of one instruction a cycle, told from the row's registers alone.
TEST(Hazards, LatenciesThatAreSetAreKept) {
    arch::Arch arch = arch::wormhole_b0();
    const auto latency = [](Op op) {
        return op == Op::mad || op == Op::mul || op == Op::add ? 5u : is_late(op) ? 2u : 1u;
    };
    for (const CostRow& row : cost_rows(arch.sfpu))
        if (!row.issue && latency(row.row->op) > 2) row.set(arch.sfpu, static_cast<int>(latency(row.row->op)));
    int longer = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        const auto lower_with = [&](const arch::Arch& costs) {
            std::mt19937 rng(seed);
            return lowered(costs, Lowering::sfpi_2025, [&] { random_code(rng, false); });
        };
        const Program program = lower_with(arch);
        ASSERT_TRUE(program.hazards.empty()) << "seed " << seed << "\n" << print(program);
        for (std::size_t i = 0; i < program.code.size(); ++i)
            for (std::size_t j = i + 1; j < std::min(program.code.size(), i + latency(program.code[i].op)); ++j)
                ASSERT_FALSE(program.code[i].vd < 8 && is_late(program.code[i].op) &&
                             reads(program.code[j], program.code[i].vd))
                    << "seed " << seed << ", " << i << " and " << j << "\n"
                    << print(program);
        longer += program.code.size() > lower_with(arch::wormhole_b0()).code.size();
    }
    EXPECT_GT(longer, 250);
}

// Taking the gaps out again, both checkers agree on where they are needed.
TEST(Hazards, BothCheckersFindWhatGapsPrevented) {
    int found = 0;
    for (unsigned seed = 0; seed < 300; ++seed)
        for (const arch::Arch* arch : arch::all()) {
            std::mt19937 rng(seed);
            Program program = lowered(*arch, Lowering::sfpi_2025, [&] { random_code(rng, arch->sfpu.has_compare); });
            std::erase_if(program.code, [](const Instr& in) { return in.op == Op::nop; });
            // SFPSWAP's gap saves no result: the hardware would wait.
            const bool swaps = count(program, Op::swap) > 0;
            const bool broken = broken_rule(*arch, program) != "";
            if (swaps) continue;
            EXPECT_EQ(!hazards(arch->sfpu, program.code).empty(), broken) << print(program);
            found += broken;
        }
    EXPECT_GT(found, 100);
}

constexpr Instr product{.op = Op::mul, .vd = 1, .va = 0, .vb = 0, .vc = 9};

std::vector<HazardPair> pair_of(const arch::Arch& arch, const Instr& first, const Instr& second) {
    return hazards(arch.sfpu, std::vector<Instr>{first, second});
}

TEST(Hazards, AreNamedByKindAndRegister) {
    const Instr reader{.op = Op::iadd, .vd = 1, .vc = 2, .mod = 4}, move{.op = Op::mov, .vd = 4, .vc = 3};
    const Instr rotate{.op = Op::shft2, .vd = 1, .vc = 0, .mod = 3};
    using Kind = HazardPair::Kind;
    EXPECT_EQ(pair_of(arch::wormhole_b0(), product, reader), (std::vector<HazardPair>{{0, 1, Kind::late_read, 1}}));
    EXPECT_EQ(pair_of(arch::blackhole(), product, reader), (std::vector<HazardPair>{{0, 1, Kind::scoreboard_miss, 1}}));
    EXPECT_EQ(pair_of(arch::wormhole_b0(), rotate, move), (std::vector<HazardPair>{{0, 1, Kind::lane_unit, -1}}));
    EXPECT_TRUE(pair_of(arch::blackhole(), rotate, move).empty());
    EXPECT_TRUE(pair_of(arch::wormhole_b0(), product, move).empty());
    // A second move between lanes has its result as late as the first, and covers it; so does what writes no register
    // at once. The vendor's reductions for Wormhole rotate two registers in turn.
    const Instr other{.op = Op::shft2, .vd = 5, .vc = 5, .mod = 4}, again{.op = Op::shft2, .vd = 1, .vc = 1, .mod = 4};
    EXPECT_TRUE(pair_of(arch::wormhole_b0(), rotate, other).empty());
    EXPECT_TRUE(hazards(arch::wormhole_b0().sfpu, std::vector<Instr>{again, other, again, other}).empty());
    EXPECT_TRUE(pair_of(arch::wormhole_b0(), rotate, {.op = Op::setcc, .vc = 3, .mod = 6}).empty());
    EXPECT_TRUE(pair_of(arch::wormhole_b0(), rotate, {.op = Op::swap, .vd = 3, .vc = 4, .mod = 1}).empty());
    EXPECT_TRUE(pair_of(arch::wormhole_b0(), rotate, {.op = Op::load, .vd = 2}).empty());
    EXPECT_EQ(pair_of(arch::wormhole_b0(), rotate, again), (std::vector<HazardPair>{{0, 1, Kind::lane_unit, 1}}));
    EXPECT_EQ(pair_of(arch::wormhole_b0(), rotate, {.op = Op::swap, .vd = 1, .vc = 4, .mod = 1}),
              (std::vector<HazardPair>{{0, 1, Kind::lane_unit, 1}}));
    EXPECT_EQ(pair_of(arch::wormhole_b0(), other, {.op = Op::shft2, .vd = 2, .vc = 3, .mod = 5}),
              (std::vector<HazardPair>{{0, 1, Kind::lane_unit, -1}}));
    EXPECT_EQ(pair_of(arch::wormhole_b0(), rotate, {.op = Op::loadi, .vd = 1}),
              (std::vector<HazardPair>{{0, 1, Kind::lane_unit, 1}}));
    EXPECT_TRUE(pair_of(arch::blackhole(), rotate, again).empty());
    // A result for a register that ordinary instructions cannot write is dropped.
    Instr dropped = product;
    dropped.vd = 9;
    EXPECT_TRUE(pair_of(arch::wormhole_b0(), dropped, {.op = Op::mov, .vd = 4, .vc = 9}).empty());
}

}  // namespace
}  // namespace tessera::sfpu
