// The picture of a dump: a cell for each element with its place, value and colour.
#include "host/debug/dump_picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace tessera::host {
namespace {

using testing::HasSubstr;

TEST(DumpPicture, ColoursElementsByTheirValues) {
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    DumpedValues dumped;
    dumped.shape = {2, 3};
    dumped.values = std::vector<float>{-2, 0, 1, nan, inf, 2};
    const std::string svg = dump_picture(dumped, "dst0 at a<b.cpp:7\n");
    EXPECT_THAT(svg, testing::StartsWith("<svg "));
    EXPECT_THAT(svg, HasSubstr("dst0 at a&lt;b.cpp:7"));
    EXPECT_THAT(svg, HasSubstr("fill=\"#0000ff\"><title>[0, 0] -2</title>"));
    EXPECT_THAT(svg, HasSubstr("fill=\"#ffffff\"><title>[0, 1] 0</title>"));
    EXPECT_THAT(svg, HasSubstr("fill=\"#ff8080\"><title>[0, 2] 1</title>"));
    EXPECT_THAT(svg, HasSubstr("fill=\"#ffd400\"><title>[1, 0] nan</title>"));
    EXPECT_THAT(svg, HasSubstr("fill=\"#000\"><title>[1, 1] inf</title>"));
    EXPECT_THAT(svg, HasSubstr("fill=\"#ff0000\"><title>[1, 2] 2</title>"));
}

TEST(DumpPicture, PutsMatricesBelowEachOther) {
    DumpedValues dumped;
    dumped.shape = {2, 1, 1};
    dumped.values = std::vector<std::uint32_t>{0xABC, 1};
    dumped.bits = true;
    dumped.names = {"page 0", "page 1"};
    const std::string svg = dump_picture(dumped, "cb0\n");
    EXPECT_THAT(svg, HasSubstr("[0, 0] 0x00000abc"));
    EXPECT_LT(svg.find("page 0"), svg.find("0x00000abc"));
    EXPECT_LT(svg.find("0x00000abc"), svg.find("page 1"));
    EXPECT_LT(svg.find("page 1"), svg.find("0x00000001"));
}

}  // namespace
}  // namespace tessera::host
