// Memory of the host that comes as zero and can be written from end to end, whether or not the host has large pages.
#include "sim/dram/host_pages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace tessera::dram {
namespace {

TEST(HostPages, ComeAsZeroAndHoldWhatIsWritten) {
    for (const bool large : {false, true})
        for (const std::size_t bytes : {std::size_t{1} << 20, 2 * large_page_bytes}) {
            HostPages pages(bytes, large);
            EXPECT_EQ(std::count(pages.data(), pages.data() + bytes, 0), static_cast<std::ptrdiff_t>(bytes));
            std::fill_n(pages.data(), bytes, std::uint8_t{7});
            EXPECT_EQ(std::count(pages.data(), pages.data() + bytes, 7), static_cast<std::ptrdiff_t>(bytes));
            EXPECT_TRUE(!large || reinterpret_cast<std::uintptr_t>(pages.data()) % large_page_bytes == 0);
        }
}

TEST(HostPages, MemoryOfOthersKeepsItsBytes) {
    std::vector<std::uint8_t> bytes(3 * large_page_bytes, 7);
    prefer_large_pages(bytes.data(), bytes.size());
    prefer_large_pages(bytes.data() + 1, 10);
    EXPECT_EQ(std::ranges::count(bytes, 7), static_cast<std::ptrdiff_t>(bytes.size()));
}

}  // namespace
}  // namespace tessera::dram
