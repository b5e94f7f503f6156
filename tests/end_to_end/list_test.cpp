// tessera list: what it prints of instructions, faults and a kernel's vector code.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// Text as it was before it went on in indented lines.
std::string on_one_line(std::string text) {
    for (std::size_t at = text.find("\n  "); at != text.npos; at = text.find("\n  ", at))
        text.replace(at, text.find_first_not_of(' ', at + 1) - at, " ");
    return text;
}

TEST_F(Command, ListOfInstructionsCountsItsEvidence) {
    for (const char* arch : {"wormhole_b0", "blackhole"}) {
        const Outcome text = run({"list", "instructions", "--arch", arch});
        expect_good(text);
        EXPECT_THAT(text.out, HasSubstr("SFPMAD"));
        EXPECT_THAT(text.out, HasSubstr("golden (replayed against vectors)"));
        const Outcome outcome = run({"list", "instructions", "--arch", arch, "--json"});
        expect_good(outcome);
        const json j = json::parse(outcome.out);
        EXPECT_EQ(j["schema_version"], 2);
        std::map<std::string, int> count;
        int modelled = 0;
        for (const json& instruction : j["instructions"])
            for (const json& mode : instruction["modes"]) {
                EXPECT_GE(mode["latency_cycles"], 1) << instruction["name"];
                if (!mode["modelled"]) continue;
                ++modelled;
                ++count[mode["evidence"]];
            }
        EXPECT_EQ(j["coverage"]["modelled"], modelled);
        for (const char* kind : {"golden", "documented", "inferred"})
            EXPECT_EQ(j["coverage"][kind], count[kind]) << kind;
    }
}

TEST_F(Command, ListOfFiguresSaysWhatIsTakenFromTheOtherChip) {
    const auto taken = [&](const char* arch) {
        const Outcome outcome = run({"list", "figures", "--arch", arch, "--json"});
        expect_good(outcome);
        std::set<std::string> names;
        const json j = json::parse(outcome.out);
        for (const json& figure : j["figures"])
            if (!figure["taken_from"].is_null()) names.insert(figure["name"]);
        return names;
    };
    EXPECT_TRUE(taken("wormhole_b0").empty());
    EXPECT_TRUE(taken("blackhole").contains("tensix.cb_push_cycles"));
    EXPECT_FALSE(taken("blackhole").contains("tensix.unpack_bytes_per_cycle"));
}

TEST_F(Command, ListOfTheApiCountsWhatRuns) {
    const Outcome text = run({"list", "api", "noc_async_write_barrier"});
    EXPECT_THAT(text.out, StartsWith("names of the headers of February 2026 and of kernels until autumn 2026\n"));
    expect_good(text);
    EXPECT_THAT(text.out, HasSubstr("runs     noc_async_write_barrier (api/dataflow/dataflow_api.h):"));
    const Outcome outcome = run({"list", "api", "--json"});
    expect_good(outcome);
    const json j = json::parse(outcome.out);
    std::map<std::string, std::map<std::string, int>> count;
    for (const json& name : j["api"]) ++count[name["api"]][name["state"]];
    for (const char* api : {"compute", "dataflow", "debug", "host"})
        for (const char* state : {"runs", "refused", "absent"})
            EXPECT_EQ(j["coverage"][api][state], count[api][state]) << api << " " << state;
    expect_refused(run({"list", "api", "no_such_name"}), {"list api no_such_name: no public name or header has it"});
}

TEST_F(Command, ListOfAKernelsVectorCode) {
    const std::vector<std::string> command{"list",
                                           "program",
                                           std::string(TESSERA_SOURCE_DIR) + "/kernels/rope/compute_batch.cpp",
                                           "--define",
                                           "FREQ_BASE_LOG=9.2",
                                           "--samples",
                                           "2",
                                           "--args",
                                           "0",
                                           "1",
                                           "1",
                                           "1"};
    const Outcome text = run(command);
    expect_good(text);
    for (const char* part :
         {"vector program(s) on wormhole_b0, lowering sfpi-2025", "instructions  ", "longest chain", "registers",
          "lat live  instruction", "rope/rotation.hpp:", "cycle     0 |0", "lowering profiles: sfpi-2025 compared"})
        EXPECT_THAT(on_one_line(text.out), HasSubstr(part));
    std::vector<std::string> with_json = command;
    with_json.insert(with_json.begin() + 2, "--json");
    const Outcome outcome = run(with_json);
    expect_good(outcome);
    const json j = json::parse(outcome.out);
    EXPECT_EQ(j["schema_version"], 1);
    for (const json& program : j["programs"]) {
        EXPECT_EQ(program["instructions"], program["code"].size());
        EXPECT_LE(program["peak_registers"], 8);
        EXPECT_EQ(program["hazards"], 0);
        EXPECT_GE(program["cycles"], program["longest_chain_cycles"].get<int>() - 1);
    }
    EXPECT_EQ(run(with_json).out, outcome.out);
}

TEST_F(Command, ListOfAFunctionInASmallFile) {
    write_text(
        scratch / "f.cpp",
        "#include \"sfpi.h\"\nusing namespace sfpi;\ninline vFloat f(vFloat x) {\n    return x * 2.5f + 0.75f;\n}\n");
    const Outcome outcome = run({"list", "program", "f.cpp", "--function", "f"});
    expect_good(outcome);
    for (const char* part : {"SFPMULI L0, 0x4020", "f.cpp:4", "gap after SFPMULI", "SFPADDI + SFPMULI under sfpi-2025",
                             "SFPMAD under sfpi-2023", "% of 2048 sampled results differ, by up to "})
        EXPECT_THAT(on_one_line(outcome.out), HasSubstr(part));
    const Outcome other =
        run({"list", "program", "f.cpp", "--function", "f", "--lowering", "sfpi-2023", "--no-compare"});
    expect_good(other);
    EXPECT_THAT(other.out, HasSubstr("SFPMAD"));
    EXPECT_THAT(other.out, testing::Not(HasSubstr("lowering profiles")));
}

TEST_F(Command, ListsFitEightyColumns) {
    std::vector<std::vector<std::string>> lists{{"program", "--function", "sfpu::_sfpu_exp_21f_<true>"}};
    for (const char* what : {"archs", "figures", "instructions", "functions", "faults", "api"})
        lists.push_back({what, "--verbose"});
    for (std::vector<std::string>& list : lists) {
        const std::string what = list.front();
        list.insert(list.begin(), "list");
        const Outcome outcome = run(list);
        expect_good(outcome);
        std::istringstream lines(outcome.out);
        for (std::string line; std::getline(lines, line);)
            if (line.find_last_of(' ') > 30) {  // but for one word that is longer than that
                EXPECT_LE(line.size(), 80u) << what << ": " << line;
            }
    }
}

// After which faults a run can go on, and which runs make errors of their warnings.
TEST_F(Command, ListSaysWhatBecomesOfFaults) {
    const Outcome outcome = run({"list", "faults", "--json"});
    expect_good(outcome);
    std::map<std::string, nlohmann::json> rows;
    const nlohmann::json report = nlohmann::json::parse(outcome.out);
    for (const nlohmann::json& row : report.at("faults")) rows[row.at("id").get<std::string>()] = row;
    EXPECT_EQ(rows.at("TS001").at("goes_on"), "no");
    EXPECT_EQ(rows.at("TS016").at("goes_on"), "yes");
    EXPECT_EQ(rows.at("TS012").at("goes_on"), "some");
    EXPECT_EQ(rows.at("TS012").at("refused_by"), "pedantic");
    EXPECT_EQ(rows.at("TS044").at("refused_by"), "strict");
}

// Of each architecture and kind what the headers use, what of it is modelled, and by name what is not.
TEST_F(Command, ListCountsWhatLowLevelKernelsUse) {
    expect_refused(run({"list", "coverage"}, {{"TT_METAL_HOME", ""}}), {"list coverage", "TT_METAL_HOME"});
    expect_refused(run({"list", "faults", "--all"}), {"--all is of `list coverage`"});
    const fs::path tree = tessera::test::vendor_tree();
    if (!fs::is_directory(tree)) GTEST_SKIP() << "no tree of the vendor's at hand";
    const std::map<std::string, std::string> home{{"TT_METAL_HOME", tree.string()}};
    const Outcome outcome = run({"list", "coverage", "--json"}, home);
    expect_good(outcome);
    const json groups = json::parse(outcome.out)["coverage"];
    ASSERT_EQ(groups.size(), 6u);
    for (const json& group : groups) {
        const int used = group["used"], modelled = group["modelled"], refused = group["refused"],
                  missing = group["missing"];
        EXPECT_GT(modelled, 0) << group;
        EXPECT_EQ(used, modelled + refused + missing);
        EXPECT_EQ(group.contains("names") ? group["names"].size() : 0, static_cast<std::size_t>(refused + missing));
    }
    const json& opcodes = groups[0];
    EXPECT_EQ(opcodes["what"], "opcodes");
    EXPECT_GT(opcodes["used"], 50);
    EXPECT_THAT(opcodes.dump(), testing::Not(HasSubstr("\"MVMUL\"")));  // is modelled
    const Outcome text = run({"list", "coverage", "--all"}, home);
    expect_good(text);
    EXPECT_THAT(text.out, HasSubstr("wormhole_b0  opcodes"));
    for (const json& name : groups[1].value("names", json::array()))
        EXPECT_THAT(text.out, HasSubstr(name["name"].get<std::string>()));
}

TEST_F(Command, ListRefusesInALine) {
    expect_refused(
        run({"list", "nonsense"}),
        {"list nonsense: expected archs, boards, figures, instructions, functions, faults, api, coverage, program"});
    expect_refused(run({"list", "program"}), {"name a kernel file, or a library function by --function"});
    expect_refused(run({"list", "program", "none.cpp"}), {"none.cpp: no such file"});
    expect_refused(run({"list", "faults", "none.cpp"}), {"only `list program` takes a file, `list api` a name"});
    expect_refused(run({"list", "program", "none.cpp", "--lowering", "sfpi-2024"}),
                   {"--lowering sfpi-2024", "sfpi-2025"});
    expect_refused(run({"list", "program", "none.cpp", "--args", "x"}), {"--args x: expected a word of 32 bits"});
    expect_refused(run({"list", "program", "none.cpp", "--define", "=1"}), {"--define =1: expected NAME=VALUE"});
    expect_refused(run({"list", "program", "none.cpp", "--low", "2", "--high", "1"}), {"the first must be less"});
}

}  // namespace
}  // namespace tessera::end_to_end
