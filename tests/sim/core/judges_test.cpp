// Which judges a run has (design.md 6): blind runs and T1 by itself are sets of them.
#include "sim/core/judges/judges.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/core/judges/dst_formats.hpp"
#include "sim/core/judges/dst_owner.hpp"
#include "sim/core/judges/dst_values.hpp"
#include "sim/core/judges/pages_judge.hpp"
#include "sim/core/judges/start_judge.hpp"
#include "sim/core/units/units.hpp"

namespace tessera::core {
namespace {

template <class J, class Kind>
bool has(const std::vector<Kind*>& judges) {
    return std::ranges::any_of(judges, [](const Kind* judge) { return dynamic_cast<const J*>(judge) != nullptr; });
}

TEST(Judges, ARunThatSeesHasThemAll) {
    const Units units{Options{}};
    EXPECT_TRUE(has<PagesJudge>(units.judges.unpacking));
    EXPECT_TRUE(has<DstOwner>(units.judges.math));
    EXPECT_TRUE(has<DstValues>(units.judges.math));
    EXPECT_TRUE(has<StartJudge>(units.judges.packing));
    EXPECT_TRUE(has<DstFormats>(units.judges.following));
    EXPECT_TRUE(has<DstOwner>(units.judges.dst));
}

TEST(Judges, ABlindRunHasNobodyWhoLooksAtValues) {
    Options blind;
    blind.blind_time = true;
    const Units units{blind};
    EXPECT_FALSE(has<DstValues>(units.judges.math));
    EXPECT_FALSE(has<DstValues>(units.judges.packing));
    EXPECT_FALSE(has<DstValues>(units.judges.vector));
    EXPECT_TRUE(has<DstOwner>(units.judges.packing));
    EXPECT_TRUE(has<DstFormats>(units.judges.packing));
}

TEST(Judges, T1ByItselfOwnsDst) {
    Options alone;
    alone.t1_alone = alone.blind_time = true;
    const Units units{alone};
    EXPECT_TRUE(units.judges.math.empty());
    EXPECT_TRUE(units.judges.vector.empty());
    EXPECT_TRUE(units.judges.dst.empty());
}

// In the order in which they were added: of two faults of one instruction the first judge's is told.
TEST(Judges, WhoOwnsDstIsAskedBeforeWhatItHolds) {
    const Units units{Options{}};
    ASSERT_GE(units.judges.packing.size(), 2u);
    const auto place = [&]<class J>(J*) {
        return std::ranges::find_if(units.judges.packing,
                                    [](const PackJudge* judge) { return dynamic_cast<const J*>(judge) != nullptr; }) -
               units.judges.packing.begin();
    };
    EXPECT_LT(place(static_cast<DstOwner*>(nullptr)), place(static_cast<DstValues*>(nullptr)));
    EXPECT_LT(place(static_cast<PagesJudge*>(nullptr)), place(static_cast<DstFormats*>(nullptr)));
}

}  // namespace
}  // namespace tessera::core
