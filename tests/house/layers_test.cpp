#include "tests/house/layers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::house {
namespace {

namespace fs = std::filesystem;

TEST(Layers, NoRoomIncludesUpwards) {
    const Scan found = scan(TESSERA_SOURCE_DIR);
    EXPECT_GT(found.files, 10);
    EXPECT_GT(found.includes, 10);
    for (const std::string& offence : found.offences) ADD_FAILURE() << offence;
}

class MadeUp : public testing::Test {
  protected:
    void write(const char* name, const char* text) {
        fs::create_directories((root / name).parent_path());
        std::ofstream(root / name) << text;
    }
    const test::TemporaryFolder folder;
    const fs::path& root = folder;
};

TEST_F(MadeUp, AnUpwardIncludeIsCaught) {
    write("host/device/device.hpp", "#include \"sim/noc/route.hpp\"\n");
    write("sim/noc/route.hpp", "#pragma once\n#include <vector>\n\n#  include \"host/device/device.hpp\"\n");
    write("sim/api/forwarding.txt", "# names\ndataflow_api.h -> kernel.h\n");
    write("sim/api/kernel.h", "#include \"detail.h\"\n#include \"sim/noc/route.hpp\"\n");
    write("sim/api/detail.h", "#include \"sim/abi/abi.hpp\"\n");
    write("sim/abi/abi.hpp", "#include <stdint.h>\n");
    write("kernels/rope/reader.cpp", "#include \"dataflow_api.h\"\n");
    write("apps/rope.cpp", "#include \"host/device/device.hpp\"\n#include \"dataflow_api.h\"\n");
    const Scan found = scan(root);
    EXPECT_EQ(found.files, 7);
    EXPECT_EQ(found.includes, 8);
    EXPECT_THAT(
        found.offences,
        testing::ElementsAre("apps/rope.cpp:2: sim/api is for kernels; apps belongs to the host side",
                             "sim/api/kernel.h:2: sim/api is compiled for kernels and shares only sim/abi with sim/noc",
                             "sim/noc/route.hpp:4: sim/noc includes upwards into host/device"));
}

TEST_F(MadeUp, RoomsThatIncludeEachOtherAreCaught) {
    write("host/device/device.hpp", "");
    write("host/device/run.cpp", "#include \"host/device/device.hpp\"\n#include \"host/inspect/names.hpp\"\n");
    write("host/inspect/names.hpp", "");
    write("host/inspect/trace.cpp", "#include \"host/device/device.hpp\"\n#include \"host/schedule/plan.hpp\"\n");
    write("host/schedule/plan.hpp", "");
    EXPECT_THAT(scan(root).offences,
                testing::ElementsAre("host/device/run.cpp:2: host/device and host/inspect include each other, see "
                                     "host/inspect/trace.cpp:1"));
}

TEST_F(MadeUp, FilesOfTheCoreThatIncludeEachOtherAreCaught) {
    write("sim/core/core.hpp", "");
    write("sim/core/units/math.hpp", "#include \"sim/core/core.hpp\"\n");
    write("sim/core/units/math.cpp", "#include \"sim/core/units/math.hpp\"\n#include \"sim/core/units/pack.hpp\"\n");
    write("sim/core/units/pack.hpp", "");
    write("sim/core/units/pack.cpp", "#include \"sim/core/units/math.hpp\"\n");
    EXPECT_THAT(scan(root).offences,
                testing::ElementsAre("sim/core/units/math, sim/core/units/pack include each other"));
}

TEST(Layers, RulesOfDesignSection2) {
    const auto may = [](std::string_view from, std::string_view to) { return !offence(from, to).has_value(); };
    EXPECT_TRUE(may("apps", "host/run"));
    EXPECT_TRUE(may("apps", "sim/watch"));
    EXPECT_TRUE(may("sim/core", "sim/schedule"));
    EXPECT_TRUE(may("sim/core/units", "sim/core/judges"));
    EXPECT_TRUE(may("sim/core/machine", "sim/core/risc"));
    EXPECT_TRUE(may("sim/sfpu", "sim/tensix"));
    EXPECT_TRUE(may("sim/watch", "sim/fault"));
    EXPECT_TRUE(may("sim/arch", "sim/num"));
    EXPECT_TRUE(may("sim/riscv", "sim/abi"));
    EXPECT_TRUE(may("kernels", "sim/api"));
    EXPECT_TRUE(may("kernels", "sim/abi"));

    EXPECT_FALSE(may("host/ops", "apps"));
    EXPECT_FALSE(may("sim/tensix", "sim/schedule"));
    EXPECT_FALSE(may("sim/time", "sim/noc"));
    EXPECT_FALSE(may("sim/lane", "sim/fault"));
    EXPECT_FALSE(may("sim/num", "sim/arch"));
    EXPECT_FALSE(may("sim/num", "sim/abi"));
    EXPECT_FALSE(may("sim/abi", "sim/num"));
    EXPECT_FALSE(may("sim/api", "sim/num"));
    EXPECT_FALSE(may("kernels", "host/job"));
    EXPECT_FALSE(may("host/compile", "sim/api"));
    EXPECT_FALSE(may("sim/attic", "sim/num"));

    EXPECT_TRUE(may("host/ops", "host/run"));
    EXPECT_TRUE(may("host/metalium", "host/run"));
    EXPECT_TRUE(may("host/run", "host/job"));
    EXPECT_TRUE(may("host/job", "host/device"));
    EXPECT_TRUE(may("host/device", "sim/views"));
    EXPECT_FALSE(may("host/run", "host/ops"));
    EXPECT_FALSE(may("host/job", "host/run"));
    EXPECT_FALSE(may("host/device", "host/job"));
    EXPECT_FALSE(may("host/tensor", "host/device"));
    EXPECT_FALSE(may("sim/views", "host/run"));
    EXPECT_FALSE(may("sim/core", "sim/views"));
    EXPECT_FALSE(may("sim/core", "sim/core/units"));
    EXPECT_FALSE(may("sim/core/judges", "sim/core/units"));
    EXPECT_FALSE(may("sim/core/units", "sim/core/risc"));
}

}  // namespace
}  // namespace tessera::house
