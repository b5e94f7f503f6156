// tessera rope --sweep: which runs it makes, and that neither threads nor repetition show.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using Values = std::vector<std::string>;

class Sweep : public Command {
  protected:
    Outcome sweep(std::vector<std::string> more) const {
        more.insert(more.begin(), {"--blind-time", "--sweep"});
        return small(more);
    }
    // What a list becomes, as the report repeats it.
    json values(const std::string& list) const {
        return json::parse(sweep({list, "--json"}).out)["sweep"][0]["values"];
    }
};

TEST_F(Sweep, ListsAreContinued) {
    EXPECT_EQ(values("cores=1,2,4..56"), (Values{"1", "2", "4", "8", "16", "32", "56"}));
    EXPECT_EQ(values("cores=1..4"), (Values{"1", "2", "3", "4"}));
    EXPECT_EQ(values("cores=8,16..56"), (Values{"8", "16", "24", "32", "40", "48", "56"}));
    EXPECT_EQ(values("cores=5..3"), (Values{"5", "4", "3"}));
    EXPECT_EQ(values("cores=1,4..9"), (Values{"1", "4", "7", "9"}));
    EXPECT_EQ(values("tensix.push_not_resident_factor=1,1.25..1.75"), (Values{"1", "1.25", "1.5", "1.75"}));
    EXPECT_EQ(values("rung=R0..R3"), (Values{"R0", "R1", "R2", "R3"}));
    EXPECT_EQ(values("exp=exp_21f,exp_24f"), (Values{"exp_21f", "exp_24f"}));
}

TEST_F(Sweep, ListsAreRefusedInALine) {
    expect_refused(sweep({"cores=1,2,5..9"}), {"neither one step nor one factor"});
    expect_refused(sweep({"cores=8,7..9"}), {"do not lead to the last"});
    expect_refused(sweep({"cores=1..4,6"}), {"nothing may follow a..b"});
    expect_refused(sweep({"cores=1,,2"}), {"a value is missing"});
    expect_refused(sweep({"cores=1,x"}), {"`x` is not a whole number"});
    expect_refused(sweep({"rung=R0..best"}), {"`best` after .. is not a number"});
    expect_refused(sweep({"core=1"}), {"did you mean `cores`?"});
    expect_refused(sweep({"noc.hop_cycle=1"}), {"did you mean `noc.hop_cycles`?"});
    expect_refused(sweep({"cores"}), {"expected NAME=LIST"});
    expect_refused(sweep({"cores=1", "--sweep", "cores=2"}), {"swept twice"});
    expect_refused(sweep({"cores=1,2", "--output", "y.npy"}), {"--sweep makes many runs, --output writes one"});
    expect_refused(sweep({"cores=1,2", "--jobs", "0"}), {"--jobs must be at least 1"});
    expect_refused(small({"--csv", "t.csv"}), {"--csv is the table of a --sweep"});
}

TEST_F(Sweep, SeveralMakeTheProduct) {
    const json j = json::parse(sweep({"arch=wormhole_b0,blackhole", "--sweep", "noc.hop_cycles=9,30", "--json"}).out);
    ASSERT_EQ(j["points"].size(), 4u);
    EXPECT_EQ(j["points"][1]["values"], (json{{"arch", "wormhole_b0"}, {"noc.hop_cycles", "30"}}));
    EXPECT_EQ(j["points"][2]["values"], (json{{"arch", "blackhole"}, {"noc.hop_cycles", "9"}}));
    EXPECT_GT(j["points"][1]["cycles"], j["points"][0]["cycles"]);
    EXPECT_EQ(j["points"][1]["calibration"], "not calibrated: constants are set");
    // A run of its own says the same.
    const json alone = json::parse(small({"--set", "noc.hop_cycles=30", "--json"}).out);
    EXPECT_EQ(alone["time"]["cycles"], j["points"][1]["cycles"]);
}

TEST_F(Sweep, ARunThatFailsIsARow) {
    const Outcome outcome = sweep({"cores=1,99", "--csv", "t.csv"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err, "");
    EXPECT_THAT(outcome.out, testing::ContainsRegex("\n +99 +failed\n"));
    EXPECT_THAT(outcome.out, HasSubstr("\ncores=99: failed: 99 cores: the grid has 8 x 7 = 56"));
    EXPECT_THAT(outcome.out, HasSubstr("1 of 2 run(s) failed"));
    EXPECT_THAT(read_text(scratch / "t.csv"), HasSubstr("\n99,,,,,,,,,,,,,,,\"99 cores: "));
    const Outcome stopped = sweep({"rows=32,64", "--max-cycles", "3000"});
    EXPECT_EQ(stopped.status, 1);
    EXPECT_THAT(stopped.out, HasSubstr("still running\n  after 3000 cycles"));
}

TEST_F(Sweep, NeitherThreadsNorRepetitionShow) {
    const auto call = [&](const std::string& jobs, const std::string& form) {
        std::vector<std::string> more{"cores=1,2,4..7", "--sweep", "rung=R9,R10,R99", "--batch", "2", "--jobs", jobs};
        if (form == "csv")
            more.insert(more.end(), {"--csv", "-", "-q"});
        else if (form == "json")
            more.push_back("--json");
        const Outcome outcome = sweep(more);
        EXPECT_EQ(outcome.status, 1) << "there is no R99";
        return outcome.out;
    };
    for (const char* form : {"text", "json", "csv"}) {
        const std::string one = call("1", form);
        EXPECT_GT(one.size(), 500u);
        EXPECT_EQ(call("3", form), one) << form;
        EXPECT_EQ(call("3", form), one) << form;
    }
}

TEST_F(Sweep, SpeedupIsWorkPerTime) {
    const json j = json::parse(small({"--sweep", "cores=1,2", "--sweep", "batch=4,8", "--json", "--blind-time"}).out);
    const auto& points = j["points"];
    ASSERT_EQ(points.size(), 4u);
    EXPECT_EQ(points[0]["speedup"], 1.0);
    EXPECT_EQ(points[0]["efficiency"], 1.0);
    const double expected = 2 * points[0]["cycles"].get<double>() / points[1]["cycles"].get<double>();
    EXPECT_NEAR(points[1]["speedup"].get<double>(), expected, 1e-9);
    EXPECT_GT(points[2]["speedup"].get<double>(), 1.5);
    EXPECT_NEAR(points[2]["efficiency"].get<double>() * 2, points[2]["speedup"].get<double>(), 1e-9);
}

// Efficiency is about cores: a constant that makes a run faster makes none of them more efficient.
TEST_F(Sweep, OverAConstantThereIsNoEfficiency) {
    const std::vector<std::string> constant{"--sweep", "noc.hop_cycles=30,1", "--blind-time"};
    const Outcome text = small(constant);
    expect_good(text);
    EXPECT_THAT(text.out, testing::Not(HasSubstr("efficiency")));
    std::vector<std::string> both = constant;
    both.insert(both.end(), {"--sweep", "cores=1,2", "--batch", "2", "--json"});
    const json points = json::parse(small(both).out)["points"];
    ASSERT_EQ(points.size(), 4u);
    for (const std::size_t base : {0, 2}) {  // each is measured by the one core of its own constant
        EXPECT_EQ(points[base]["efficiency"], 1.0);
        EXPECT_LT(points[base + 1]["efficiency"], 1.01);
    }
    for (const Outcome& outcome : {text, sweep({"cores=1,2"})}) {
        std::istringstream lines(outcome.out);
        for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
    }
}

// However the runs are dealt out, the parts together print what one command prints, byte for byte.
TEST_F(Sweep, ShardsMergeToTheSameBytes) {
    const Values lists{"cores=1,2,4,99", "--sweep", "noc.hop_cycles=9,30"};
    const auto with = [&](Values more) {
        Values all = lists;
        all.insert(all.end(), more.begin(), more.end());
        return sweep(all);
    };
    const Outcome whole = with({}), as_json = with({"--json"}), csv = with({"--csv", "-"});
    EXPECT_EQ(whole.status, 1);  // no chip has 99 cores
    for (const int parts : {2, 3}) {
        Values merge{"merge"};
        for (int part = 0; part < parts; ++part) {
            const std::string file = "part" + std::to_string(parts) + std::to_string(part);
            with({"--shard", std::to_string(part) + "/" + std::to_string(parts), "--resume", file, "-q"});
            merge.insert(merge.begin() + 1, file);  // in any order
        }
        const auto merged = [&](Values more) {
            Values all = merge;
            all.insert(all.end(), more.begin(), more.end());
            return run(all);
        };
        EXPECT_EQ(merged({}).out, whole.out);
        EXPECT_EQ(merged({}).status, whole.status);
        EXPECT_EQ(merged({"--json"}).out, as_json.out);
        EXPECT_EQ(merged({"--csv", "-"}).out, csv.out);
    }
    expect_refused(run({"merge", "part20", "part20"}), {"repeats runs of an earlier part"});
    expect_refused(run({"merge", "part20", "part31"}), {"repeats runs"});
    expect_refused(run({"merge", "absent"}), {"absent: cannot be read"});
    const Outcome half = run({"merge", "part20"});
    EXPECT_EQ(half.status, 1);
    EXPECT_THAT(half.err, HasSubstr("4 of 8 runs are missing"));
}

TEST_F(Sweep, AnEndedSweepGoesOn) {
    const Outcome whole = sweep({"cores=1,2"});
    sweep({"cores=1,2", "--shard", "0/2", "--resume", "kept", "-q"});
    EXPECT_EQ(sweep({"cores=1,2", "--resume", "kept"}).out, whole.out);
    expect_refused(sweep({"cores=1,2,3", "--resume", "kept"}), {"--resume kept", "another sweep"});
    sweep({"cores=1,2", "--board", "n150", "--shard", "0/2", "--resume", "n150", "-q"});
    expect_refused(sweep({"cores=1,2", "--board", "n300", "--resume", "n150"}), {"--resume n150", "another sweep"});
    expect_good(sweep({"cores=1,2", "--board", "n150", "--resume", "n150"}));
    expect_refused(sweep({"cores=1", "--shard", "1/1", "--resume", "k"}), {"--shard 1/1", "I/N"});
    expect_refused(sweep({"cores=1", "--shard", "0/2"}), {"--shard needs --resume"});
    // The table must not replace the state, nor a part that is merged.
    const std::string state = read_text(scratch / "kept");
    for (const char* table : {"kept", "./kept"})
        expect_refused(sweep({"cores=1,2", "--resume", "kept", "--csv", table, "--force"}),
                       {"--resume and --csv both name", table});
    expect_refused(run({"merge", "kept", "--csv", "kept", "--force"}), {"--csv would replace kept, which merge reads"});
    EXPECT_EQ(read_text(scratch / "kept"), state);
    expect_refused(small({"--shard", "0/2"}), {"--shard is a part of a --sweep"});
    write_text(scratch / "text", "no state");
    expect_refused(sweep({"cores=1", "--resume", "text"}), {"text: not what --resume of a sweep keeps"});
}

// A launcher's processes each take their share.
TEST_F(Sweep, RunsUnderALauncher) {
    if (std::system("command -v mpirun >/dev/null 2>&1") != 0) GTEST_SKIP() << "no mpirun (openmpi-bin)";
    const Outcome whole = sweep({"cores=1,2,3"});
    const std::string program = tessera_program();
    write_text(scratch / "share", "exec " + program +
                                      " rope --width 64 --rotary-dim 64 --rows 3 --blind-time --sweep cores=1,2,3 -q "
                                      "--shard $OMPI_COMM_WORLD_RANK/2 --resume part.$OMPI_COMM_WORLD_RANK\n");
    const std::string command = "cd '" + scratch.path().string() + "' && XDG_CACHE_HOME='" + shared_cache().string() +
                                "' mpirun --allow-run-as-root --oversubscribe -n 2 sh share >mpi.log 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << read_text(scratch / "mpi.log");
    EXPECT_EQ(run({"merge", "part.0", "part.1"}).out, whole.out);
}

}  // namespace
}  // namespace tessera::end_to_end
