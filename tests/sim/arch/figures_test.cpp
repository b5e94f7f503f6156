// Every figure has a name, a range that its own value is in, and can be found by no other name.
#include "sim/arch/figures.hpp"

#include <gtest/gtest.h>

#include <set>

#include "sim/arch/harvest.hpp"

namespace tessera::arch {
namespace {

using Addresses = std::multiset<const Figure*>;

void take(Addresses& all, const Figure& figure) { all.insert(&figure); }
template <std::size_t n>
void take(Addresses& all, const std::array<Figure, n>& figures) {
    for (const Figure& figure : figures) all.insert(&figure);
}
void take(Addresses&, const auto&) {}

// The bindings name every field: a new one does not compile here until it is bound, and then it counts.
Addresses all_figures(const Arch& arch) {
    Addresses all;
    const auto take_all = [&](const auto&... fields) { (take(all, fields), ...); };
    const auto& [name, define, nearness, calibrated_on, calibration, clock, grid, dram, noc, riscv, l1, sfpu, tensix,
                 host] = arch;
    take_all(name, define, nearness, calibrated_on, calibration, clock, grid, dram, noc, riscv, l1, sfpu, tensix, host);
    {
        const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = dram;
        take_all(a, b, c, d, e, f, g, h, i, j, k, l);
    }
    {
        const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w] = noc;
        take_all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w);
    }
    {
        const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u] = riscv;
        take_all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u);
    }
    {
        const auto& [a, b, c, d, e, f, g, h, i] = l1;
        take_all(a, b, c, d, e, f, g, h, i);
    }
    {
        const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = sfpu;
        take_all(a, b, c, d, e, f, g, h, i, j, k, l);
    }
    {
        const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = tensix;
        take_all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x);
    }
    return all;
}

TEST(Figures, EachIsListedOnce) {
    for (const Arch* arch : all()) {
        Addresses listed;
        for (const FigureRow& row : figures()) listed.insert(&row.in(*arch));
        EXPECT_EQ(listed, all_figures(*arch)) << arch->name;
    }
    std::set<std::string_view> names;
    for (const FigureRow& row : figures()) EXPECT_TRUE(names.insert(row.name).second) << row.name;
}

TEST(Figures, EachIsInItsRangeAndAllFit) {
    for (const Arch* arch : all()) {
        for (const FigureRow& row : figures())
            EXPECT_TRUE(row.range.holds(row.in(*arch).value))
                << arch->name << " " << row.name << " " << row.in(*arch).value << ": " << row.range.text();
        EXPECT_EQ(misfit(*arch), "");
    }
}

// A figure of Blackhole that no source of its own gives says where it comes from, and a report counts them.
TEST(Figures, BlackholeMarksWhatItTakesFromWormhole) {
    const Arch &from = wormhole_b0(), &to = blackhole();
    std::size_t taken = 0;
    for (const FigureRow& row : figures()) {
        EXPECT_TRUE(row.in(from).taken_from.empty()) << row.name;
        const Figure& figure = row.in(to);
        if (figure.taken_from.empty()) continue;
        ++taken;
        EXPECT_EQ(figure.taken_from, from.name) << row.name;
        EXPECT_EQ(figure.value, row.in(from).value) << row.name;
        EXPECT_EQ(figure.source, row.in(from).source) << row.name;
    }
    EXPECT_GT(taken, 0u);
    EXPECT_LT(taken, figures().size());
    EXPECT_NE(to.calibration.find(std::to_string(taken) + " of " + std::to_string(figures().size())),
              std::string_view::npos)
        << to.calibration;
    // Published for Blackhole itself (spec/timing.md 2.3, 2.5, 2.9), whether they differ or not.
    for (const Figure* known : {&to.tensix.unpack_bytes_per_cycle, &to.tensix.pack_bytes_per_cycle,
                                &to.riscv.div_max_cycles, &to.riscv.l1_load_cycles})
        EXPECT_TRUE(known->taken_from.empty()) << known->source;
}

TEST(Figures, NamesAreThoseOfTheirFields) {
    Arch arch = wormhole_b0();
    const auto named = [&](std::string_view name) -> Figure& {
        for (const FigureRow& row : figures())
            if (row.name == name) return row.of(arch);
        throw std::runtime_error(std::string(name));
    };
    EXPECT_EQ(&named("noc.hop_cycles"), &arch.noc.hop_cycles);
    EXPECT_EQ(&named("riscv.icache_bytes.t1"), &arch.riscv.icache_bytes[3]);
    EXPECT_EQ(&named("riscv.code_limit_bytes.nc"), &arch.riscv.code_limit_bytes[1]);
    EXPECT_EQ(&named("tensix.fifo_entries.t2"), &arch.tensix.fifo_entries[2]);
    EXPECT_EQ(&named("clock_ghz"), &arch.clock_ghz);
}

TEST(Figures, RangesRefuse) {
    using Kind = Range::Kind;
    const Range cycles{0, 100}, rate{0.5, 8, Kind::real}, power{4, 64, Kind::power_of_two};
    const Range multiple{64, 256, Kind::whole, 64};
    EXPECT_TRUE(cycles.holds(0) && cycles.holds(100) && rate.holds(0.75) && power.holds(32) && multiple.holds(192));
    EXPECT_FALSE(cycles.holds(-1) || cycles.holds(101) || cycles.holds(1.5) || cycles.holds(std::stod("nan")));
    EXPECT_FALSE(rate.holds(0) || rate.holds(9) || power.holds(24) || power.holds(2) || multiple.holds(100));
    EXPECT_EQ(cycles.text(), "a whole number from 0 to 100");
    EXPECT_EQ(rate.text(), "a number from 0.5 to 8");
    EXPECT_EQ(power.text(), "a power of two from 4 to 64");
    EXPECT_EQ(multiple.text(), "a multiple of 64 from 64 to 256");
}

TEST(Figures, ThatDoNotFitTogether) {
    Arch arch = wormhole_b0();
    arch.riscv.div_min_cycles.value = 40;
    EXPECT_EQ(misfit(arch), "riscv.div_min_cycles 40 is above riscv.div_max_cycles 33");
    arch = wormhole_b0();
    arch.riscv.code_limit_bytes[3].value = 32768;
    EXPECT_EQ(misfit(arch), "the five of riscv.code_limit_bytes are 106496 bytes together; 98304 fit");
}

// Rows 7 and 10 are the vendor's own example (spec/timing.md 1).
TEST(Harvest, TakesLinesAway) {
    Arch arch = wormhole_b0();
    EXPECT_EQ(harvested(arch), (std::vector{7, 10}));
    EXPECT_EQ(arch.grid.tensix_rows, (std::array{1, 2, 3, 4, 5, 8, 9, 11, -1, -1, -1, -1, -1, -1, -1, -1}));
    harvest(arch, std::array{1, 11});
    EXPECT_EQ(arch.grid.tensix_rows, (std::array{2, 3, 4, 5, 7, 8, 9, 10, -1, -1, -1, -1, -1, -1, -1, -1}));
    Arch other = blackhole();
    EXPECT_TRUE(harvested(other).empty());
    harvest(other, std::array{7, 16});
    EXPECT_EQ(other.grid.tensix_columns, (std::array{1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1}));
    EXPECT_EQ(other.grid.tensix_rows, blackhole().grid.tensix_rows);
}

TEST(Harvest, RefusesWhatNoDieHas) {
    const auto wrong = [](const Arch& arch, std::vector<int> lines) { return cannot_harvest(arch, lines); };
    EXPECT_EQ(wrong(wormhole_b0(), {7, 10}), "");
    EXPECT_EQ(wrong(blackhole(), {}), "");
    EXPECT_EQ(wrong(wormhole_b0(), {7}), "wormhole_b0 harvests 2 of its rows, not 1");
    EXPECT_EQ(wrong(blackhole(), {1, 2, 3}), "blackhole harvests 0 to 2 of its columns, not 3");
    EXPECT_EQ(wrong(wormhole_b0(), {7, 7}), "7 is named twice");
    EXPECT_EQ(wrong(wormhole_b0(), {6, 7}),
              "wormhole_b0 has Tensix cores in rows 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, not in 6");
}

}  // namespace
}  // namespace tessera::arch
