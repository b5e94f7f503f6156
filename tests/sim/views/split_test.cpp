// Shares of a split in words: they add up to the whole.
#include "sim/views/split.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace tessera::views {
namespace {

TEST(Split, TenthsAddUpAndAreOffByLessThanOne) {
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        Split split{"x", 0, {}};
        for (unsigned i = 0; i < 1 + random() % 9; ++i) {
            split.parts.push_back({"part", random() % 1000});
            split.cycles += split.parts.back().cycles;
        }
        if (split.cycles == 0) continue;
        const std::vector<int> shares = tenths(split);
        EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), 0), 1000);
        for (std::size_t i = 0; i < shares.size(); ++i)
            EXPECT_NEAR(shares[i],
                        1000.0 * static_cast<double>(split.parts[i].cycles) / static_cast<double>(split.cycles), 1);
    }
}

TEST(Split, NamesItsPartsAndTheLargest) {
    const Split split{"DRAM banks", 3000, {{"data", 2000}, {"turnaround", 200}, {"latency", 799}, {"idle", 1}}};
    EXPECT_EQ(text(split), "DRAM banks: data 66.7 %, turnaround 6.7 %, latency 26.6 %");
    EXPECT_EQ(largest_besides(split, "data"), "latency 27 %, turnaround 7 %");
}

CoreProfile core_with(std::vector<UnitProfile> units) {
    CoreProfile out;
    out.x = 3;
    out.y = 4;
    out.units = std::move(units);
    return out;
}

UnitProfile unit(Unit row, Cycle cycles, Cycle busy) {
    UnitProfile out;
    out.unit = unit_name(row);
    out.row = row;
    out.cycles = cycles;
    out.busy = busy;
    return out;
}

TEST(Split, ARiscIsOffBeforeAndAfterItsKernel) {
    ProfileData data;
    data.cycles = 1000;
    UnitProfile reader = unit(brisc, 800, 300);
    reader.waits = {{"cb_full", "cb 2", 400, 1, {}}, {"noc_read", "", 100, 1, {}}};
    EXPECT_EQ(text(unit_split(data, core_with({reader}), reader)),
              "BRISC of core (3,4): busy 30.0 %, cb_full cb 2 40.0 %, noc_read 10.0 %, off 20.0 %");
}

// One thread works both: while the FPU works, the SFPU does not wait for anything else.
TEST(Split, TheVectorUnitStandsStillWhileTheMatrixUnitWorks) {
    ProfileData data;
    data.cycles = 1000;
    const UnitProfile vector = unit(watch::sfpu, 1000, 300);
    UnitProfile matrix = unit(fpu, 1000, 200);
    matrix.waits = {{"src_valid", "", 250, 1, {}}};
    matrix.idle = 100;
    matrix.commands = 50;
    const CoreProfile core = core_with({vector, matrix});
    EXPECT_EQ(text(unit_split(data, core, vector)),
              "SFPU of core (3,4): busy 30.0 %, FPU busy 20.0 %, src_valid 25.0 %, idle 10.0 %, commands 5.0 %, off "
              "10.0 %");
    EXPECT_EQ(text(unit_split(data, core, matrix)),
              "FPU of core (3,4): busy 20.0 %, SFPU busy 30.0 %, src_valid 25.0 %, idle 10.0 %, commands 5.0 %, off "
              "10.0 %");
}

}  // namespace
}  // namespace tessera::views
