// Which instruction an address counter has its value from.
#include "sim/core/judges/counter_origins.hpp"

#include <gtest/gtest.h>

#include "sim/tensix/unpacker.hpp"

namespace tessera::core {
namespace {

using tensix::AddressCounters;
using tensix::CounterSet;
using tensix::Op;
using tensix::Word;

constexpr std::size_t y = 0, z = 1, w = 2;  // of channel 0

struct Unpacker0 {
    CounterSet counters{};
    CounterOrigins origins;

    void run(Op op, std::uint32_t pc, std::uint32_t fields) {
        const Word word(static_cast<std::uint32_t>(op) << 24 | 1u << 21 | fields, 0);
        origins.move(counters, pc, [&](CounterSet& set) { tensix::move_counters(word, set); });
    }
    void set_z(std::uint32_t pc, std::uint32_t value) { run(Op::setadczw, pc, value << 6 | 1); }
    void add_z(std::uint32_t pc, std::uint32_t value) { run(Op::incadczw, pc, value << 6); }
    void return_z(std::uint32_t pc, std::uint32_t value) { run(Op::addrcrzw, pc, value << 6 | 1); }
};

TEST(CounterOrigins, AreWhoTookThemFromZeroOrSetThem) {
    Unpacker0 unpacker;
    unpacker.add_z(100, 2);
    unpacker.add_z(104, 2);
    EXPECT_EQ(unpacker.origins.origin(0, z), 100u);
    unpacker.set_z(108, 4);
    EXPECT_EQ(unpacker.counters[0].at(0, AddressCounters::z), 4u);
    EXPECT_EQ(unpacker.origins.origin(0, z), 108u);
    unpacker.set_z(112, 0);
    unpacker.add_z(116, 1);
    EXPECT_EQ(unpacker.origins.origin(0, z), 116u);
}

TEST(CounterOrigins, StayWithCountersThatOthersPassBy) {
    Unpacker0 unpacker;
    unpacker.add_z(100, 2);
    unpacker.run(Op::incadcxy, 104, 1 << 9);
    EXPECT_EQ(unpacker.origins.origin(0, z), 100u);
    EXPECT_EQ(unpacker.origins.origin(0, y), 104u);
    unpacker.origins.added(unpacker.counters[0], 0, 108);
    EXPECT_EQ(unpacker.origins.origin(0, z), 100u);
    EXPECT_EQ(unpacker.origins.origin(0, w), 108u);
}

TEST(CounterOrigins, OfAReturnAreThoseOfTheCarriageReturn) {
    Unpacker0 unpacker;
    unpacker.set_z(100, 3);
    unpacker.add_z(104, 2);
    unpacker.return_z(108, 1);
    EXPECT_EQ(unpacker.counters[0].at(0, AddressCounters::z), 4u);
    EXPECT_EQ(unpacker.origins.origin(0, z), 100u);
    unpacker.set_z(112, 0);
    unpacker.add_z(116, 2);
    unpacker.return_z(120, 1);
    EXPECT_EQ(unpacker.origins.origin(0, z), 120u);
}

TEST(CounterOrigins, OfTheMatrixUnitAreFollowedInTheSameWay) {
    tensix::Rwc rwc;
    CounterOrigins origins;
    const auto add = [&](std::uint32_t pc, std::uint32_t dst) {
        origins.move(rwc, pc, [&](tensix::Rwc& r) { r.dst += dst; });
    };
    add(100, 8);
    add(104, 8);
    EXPECT_EQ(origins.origin(2), 100u);
    origins.move(rwc, 108, [](tensix::Rwc& r) { r.dst = 0; });
    add(112, 8);
    EXPECT_EQ(origins.origin(2), 112u);
}

}  // namespace
}  // namespace tessera::core
