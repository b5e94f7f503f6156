// Whatever is assigned, copied, compared and nested, a lowered program leaves the values that a plain machine with one
// array per variable and a stack of masks leaves. Integers only: their operations do not depend on contraction.
#include <gtest/gtest.h>

#include <random>

#include "sim/api/sfpi.h"
#include "tests/sim/sfpu/sfpi_host.hpp"

namespace tessera::sfpu {
namespace {

using namespace sfpi;

constexpr int variables = 4;
using Mask = std::array<bool, lane::count>;

struct Plain {
    lane::Lanes v[variables];
    Mask on;
    template <class F>
    void set(int i, F f) {
        for (int l = 0; l < lane::count; ++l)
            if (on[static_cast<std::size_t>(l)]) v[i][l] = f(l);
    }
};

class Random {
  public:
    explicit Random(unsigned seed) : rng_(seed) {
        plain_.on.fill(true);
        for (int i = 0; i < variables; ++i)
            for (int l = 0; l < lane::count; ++l) plain_.v[i][l] = rng_() % 3 ? rng_() % 64 - 32 : rng_();
    }
    lane::Lanes input(int i) const { return plain_.v[i]; }

    void body(vInt* v, Plain& plain, int depth) {
        const int statements = 1 + static_cast<int>(rng_() % 5);
        for (int n = 0; n < statements; ++n) statement(v, plain, depth);
    }
    Plain plain_;

  private:
    int pick(int n) { return static_cast<int>(rng_() % static_cast<unsigned>(n)); }

    void statement(vInt* v, Plain& plain, int depth) {
        const int i = pick(variables), j = pick(variables), k = pick(variables);
        const int n = pick(100) - 50;
        switch (pick(depth < 3 ? 14 : 10)) {
            case 0:
                v[i] = v[j] + v[k];
                return plain.set(i, [=, &plain](int l) { return plain.v[j][l] + plain.v[k][l]; });
            case 1:
                v[i] = v[j] - v[k];
                return plain.set(i, [=, &plain](int l) { return plain.v[j][l] - plain.v[k][l]; });
            case 2:
                v[i] = v[j] & v[k];
                return plain.set(i, [=, &plain](int l) { return plain.v[j][l] & plain.v[k][l]; });
            case 3: v[i] = v[j] ^ 0x12345; return plain.set(i, [=, &plain](int l) { return plain.v[j][l] ^ 0x12345; });
            case 4: v[i] = v[j]; return plain.set(i, [=, &plain](int l) { return plain.v[j][l]; });
            case 5: v[i] = n; return plain.set(i, [=](int) { return static_cast<std::uint32_t>(n); });
            case 6: v[i] = n * 100003; return plain.set(i, [=](int) { return static_cast<std::uint32_t>(n * 100003); });
            case 7:
                v[i] += n;
                return plain.set(i, [=, &plain](int l) { return plain.v[i][l] + static_cast<std::uint32_t>(n); });
            case 8: v[i] = v[j] << 3; return plain.set(i, [=, &plain](int l) { return plain.v[j][l] << 3; });
            case 9: {
                vInt local = v[j];
                local = local | v[k];
                local += 5;
                v[i] = local;
                return plain.set(i, [=, &plain](int l) { return (plain.v[j][l] | plain.v[k][l]) + 5; });
            }
            default: return branch(v, plain, depth, i, j, n);
        }
    }

    template <class F>
    static Mask narrowed(const Mask& from, F f) {
        Mask mask = from;
        for (std::size_t l = 0; l < lane::count; ++l) mask[l] = mask[l] && f(static_cast<int>(l));
        return mask;
    }

    void branch(vInt* v, Plain& plain, int depth, int i, int j, int n) {
        const Mask outer = plain.on;
        const auto value = [&plain](int x, int l) { return static_cast<std::int32_t>(plain.v[x][l]); };
        const auto order = [&](int l) {
            return static_cast<std::int32_t>(plain.v[j][l] - static_cast<std::uint32_t>(n));
        };
        Mask first{}, second{};
        vPredicate p;
        p.push();
        switch (pick(6)) {
            case 0:
                p.narrow(v[i] < 0);
                first = narrowed(outer, [&](int l) { return value(i, l) < 0; });
                break;
            case 1:
                p.narrow(v[j] > n);
                first = narrowed(outer, [&](int l) { return order(l) > 0; });
                break;
            case 2:
                p.narrow(v[j] <= n);
                first = narrowed(outer, [&](int l) { return order(l) <= 0; });
                break;
            case 3:
                p.narrow(v[i] < 0 || v[j] == n);
                first = narrowed(outer, [&](int l) { return value(i, l) < 0 || order(l) == 0; });
                break;
            case 4:
                p.narrow(v[i] != v[j] && (v[j] >= n || !(v[i] >= 0)));
                first = narrowed(
                    outer, [&](int l) { return value(i, l) != value(j, l) && (order(l) >= 0 || value(i, l) < 0); });
                break;
            default:
                p.narrow(v[i] & 1);
                first = narrowed(outer, [&](int l) { return value(i, l) & 1; });
                break;
        }
        plain.on = first;
        body(v, plain, depth + 1);
        Mask rest = narrowed(outer, [&](int l) { return !first[static_cast<std::size_t>(l)]; });
        if (pick(2)) {
            p.complement();
            p.push();
            p.narrow(v[j] >= 0);
            second = narrowed(rest, [&](int l) { return value(j, l) >= 0; });
            plain.on = second;
            body(v, plain, depth + 1);
            rest = narrowed(rest, [&](int l) { return !second[static_cast<std::size_t>(l)]; });
        }
        if (pick(2)) {
            p.complement();
            plain.on = rest;
            body(v, plain, depth + 1);
        }
        plain.on = outer;
    }

    std::mt19937 rng_;
};

void check(const arch::Arch& arch, unsigned seed, bool flushes) {
    Host host;
    Random random(seed);
    State state = initial_state();
    tensix::Dst dst;
    DstPort port{.dst = dst, .fp32 = true};
    std::string text;
    const auto flush = [&] {
        const Program program = host.flush(arch, Lowering::sfpi_2025);
        text += print(program) + "\n";
        execute(arch.sfpu, state, port, program.code);
    };
    vInt v[variables];
    for (std::uint32_t i = 0; i < variables; ++i) v[i] = vInt(l_reg[static_cast<LRegs>(i)]);
    for (int i = 0; i < variables; ++i) state.lreg[i] = random.input(i);
    for (int round = 0; round < 3; ++round) {
        random.body(v, random.plain_, 0);
        if (flushes) flush();
    }
    for (std::uint32_t i = 0; i < variables; ++i) dst_reg[i] = vUInt(v[i]);
    flush();
    for (int i = 0; i < variables; ++i)
        for (int l = 0; l < lane::count; ++l)
            ASSERT_EQ(num::dst_to_32(dst.read32(4 * (i / 2) + l / 8, 2 * (l % 8) + i % 2)), random.plain_.v[i][l])
                << "seed " << seed << " variable " << i << " lane " << l << "\n"
                << text;
    EXPECT_EQ(state.depth, 0);
}

TEST(RandomProgram, EqualsAPlainMachine) {
    for (unsigned seed = 0; seed < 400; ++seed) {
        check(arch::wormhole_b0(), seed, false);
        check(arch::blackhole(), seed, false);
        if (HasFatalFailure()) return;
    }
}

TEST(RandomProgram, SegmentsContinueEachOther) {
    for (unsigned seed = 1000; seed < 1400; ++seed) {
        check(arch::wormhole_b0(), seed, true);
        if (HasFatalFailure()) return;
    }
}

}  // namespace
}  // namespace tessera::sfpu
