#include "sim/riscv/memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "tests/sim/riscv/assemble.hpp"
#include "tests/sim/riscv/expect_fault.hpp"

namespace tessera::riscv {
namespace {

using assemble::local_base;
using fault::Id;
using testing::HasSubstr;

TEST(CheckedMemory, LoadsWhatWasStoredLittleEndian) {
    CheckedMemory m("local memory", local_base, 64);
    m.store(local_base + 8, 4, 0x11223344);
    EXPECT_EQ(m.load(local_base + 8, 4), 0x11223344u);
    EXPECT_EQ(m.load(local_base + 8, 2), 0x3344u);
    EXPECT_EQ(m.load(local_base + 10, 2), 0x1122u);
    EXPECT_EQ(m.load(local_base + 11, 1), 0x11u);
    m.store(local_base + 9, 1, 0xFFFFFFAB);  // only the low byte
    EXPECT_EQ(m.load(local_base + 8, 4), 0x1122AB44u);
}

TEST(CheckedMemory, RefusesAccessOutside) {
    CheckedMemory m("local memory", local_base, 64);
    const auto fault = fault_of(Id::out_of_bounds, [&] { m.store(local_base + 64, 4, 0); });
    EXPECT_THAT(fault.detail(), HasSubstr("0xffb00040"));
    EXPECT_THAT(fault.detail(), HasSubstr("0xffb00000..0xffb0003f"));
    fault_of(Id::out_of_bounds, [&] { m.load(local_base - 4, 4); });
    fault_of(Id::out_of_bounds, [&] { m.load(local_base + 62, 4); });
    fault_of(Id::out_of_bounds, [&] { m.load(0, 1); });
    fault_of(Id::out_of_bounds, [&] { m.load(~0u, 4); });
    m.store(local_base + 60, 4, 1);
    m.store(local_base + 63, 1, 1);
}

TEST(CheckedMemory, RefusesMisalignedAccess) {
    CheckedMemory m("L1", 0, 64);
    m.fill(0, 64, 7);
    for (std::uint32_t address : {1u, 2u, 3u, 5u}) fault_of(Id::misaligned, [&] { m.load(address, 4); });
    for (std::uint32_t address : {1u, 3u}) fault_of(Id::misaligned, [&] { m.store(address, 2, 0); });
    EXPECT_EQ(m.load(3, 1), 7u);
}

TEST(CheckedMemory, KnowsEveryByteThatWasNeverWritten) {
    CheckedMemory m("L1", 0, 256);
    m.store(60, 2, 0);
    m.store(63, 1, 0);
    const auto fault = fault_of(Id::uninitialised, [&] { m.load(60, 4); });
    EXPECT_THAT(fault.detail(), HasSubstr("0x0000003e was never written"));
    m.store(62, 1, 0);
    EXPECT_EQ(m.load(60, 4), 0u);
    m.mark(61, 1, false);
    fault_of(Id::uninitialised, [&] { m.load(60, 2); });
    EXPECT_EQ(m.load(62, 2), 0u);
}

// Blocks of every length around the words in which validity is kept, against one bool per byte.
TEST(CheckedMemory, ValidityOfBlocksIsExact) {
    for (std::uint32_t begin = 0; begin < 70; ++begin) {
        for (std::uint32_t count : {0u, 1u, 2u, 57u, 63u, 64u, 65u, 128u, 130u}) {
            CheckedMemory m("L1", 16, 256);
            m.fill(16 + begin, count, 1);
            for (std::uint32_t i = 0; i < 256; ++i)
                ASSERT_EQ(m.valid(16 + i, 1), i >= begin && i < begin + count) << begin << " " << count << " " << i;
            ASSERT_TRUE(m.valid(16 + begin, count));
            ASSERT_FALSE(m.valid(16 + begin, count + 1));
        }
    }
}

TEST(CheckedMemory, MovesBlocks) {
    CheckedMemory m("L1", 0, 256);
    std::array<std::uint8_t, 100> in{}, out{};
    std::iota(in.begin(), in.end(), std::uint8_t{3});
    m.write(29, in);
    m.read(29, out);
    EXPECT_EQ(in, out);
    const auto fault = fault_of(Id::uninitialised, [&] { m.read(30, out); });
    EXPECT_THAT(fault.detail(), HasSubstr("0x00000081"));
    fault_of(Id::out_of_bounds, [&] { m.read(200, out); });
    fault_of(Id::out_of_bounds, [&] { m.write(157, in); });
    fault_of(Id::out_of_bounds, [&] { m.fill(256, 1, 0); });
    fault_of(Id::out_of_bounds, [&] { m.mark(255, 2, true); });
    EXPECT_EQ(m.raw(0, 256)[29], 3);
}

TEST(CheckedMemory, ACopyIsASnapshot) {
    CheckedMemory m("L1", 0, 64);
    const CheckedMemory before = m;
    EXPECT_EQ(m, before);
    m.fill(0, 1, 0);  // the same bytes, but valid now
    EXPECT_NE(m, before);
}

}  // namespace
}  // namespace tessera::riscv
