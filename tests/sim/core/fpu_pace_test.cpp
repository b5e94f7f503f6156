// The documented waits of the matrix unit: for what was written to Dst, and behind moves (spec/timing.md 2.3).
#include "sim/core/fpu_pace.hpp"

#include <gtest/gtest.h>

namespace tessera::core {
namespace {

class Pace : public testing::TestWithParam<const arch::Arch*> {
  protected:
    FpuPace pace_{GetParam()->tensix};
};

TEST_P(Pace, WhatIsAccumulatedOnTheRowsJustWrittenComesFiveCyclesLater) {
    pace_.issue(FpuOp::accumulate, 0);
    pace_.issue(FpuOp::accumulate, 8);
    EXPECT_EQ(pace_.take().cycles, 2u);
    pace_.issue(FpuOp::accumulate, 8);
    const FpuPace::Part part = pace_.take();
    EXPECT_EQ(part.held, 4u);
    EXPECT_EQ(part.cycles, 1u);
}

TEST_P(Pace, OtherInstructionsGoIntoTheWait) {
    pace_.issue(FpuOp::write, 0);
    pace_.issue(FpuOp::other, 0, 4);
    pace_.issue(FpuOp::accumulate, 0);
    EXPECT_EQ(pace_.take().cycles, 6u);
}

TEST_P(Pace, BehindAMoveToSrcBOnlyAnotherIsTaken) {
    pace_.issue(FpuOp::dst_to_b, 0, 4);
    EXPECT_EQ(pace_.take().cycles, 4u);
    pace_.issue(FpuOp::other);
    EXPECT_EQ(pace_.take().held, 3u);
}

TEST_P(Pace, BehindAMoveToDstNothingReadsIt) {
    pace_.issue(FpuOp::b_to_dst, 0);
    pace_.issue(FpuOp::b_to_dst, 0);
    pace_.issue(FpuOp::other);
    EXPECT_EQ(pace_.take().cycles, 3u);
    pace_.issue(FpuOp::dst_to_b, 32);
    EXPECT_EQ(pace_.take().held, 2u);
}

TEST_P(Pace, BehindAMoveToSrcAComesAnotherOrACycle) {
    pace_.issue(FpuOp::b_to_a, 0, 4);
    pace_.issue(FpuOp::dst_to_a, 0);
    pace_.issue(FpuOp::other);
    EXPECT_EQ(pace_.take().cycles, 7u);
}

INSTANTIATE_TEST_SUITE_P(Archs, Pace, testing::ValuesIn(arch::all()),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace tessera::core
