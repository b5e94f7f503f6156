// tessera conformance of operations' cases: folders with a manifest, and lists of cases with a table and a state to go
// on from.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/sweep/checksum.hpp"
#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const fs::path test_data = TESSERA_SOURCE_DIR "/tests/data";

class Manifests : public Command {
  protected:
    // A folder of that set's with one case.
    fs::path one_case(const std::string& set, const std::string& name) const {
        json manifest = json::parse(read_text(test_data / set / "manifest.json"));
        json& cases = manifest["cases"];
        cases.erase(std::remove_if(cases.begin(), cases.end(), [&](const json& c) { return c["name"] != name; }),
                    cases.end());
        fs::create_directory(scratch / set);
        fs::copy(test_data / set / name, scratch / set / name);
        write_text(scratch / set / "manifest.json", manifest.dump());
        return scratch / set;
    }
    void refuse(const std::string& manifest, const std::vector<std::string>& parts) const {
        write_text(scratch / "manifest.json", manifest);
        expect_refused(run({"conformance", "manifest.json"}), parts);
    }
};

TEST_F(Manifests, AllCasesKeptHereAreMet) {
    const Outcome outcome =
        run({"conformance", test_data / "rope_onnx", test_data / "rope_fused", test_data / "rope_ggml"});
    expect_good(outcome);
    for (const char* line :
         {"rope_onnx   wormhole_b0        10        10  cases", "rope_fused  blackhole          16        16",
          "rope_ggml   blackhole          20        20", "92 run, 92 passed, 0 failed, 0 unsupported"})
        EXPECT_THAT(outcome.out, HasSubstr(line));
}

TEST_F(Manifests, ArraysOfACaseAreShownWithTheirLimits) {
    const fs::path folder = one_case("rope_fused", "qkv_std_gqa4");
    const Outcome outcome = run({"conformance", folder, "--arch", "blackhole", "--json"});
    expect_good(outcome);
    const json report = json::parse(outcome.out);
    EXPECT_EQ(report["run"], 1);
    const json& arrays = report["files"][0]["arrays"];
    ASSERT_EQ(arrays.size(), 3u);
    EXPECT_EQ(arrays[0]["array"], "qkv_out_exact");
    EXPECT_LE(arrays[0]["nmse"], arrays[0]["nmse_limit"]);
    EXPECT_EQ(arrays[2]["array"], "v_cache_out");
    EXPECT_EQ(arrays[2]["nmse_limit"], nullptr);
    EXPECT_TRUE(arrays[2]["same_bits"]);
}

TEST_F(Manifests, ACorruptedArrayFailsAndIsNamed) {
    const auto expect_failed = [&](const std::string& set, const std::string& name, const std::string& array) {
        const fs::path folder = one_case(set, name), file = folder / name / (array + ".npy");
        std::string bytes = read_text(file);
        bytes.back() = static_cast<char>(bytes.back() ^ 0x40);
        write_text(file, bytes);
        const Outcome outcome = run({"conformance", folder, "--arch", "wormhole_b0", "-q"});
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(outcome.err, "");
        EXPECT_THAT(outcome.out, HasSubstr("manifest.json: " + name + ": " + array + " is off"));
        EXPECT_THAT(outcome.out, HasSubstr("1 run, 0 passed, 1 failed"));
    };
    expect_failed("rope_onnx", "test_rotary_embedding", "Y");
    expect_failed("rope_ggml", "blog_d32_n16_pos1", "y_exact");
    expect_failed("rope_fused", "kvw_batch", "cache_out");
}

TEST_F(Manifests, WhatCannotBeACaseIsRefusedInALine) {
    refuse(R"({"cases": [3]})", {"manifest.json: case 1: an object is expected"});
    refuse(R"({"cases": 3})", {"manifest.json: an object with a list of cases is expected"});
    refuse("{", {"manifest.json: not JSON: line 1, column 2"});
    refuse(R"({"cases": [{"op": "RotaryEmbedding"}]})", {"manifest.json: case 1: has no `name`"});
    refuse(R"({"cases": [{"name": "a", "op": "rope", "mode_id": 0, "type": 3}]})", {"case a: `type` is number"});
    refuse(R"({"cases": [{"name": "a", "kernel": "rope_f16", "params": 3}]})", {"case a: `params` is number"});
    refuse(R"({"cases": [{"name": "a", "op": "RotaryEmbedding", "files": {"X": {"file": "../x.npy"}}}]})",
           {"case a: file \"../x.npy\" of `X` is no path below the folder"});
    refuse(R"({"cases": [{"name": "a", "op": "RotaryEmbedding", "files": {"X": {"file": "x.npy"}}}]})",
           {"case a: x.npy: no such file"});
}

// Every mode, both types, the three kinds of view, turning backwards, and the two chains of operations.
class CaseLists : public Command {
  protected:
    static constexpr const char* header =
        "suite,op,direction,type,ne0,ne1,ne2,ne3,n_dims,mode,mode_name,n_ctx,fs,ef,af,ff,v,inplace,n_offs,op_n_dims,"
        "sec0,sec1,sec2,sec3,n_ctx_orig,freq_base,beta_fast,beta_slow,n_pos,nmse_limit,extra\n";

    void SetUp() override {
        write_text(
            scratch / "cases.csv",
            std::string(header) +
                "eval,ROPE,forward,f32,64,2,2,1,20,0,normal,512,1,0,1,0,0,0,0,20,0,0,0,0,0,10000,32,1,2,1e-7,\n"
                "eval,ROPE,forward,f16,64,2,2,1,20,0,normal,512,1,0,1,0,1,0,0,20,0,0,0,0,0,10000,32,1,2,1e-7,\n"
                "eval,ROPE,forward,f32,64,2,2,1,64,2,neox,512,1,0,1,1,2,0,0,64,0,0,0,0,0,10000,32,1,2,1e-7,\n"
                "eval,ROPE,forward,f16,64,2,2,1,64,8,mrope,512,1,0,1,0,2,0,0,64,21,21,21,0,0,10000,32,1,8,1e-7,\n"
                "eval,ROPE,forward,f32,64,2,2,1,32,24,vision,512,1,0,1,1,1,0,0,32,32,32,0,0,0,10000,32,1,8,1e-7,\n"
                "eval,ROPE,forward,f32,64,2,2,1,64,40,imrope,512,1,0,1,0,0,0,0,64,21,21,21,0,0,10000,32,1,8,1e-7,\n"
                "eval,ROPE_BACK,backward,f32,64,2,2,1,64,2,neox,512,2,1,1,0,1,1,0,64,0,0,0,0,0,10000,32,1,2,1e-7,\n"
                "perf,ROPE,forward,f16,64,2,2,1,64,0,normal,512,1,0,1,0,0,0,0,64,0,0,0,0,0,10000,32,1,2,,\n"
                "eval_fused,ROPE_SET_ROWS,forward,f16,64,2,2,1,64,2,neox,512,1,0,1,0,0,0,0,64,0,0,0,0,0,10000,32,1,2,"
                "1e-7,rope_in=f32 idx=i64 dst=f16\n"
                "eval_fused,RMS_NORM_MUL_ROPE,forward,f32,64,2,2,1,64,0,normal,512,1,0,1,0,0,0,0,64,0,0,0,0,0,10000,"
                "32,1,2,1e-7,eps=1e-6 multi_add=1 set_rows=1 broadcast=0\n");
    }
    Outcome cases(std::vector<std::string> more) const {
        more.insert(more.begin(), {"conformance", "ggml-cases", "cases.csv"});
        return run(more);
    }
    // All is well, and the table is on stdout.
    std::string csv(std::vector<std::string> more) const {
        more.insert(more.end(), {"--csv", "-", "-q"});
        const Outcome outcome = cases(more);
        expect_good(outcome);
        return outcome.out;
    }
    void refuse(const std::vector<std::string>& more, const std::vector<std::string>& parts) const {
        const auto before = scratch.names();
        expect_refused(cases(more), parts);
        EXPECT_EQ(scratch.names(), before);
    }
};

TEST_F(CaseLists, PassOnBothArchitecturesWhateverTheThreads) {
    const std::string one = csv({"--jobs", "1"});
    EXPECT_EQ(csv({"--jobs", "3"}), one);
    EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 21);
    EXPECT_THAT(one, HasSubstr("\"3: ROPE f16 64,2,2,1 normal n_dims 20\",eval,blackhole,rows,"));
    const std::vector<std::string> a_suite{"--suite", "eval_fused", "--arch", "blackhole", "--seed"};
    const auto seeded = [&](const std::string& seed) {
        std::vector<std::string> more = a_suite;
        more.push_back(seed);
        return csv(more);
    };
    const std::string first = seeded("1"), second = seeded("2");
    EXPECT_EQ(second.substr(0, 60), first.substr(0, 60));
    EXPECT_NE(second, first) << "other data";
}

TEST_F(CaseLists, SuitesAreChosenAndSummedUp) {
    const Outcome perf = cases({"--suite", "perf", "--arch", "blackhole"});
    EXPECT_EQ(perf.status, 0);
    EXPECT_THAT(perf.out, testing::ContainsRegex("blackhole +1 +1 "));
    EXPECT_THAT(perf.out, testing::Not(HasSubstr("wormhole")));
    const json timed = json::parse(cases({"--suite", "perf", "--blind-time", "--json", "-q"}).out);
    ASSERT_EQ(timed["cases"].size(), 2u);
    EXPECT_TRUE(timed["blind_time"]);
    EXPECT_GT(timed["cases"][0]["cycles"], timed["cases"][0]["dram_cycles"]);
}

// What the state has is taken over as it stands, the rest is run.
TEST_F(CaseLists, GoOnFromAHalfDoneState) {
    const auto kept = [&] { return json::parse(host::checked(read_text(scratch / "state.json"), "state.json")); };
    const auto keep = [&](const json& state) {
        write_text(scratch / "state.json", host::with_checksum(state.dump() + "\n"));
    };
    const std::string whole = csv({"--resume", "state.json"});
    json state = kept();
    ASSERT_EQ(state["cases"].size(), 20u);
    for (std::size_t i = 0; i < 20; i += 2) {
        state["cases"][i]["done"] = false;
        state["cases"][i]["cycles"] = 0;
    }
    keep(state);
    EXPECT_EQ(csv({"--resume", "state.json"}), whole);
    state = kept();
    state["cases"][1]["cycles"] = 4242;
    keep(state);
    EXPECT_THAT(csv({"--resume", "state.json"}), HasSubstr(",4242,")) << "nothing is run again";
    std::string damaged = read_text(scratch / "state.json");
    damaged.replace(damaged.find("4242"), 4, "4243");
    write_text(scratch / "state.json", damaged);
    expect_refused(cases({"--resume", "state.json"}), {"state.json: damaged, its checksum"});
}

TEST_F(CaseLists, ACaseThatFailsIsNamed) {
    std::string text = read_text(scratch / "cases.csv");
    // GGML's own results are not as near as that.
    text.replace(text.find("1e-7"), 4, "1e-20");
    write_text(scratch / "cases.csv", text);
    const Outcome outcome = cases({"--suite", "eval", "--arch", "blackhole", "-q"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.out, HasSubstr("FAILED 2: ROPE f32 64,2,2,1 normal n_dims 20 on blackhole: "));
}

TEST_F(CaseLists, RefuseInALine) {
    write_text(scratch / "foreign.json", R"({"command": "sweep"})");
    write_text(scratch / "broken.json", "{");
    write_text(scratch / "other.json",
               host::with_checksum(R"({"list": "ggml-cases", "seed": 1, "blind_time": false, "cases": [{"case": "a"}]})"
                                   "\n"));
    refuse({"--resume", "foreign.json"}, {"--resume foreign.json", "no table of cases"});
    refuse({"--resume", "broken.json"}, {"--resume broken.json", "no table of cases"});
    refuse({"--resume", "other.json"}, {"--resume other.json", "of other cases"});
    EXPECT_EQ(read_text(scratch / "broken.json"), "{") << "a state that is refused stays as it was";
    refuse({"--suite", "evil"}, {"--suite evil", "eval, perf, eval_fused"});
    refuse({"--jobs", "0"}, {"--jobs", "at least 1"});
    refuse({"cases.csv"}, {"ggml-cases takes one file, 2 given"});
    refuse({"--csv", "foreign.json"}, {"foreign.json", "exists already", "--force"});
    expect_refused(run({"conformance", "ggml-cases", "missing.csv"}), {"missing.csv"});
    expect_refused(run({"conformance", "calibration", "--units", "--arch", "wormhole"}),
                   {"--arch wormhole", "expected wormhole_b0, blackhole or all"});
    expect_refused(run({"conformance", "calibration", "--arch", "blackhole"}),
                   {"--arch blackhole", "on the chip that it was measured on"});
    expect_refused(run({"conformance", "cases.csv", "--units"}), {"--units is for `tessera conformance calibration`"});
    expect_refused(run({"conformance", "calibration", "--csv", "t.csv"}),
                   {"--csv and --resume are for a list of cases"});
    write_text(scratch / "bad.csv", std::string(header) + "eval,ROPE,sideways\n");
    expect_refused(run({"conformance", "ggml-cases", "bad.csv"}), {"bad.csv:2:", "3 columns", "31 are expected"});
}

using TransferTimes = Command;

// A table of transfer times by its header: filters, a state that is gone on with, and what it takes no part in.
TEST_F(TransferTimes, AreReplayedFromATable) {
    write_text(scratch / "t.csv",
               "arch,mechanism,pattern,memory,transactions,receivers,same_axis,stateful,loopback,noc,64,4096\n"
               "wormhole_b0,multicast,one_to_all,l1,4,4,1,0,0,0,942,1525\n"
               "blackhole,unicast,one_to_one,l1,1,0,0,0,0,0,358,432\n");
    const Outcome outcome = run({"conformance", "t.csv", "--json", "--resume", "state"});
    expect_good(outcome);
    const json all = json::parse(outcome.out);
    EXPECT_EQ(all["all"]["points"], 4);
    EXPECT_EQ(all["patterns"].size(), 2u);
    EXPECT_LE(all["all"]["mean_absolute_error_percent"], 10);
    EXPECT_EQ(run({"conformance", "t.csv", "--json", "--resume", "state", "--jobs", "1"}).out, outcome.out);
    const json one = json::parse(run({"conformance", "t.csv", "--json", "--arch", "blackhole"}).out);
    EXPECT_EQ(one["all"]["points"], 2);
    EXPECT_NE(run({"conformance", "t.csv", "--pattern", "one_to_all", "--summary"}).out.find("multicast"),
              std::string::npos);
    expect_refused(run({"conformance", "t.csv", "--pattern", "one_to_none"}), {"no setting is of one_to_none"});
    expect_refused(run({"conformance", "t.csv", "t.csv"}), {"a table of transfer times is replayed alone"});
    expect_refused(run({"conformance", "calibration", "--summary"}), {"--pattern and --summary are for a table"});
}

}  // namespace
}  // namespace tessera::end_to_end
