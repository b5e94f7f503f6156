// What the system around a command lacks or refuses is exit code 2 and a line; 70 is for tessera's own bugs alone.
#include <sys/resource.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Adversity : public Command {
  protected:
    Setting setting() const {
        return {.directory = scratch.path(), .environment = {{"XDG_CACHE_HOME", shared_cache().string()}}};
    }
    static std::vector<std::string> rope(std::vector<std::string> more = {}) {
        more.insert(more.begin(), {"rope", "--width", "64", "--rotary-dim", "64", "--rows", "3"});
        return more;
    }
    std::string file(const std::string& name, const std::string& text) const {
        write_text(scratch / name, text);
        return name;
    }
};

TEST_F(Adversity, StreamsThatAreClosedOrFull) {
    Setting full = setting(), closed = setting(), none = setting();
    full.err = "/dev/full";
    EXPECT_EQ(tessera(rope(), full).status, 0) << "with nothing to say";
    EXPECT_EQ(tessera(rope({"--rows", "x"}), full).status, 2);
    EXPECT_EQ(tessera(rope({"--sweep", "cores=1,99", "-q"}), full).status, 1);
    EXPECT_EQ(tessera(rope({"--output", "-"}), full).status, 2) << "the report goes to stderr";
    closed.closed = {STDERR_FILENO};
    EXPECT_EQ(tessera(rope({"--output", "y.npy"}), closed).status, 0);
    EXPECT_EQ(tessera(rope({"--rows", "x"}), closed).status, 2);
    none.closed = {STDOUT_FILENO};
    expect_refused(tessera(rope(), none), {"stdout cannot be written"});
    none.closed = {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};
    EXPECT_EQ(tessera(rope({"--output", "z.npy", "-q"}), none).status, 0);
    EXPECT_EQ(read_text(scratch / "z.npy"), read_text(scratch / "y.npy")) << "no text of a stream in a file";
}

TEST_F(Adversity, NoFolderForTemporaryFiles) {
    const std::string nowhere = (scratch / "nowhere").string();
    expect_good(run(rope({"-q"}), {{"TMPDIR", nowhere}}));
    expect_refused(run({"exec", "--", "true"}, {{"TMPDIR", nowhere}}), {nowhere, "cannot be made", "TMPDIR"});
}

// Threads are a matter of time alone. Here their stacks would be larger than all memory there is.
TEST_F(Adversity, NoThreads) {
    const std::vector<std::string> command = rope({"--sweep", "cores=1,2", "--jobs", "4"});
    Setting few = setting();
    few.limits = {{RLIMIT_STACK, std::uint64_t{1} << 36}, {RLIMIT_AS, std::uint64_t{1} << 33}};
    const Outcome outcome = tessera(command, few), usual = tessera(command, setting());
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, usual.out);
}

TEST_F(Adversity, FoldersForFiles) {
    fs::create_directory(scratch / "folder");
    const std::vector<std::vector<std::string>> commands{
        {"run", "folder"},
        {"profile", "folder"},
        {"merge", "folder"},
        {"accuracy", "merge", "folder"},
        {"accuracy", "exp_24f", "--baseline", "folder"},
        {"accuracy", "exp_24f", "--resume", "folder"},
        {"accuracy", "--kernel", "folder", "--function", "f", "--reference", "exp"},
        {"list", "program", "folder"},
        {"list", "program", "folder", "--function", "f"},
        rope({"--input", "folder"}),
        rope({"--positions", "folder"}),
        rope({"--factors", "folder"}),
        rope({"--report", "folder"}),
        rope({"--sweep", "cores=1,2", "--resume", "folder"}),
        rope({"--sweep", "cores=1,2", "--csv", "folder"})};
    for (const std::vector<std::string>& command : commands) {
        SCOPED_TRACE(testing::PrintToString(command));
        expect_refused(run(command), {"folder"});
    }
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"folder"});
}

TEST_F(Adversity, LinksToNothing) {
    fs::create_symlink(scratch / "gone", scratch / "y.npy");
    expect_refused(run(rope({"--output", "y.npy", "--force"})), {"y.npy", "is a link to", "which is not there"});
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"y.npy"});
}

// Before the long work, not after it.
TEST_F(Adversity, BaselinesThatLackAFigure) {
    const std::vector<std::string> study{"accuracy", "exp_24f", "--sample", "100"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), study.begin(), study.end());
        return run(more);
    };
    json report = json::parse(with({"--json"}).out);
    file("good.json", report.dump());
    EXPECT_EQ(with({"--baseline", "good.json", "-q"}).status, 0);
    json without = report;
    without["figures"].erase("rms_ulp");
    expect_refused(with({"--baseline", file("figure.json", without.dump())}),
                   {"figure.json", "`figures.rms_ulp` is missing"});
    without = report;
    without.erase("cost");
    expect_refused(with({"--baseline", file("cost.json", without.dump())}), {"cost.json", "`cost` is missing"});
    without.erase("inputs");
    expect_refused(with({"--baseline", file("inputs.json", without.dump())}), {"inputs.json", "not a report"});
    expect_refused(with({"--baseline", "absent.json"}), {"absent.json", "cannot be read"});
}

TEST_F(Adversity, AQuietSweepSaysThatItFailed) {
    const Outcome outcome = run(rope({"--sweep", "cores=1,99", "-q"}));
    expect_refused(outcome, {"1 of 2 runs failed, the first with cores=99: 99 cores: the grid has"}, 1);
}

TEST_F(Adversity, StatesThatWereDamaged) {
    const auto damage = [&](const std::string& name, std::vector<std::string> command) {
        command.insert(command.end(), {"--resume", name});
        ASSERT_EQ(run(command).status, 0);
        const std::string whole = read_text(scratch / name);
        std::string changed = whole;
        const std::size_t digit = changed.find_first_of("123456789", changed.size() / 2);
        changed[digit] = changed[digit] == '1' ? '2' : '1';
        write_text(scratch / name, changed);
        expect_refused(run(command), {name + ": damaged", "checksum", "remove it"});
        write_text(scratch / name, whole.substr(0, whole.size() / 2));
        expect_refused(run(command), {name});
        write_text(scratch / name, whole);
        EXPECT_EQ(run(command).status, 0);
    };
    damage("sweep", rope({"--sweep", "cores=1,2"}));
    damage("study", {"accuracy", "exp_24f", "--sample", "100"});
}

TEST_F(Adversity, ResultsThatAreNotFinite) {
    std::vector<float> x(3 * 64, 1.0f);
    x[5] = std::numeric_limits<float>::infinity();
    const Outcome outcome = run({"rope", "--rotary-dim", "64", "--input", npy("x.npy", x, {1, 3, 64})});
    EXPECT_THAT(outcome.out, HasSubstr("results are not finite; "));
    EXPECT_EQ(outcome.out.find("error  max inf") == std::string::npos, outcome.status == 0) << outcome.out;
}

}  // namespace
}  // namespace tessera::end_to_end
