// NoC addresses: what kernels pack must come apart again (sim/abi/abi.hpp), on either torus.
#include "sim/noc/address.hpp"

#include <gtest/gtest.h>

namespace tessera::noc {
namespace {

std::uint64_t pack(std::uint64_t local, unsigned x, unsigned y) {
    return local | std::uint64_t{x} << 36 | std::uint64_t{y} << 42;
}

TEST(NocAddress, Unicast) {
    for (const unsigned x : {0u, 9u, 16u, 63u})
        for (const unsigned y : {0u, 11u, 63u})
            for (const std::uint64_t local :
                 {std::uint64_t{0}, std::uint64_t{0xFFFFFFFF}, (std::uint64_t{1} << 36) - 1}) {
                const Address at = split(arch::blackhole(), pack(local, x, y));
                EXPECT_EQ(at.coord, (arch::Coord{static_cast<int>(x), static_cast<int>(y)}));
                EXPECT_EQ(at.local, local);
            }
}

TEST(NocAddress, MulticastPutsTheStartAboveTheEnd) {
    const std::uint64_t address = pack(0x1234, 7, 8) | std::uint64_t{1} << 48 | std::uint64_t{2} << 54;
    const MulticastAddress at = split_multicast(arch::wormhole_b0(), address);
    EXPECT_EQ(at.start, (arch::Coord{1, 2}));
    EXPECT_EQ(at.end, (arch::Coord{7, 8}));
    EXPECT_EQ(at.local, 0x1234u);
}

TEST(NocAddress, HalvesJoin) { EXPECT_EQ(join(0x89ABCDEF, 0x01234567), 0x0123456789ABCDEFu); }

}  // namespace
}  // namespace tessera::noc
