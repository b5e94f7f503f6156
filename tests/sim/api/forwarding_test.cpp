// The vendor's header names that only lead on to sim/api are one list, from which the build makes the headers.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <sstream>

#include "host/compile/files.hpp"
#include "host/compile/process.hpp"
#include "sim/sfpu/kernel_macros.hpp"
#include "sim/sfpu/kernel_registers.hpp"
#include "tests/support/forwarding.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

using Headers = std::map<std::string, std::string>;  // text by name below the folder

Headers headers_in(const fs::path& folder) {
    Headers found;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().filename() != "forwarding.txt")
            found[fs::relative(entry.path(), folder).string()] = read_file(entry.path()).value();
    return found;
}

ProcessResult make(const fs::path& list, const fs::path& folder) {
    return run_process({"cmake", "-DLIST=" + list.string(), "-DFOLDER=" + folder.string(), "-P",
                        TESSERA_SOURCE_DIR "/.cmake/forwarding.cmake"});
}

class Forwarding : public ::testing::Test {
  protected:
    Forwarding() {
        fs::create_directories(api / "own");
        std::ofstream(api / "own/kernel.h") << "#pragma once\n";
    }
    ProcessResult make_from(const std::string& list) const {
        write_file(api / "forwarding.txt", list);
        return make(api / "forwarding.txt", made);
    }
    void expect_refused(const std::string& list, const std::string& place, const std::string& why) const {
        const ProcessResult result = make_from(list);
        EXPECT_NE(result.status, 0) << list;
        EXPECT_THAT(result.output, HasSubstr("forwarding.txt:" + place));
        EXPECT_THAT(result.output, HasSubstr(why));
    }

    const test::TemporaryFolder temporary;
    const fs::path api = temporary / "api", made = temporary / "build/api";
};

TEST_F(Forwarding, TheBuildHoldsTheHeadersOfTheListAndNoOther) {
    std::ifstream list(TESSERA_SOURCE_DIR "/sim/api/forwarding.txt");
    Headers wanted;
    for (std::string line; std::getline(list, line);) {
        std::istringstream words(line);
        std::string name, arrow, target;
        if (words >> name >> arrow >> target && arrow == "->")
            for (const std::string& one : test::forwarded_names(name))
                wanted[one] = fmt::format("#pragma once\n#include \"{}\"\n", target);
    }
    EXPECT_GT(wanted.size(), 400u);
    wanted["tessera/instructions.h"] = sfpu::kernel_macros();
    wanted["tessera/registers.h"] = sfpu::kernel_registers();
    EXPECT_EQ(headers_in(TESSERA_BINARY_DIR "/sim/api"), wanted);
}

TEST_F(Forwarding, ANameThatLeavesTheListLeavesTheFolder) {
    ASSERT_EQ(make_from("# names\nan/old/name.h -> own/kernel.h\nname.h -> own/kernel.h\n").status, 0);
    EXPECT_TRUE(fs::exists(made / "an/old/name.h"));
    ASSERT_EQ(make_from("name.h -> own/kernel.h\n").status, 0);
    EXPECT_EQ(headers_in(made), (Headers{{"name.h", "#pragma once\n#include \"own/kernel.h\"\n"}}));
    EXPECT_FALSE(fs::exists(made / "an"));
}

TEST_F(Forwarding, NamesInBracesStandInTheNameOneByOne) {
    ASSERT_EQ(make_from("in/{a,b/c}/name.h -> own/kernel.h\n").status, 0);
    const std::string text = "#pragma once\n#include \"own/kernel.h\"\n";
    EXPECT_EQ(headers_in(made), (Headers{{"in/a/name.h", text}, {"in/b/c/name.h", text}}));
}

TEST_F(Forwarding, WrongLinesAreNamedAndChangeNothing) {
    ASSERT_EQ(make_from("name.h -> own/kernel.h\n").status, 0);
    const Headers before = headers_in(made);
    expect_refused("name.h own/kernel.h\n", "1", "NAME -> HEADER");
    expect_refused("b.h -> own/kernel.h\na.h -> own/kernel.h\n", "2", "before b.h");
    expect_refused("a.h -> own/kernel.h\na.h -> own/kernel.h\n", "2", "before a.h");
    expect_refused("a.h -> own/missing.h\n", "1", "no own/missing.h");
    expect_refused("own/kernel.h -> own/kernel.h\n", "1", "is a file of");
    expect_refused("a/x.h -> own/kernel.h\n{a,b}/x.h -> own/kernel.h\n", "2", "a/x.h is named before");
    EXPECT_EQ(headers_in(made), before);
}

}  // namespace
}  // namespace tessera::host
