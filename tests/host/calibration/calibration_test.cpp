// The published times that one set of constants must meet (spec/timing.md 6.6). The run of 512 MiB and the size-by-size
// table of transfers belong to `tessera conformance calibration`; here stand the quick targets.
#include "host/calibration/calibration.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "host/calibration/transfers.hpp"
#include "host/calibration/zone.hpp"

namespace tessera::calibration {
namespace {

double error_percent(double simulated, double published) { return 100 * (simulated / published - 1); }

TEST(Calibration, SingleTransfersAndLongStreams) {
    using enum OtherEnd;
    const auto error = [](const arch::Arch& arch, const Transfers& t, double published) {
        return error_percent(static_cast<double>(run_transfers(arch, t)), published);
    };
    EXPECT_NEAR(error(arch::wormhole_b0(), {l1, false, false, 1, 4096}, 437), 0, 5);
    EXPECT_NEAR(error(arch::wormhole_b0(), {dram_interleaved, false, false, 256, 2048}, 17269), 0, 5);
    EXPECT_NEAR(error(arch::blackhole(), {l1, false, false, 256, 8192}, 34423), 0, 5);
}

TEST(Calibration, AZoneLengthensItselfAsMeasured) {
    EXPECT_NEAR(zone_overhead_cycles(arch::wormhole_b0()), 29, 5);
    EXPECT_NEAR(zone_overhead_cycles(arch::blackhole()), 30, 5);
}

TEST(Calibration, JudgesAsToldTo) {
    const auto judged = [](Judge judge, double tolerance, double simulated) {
        return Verdict{{"x", "", "", 100, judge, tolerance}, simulated}.passed();
    };
    EXPECT_TRUE(judged(Judge::relative, 5, 104.9));
    EXPECT_FALSE(judged(Judge::relative, 5, 94));
    EXPECT_TRUE(judged(Judge::absolute, 2, 98));
    EXPECT_FALSE(judged(Judge::absolute, 2, 103));
    EXPECT_TRUE(judged(Judge::above, 0, 100.1));
    EXPECT_FALSE(judged(Judge::above, 0, 100));
}

// Every rung of the ladder within its tolerance, in us on one Wormhole core.
TEST(Calibration, TheLadder) {
    const Calibration done = calibrate({.whole = false, .placements = false, .blind_time = true});
    std::size_t rungs = 0;
    for (const Verdict& v : done.targets) {
        if (v.target.unit != "us" || v.target.id[0] != 'R' || v.target.judge != Judge::relative) continue;
        ++rungs;
        EXPECT_TRUE(v.passed()) << v.target.id << ": " << v.simulated << " us, published " << v.target.published;
    }
    EXPECT_EQ(rungs, 11u);
    EXPECT_LE(done.transfers_rms_percent, RowVerdict::limit_percent);
}

}  // namespace
}  // namespace tessera::calibration
