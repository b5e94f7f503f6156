// What the line on the terminal says of how long the rest takes.
#include "host/run/progress.hpp"

#include <gtest/gtest.h>

namespace tessera::host {
namespace {

TEST(Progress, SaysTheShareAndTheTimeThatIsLeft) {
    EXPECT_EQ(progress_text(0, 10), "");
    EXPECT_EQ(progress_text(0.25, 0.5), ", 25 %");  // too early for a rate
    EXPECT_EQ(progress_text(0.25, 10), ", 25 %, 30 s left");
    EXPECT_EQ(progress_text(0.01, 60), ", 1 %, 99 min left");
    EXPECT_EQ(progress_text(0.001, 60), ", 0 %, 16 h 39 min left");
    EXPECT_EQ(progress_text(1.5, 60), ", 100 %, 0 s left");
}

}  // namespace
}  // namespace tessera::host
