// Configuration registers (spec/tensix-core.md 7.1): the core's have two states, and T1 says which of them it means.
#include "sim/tensix/config.hpp"

#include <gtest/gtest.h>

namespace tessera::tensix {
namespace {

TEST(MathConfig, ReadsTheStateThatT1IsIn) {
    for (const int column : {0, 1}) {
        MathConfig config;
        const auto write = [&](const ConfigField& field, std::uint32_t value, std::size_t state) {
            const ConfigPlace& place = field.at(column);
            config.write(field.space, column, place.index(), place.bits.put(~0u), place.bits.put(value), state);
        };
        write(config::dst_32_bit, 1, 0);
        EXPECT_EQ(config.dst_is_32_bit(), true);
        write(config::state_id, 1, 0);
        EXPECT_EQ(config.dst_is_32_bit(), std::nullopt) << "nobody has written to the second";
        write(config::dst_32_bit, 0, config.state());
        EXPECT_EQ(config.dst_is_32_bit(), false);
        EXPECT_EQ(config.core().get(config::dst_32_bit, column), 1u) << "what the other threads read";
        write(config::state_id, 0, 0);
        EXPECT_EQ(config.dst_is_32_bit(), true);
    }
}

}  // namespace
}  // namespace tessera::tensix
