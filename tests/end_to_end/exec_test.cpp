// `tessera exec`: programs of the vendor's host API with the options and views of a run.
#include <nlohmann/json.hpp>

#include "sim/arch/arch.hpp"
#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/vendor_rules.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* host_program = TESSERA_BINARY_DIR "/tests/host_program";

class Exec : public Command {
  protected:
    Outcome exec(std::vector<std::string> options, const std::vector<std::string>& words,
                 std::map<std::string, std::string> environment = {}) const {
        options.insert(options.begin(), "exec");
        options.insert(options.end(), {"--", host_program});
        options.insert(options.end(), words.begin(), words.end());
        environment.try_emplace("TMPDIR", temporary.path().string());
        return run(options, environment);
    }
    json report(std::vector<std::string> options, const std::vector<std::string>& words,
                const std::map<std::string, std::string>& environment = {}) const {
        options.insert(options.end(), {"-q", "--force", "--json", (scratch / "r.json").string()});
        const Outcome outcome = exec(options, words, environment);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return json::parse(read_text(scratch / "r.json"));
    }
    // One line about how it came, no file, and nothing left behind of the command's own.
    void expect_nothing_written(const Outcome& outcome, int status, const std::string& said) const {
        EXPECT_EQ(outcome.status, status);
        EXPECT_EQ(outcome.out, "the program's own line\n");
        EXPECT_THAT(outcome.err, HasSubstr(std::string("tessera: ") + host_program + said));
        EXPECT_THAT(scratch.names(), testing::IsEmpty());
        EXPECT_THAT(temporary.names(), testing::IsEmpty());
    }
    std::vector<std::string> report_page() const { return {"--report", (scratch / "r.html").string()}; }

    const std::vector<std::string> three{"open", "small", "large", "small", "close"};
    Scratch temporary;
};

TEST_F(Exec, NumbersTheWorkloadsOfAProgramAndAddsThemUp) {
    const json j = report({}, three);
    ASSERT_EQ(j["workloads"].size(), 3u);
    std::uint64_t start = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const json& workload = j["workloads"][i];
        EXPECT_EQ(workload["workload"], i + 1);
        EXPECT_EQ(workload["cores"], i == 1 ? 2 : 1);
        EXPECT_EQ(workload["start"], start);
        EXPECT_EQ(workload["failed"], nullptr);
        start += workload["cycles"].get<std::uint64_t>();
    }
    EXPECT_EQ(j["time"]["cycles"], start);
    EXPECT_EQ(j["workloads"][0]["cycles"], j["workloads"][2]["cycles"]);
    EXPECT_GT(j["workloads"][1]["cycles"], j["workloads"][0]["cycles"]);
    // Between its workloads a RISC neither works nor waits.
    for (const json& unit : j["units"])
        if (unit["core"] == "(1,0)") {
            EXPECT_LE(unit["cycles"], j["workloads"][1]["cycles"]);
        }
}

TEST_F(Exec, LeavesTheProgramItsStdoutAndSaysTheRestOnStderr) {
    const Outcome outcome = exec({}, three);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out, "the program's own line\n");
    EXPECT_THAT(outcome.err, HasSubstr("host_program wormhole_b0, 2 cores, 3 workloads"));
    EXPECT_THAT(outcome.err, HasSubstr("workload  kernels"));
    EXPECT_THAT(outcome.err, HasSubstr("total"));
    EXPECT_THAT(outcome.err, HasSubstr("check  left to the program"));
    EXPECT_THAT(temporary.names(), testing::IsEmpty());

    EXPECT_EQ(exec({"-o", "text"}, three).err, "");
    EXPECT_EQ(read_text(scratch / "text"), outcome.err);
    expect_refused(exec({"-o", "text"}, three), {"text", "--force"});
}

TEST_F(Exec, WritesEveryViewOfAllWorkloads) {
    const Outcome outcome =
        exec({"-q", "--report", "r.html", "--trace", "t.json", "--csv", "w.csv", "--profiler-log", "log.csv",
              "--noc-trace", "n.json", "--npe-timeline", "t.npeviz", "--profile-json", "p.json"},
             three);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const std::string page = read_text(scratch / "r.html");
    EXPECT_THAT(page, HasSubstr("host_program, 3 workloads on 2 cores"));
    for (const char* workload : {"workload 1", "workload 2", "workload 3"}) EXPECT_THAT(page, HasSubstr(workload));
    const std::string csv = read_text(scratch / "w.csv");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4) << csv;

    int kernels = 0;
    const json trace = json::parse(read_text(scratch / "t.json"));
    for (const json& event : trace["traceEvents"]) kernels += event["name"] == "NCRISC-KERNEL" ? 1 : 0;
    EXPECT_EQ(kernels, 4) << "one on each core of each workload";
    EXPECT_EQ(test::check_profile_log_rules(read_text(scratch / "log.csv"), arch::wormhole_b0(), false), 2u);
    test::check_noc_trace_rules(json::parse(read_text(scratch / "n.json")), arch::wormhole_b0());
    const json profile = json::parse(read_text(scratch / "p.json"));
    std::uint64_t path = 0, end = 0;
    for (const json& step : profile["path"]["steps"]) {
        EXPECT_EQ(step["begin"], end) << "the path has no gap between workloads";
        end = step["end"];
        path += step["end"].get<std::uint64_t>() - step["begin"].get<std::uint64_t>();
    }
    EXPECT_EQ(path, profile["cycles"]);
}

// The path of a workload is all of its time, whatever stands on it.
TEST_F(Exec, SaysWhatLimitsEachWorkload) {
    const json j = report({"--limits"}, three);
    for (const json& workload : j["workloads"]) {
        const json& limit = workload["limit"];
        std::uint64_t path = 0;
        for (const auto& [part, cycles] : limit["path_cycles"].items()) path += cycles.get<std::uint64_t>();
        EXPECT_EQ(path, workload["cycles"]);
        EXPECT_GT(limit["dram_bytes"], 0);
        EXPECT_GT(limit["dram_peak_cycles"], 0.0);
        EXPECT_LT(limit["dram_peak_cycles"], workload["cycles"]);
    }
    EXPECT_GT(j["workloads"][1]["limit"]["dram_bytes"], j["workloads"][0]["limit"]["dram_bytes"]);
    EXPECT_FALSE(report({}, three)["workloads"][0].contains("limit"));
    EXPECT_THAT(exec({"--limits"}, three).err, HasSubstr("DRAM: what its bytes take at the peak of all banks"));
}

TEST_F(Exec, WatchingChangesNoCycle) {
    const json plain = report({}, three);
    const json watched = report({"--report", "r.html", "--trace", "t.json", "--profile-json", "p.json"}, three);
    EXPECT_EQ(plain["workloads"], watched["workloads"]);
}

TEST_F(Exec, TakesTheOptionsOfARun) {
    const json plain = report({}, three);
    EXPECT_GT(report({"--set", "noc.hop_cycles=40"}, three)["time"]["cycles"], plain["time"]["cycles"]);
    EXPECT_EQ(report({"--arch", "blackhole"}, three)["arch"], "blackhole");
    EXPECT_EQ(report({}, three, {{"TESSERA_ARCH", "blackhole"}})["arch"], "blackhole");
    EXPECT_EQ(report({"--blind-time"}, three)["workloads"], plain["workloads"]);
    const json followed = report({"--first-nan"}, three);
    EXPECT_EQ(followed["workloads"], plain["workloads"]);
    EXPECT_EQ(followed["first_nan"], json::parse(R"({"nan": null, "infinity": null, "results": []})"));
    // Zones cost what they cost on silicon when the program asks for them, or the option does.
    const json zones = report({"--profiler-overhead", "on"}, three);
    EXPECT_GT(zones["time"]["cycles"], plain["time"]["cycles"]);
    const Outcome given_up = exec({"-q", "--max-cycles", "100"}, three);
    EXPECT_EQ(given_up.status, 1);
    EXPECT_THAT(given_up.err, HasSubstr("[TS002]"));
}

TEST_F(Exec, RefusesWrongOptionsBeforeTheProgramStarts) {
    expect_refused(exec({"--set", "noc.hop_cicles=40"}, three), {"noc.hop_cicles", "noc.hop_cycles"});
    expect_refused(exec({"--arch", "blackhol"}, three), {"blackhole"});
    expect_refused(exec({"--trace-window", "5:1", "--trace", "t"}, three), {"5:1"});
    expect_refused(exec({"--csv", "same", "--json", "same"}, three), {"--json", "--csv"});
    expect_refused(exec({"--csv", "no/such/folder.csv"}, three), {"no/such/folder.csv"});
    expect_refused(run({"exec", "--", "./no-such-program"}), {"./no-such-program", "cannot be started"});
    expect_refused(run({"exec"}), {"program"});
}

TEST_F(Exec, FilesLieWhereTheCommandWasGiven) {
    EXPECT_EQ(exec({"-q", "--csv", "w.csv"}, {"open", "away", "small", "close"}).status, 0);
    EXPECT_THAT(scratch.names(), testing::ElementsAre("w.csv"));
}

TEST_F(Exec, ReportsADeviceThatIsNeverClosedAndSeveralBehindEachOther) {
    EXPECT_EQ(report({}, {"open-leaked", "small"})["workloads"].size(), 1u);
    EXPECT_EQ(report({}, {"open", "small"})["workloads"].size(), 1u);
    const json both = report({"--trace", "t.json"}, {"open", "small", "close", "open", "small", "close"});
    ASSERT_EQ(both["workloads"].size(), 2u);
    EXPECT_EQ(both["workloads"][0]["cycles"], both["workloads"][1]["cycles"]);
}

TEST_F(Exec, SaysWhenThereIsNothingToReport) {
    expect_nothing_written(exec(report_page(), {}), 0, ": no simulated device was opened, so there is no report\n");
    expect_nothing_written(exec(report_page(), {"open", "close"}), 0, ": no workload was enqueued");
    expect_nothing_written(exec(report_page(), {"open", "small", "quick-exit"}), 0, ": its exit handlers did not run");
}

TEST_F(Exec, AsksOnlyAProgramWithoutTheLibraryWhetherItHasIt) {
    const Outcome stranger = run({"exec", "--", "true"}, {{"TMPDIR", temporary.path().string()}});
    EXPECT_EQ(stranger.status, 0);
    EXPECT_THAT(stranger.err, HasSubstr("true: no simulated device was opened, so there is no report; is it linked"));
    EXPECT_THAT(exec({}, {"open-32"}).err, Not(HasSubstr("linked")));
}

TEST_F(Exec, PassesOnHowTheProgramEnded) {
    expect_nothing_written(exec(report_page(), {"open", "small", "crash"}), 1,
                           " was ended by SIGSEGV; there is no report");
    expect_nothing_written(exec(report_page(), {"exit-3"}), 3, " ended with exit code 3; no simulated device");
    const Outcome three_of = exec({"-q", "--csv", "w.csv"}, {"open", "small", "exit-3"});
    EXPECT_EQ(three_of.status, 3);
    EXPECT_THAT(three_of.err, HasSubstr("ended with exit code 3; the report shows the 1 workload enqueued before\n"));
    EXPECT_THAT(scratch.names(), testing::ElementsAre("w.csv"));
}

// With and without the command: a fault that the program does not catch is its text, not "Aborted".
TEST_F(Exec, AnUncaughtFaultIsItsTextAndExitCode) {
    const Outcome outcome = exec({"-q", "--csv", "w.csv"}, {"open", "small", "deadlock"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("[TS001]"));
    EXPECT_THAT(outcome.err, Not(HasSubstr("terminate")));
    EXPECT_THAT(outcome.err, HasSubstr("ended with exit code 1; the report shows the 2 workloads enqueued before\n"));
    const std::string csv = read_text(scratch / "w.csv");
    EXPECT_THAT(csv, HasSubstr("failed"));
    EXPECT_THAT(csv, HasSubstr("[TS001]"));

    const Outcome input = exec({"-q"}, {"open-32"});
    EXPECT_EQ(input.status, 2);
    EXPECT_THAT(input.err, testing::StartsWith("tessera: device 32: a system has 32 chips at most;"));
    const Outcome other = exec({"-q"}, {"open", "throw"});
    EXPECT_EQ(other.status, 1);
    EXPECT_THAT(other.err, HasSubstr("was ended by SIGABRT"));
}

TEST_F(Exec, AFaultThatTheProgramCatchesIsARowOfItsReport) {
    const json j =
        report({"--trace", "t.json", "--profiler-log", "log.csv"}, {"open", "deadlock-caught", "small", "close"});
    ASSERT_EQ(j["workloads"].size(), 2u);
    EXPECT_THAT(j["workloads"][0]["failed"].get<std::string>(), HasSubstr("[TS001]"));
    EXPECT_EQ(j["workloads"][1]["failed"], nullptr);
    EXPECT_EQ(test::check_profile_log_rules(read_text(scratch / "log.csv"), arch::wormhole_b0(), false), 2u);
}

TEST_F(Exec, OtherOrdersSayWhetherTheHostReadsOtherBytes) {
    const Outcome race = exec({"--schedules", "6", "-q"}, {"open", "race", "close"});
    EXPECT_EQ(race.status, 1);
    EXPECT_THAT(race.err, AllOf(HasSubstr("[TS041]"),
                                testing::ContainsRegex("\\(the[ \n]+host[ \n]+reads[ \n]+other[ \n]+bytes\\)"),
                                HasSubstr("changes results: --delay ")));
    EXPECT_THAT(race.out, "the program's own line\n") << "other runs of it are not heard";
    const Outcome clean = exec({"--schedules", "2", "-q"}, {"open", "small", "close"});
    EXPECT_EQ(clean.status, 0);
    EXPECT_THAT(clean.err, HasSubstr("orders 2 others give the same bytes"));
}

TEST_F(Exec, EqualRunsGiveEqualBytes) {
    for (const char* name : {"1", "2"})
        EXPECT_EQ(exec({"-q", "--report", std::string("r") + name, "--trace", std::string("t") + name}, three).status,
                  0);
    EXPECT_EQ(read_text(scratch / "r1"), read_text(scratch / "r2"));
    EXPECT_EQ(read_text(scratch / "t1"), read_text(scratch / "t2"));
}

// kernel-api.md 5.5, trace-formats.md 1: the vendor's file in the vendor's place, an operation a workload.
TEST_F(Exec, TheVendorsProfilerLogLiesWhereTheVendorPutsIt) {
    const Scratch home;
    const Outcome outcome =
        exec({"-q"}, three, {{"TT_METAL_DEVICE_PROFILER", "1"}, {"TT_METAL_HOME", home.path().string()}});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const std::string log = read_text(home / "generated/profiler/.logs/profile_log_device.csv");
    EXPECT_EQ(test::check_profile_log_rules(log, arch::wormhole_b0(), false), 2u);
    for (const char* operation : {",1024,", ",2048,", ",3072,"}) EXPECT_THAT(log, HasSubstr(operation));
    EXPECT_THAT(log, HasSubstr("READS"));
    // Without a home it is the working folder's; a later run replaces it.
    for (int round = 0; round < 2; ++round)
        exec({"-q"}, {"open", "small", "close"}, {{"TT_METAL_DEVICE_PROFILER", "1"}, {"TT_METAL_HOME", ""}});
    const std::string here = read_text(scratch / "generated/profiler/.logs/profile_log_device.csv");
    EXPECT_EQ(test::check_profile_log_rules(here, arch::wormhole_b0(), false), 1u);
    EXPECT_THAT(here, Not(HasSubstr(",2048,")));
}

TEST_F(Exec, TheShippedExampleRunsAsTheReadmeShows) {
    const Outcome outcome = run({"exec", "--report", "r.html", "--", TESSERA_BINARY_DIR "/tests/gelu_example"},
                                {{"TT_METAL_KERNEL_PATH", TESSERA_SOURCE_DIR "/kernels/examples/gelu"}});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, testing::StartsWith("largest error "));
    EXPECT_THAT(outcome.err, HasSubstr("reader, compute, writer"));
    EXPECT_THAT(read_text(scratch / "r.html"), HasSubstr("gelu_example, 1 workload on 1 core"));
}

}  // namespace
}  // namespace tessera::end_to_end
