// Which sim/api a program compiles kernels against: an installed one its own, one of the build tree the source tree.
#include "host/compile/home.hpp"

#include <gmock/gmock.h>

#include "host/compile/toolchain.hpp"
#include "tests/host/compile/kernels.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host::test {
namespace {

class HomeTest : public KernelTest {
  protected:
    // An installed tree, as far as it is looked for.
    fs::path install(const fs::path& prefix) const {
        fs::create_directories(prefix / "share/tessera/sim/api/tessera");
        write_file(prefix / "share/tessera/sim/api/tessera/kernel.h", "");
        return prefix / "share/tessera/sim/api";
    }
};

TEST_F(HomeTest, ThisProgramIsOfTheBuildTree) {
    const Home home = find_home();
    EXPECT_EQ(home.api, fs::path(TESSERA_SOURCE_DIR) / "sim/api");
    EXPECT_EQ(home.forwarding, fs::path(TESSERA_BINARY_DIR) / "sim/api");
}

TEST_F(HomeTest, AnInstalledFileHasTheTreeAroundIt) {
    const fs::path api = install(folder / "prefix");
    for (const char* file : {"bin/tessera", "lib/libtessera.so", "lib/python3/dist-packages/tessera.so"}) {
        const auto home = home_of(folder / "prefix" / file);
        ASSERT_TRUE(home) << file;
        EXPECT_EQ(home->api, api);
        EXPECT_EQ(home->forwarding, api);
    }
}

TEST_F(HomeTest, AFileThatIsNotInstalledHasNone) {
    install(folder / "prefix");
    EXPECT_FALSE(home_of(folder / "prefix/other/tessera"));
    EXPECT_FALSE(home_of(folder / "elsewhere/bin/tessera"));
    EXPECT_FALSE(home_of(folder / "tessera"));
}

TEST_F(HomeTest, OfTheBuildFolderOnlyAPrefixInItIsInstalled) {
    const fs::path build = fs::canonical(TESSERA_BINARY_DIR);
    EXPECT_EQ(home_of(build / "tests/some_test")->api, fs::path(TESSERA_SOURCE_DIR) / "sim/api");
    EXPECT_FALSE(home_of(build.string() + "-other/tessera"));

    const Environment within("TMPDIR", build.string());
    const tessera::test::TemporaryFolder prefix;
    const fs::path api = install(prefix);
    EXPECT_EQ(home_of(prefix / "bin/tessera")->api, api);
    EXPECT_EQ(home_of(prefix / "tessera")->api, fs::path(TESSERA_SOURCE_DIR) / "sim/api");
}

TEST_F(HomeTest, TheEnvironmentDecidesBeforeAll) {
    const fs::path api = install(folder / "prefix");
    const Environment chosen("TESSERA_API_DIR", api.string() + "/");
    EXPECT_EQ(find_home().api, api);
    EXPECT_EQ(find_toolchain().api, api);
}

}  // namespace
}  // namespace tessera::host::test
