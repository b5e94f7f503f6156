// tessera new NAME: the folder it makes runs at once and its test fails when the program is wrong. tests/install builds
// and runs what --host makes.
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using testing::HasSubstr;

class New : public Command {
  protected:
    // The exit code of the project's own test.
    int test(const std::string& name) const {
        const std::string command = "TESSERA='" + tessera_program() + "' XDG_CACHE_HOME='" + shared_cache().string() +
                                    "' '" + (scratch / name / "test").string() + "' >'" + (scratch / "said").string() +
                                    "' 2>&1";
        return WEXITSTATUS(std::system(command.c_str()));
    }
    void replace(const fs::path& file, const std::string& from, const std::string& to) const {
        std::string text = read_text(scratch / file);
        ASSERT_NE(text.find(from), text.npos);
        write_text(scratch / file, text.replace(text.find(from), from.size(), to));
    }
};

TEST_F(New, ItsJobAndItsTestPass) {
    const Outcome made = run({"new", "my-kernel"});
    expect_good(made);
    EXPECT_THAT(made.out, HasSubstr("tessera run my-kernel/my-kernel.toml\n"));
    for (const char* arch : {"wormhole_b0", "blackhole"}) {
        const Outcome outcome = run({"run", "my-kernel/my-kernel.toml", "--arch", arch});
        expect_good(outcome);
        EXPECT_THAT(outcome.out, HasSubstr("check  passed"));
    }
    EXPECT_EQ(test("my-kernel"), 0) << read_text(scratch / "said");
    EXPECT_THAT(read_text(scratch / "said"), HasSubstr("my-kernel: all runs passed"));
    const std::string readme = read_text(scratch / "my-kernel/README.md");
    EXPECT_EQ(std::ranges::count(readme, '\n'), 11);
    EXPECT_THAT(readme, testing::Not(HasSubstr("@")));
}

TEST_F(New, ItsTestFailsWhenTheKernelIsWrong) {
    expect_good(run({"new", "mine"}));
    replace("mine/compute.cpp", "x * x + 1.0f", "x * x + 1.25f");
    EXPECT_EQ(test("mine"), 1);
    EXPECT_THAT(read_text(scratch / "said"), HasSubstr("check failed"));
}

TEST_F(New, TellsAProgramWhatItMade) {
    const Outcome made = run({"new", "mine", "--host", "--json"});
    expect_good(made);
    const auto report = nlohmann::json::parse(made.out);
    EXPECT_EQ(report["folder"], "mine");
    for (const std::string name : report["files"]) EXPECT_TRUE(fs::is_regular_file(scratch / "mine" / name)) << name;
    EXPECT_THAT(report["next"].dump(), HasSubstr("tessera exec -- mine/build/host"));
}

TEST_F(New, OverwritesNothing) {
    write_text(scratch / "file", "mine");
    fs::create_directory(scratch / "folder");
    fs::create_symlink("nowhere", scratch / "link");
    for (const char* name : {"file", "folder", "link"})
        expect_refused(run({"new", name}), {std::string("new ") + name + ": it exists here", "choose another name"});
    EXPECT_EQ(read_text(scratch / "file"), "mine");
    EXPECT_TRUE(fs::is_empty(scratch / "folder"));
}

TEST_F(New, TakesAPlainName) {
    for (const char* name : {"", ".", "..", "a/b", "/a", "a b", "1a", "a.toml", "\xc3\xa9"})
        expect_refused(run({"new", name}), {"a name of letters, digits, _ and - is expected"});
    expect_refused(run({"new"}), {"name is required"});
    EXPECT_TRUE(scratch.names().empty());
}

}  // namespace
}  // namespace tessera::end_to_end
