#include "host/debug/dump_request.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using What = DumpRequest::What;

TEST(DumpRequest, NamesAThingAndALine) {
    const DumpRequest request = parse_dump("cb16@kernels/x/reader.cpp:14");
    EXPECT_EQ(request.what, What::cb);
    EXPECT_EQ(request.number, 16);
    EXPECT_FALSE(request.raw);
    EXPECT_EQ(request.file, "kernels/x/reader.cpp");
    EXPECT_EQ(request.line, 14);
    EXPECT_FALSE(request.core);
    EXPECT_EQ(request.risc, "");
    EXPECT_EQ(request.nth, 1u);
    EXPECT_EQ(request.out, "");
    EXPECT_EQ(request.thing(), "cb16");
}

TEST(DumpRequest, ChoosesCoreRiscTimeAndFile) {
    const DumpRequest request = parse_dump("dst0.raw@compute.cpp:31@2,3:TRISC1#4=a=b.npy");
    EXPECT_EQ(request.what, What::dst);
    EXPECT_TRUE(request.raw);
    EXPECT_EQ(request.line, 31);
    EXPECT_EQ(request.core, (arch::Coord{2, 3}));
    EXPECT_EQ(request.risc, "TRISC1");
    EXPECT_EQ(request.nth, 4u);
    EXPECT_EQ(request.out, "a=b.npy");
    EXPECT_TRUE(request.is_npy());
    EXPECT_EQ(request.thing(), "dst0.raw");
    const DumpRequest of_core = parse_dump("lreg2@c.cpp:1@0,1=l.txt");
    EXPECT_EQ(of_core.what, What::lreg);
    EXPECT_EQ(of_core.core, (arch::Coord{0, 1}));
    EXPECT_EQ(of_core.risc, "");
    EXPECT_FALSE(of_core.is_npy());
}

TEST(DumpRequest, SaysWhatIsExpected) {
    for (const char* wrong : {"",
                              "cb0",
                              "cb0@",
                              "cb0@f.cpp",
                              "cb0@f.cpp:",
                              "cb0@:3",
                              "cb0@f.cpp:0",
                              "cb0@f.cpp:x",
                              "cb@f.cpp:3",
                              "cb-1@f.cpp:3",
                              "cb64@f.cpp:3",
                              "dst16@f.cpp:3",
                              "lreg16@f.cpp:3",
                              "src0@f.cpp:3",
                              "cb0@f.cpp:3#0",
                              "cb0@f.cpp:3#",
                              "cb0@f.cpp:3@1",
                              "cb0@f.cpp:3@-1,0",
                              "cb0@f.cpp:3@0,0:TRISC3",
                              "cb0@f.cpp:3=out.png"})
        EXPECT_THAT(
            [&] { parse_dump(wrong); },
            testing::ThrowsMessage<fault::InputError>(testing::AllOf(
                testing::StartsWith(std::string("--dump ") + wrong + ": expected"),
                testing::AnyOf(testing::HasSubstr("WHAT@FILE:LINE"), testing::HasSubstr(".npy, .svg or .txt")))))
            << wrong;
}

TEST(DumpRequest, NamesItsFileFromTheRoot) {
    EXPECT_EQ(with_absolute_out("cb0@f.cpp:3"), "cb0@f.cpp:3");
    EXPECT_EQ(with_absolute_out("cb0@f.cpp:3#2=o.npy"),
              "cb0@f.cpp:3#2=" + (std::filesystem::current_path() / "o.npy").string());
}

}  // namespace
}  // namespace tessera::host
