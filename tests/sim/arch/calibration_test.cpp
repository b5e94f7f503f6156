// What a time is known by is said of the parts it took, and of no others.
#include "sim/arch/calibration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace tessera::arch {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Calibration, NamesOnlyWhatWasUsed) {
    const std::array movers{Part::riscs, Part::noc, Part::dram};
    EXPECT_EQ(calibration_text(wormhole_b0(), movers), "calibrated on the RoPE ladder: RISCs; on transfers: NoC, DRAM");
    const std::array copies{Part::tiles, Part::noc};
    EXPECT_THAT(calibration_text(blackhole(), copies),
                testing::MatchesRegex("calibrated on transfers: NoC; on nothing published: tiles in and out of Dst "
                                      "\\([0-9]+ figures? [a-z]+.*\\).*"));
    const std::array matmul{Part::products, Part::noc};
    EXPECT_EQ(calibration_text(wormhole_b0(), matmul),
              "calibrated on transfers: NoC; on nothing published: products and sums of tiles");
}

TEST(Calibration, SaysWhatIsTakenFromTheOtherChip) {
    const std::array riscs{Part::riscs};
    const std::string text = calibration_text(blackhole(), riscs);
    EXPECT_THAT(text, HasSubstr("on nothing published: RISCs ("));
    std::size_t taken = 0, all = 0;
    for (const FigureRow& row : figures()) {
        if (part_of(row) != Part::riscs) continue;
        ++all;
        taken += !row.in(blackhole()).taken_from.empty();
    }
    EXPECT_THAT(text, testing::EndsWith("; " + std::to_string(taken) + " of " + std::to_string(all) +
                                        " figures taken from Wormhole B0"));
    EXPECT_THAT(calibration_text(wormhole_b0(), all_parts()), Not(HasSubstr("taken from")));
}

// Products take what the instructions of the matrix unit take, which is in their rows.
TEST(Calibration, EveryPartButProductsHasFigures) {
    std::set<Part> seen{Part::products};
    for (const FigureRow& row : figures()) seen.insert(part_of(row));
    EXPECT_EQ(seen.size(), parts.size());
}

}  // namespace
}  // namespace tessera::arch
