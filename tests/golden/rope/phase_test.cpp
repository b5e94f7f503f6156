// Split frequencies and fixed-point turns (kernels/rope/phase.hpp) through record, lower and execute: how far sine and
// cosine lie from the exact ones as positions grow (spec/sfpu-math.md 8.2).
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "host/ops/rope/phase.hpp"
#include "host/tensor/random_word.hpp"
#include "kernels/rope/fixed_point.hpp"
#include "tests/sim/sfpu/sfpi_host.hpp"

// Nested v_if blocks each name their predicate.
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wshadow=compatible-local"
#include "sim/api/tessera/sfpu/trigonometry.h"

using namespace ckernel;  // as in a kernel
#include "kernels/rope/phase.hpp"

namespace tessera::host {
namespace {

using sfpu::Lowering;

constexpr std::size_t columns = 128;

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

// Fills entry `index` of Dst, and reads it.
void put(tensix::Dst& dst, int index, const lane::Lanes& values) {
    const int row = 16 * (index / 8) + 4 * (index % 8 / 2);
    for (int l = 0; l < lane::count; ++l)
        dst.write32(row + l / 8, 2 * (l % 8) + index % 2, num::dst_from_32(values[static_cast<std::size_t>(l)]));
}
lane::Lanes get(const tensix::Dst& dst, int index) {
    const int row = 16 * (index / 8) + 4 * (index % 8 / 2);
    lane::Lanes values;
    for (int l = 0; l < lane::count; ++l)
        values[static_cast<std::size_t>(l)] = num::dst_to_32(dst.read32(row + l / 8, 2 * (l % 8) + index % 2));
    return values;
}

// dst_reg[0], [32], [64], [96] are position, low, f1 and f2; sine and cosine replace the first two.
void split() {
    using namespace sfpi;
    vFloat position = dst_reg[0], low = dst_reg[32], f1 = dst_reg[64], f2 = dst_reg[96];
    const rope::SplitPhase phase = rope::split_phase(position, low, f1, f2);
    dst_reg[0] = rope::split_sine(phase);
    dst_reg[32] = rope::split_cosine(phase);
}
// dst_reg[0] holds turns.
void turns() {
    using namespace sfpi;
    vUInt q = dst_reg[0];
    dst_reg[0] = rope::turns_sine(q);
    dst_reg[32] = rope::turns_cosine(q);
}

struct Case {
    const arch::Arch* arch;
    Lowering lowering;
};
std::vector<Case> cases() {
    std::vector<Case> all;
    for (const arch::Arch* arch : arch::all())
        for (const Lowering lowering : {Lowering::sfpi_2025, Lowering::sfpi_2023}) all.push_back({arch, lowering});
    return all;
}

const std::vector<long double>& frequencies() {
    static const std::vector<long double> all = rope_frequencies(2 * columns, 10000, {}, {});
    return all;
}

// The largest error of any column at any of the positions. `arguments` gives those of a column at a position.
double worst_error(const Case& c, const std::function<void()>& code, const std::vector<std::int32_t>& positions,
                   const std::function<std::array<std::uint32_t, 4>(std::size_t, std::int32_t)>& arguments) {
    const sfpu::Program program = sfpu::lowered(*c.arch, c.lowering, code);
    double worst = 0;
    for (const std::int32_t position : positions)
        for (std::size_t first = 0; first < columns; first += lane::count) {
            std::array<lane::Lanes, 4> in{};
            for (std::size_t l = 0; l < lane::count; ++l) {
                const auto of_column = arguments(first + l, position);
                for (std::size_t i = 0; i < in.size(); ++i) in[i][l] = of_column[i];
            }
            sfpu::State state = sfpu::initial_state();
            tensix::Dst dst;
            sfpu::DstPort port{.dst = dst, .fp32 = true};
            for (std::size_t i = 0; i < in.size(); ++i) put(dst, static_cast<int>(32 * i), in[i]);
            sfpu::execute(c.arch->sfpu, state, port, program.code);
            const lane::Lanes sine = get(dst, 0), cosine = get(dst, 32);
            for (std::size_t l = 0; l < lane::count; ++l) {
                const long double angle = frequencies()[first + l] * static_cast<long double>(position);
                const auto off = [](std::uint32_t got, long double exact) {
                    return static_cast<double>(std::abs(static_cast<long double>(std::bit_cast<float>(got)) - exact));
                };
                worst = std::max({worst, off(sine[l], std::sin(angle)), off(cosine[l], std::cos(angle))});
            }
        }
    return worst;
}

double split_error(const Case& c, const std::vector<std::int32_t>& positions) {
    return worst_error(c, split, positions, [](std::size_t column, std::int32_t position) {
        const SplitFrequency f = split_frequency(frequencies()[column]);
        return std::array{bits(static_cast<float>(position)), bits(static_cast<float>(position & 8191)), bits(f.f1),
                          bits(f.f2)};
    });
}
double turns_error(const Case& c, const std::vector<std::int32_t>& positions) {
    return worst_error(c, turns, positions, [](std::size_t column, std::int32_t position) {
        const std::uint64_t f = fixed_frequency(frequencies()[column]);
        return std::array{
            rope::turns_of(position, {static_cast<std::uint32_t>(f), static_cast<std::uint32_t>(f >> 32)}), 0u, 0u, 0u};
    });
}

// Of [most/2, most], of either sign.
std::vector<std::int32_t> positions_up_to(std::int64_t most, std::size_t count) {
    std::vector<std::int32_t> out;
    for (std::size_t i = 0; i < count; ++i) {
        const auto below = static_cast<std::int64_t>(random_word(7, i) >> 8) % (most / 2 + 1);
        out.push_back(static_cast<std::int32_t>(i % 2 == 0 ? most - below : below - most));
    }
    return out;
}

// The spec's table, whose maxima are over 1500 positions each.
TEST(RopePhase, SplitFrequenciesGrowAsMeasured) {
    struct Row {
        std::int64_t most;
        double published;
    };
    for (const Case& c : cases())
        for (const auto& [most, published] :
             {Row{1000, 2.9e-7}, {10'000, 6.1e-7}, {100'000, 3.0e-6}, {1'000'000, 2.5e-5}}) {
            const double worst = split_error(c, positions_up_to(most, 40));
            EXPECT_LE(worst, 1.1 * published) << c.arch->name << " " << most;
            EXPECT_GE(worst, 0.5 * published) << c.arch->name << " " << most;
        }
}

// Within a half turn an angle keeps 24 bits of its own, so that less is lost than by the spec's D', which rounds it as
// a part of a whole turn: 2.9e-7.
TEST(RopePhase, TurnsDoNotGrow) {
    constexpr double derived = 1.31e-7 + 0x1p-32 * 2 * std::numbers::pi + 0.5611 * 0x1p-24 * (1 + 0x1p-10);
    for (const Case& c : cases())
        for (const std::int64_t most : {std::int64_t{1000}, std::int64_t{1'000'000}, std::int64_t{0x7FFFFFFF}}) {
            const double worst = turns_error(c, positions_up_to(most, 40));
            EXPECT_LE(worst, derived) << c.arch->name << " " << most;
            EXPECT_GE(worst, 0.5 * derived) << c.arch->name << " " << most;
        }
}

// Where signs and quarters change, and where a magnitude would overflow if the lowest bit were not set.
TEST(RopePhase, TurnsOfWholeQuarters) {
    for (const Case& c : cases()) {
        const sfpu::Program program = sfpu::lowered(*c.arch, c.lowering, turns);
        lane::Lanes q{};
        for (std::size_t l = 0; l < lane::count; ++l) {
            const std::uint32_t quarter = static_cast<std::uint32_t>(l / 8) << 30;
            const std::uint32_t near[] = {0, 1, 2, 3, 0u - 1, 0u - 2, 0u - 3, 1u << 20};
            q[l] = (quarter + near[l % 8]) | 1u;
        }
        sfpu::State state = sfpu::initial_state();
        tensix::Dst dst;
        sfpu::DstPort port{.dst = dst, .fp32 = true};
        put(dst, 0, q);
        sfpu::execute(c.arch->sfpu, state, port, program.code);
        const lane::Lanes sine = get(dst, 0), cosine = get(dst, 32);
        for (std::size_t l = 0; l < lane::count; ++l) {
            const double angle = q[l] * 0x1p-31 * std::numbers::pi;
            EXPECT_NEAR(std::bit_cast<float>(sine[l]), std::sin(angle), 1.7e-7) << std::hex << q[l];
            EXPECT_NEAR(std::bit_cast<float>(cosine[l]), std::cos(angle), 1.7e-7) << std::hex << q[l];
        }
    }
}

}  // namespace
}  // namespace tessera::host
