// Delays as text: what a race report prints is what the option reads.
#include "host/run/delay.hpp"

#include <gtest/gtest.h>

namespace tessera::host {
namespace {

TEST(Delay, NamesALineOfAnyRisc) {
    const schedule::Delay delay = parse_delay("kernels/a:b.cpp:12=300");
    EXPECT_EQ(delay.file, "kernels/a:b.cpp");
    EXPECT_EQ(delay.line, 12);
    EXPECT_EQ(delay.cycles, 300u);
    EXPECT_EQ(delay.risc, "");
    EXPECT_EQ(delay.core_x, -1);
}

TEST(Delay, OfOneRiscIsWhatPlacesPrint) {
    const fault::Where where{3, 1, "NCRISC", "mover.cpp", 7, 99};
    EXPECT_EQ(place_to_delay(where), "mover.cpp:7@3,1:NCRISC");
    const schedule::Delay delay = parse_delay(place_to_delay(where) + "=5");
    EXPECT_EQ(delay.file, "mover.cpp");
    EXPECT_EQ(delay.line, 7);
    EXPECT_EQ(delay.risc, "NCRISC");
    EXPECT_EQ(delay.core_x, 3);
    EXPECT_EQ(delay.core_y, 1);
    EXPECT_EQ(delay.cycles, 5u);
}

TEST(Delay, AnythingElseIsRefused) {
    for (const char* text : {"", "a.cpp", "a.cpp=3", "a.cpp:x=3", "a.cpp:3=", "a.cpp:3=-1", ":3=1", "a.cpp:3@BRISC=1",
                             "a.cpp:3@1:BRISC=1", "a.cpp:3@1,1:=1", "a.cpp:3@-1,0:BRISC=1"})
        EXPECT_THROW(parse_delay(text), fault::InputError) << text;
}

}  // namespace
}  // namespace tessera::host
