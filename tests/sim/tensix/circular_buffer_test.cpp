// One circular buffer (spec/kernel-api.md 2.1), without cores or time.
#include "sim/tensix/circular_buffer.hpp"

#include <gtest/gtest.h>

#include "sim/fault/fault.hpp"

namespace tessera::tensix {
namespace {

constexpr int producer = watch::trisc2, consumer = watch::trisc1;  // whose calls run ahead of their units
// As a strict run has it.
const fault::Raise refused = [](const fault::Fault& fault, fault::Severity) { throw fault; };

CircularBuffer buffer(std::uint32_t pages, std::uint32_t page_bytes = 4096) {
    CircularBuffer cb;
    cb.configured = true;
    cb.base = cb.read_ptr = cb.write_ptr = 0x20000;
    cb.page_bytes = page_bytes;
    cb.pages = pages;
    return cb;
}

void push(CircularBuffer& cb, std::uint32_t n, std::uint32_t unit = 1) {
    ASSERT_TRUE(cb.reserve(n));
    cb.push_local(n, unit, producer, refused);
    cb.publish_push(n);
}
void pop(CircularBuffer& cb, std::uint32_t n, std::uint32_t unit = 1) {
    ASSERT_TRUE(cb.wait(n));
    cb.pop_local(n, unit, consumer, refused);
    cb.publish_pop(n);
}

fault::Id fault_of(const auto& action) {
    try {
        action();
    } catch (const fault::Fault& fault) {
        return fault.id();
    }
    return fault::Id::internal_error;
}

TEST(CircularBuffer, PointersWrapWhenTheyLandOnTheEnd) {
    CircularBuffer cb = buffer(3);
    for (int round = 0; round < 4; ++round)
        for (std::uint32_t page = 0; page < 3; ++page) {
            EXPECT_EQ(cb.write_ptr, 0x20000 + page * 4096);
            EXPECT_EQ(cb.read_ptr, cb.write_ptr);
            push(cb, 1);
            pop(cb, 1);
        }
}

TEST(CircularBuffer, PagesOfAWindowWrapToo) {
    CircularBuffer cb = buffer(4);
    push(cb, 1);
    pop(cb, 1);
    push(cb, 3);
    push(cb, 1);
    ASSERT_TRUE(cb.wait(4));
    EXPECT_EQ(cb.front_page(2, refused), 0x20000u + 3 * 4096);
    EXPECT_EQ(cb.front_page(3, refused), 0x20000u);
}

TEST(CircularBuffer, AWaitIsCumulativeAndARepeatedReserveHarmless) {
    CircularBuffer cb = buffer(4);
    EXPECT_TRUE(cb.reserve(2));
    EXPECT_TRUE(cb.reserve(2));
    EXPECT_EQ(cb.reserved, 2u);
    cb.push_local(2, 1, producer, refused);
    EXPECT_FALSE(cb.wait(1)) << "not published yet";
    cb.publish_push(2);
    EXPECT_TRUE(cb.wait(1));
    EXPECT_FALSE(cb.wait(3));
    EXPECT_TRUE(cb.wait(2));
    EXPECT_EQ(cb.waited, 2u);
}

// What a compute RISC has asked for counts for itself at once, for the other side when the unit gets there.
TEST(CircularBuffer, OwnCountsRunAhead) {
    CircularBuffer cb = buffer(2);
    ASSERT_TRUE(cb.reserve(2));
    cb.push_local(2, 16, producer, refused);
    EXPECT_EQ(cb.free_pages(), 0u);
    EXPECT_EQ(cb.available_pages(), 0u);
    cb.publish_push(2);
    EXPECT_EQ(cb.available_pages(), 2u);
    ASSERT_TRUE(cb.wait(1));
    cb.pop_local(1, 16, consumer, refused);
    EXPECT_EQ(cb.available_pages(), 1u);
    EXPECT_EQ(cb.free_pages(), 0u);
    cb.publish_pop(1);
    EXPECT_EQ(cb.free_pages(), 1u);
}

// Compute pointers are in 16-byte units: a 4-byte page does not move them, a 40-byte page moves them by 32.
TEST(CircularBuffer, SixteenByteUnits) {
    CircularBuffer small = buffer(8, 4);
    push(small, 1, 16);
    EXPECT_EQ(small.write_ptr, 0x20000u);
    CircularBuffer odd = buffer(8, 40);
    push(odd, 1, 16);
    EXPECT_EQ(odd.write_ptr, 0x20020u);
    push(odd, 1, 1);
    EXPECT_EQ(odd.write_ptr, 0x20020u + 40);
}

TEST(CircularBuffer, ZeroPagesAreNothing) {
    CircularBuffer cb = buffer(2);
    cb.push_local(0, 1, producer, refused);
    cb.pop_local(0, 1, consumer, refused);
    EXPECT_EQ(cb.producer, -1);
    EXPECT_EQ(cb.consumer, -1);
    EXPECT_TRUE(cb.wait(0));
}

TEST(CircularBuffer, PushResetsThePackCursor) {
    CircularBuffer cb = buffer(4);
    ASSERT_TRUE(cb.reserve(2));
    cb.pack_cursor = 2;
    cb.push_local(2, 16, producer, refused);
    EXPECT_EQ(cb.pack_cursor, 0u);
}

// What has room or data is handed on and done all the same.
TEST(CircularBuffer, ToleratesWhatSiliconDoes) {
    std::vector<fault::Id> heard;
    const fault::Raise tolerate = [&](const fault::Fault& fault, fault::Severity severity) {
        if (severity == fault::Severity::error) throw fault;
        heard.push_back(fault.id());
    };
    CircularBuffer cb = buffer(3);
    cb.push_local(2, 1, producer, tolerate);
    cb.publish_push(2);
    cb.pop_local(1, 1, consumer, tolerate);
    EXPECT_EQ(heard, (std::vector{fault::Id::cb_overflow, fault::Id::cb_underflow}));
    EXPECT_EQ(cb.available_pages(), 1u);
    EXPECT_EQ(fault_of([&] { cb.push_local(2, 1, producer, tolerate); }), fault::Id::cb_overflow) << "no room";
    EXPECT_EQ(fault_of([&] { cb.pop_local(2, 1, consumer, tolerate); }), fault::Id::cb_underflow) << "no data";
}

// A full buffer, whose front page T0 takes: it may be written again, and counted once more until T0 gives it back.
TEST(CircularBuffer, IsRewrittenInPlace) {
    constexpr int unpacker = 2;
    std::vector<fault::Id> heard;
    const fault::Raise tolerate = [&](const fault::Fault& fault, fault::Severity severity) {
        if (severity == fault::Severity::error) throw fault;
        heard.push_back(fault.id());
    };
    CircularBuffer cb = buffer(2);
    push(cb, 2);
    EXPECT_TRUE(cb.lacks_room(1));
    const std::uint32_t first = cb.base, second = cb.base + cb.page_bytes;
    const auto rewritten = [&](std::uint32_t page, bool accumulates) {
        return fault_of([&] { cb.check_rewritten(page, accumulates, unpacker, tolerate); });
    };
    EXPECT_EQ(rewritten(first, false), fault::Id::cb_overflow) << "nobody has taken it";
    ASSERT_TRUE(cb.wait(1));
    cb.holder = consumer;
    EXPECT_EQ(rewritten(first, true), fault::Id::cb_overflow) << "a data mover has";
    EXPECT_EQ(fault_of([&] { cb.check_overrun(1, unpacker, tolerate); }), fault::Id::cb_overflow);
    cb.holder = unpacker;
    EXPECT_TRUE(heard.empty());
    cb.check_rewritten(first, false, unpacker, tolerate);
    cb.check_rewritten(second, true, unpacker, tolerate);
    cb.check_overrun(1, unpacker, tolerate);
    EXPECT_EQ(heard.size(), 3u);
    EXPECT_EQ(rewritten(second, false), fault::Id::cb_overflow) << "only adding keeps what is there";
    cb.push_local(1, 16, producer, tolerate, true);
    EXPECT_EQ(cb.free_pages(), 0u) << "one more than there are";
    EXPECT_EQ(heard.size(), 3u);
}

// A buffer that lies on another one, full before the program began, needs nobody who pushes.
TEST(CircularBuffer, OnABufferIsReadAsItLies) {
    CircularBuffer cb = buffer(2);
    cb.on_buffer = true;
    EXPECT_EQ(cb.front_page(1, refused), 0x20000u + 4096);
    EXPECT_EQ(fault_of([&] { (void)cb.front_page(2, refused); }), fault::Id::cb_underflow);
    push(cb, 1);
    EXPECT_EQ(fault_of([&] { (void)cb.front_page(0, refused); }), fault::Id::cb_underflow)
        << "somebody pushes: wait for it";
}

TEST(CircularBuffer, Misuse) {
    using fault::Id;
    CircularBuffer cb = buffer(3);
    EXPECT_EQ(fault_of([&] { cb.push_local(1, 1, producer, refused); }), Id::cb_overflow);
    EXPECT_EQ(fault_of([&] { cb.pop_local(1, 1, consumer, refused); }), Id::cb_underflow);
    EXPECT_EQ(fault_of([&] { (void)cb.reserve(4); }), Id::cb_bad_count);
    EXPECT_EQ(fault_of([&] { (void)cb.wait(4); }), Id::cb_bad_count);
    EXPECT_EQ(fault_of([&] { (void)cb.front_page(0, refused); }), Id::cb_underflow);
    push(cb, 2);
    pop(cb, 2);
    ASSERT_TRUE(cb.reserve(2));
    EXPECT_EQ(fault_of([&] { cb.push_local(2, 1, producer, refused); }), Id::cb_bad_count);
    ASSERT_TRUE(cb.reserve(1));
    EXPECT_EQ(fault_of([&] { cb.push_local(1, 1, consumer, refused); }), Id::two_users_of_cb);
}

}  // namespace
}  // namespace tessera::tensix
