// The page of a run: the same slices as its trace, tables from its profile.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/chrome_rules.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// "core row begin end name" of every slice.
using Slices = std::multiset<std::string>;

Slices slices_of_page(const json& data) {
    Slices out;
    for (const json& core : data.at("cores"))
        for (const json& track : core.at("tracks")) {
            std::uint64_t at = 0;
            const json& flat = track.at(1);
            for (std::size_t i = 0; i < flat.size(); i += 4) {
                at += flat[i].get<std::uint64_t>();
                out.insert(fmt::format("{} {} {} {} {}", core.at("core").get<int>(), track.at(0).get<int>(), at,
                                       at + flat[i + 1].get<std::uint64_t>(),
                                       data.at("names")[flat[i + 2].get<std::size_t>()][0].get<std::string>()));
            }
        }
    return out;
}

Slices slices_of_trace(const json& root) {
    Slices out;
    for (const json& e : root.at("traceEvents")) {
        const std::string cat = e.value("cat", "");
        if (e.at("ph") != "X" || (cat != "zone" && cat != "wait" && cat != "busy")) continue;
        out.insert(fmt::format("{} {} {} {} {}", e.at("pid").get<int>(), e.at("tid").get<int>() % 100,
                               test::ns(e.at("ts")), test::ns(e.at("ts")) + test::ns(e.at("dur")),
                               e.at("name").get<std::string>()));
    }
    return out;
}

TEST_F(Command, ThePageShowsWhatTheTraceShows) {
    expect_good(small({"--batch", "3", "--cores", "2", "--trace", "t.json", "--report", "r.html"}));
    const json data = data_of(read_text(scratch / "r.html"));
    const Slices page = slices_of_page(data), trace = slices_of_trace(json::parse(read_text(scratch / "t.json")));
    EXPECT_GT(page.size(), 100u);
    EXPECT_EQ(page, trace);
    EXPECT_THAT(data.at("title").get<std::string>(), HasSubstr("B=3 N=3 D=64 on 2 cores"));
    EXPECT_EQ(data.at("cores").size(), 2u);
    EXPECT_FALSE(data.at("calibration").get<std::string>().empty());
    // Every RISC of the profile is a track of the schedule, and works as long as its waits leave.
    const json& profile = data.at("profile");
    ASSERT_EQ(profile.at("kind"), "profile");
    for (const json& core : profile.at("cores"))
        for (const json& unit : core.at("units")) {
            if (unit.at("row") > 4) continue;
            std::uint64_t waited = 0;
            for (const json& wait : unit.at("waits")) waited += wait.at("cycles").get<std::uint64_t>();
            EXPECT_EQ(unit.at("busy").get<std::uint64_t>() + waited, unit.at("cycles")) << unit.at("unit");
        }
}

TEST_F(Command, ProfileWritesThePageToo) {
    const std::vector<std::string> work{"profile", "rope", "--width", "64", "--rotary-dim", "64", "--rows", "3"};
    auto with_page = work;
    with_page.insert(with_page.end(), {"--report", "p.html"});
    expect_good(run(with_page));
    const json data = data_of(read_text(scratch / "p.html"));
    EXPECT_GT(slices_of_page(data).size(), 20u);
    EXPECT_EQ(data.at("cycles"), data.at("profile").at("cycles"));
    expect_refused(run(with_page), {"p.html", "exists", "--force"});
    with_page.back() = "-";
    expect_refused(run(with_page), {"--report -", "stdout"});
}

// A line of a kernel may name any file; the page carries those that the compiler read.
TEST_F(Command, ThePageCarriesOnlyFilesThatTheCompilerRead) {
    const std::string secret = (scratch / "secret.txt").string();
    write_text(secret, "the secret\nof another file\n");
    std::string job = read_text(TESSERA_SOURCE_DIR "/kernels/examples/scale.toml");
    const std::size_t begin = job.find("text = \'\'\'"), end = job.find("\'\'\'\n", begin + 12);
    std::string kernel = "// the kernel of the job" + job.substr(begin + 10, end - begin - 10);
    kernel.insert(kernel.rfind('\n', kernel.find("noc_async_write(l1")) + 1, "#line 1 \"" + secret + "\"\n");
    write_text(scratch / "k.cpp", kernel);
    job.replace(begin, end + 4 - begin, "path = \"k.cpp\"\n");
    write_text(scratch / "job.toml", job);
    expect_good(run({"run", "job.toml", "--report", "r.html"}));
    const std::string page = read_text(scratch / "r.html");
    EXPECT_THAT(page, HasSubstr("secret.txt"));  // its lines are what the waits are at
    EXPECT_THAT(page, HasSubstr("the kernel of the job"));
    EXPECT_EQ(page.find("the secret"), page.npos);
}

TEST_F(Command, ThePageIsTheSameEachTime) {
    expect_good(small({"--report", "a.html"}));
    expect_good(small({"--report", "b.html"}));
    EXPECT_EQ(read_text(scratch / "a.html"), read_text(scratch / "b.html"));
    expect_refused(small({"--report", "a.html"}), {"a.html", "exists", "--force"});
}

}  // namespace
}  // namespace tessera::end_to_end
