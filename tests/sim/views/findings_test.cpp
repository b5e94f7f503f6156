// What was found wrong, as SARIF and as JUnit's XML.
#include "sim/views/findings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tessera::views {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<Finding> two() {
    fault::Fault race(fault::Id::race, "race for 4 bytes");
    race.set_where({1, 2, "BRISC", "reader.cpp", 7, 100});
    race.related.push_back({0, 0, "NCRISC", "writer.cpp", 9, 90});
    fault::Fault warning(fault::Id::uninitialised, "bytes < that \"nobody\" wrote & \x01");
    warning.set_where({1, 2, "TRISC0", "compute.cpp", 3, 50});
    return {{race, fault::Severity::error}, {warning, fault::Severity::warning}};
}

TEST(Findings, Sarif) {
    const auto log = nlohmann::json::parse(to_sarif(two()));
    EXPECT_EQ(log["version"], "2.1.0");
    const auto& run = log["runs"][0];
    EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 2u);
    const auto& race = run["results"][0];
    EXPECT_EQ(race["ruleId"], "TS041");
    EXPECT_EQ(race["level"], "error");
    EXPECT_EQ(race["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "reader.cpp");
    EXPECT_EQ(race["locations"][0]["physicalLocation"]["region"]["startLine"], 7);
    EXPECT_EQ(race["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 9);
    EXPECT_EQ(race["relatedLocations"][0]["message"]["text"], "core (0,0) NCRISC, cycle 90");
    EXPECT_EQ(run["results"][1]["level"], "warning");
    EXPECT_TRUE(nlohmann::json::parse(to_sarif({}))["runs"][0]["results"].empty());
}

TEST(Findings, Junit) {
    const std::string xml = to_junit("a & b", two(), "", 48.053e-6);
    EXPECT_THAT(xml, HasSubstr("failures=\"1\""));
    EXPECT_THAT(xml, HasSubstr("name=\"a &amp; b\" time=\"0.000048053\""));
    EXPECT_THAT(xml, HasSubstr("<failure type=\"TS041\""));
    EXPECT_THAT(xml, HasSubstr("bytes &lt; that &quot;nobody&quot; wrote &amp; ?"));
    EXPECT_THAT(to_junit("x", {}, "", 0), AllOf(HasSubstr("failures=\"0\""), Not(HasSubstr("<failure"))));
    EXPECT_THAT(to_junit("x", {}, "y is wrong", 0), HasSubstr("<failure type=\"check\" message=\"y is wrong\">"));
}

}  // namespace
}  // namespace tessera::views
