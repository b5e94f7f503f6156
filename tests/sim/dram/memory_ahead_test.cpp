// Memory asked for ahead: what lies in it stays, whoever provides it and whenever it is given back.
#include "sim/dram/memory_ahead.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sim/dram/dram.hpp"
#include "sim/dram/host_pages.hpp"

namespace tessera::dram {
namespace {

constexpr std::size_t pages_bytes = 2 << 20;

std::span<std::byte> all(HostPages& pages) { return {reinterpret_cast<std::byte*>(pages.data()), pages_bytes}; }

TEST(MemoryAhead, KeepsWhatLiesThere) {
    for (const bool threads : {false, true}) {
        HostPages pages(pages_bytes);
        for (std::size_t i = 0; i < pages_bytes; i += 1000) pages.data()[i] = static_cast<std::uint8_t>(i / 1000 + 1);
        MemoryAhead ahead(threads);
        ahead.want(all(pages));
        ahead.want(all(pages).subspan(1, 5000));  // neither end is that of a page
        ahead.settle();
        for (std::size_t i = 0; i < pages_bytes; ++i)
            ASSERT_EQ(pages.data()[i], i % 1000 == 0 ? static_cast<std::uint8_t>(i / 1000 + 1) : 0) << i;
    }
}

TEST(MemoryAhead, IsWrittenMeanwhile) {
    HostPages pages(pages_bytes);
    MemoryAhead ahead(true);
    ahead.want(all(pages));
    std::fill_n(pages.data(), pages_bytes, std::uint8_t{7});
    ahead.settle();
    EXPECT_TRUE(std::all_of(pages.data(), pages.data() + pages_bytes, [](std::uint8_t byte) { return byte == 7; }));
}

TEST(MemoryAhead, IsLeftBeforeItIsThere) {
    for (int i = 0; i < 20; ++i) {
        HostPages pages(pages_bytes);
        MemoryAhead ahead(true);
        ahead.want(all(pages));
        if (i % 2 == 0) ahead.settle();
    }
}

// A large buffer is given back and made anew while its memory may still be on its way.
TEST(MemoryAhead, BuffersComeAndGo) {
    for (const bool threads : {false, true}) {
        constexpr std::uint64_t bank_bytes = 8 << 20;
        Dram dram(2, bank_bytes);
        dram.use_another_thread(threads);
        const std::vector<std::uint8_t> page(4096, 3);
        for (int round = 0; round < 3; ++round) {
            dram.allow({.begin = 64, .end = bank_bytes});
            for (std::uint64_t at = 64; at + page.size() <= bank_bytes / 2; at += page.size())
                dram.write(round % 2, at, page);
            std::vector<std::uint8_t> out(page.size());
            EXPECT_TRUE(dram.read(round % 2, 64 + page.size(), out));
            EXPECT_EQ(out, page);
            EXPECT_FALSE(dram.read(1 - round % 2, 64, out)) << "of the round before";
            EXPECT_EQ(out, std::vector<std::uint8_t>(page.size(), 0));
            dram.forbid(64);
            dram.give_back();
        }
    }
}

}  // namespace
}  // namespace tessera::dram
