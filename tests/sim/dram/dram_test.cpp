// Banks as sparse bytes with one written bit per 32 bytes, and the ranges that kernels may touch.
#include "sim/dram/dram.hpp"

#include <gtest/gtest.h>

#include "sim/fault/fault.hpp"

namespace tessera::dram {
namespace {

constexpr std::uint64_t bank_bytes = 4u << 20;
constexpr std::uint64_t piece_bytes = 2u << 20;  // of the storage

std::vector<std::uint8_t> bytes(std::size_t n, std::uint8_t first = 1) {
    std::vector<std::uint8_t> data(n);
    for (std::size_t i = 0; i < n; ++i) data[i] = static_cast<std::uint8_t>(first + i);
    return data;
}

TEST(Dram, ReadsBackWhatWasWritten) {
    Dram dram(2, bank_bytes);
    const auto data = bytes(100);
    dram.write(1, 64, data);
    std::vector<std::uint8_t> out(100);
    EXPECT_TRUE(dram.read(1, 64, out));
    EXPECT_EQ(out, data);
    EXPECT_FALSE(dram.read(0, 64, out)) << "the other bank";
    EXPECT_EQ(out, std::vector<std::uint8_t>(100, 0));
}

TEST(Dram, WrittenBitsAreOfBlocks) {
    Dram dram(1, bank_bytes);
    dram.write(0, 96, bytes(1));  // block 3
    std::vector<std::uint8_t> block(32);
    EXPECT_TRUE(dram.read(0, 96, block));
    EXPECT_EQ(block[0], 1);
    EXPECT_EQ(block[1], 0);
    EXPECT_FALSE(dram.read(0, 64, block));
    EXPECT_FALSE(dram.read(0, 128, block));
    std::vector<std::uint8_t> two(33);
    EXPECT_FALSE(dram.read(0, 96, two)) << "one byte of the next block";
}

TEST(Dram, AcrossTheInsideOfABank) {
    Dram dram(1, bank_bytes);
    const std::uint64_t edge = piece_bytes - 48;
    const auto data = bytes(96);
    dram.write(0, edge, data);
    std::vector<std::uint8_t> out(96);
    EXPECT_TRUE(dram.read(0, edge, out));
    EXPECT_EQ(out, data);
}

TEST(Dram, OutsideTheBank) {
    Dram dram(1, bank_bytes);
    std::vector<std::uint8_t> out(64);
    EXPECT_THROW(dram.read(0, bank_bytes - 32, out), fault::Fault);
    EXPECT_THROW(dram.write(0, bank_bytes - 32, out), fault::Fault);
    EXPECT_NO_THROW(dram.write(0, bank_bytes - 64, out));
}

TEST(Dram, OnlyBuffersMayBeTouched) {
    Dram dram(1, bank_bytes);
    EXPECT_FALSE(dram.allowed(64, 1));
    dram.allow({.begin = 64, .end = 192});
    dram.allow({.begin = 192, .end = 320});
    EXPECT_TRUE(dram.allowed(64, 128));
    EXPECT_FALSE(dram.allowed(63, 2));
    EXPECT_FALSE(dram.allowed(128, 128)) << "half in one buffer, half in another";
    dram.forbid(64);
    EXPECT_FALSE(dram.allowed(64, 1));
    EXPECT_TRUE(dram.allowed(192, 128));
}

// What an earlier buffer left behind is not the content of the next one in its place.
TEST(Dram, ABufferBeginsUnwritten) {
    constexpr std::uint64_t edge = piece_bytes, begin = edge - 32;
    Dram dram(2, bank_bytes);
    const std::vector<std::uint8_t> data(96, 7);
    dram.allow({.begin = begin, .end = edge + 96});
    dram.write(1, begin, data);  // across two chunks of the host's memory
    dram.forbid(begin);
    dram.allow({.begin = begin, .end = edge + 32});
    std::vector<std::uint8_t> out(64, 1);
    EXPECT_FALSE(dram.read(1, begin, out));
    EXPECT_EQ(out, std::vector<std::uint8_t>(64, 0));
    EXPECT_TRUE(dram.read(1, edge + 32, std::span(out).first(32))) << "beyond the new buffer";
    dram.allow({.begin = 0, .end = bank_bytes});
    EXPECT_FALSE(dram.read(1, edge + 32, std::span(out).first(32)));
    EXPECT_FALSE(dram.covered(1, edge + 32, 32));
}

TEST(Dram, WhatABufferHoldsIsNotGivenBack) {
    Dram dram(2, bank_bytes);
    const std::vector<std::uint8_t> data(64, 7);
    dram.allow({.begin = 0, .end = 64});
    dram.allow({.begin = 64, .end = 128});
    dram.allow({.begin = piece_bytes, .end = bank_bytes});
    for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{64}, piece_bytes}) dram.write(1, at, data);
    dram.forbid(0);
    dram.forbid(piece_bytes);
    dram.give_back();
    std::vector<std::uint8_t> out(64);
    EXPECT_TRUE(dram.read(1, 64, out));
    EXPECT_EQ(out, data);
    EXPECT_FALSE(dram.read(1, piece_bytes, out));
    EXPECT_EQ(out, std::vector<std::uint8_t>(64, 0));
}

}  // namespace
}  // namespace tessera::dram
