// Memory of the host that comes as zero and can be written from end to end.
#include "sim/dram/host_pages.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tessera::dram {
namespace {

TEST(HostPages, ComeAsZeroAndHoldWhatIsWritten) {
    constexpr std::size_t bytes = std::size_t{1} << 20;
    HostPages pages(bytes);
    EXPECT_EQ(std::count(pages.data(), pages.data() + bytes, 0), static_cast<std::ptrdiff_t>(bytes));
    std::fill_n(pages.data(), bytes, std::uint8_t{7});
    EXPECT_EQ(std::count(pages.data(), pages.data() + bytes, 7), static_cast<std::ptrdiff_t>(bytes));
}

}  // namespace
}  // namespace tessera::dram
