// The MOP expander (spec/tensix-core.md 7): what a MOP stands for, by the nine configuration words.
#include "sim/core/port/mop.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/abi/tensix_op.hpp"

namespace tessera::core {
namespace {

using testing::ElementsAre;

constexpr std::uint32_t nop = abi::op_nop << 24;
constexpr std::uint32_t loops = abi::mop_template.put(1);

MopExpander configured(const std::array<std::uint32_t, 9>& words) {
    MopExpander mop;
    for (std::uint32_t i = 0; i < words.size(); ++i) mop.configure(i, words[i]);
    return mop;
}

TEST(Mop, LoopsHaveAStartAnEndAndLastOperationsOfTheirOwn) {
    EXPECT_THAT(configured({2, 3, 10, 20, 21, 30, nop, 40, 41}).expand(loops),
                ElementsAre(10, 30, 30, 41, 20, 21, 10, 30, 30, 40, 20, 21));
    EXPECT_THAT(configured({1, 2, nop, nop, 21, 30, nop, 40, 41}).expand(loops), ElementsAre(30, 40));
}

TEST(Mop, TwoOperationsOfTheInnerLoopTakeTurns) {
    EXPECT_THAT(configured({2, 2, nop, 20, nop, 30, 31, 40, 41}).expand(loops),
                ElementsAre(30, 31, 30, 41, 20, 30, 31, 30, 40, 20));
}

// Hardware bug: one round of nothing but an end is 129 rounds.
TEST(Mop, ALoopOfAnEndAloneRunsLonger) {
    EXPECT_EQ(configured({1, 0, nop, 20, nop, 30, nop, 40, 41}).expand(loops).size(), 129u);
}

TEST(Mop, TheMaskOfTemplateZeroChoosesByGroup) {
    EXPECT_THAT(configured({0, 0, 2, 3, 4, 5, 6, 7, 8}).expand(abi::mop_count.put(2) | 2), ElementsAre(3, 7, 3));
    EXPECT_THAT(configured({0, 3, 2, 3, 4, 5, 6, 7, 8}).expand(abi::mop_count.put(1) | 1),
                ElementsAre(7, 8, 3, 4, 5, 6, 2));
    MopExpander high = configured({0, 0, 2, 3, 4, 5, 6, 7, 8});
    high.set_mask(1);
    EXPECT_EQ(high.expand(abi::mop_count.put(16)).back(), 7u);
}

}  // namespace
}  // namespace tessera::core
