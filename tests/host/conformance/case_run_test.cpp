// Tables of case lists: the order of their rows, their forms, and what another table may be gone on with from.
#include "host/conformance/case_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "sim/fault/fault.hpp"
#include "tests/support/paths.hpp"

namespace tessera::conformance {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

CaseRow untouched(const std::string& name, const std::string& arch) {
    CaseRow row;
    row.name = name;
    row.suite = "eval";
    row.arch = arch;
    return row;
}
CaseRow row(const std::string& name, const std::string& arch) {
    CaseRow row = untouched(name, arch);
    row.done = true;
    row.path = "rows";
    row.cores = 3;
    row.cycles = 200;
    row.bytes = 4096;
    row.dram_cycles = 50;
    row.error = 0.5;
    row.nmse = 1e-9;
    row.limit = 1e-7;
    return row;
}
CaseTable table() {
    return {"ggml-cases", "cases.csv", 7, false, {row("2: a", "wormhole_b0"), row("2: a", "blackhole")}};
}
// The same cases, none of them done.
CaseTable open() {
    CaseTable out = table();
    for (CaseRow& one : out.rows) one = untouched(one.name, one.arch);
    return out;
}

TEST(CaseTables, RowsComeByArchitectureThenAsListed) {
    const CaseTable all = planned({.list = "ggml-cases",
                                   .file = TESSERA_SOURCE_DIR "/tests/data/rope_ggml/cases.csv",
                                   .suite = "perf",
                                   .archs = {arch::find("blackhole"), arch::find("wormhole_b0")}});
    ASSERT_EQ(all.rows.size(), 224u);
    for (std::size_t i = 0; i < 112; ++i) {
        EXPECT_EQ(all.rows[i].arch, "blackhole");
        EXPECT_EQ(all.rows[i + 112].arch, "wormhole_b0");
        EXPECT_EQ(all.rows[i].name, all.rows[i + 112].name);
        EXPECT_EQ(all.rows[i].suite, "perf");
        EXPECT_FALSE(all.rows[i].done);
    }
    EXPECT_FALSE(all.is_complete());
    EXPECT_EQ(all.failed(), 0u);
}

TEST(CaseTables, ListsAreKnownByTheirOperations) {
    EXPECT_TRUE(is_case_list("ggml-cases"));
    EXPECT_FALSE(is_case_list("tests/data"));
    EXPECT_FALSE(is_case_list(""));
    EXPECT_EQ(operation_of_list("ggml-cases").name(), "rope_ggml");
    EXPECT_THAT([] { operation_of_list("ggml"); },
                ThrowsMessage<fault::InputError>(AllOf(HasSubstr("ggml is no list"), HasSubstr("ggml-cases"))));
}

TEST(CaseTables, CsvHasWhatIsDone) {
    CaseTable some = table();
    some.rows[0].done = false;
    some.rows[1].failed = "off, by \"much\"";
    const std::string csv = to_csv(some);
    EXPECT_THAT(csv, testing::EndsWith(
                         "\n2: a,eval,blackhole,rows,3,200,4096,50,25.00,0.5,1e-09,1e-07,\"off, by \"\"much\"\"\",\n"));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2);
    EXPECT_EQ(some.failed(), 1u);
    EXPECT_THAT(to_text(some), HasSubstr("FAILED 2: a on blackhole: off, by \"much\"\n"));
}

TEST(CaseTables, WhatWasKeptIsTakenOver) {
    CaseTable done = table();
    done.rows[0].failed = "why";
    done.rows[1].nmse = done.rows[1].error = HUGE_VAL;  // JSON has no such number
    CaseTable taken = open();
    take_over(taken, to_json(done), "state");
    EXPECT_EQ(to_csv(taken), to_csv(done));
    EXPECT_EQ(to_json(taken), to_json(done));
    EXPECT_TRUE(taken.is_complete());
}

TEST(CaseTables, WhatIsOfOtherCasesIsNot) {
    const auto refused = [](const std::string& key, const json& value, const char* why) {
        json kept = json::parse(to_json(table()));
        kept[json::json_pointer(key)] = value;
        EXPECT_THAT(
            [&] {
                CaseTable taken = open();
                take_over(taken, kept.dump(), "state.json");
            },
            ThrowsMessage<fault::InputError>(AllOf(HasSubstr("--resume state.json: "), HasSubstr(why))))
            << key;
    };
    refused("/list", "others", "of other cases");
    refused("/seed", 8, "of other cases");
    refused("/blind_time", true, "of other cases");
    refused("/cases", json::array(), "of other cases");
    refused("/cases/1/case", "3: a", "of other cases");
    refused("/cases/1/arch", "wormhole_b0", "of other cases");
    refused("/cases", 3, "`cases` is 3; a list is expected");
    refused("/cases/0", 3, "no table of cases");
    refused("/cases/0/cycles", "many", "`cases[0].cycles` is \"many\"; a whole number from 0 to");
    refused("/cases/0/cycles", -1, "`cases[0].cycles` is -1");
    refused("/cases/0/failed", nullptr, "no table of cases");
}

}  // namespace
}  // namespace tessera::conformance
