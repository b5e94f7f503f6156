// The page stands alone, and its data are the run's.
#include "sim/views/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "sim/views/profile.hpp"
#include "sim/views/split.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::views {
namespace {

using nlohmann::json;

const ReportHeader header{"a <run> & more", 2000, {{"shape", "B=1"}}};

std::string written(const Report& report, const std::string& profile = "{\"a\":\"</script>\"}",
                    const ReportHeader& head = header) {
    const test::TemporaryFolder folder;
    report.write(folder / "r.html", head, profile);
    std::ifstream in(folder / "r.html");
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

std::string between(const std::string& text, const std::string& from, const std::string& to) {
    const std::size_t begin = text.find(from);
    const std::size_t end = text.find(to, begin + from.size());
    EXPECT_TRUE(begin != text.npos && end != text.npos) << from;
    return text.substr(begin + from.size(), end - begin - from.size());
}

json data_of(const std::string& page) {
    return json::parse(between(page, "<script type=\"application/json\" id=\"data\">", "</script>"));
}

// What the page draws of a track: "begin-end name place", in the order drawn.
std::vector<std::string> slices_of(const json& data, int core, int row) {
    std::vector<std::string> out;
    for (const json& one : data.at("cores")) {
        if (one.at("core") != core) continue;
        for (const json& track : one.at("tracks")) {
            if (track.at(0) != row) continue;
            const json& flat = track.at(1);
            EXPECT_EQ(flat.size() % 4, 0u);
            std::uint64_t at = 0;
            for (std::size_t i = 0; i < flat.size(); i += 4) {
                at += flat[i].get<std::uint64_t>();
                const json& name = data.at("names").at(flat[i + 2].get<std::size_t>());
                out.push_back(std::to_string(at) + "-" + std::to_string(at + flat[i + 1].get<std::uint64_t>()) + " " +
                              name.at(0).get<std::string>() + " " +
                              data.at("places").at(flat[i + 3].get<std::size_t>()).get<std::string>());
            }
        }
    }
    return out;
}

void tell_compute_core(Listener& to) {
    to.on_core_name({5, {1, 0}, {2, 1}});
    to.on_wait({{5, trisc1}, WaitReason::cb_empty, 2, 150, 420, "k/c.cpp", 9});
    to.on_zone({{5, trisc1}, "ROPE-TILE", "k/c.cpp", 30, 140, 900});
    to.on_busy({{5, sfpu}, 500, 700, "</script><b>"});
    to.on_busy({{5, sfpu}, 700, 701, "SFPU"});
    to.on_cb_level({5, 2, 400, 1, ncrisc, 2});
    to.on_cb_level({5, 2, 800, 0, trisc1, 2});
    to.on_stay({{5, ncrisc}, 1, Stop::bank, 0, {0, 11}, 0, true, false, 2048, 100, 100, 164});
    to.on_stay({{5, ncrisc}, 1, Stop::along_x, 1, {3, 4}, -1, true, false, 2048, 100, 100, 164});
    to.on_zone({{5, trisc1}, "TRISC-KERNEL", "k/c.cpp", 1, 0, 1000});
}

TEST(Report, IsOneWellFormedPageThatAsksForNothing) {
    Report report(arch::wormhole_b0());
    tell_compute_core(report);
    const std::string page = written(report);
    EXPECT_THAT(page, testing::StartsWith("<!DOCTYPE html>"));
    EXPECT_THAT(page, testing::EndsWith("</html>\n"));
    for (const char* reference :
         {"http:", "https:", "src=", "href=", "@import", "url(", "fetch(", "XMLHttp", "import("})
        EXPECT_EQ(page.find(reference), page.npos) << reference;
    EXPECT_EQ(page.find("{{"), page.npos) << "a place of the page was not filled";
    // Every tag that opens closes, in order.
    std::vector<std::string> open;
    std::string body = page;
    for (const std::string name : {"script", "style"})
        for (std::size_t at = body.find("<" + name); at != body.npos; at = body.find("<" + name))
            body.erase(at, body.find("</" + name + ">", at) + name.size() + 3 - at);
    const std::regex tag("<(/?)([a-z0-9]+)[^>]*>");
    for (std::sregex_iterator at(body.begin(), body.end(), tag), end; at != end; ++at) {
        const std::string name = (*at)[2];
        if (name == "meta" || name == "input") continue;  // they hold nothing
        if ((*at)[1].length() == 0) {
            open.push_back(name);
        } else {
            ASSERT_FALSE(open.empty()) << name;
            EXPECT_EQ(open.back(), name);
            open.pop_back();
        }
    }
    EXPECT_TRUE(open.empty());
}

TEST(Report, HoldsEveryElementItsScriptsAskFor) {
    const std::string page = written(Report(arch::wormhole_b0()));
    const std::regex asked(R"re(\$\("([a-z-]+)"\))re");
    int found = 0;
    for (std::sregex_iterator at(page.begin(), page.end(), asked), end; at != end; ++at, ++found)
        EXPECT_NE(page.find("id=\"" + (*at)[1].str() + "\""), page.npos) << (*at)[1];
    EXPECT_GT(found, 20);
}

TEST(Report, DrawsEverySliceAsItWasTold) {
    Report report(arch::wormhole_b0());
    tell_compute_core(report);
    const json data = data_of(written(report));
    EXPECT_EQ(data.at("title"), "a <run> & more");
    EXPECT_EQ(data.at("cycles"), 2000);
    EXPECT_EQ(data.at("facts"), json::parse(R"([["shape","B=1"]])"));
    EXPECT_EQ(data.at("profile").at("a"), "</script>");
    EXPECT_EQ(data.at("left_out"), 0);
    EXPECT_THAT(slices_of(data, 5, trisc1),
                testing::ElementsAre("0-1000 TRISC-KERNEL k/c.cpp:1", "140-900 ROPE-TILE k/c.cpp:30",
                                     "150-420 cb_empty cb2 k/c.cpp:9"));
    EXPECT_THAT(slices_of(data, 5, sfpu), testing::ElementsAre("500-700 </script><b> ", "700-701 SFPU "));
    // Means over steps of 8 cycles: a page from 400 to 800; a bank and a link all taken from 100 to 164.
    EXPECT_EQ(data.at("level_step"), 8);
    const json& level = data.at("cores")[0].at("cbs")[0];
    EXPECT_EQ(level[0], 2);
    EXPECT_EQ(level[1].size(), 100u);
    EXPECT_EQ(level[1][49], 0);
    EXPECT_EQ(level[1][50], 100);
    EXPECT_EQ(data.at("banks").size(), static_cast<std::size_t>(arch::wormhole_b0().dram.banks));
    EXPECT_EQ(data.at("banks")[0][3][13], 1000);
    EXPECT_EQ(data.at("banks")[0][3][12], 500);
    EXPECT_EQ(data.at("links"), json::parse(R"([["NOC1_WEST",1,3,4,)" + data.at("banks")[0][3].dump() + "]]"));
}

TEST(Report, LinksAreTakenAsMuchAsInTheProfile) {
    Report report(arch::wormhole_b0());
    Profile profile(arch::wormhole_b0());
    for (Listener* to : std::initializer_list<Listener*>{&report, &profile}) {
        to->on_core_name({5, {1, 0}, {2, 1}});
        const auto turn = [&](std::uint64_t id, Stop stop, Cycle begin, Cycle turned, Cycle blocked) {
            to->on_stay(
                {{5, ncrisc}, id, stop, 0, {3, 4}, -1, true, false, 2048, 100, begin, begin + 70, turned, blocked});
        };
        turn(1, Stop::along_y, 200, 8, 40);
        turn(2, Stop::along_y, 290, 8, 200);  // of which some lie within the first one's
        turn(3, Stop::leave, 100, 2, 300);    // more than there was time for
        to->on_zone({{5, trisc1}, "TRISC-KERNEL", "k/c.cpp", 1, 0, 1000});
        const LinkUse used{.noc = 0, .router = {3, 4}, .direction = 1, .busy = 140};
        to->on_run_end({.cycles = 1000, .links = {&used, 1}, .banks = {}});
    }
    const json data = data_of(written(report));
    const ProfileData known = profile.data("");
    ASSERT_EQ(data.at("links").size(), 2u);
    for (const json& link : data.at("links")) {
        double cycles = 0;
        for (const json& share : link[4]) cycles += share.get<double>() / 1000 * data.at("load_step").get<double>();
        const auto same = std::ranges::find_if(known.links, [&](const LinkProfile& one) {
            return link_split(known, one).of == link[0].get<std::string>() + " of (3,4)";
        });
        ASSERT_NE(same, known.links.end()) << link[0];
        EXPECT_NEAR(cycles, static_cast<double>(taken(*same)), 0.1) << link[0];
    }
}

TEST(Report, LeavesOutTheShortestBeyondItsLimitAndSaysSo) {
    Report report(arch::wormhole_b0(), {.max_slices = 10});
    EXPECT_EQ(report.notice(), "");
    tell_compute_core(report);
    for (Cycle at = 0; at < 64; ++at) report.on_wait({{5, brisc}, WaitReason::noc_read, 0, 100 * at, 100 * at + at});
    report.on_zone({{5, brisc}, "BRISC-KERNEL", "k/r.cpp", 1, 0, 1});
    const json data = data_of(written(report));
    const Cycle shortest = data.at("shortest");
    std::size_t kept = 0;
    for (const int row : {brisc + 0, trisc1 + 0, sfpu + 0}) {
        for (const std::string& slice : slices_of(data, 5, row)) {
            const std::size_t dash = slice.find('-');
            if (slice.find("-KERNEL") == slice.npos) {
                EXPECT_GE(std::stoull(slice.substr(dash + 1)) - std::stoull(slice), shortest) << slice;
            }
            ++kept;
        }
    }
    EXPECT_LE(kept, 10u);
    EXPECT_EQ(kept + report.left_out(), 70u);
    EXPECT_THAT(slices_of(data, 5, brisc), testing::Contains("0-1 BRISC-KERNEL k/r.cpp:1"))
        << "a kernel stays, however short";
    EXPECT_EQ(data.at("left_out"), report.left_out());
    EXPECT_THAT(report.notice(), testing::HasSubstr("shorter than " + std::to_string(shortest) + " cycles"));
}

TEST(Report, TellsWhatEndedAWait) {
    Report report(arch::wormhole_b0());
    const Transfer read{.track = {5, ncrisc},
                        .noc = 0,
                        .is_read = true,
                        .source = {},
                        .destination = {},
                        .bytes = 32,
                        .issue = 130,
                        .complete = 290};
    report.on_core_name({5, {1, 0}, {2, 1}});
    report.on_zone({{5, brisc}, "BRISC-KERNEL", "k/r.cpp", 1, 0, 900});
    report.on_wait({{5, brisc}, WaitReason::cb_full, 2, 10, 90, "k/r.cpp", 9, {{5, trisc1}, 80, {"k/c.cpp", 7}}});
    report.on_wait({{5, brisc}, WaitReason::cb_full, 2, 100, 110, "k/r.cpp", 9});
    report.on_wait(
        {{5, brisc}, WaitReason::noc_read, 0, 140, 300, "k/r.cpp", 12, {{5, ncrisc}, 290, {"k/r.cpp", 11}, &read}});
    const json data = data_of(written(report));
    const auto place = [&](const char* text) {
        const json& all = data.at("places");
        return std::find(all.begin(), all.end(), text) - all.begin();
    };
    // Of the slices that begin at 10 and 140, the second and the fourth: 10 cycles before the end each, the transfer
    // 160 cycles after it was issued.
    EXPECT_EQ(data.at("cores")[0].at("tracks")[0][2],
              json({1, 5, trisc1 + 0, 10, -1, place("k/c.cpp:7"), 2, 5, ncrisc + 0, 10, 160, place("k/r.cpp:11")}));
}

TEST(Report, CarriesTheSourcesThatItsLinesAreOf) {
    Report report(arch::wormhole_b0());
    tell_compute_core(report);
    ReportHeader head = header;
    std::vector<std::string> asked;
    head.source = [&](const std::string& name) -> std::optional<std::string> {
        asked.push_back(name);
        if (name == "k/big.cpp") return std::string(Report::most_source_bytes + 1, 'x');
        if (name == "k/gone.cpp") return std::nullopt;
        return "// </script> of " + name + "\n";
    };
    const json data = data_of(written(
        report, R"({"lines":[{"at":"k/s.hpp:4"},{"at":""},{"at":"k/big.cpp:1"},{"at":"k/gone.cpp:2"}]})", head));
    EXPECT_THAT(asked, testing::ElementsAre("k/big.cpp", "k/c.cpp", "k/gone.cpp", "k/s.hpp"));
    EXPECT_EQ(data.at("sources"), json::parse(R"([["k/c.cpp","// </script> of k/c.cpp\n"],
                                                  ["k/s.hpp","// </script> of k/s.hpp\n"]])"));
}

TEST(Report, HoldsTheOtherRunWithItsComparison) {
    Report here(arch::wormhole_b0()), there(arch::wormhole_b0());
    tell_compute_core(here);
    there.on_core_name({7, {0, 0}, {1, 1}});
    ReportHeader head = header;
    head.comparison = R"({"kind":"comparison"})";
    head.other = there.data({"the </script> other", 1, {}}, "");
    const json data = data_of(written(here, "", head));
    EXPECT_EQ(data.at("comparison").at("kind"), "comparison");
    EXPECT_EQ(data.at("other").at("title"), "the </script> other");
    EXPECT_EQ(data.at("other").at("cores")[0].at("core"), 7);
    EXPECT_FALSE(data_of(written(here)).contains("other"));
}

TEST(Report, EqualRunsGiveEqualBytes) {
    Report first(arch::blackhole()), second(arch::blackhole());
    tell_compute_core(first);
    tell_compute_core(second);
    EXPECT_EQ(written(first), written(second));
    EXPECT_EQ(data_of(written(first, "")).at("profile"), nullptr);
}

}  // namespace
}  // namespace tessera::views
