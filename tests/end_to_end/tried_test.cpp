// What a profile says of changes, held against runs in which the change is made by hand.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Tried : public Command {
  protected:
    // The example that adds, with so many pages in each buffer.
    void write_add(const std::string& name, int first = 2, int second = 2, int sum = 2) const {
        std::string text = read_text(TESSERA_SOURCE_DIR "/kernels/examples/add.toml");
        std::size_t at = 0;
        for (const int pages : {first, second, sum}) {
            at = text.find("pages = 2", at);
            ASSERT_NE(at, text.npos);
            text.replace(at, 9, "pages = " + std::to_string(pages));
            ++at;
        }
        write_text(scratch / name, text);
        fs::copy(TESSERA_SOURCE_DIR "/kernels/examples/add", scratch / "add",
                 fs::copy_options::recursive | fs::copy_options::skip_existing);
    }
    json profile(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "profile");
        arguments.emplace_back("--json");
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return outcome.status == 0 ? json::parse(outcome.out) : json();
    }
    static json tried(const json& profile, const std::string& subject) {
        for (const json& one : profile.at("tried"))
            if (one.at("subject") == subject) return one;
        return {};
    }
};

TEST_F(Tried, ABufferWithMorePagesTakesWhatIsSaid) {
    write_add("a.toml", 1, 1, 1);
    const json all = profile({"a.toml"});
    const json first = tried(all, "cb 0");
    ASSERT_FALSE(first.is_null()) << all.at("tried");
    EXPECT_EQ(first.at("change"), "2 pages in cb 0 instead of 1");
    EXPECT_EQ(first.at("at"), "add/compute.cpp:13");
    EXPECT_LT(first.at("cycles"), all.at("cycles"));
    write_add("b.toml", 2, 1, 1);
    EXPECT_EQ(first.at("cycles"), profile({"b.toml", "--try", "never"}).at("cycles"));
    for (std::size_t i = 1; i < all.at("tried").size(); ++i)
        EXPECT_LE(all.at("tried").at(i - 1).at("cycles"), all.at("tried").at(i).at("cycles"));
}

TEST_F(Tried, OtherWordsOfAnOrderTakeWhatTheyTakeAlone) {
    const std::vector<std::string> shape{"rope", "--batch", "2", "--rows", "64", "--width", "256", "--cores", "4"};
    auto planned = shape;
    planned.insert(planned.end(), {"--schedule", "planned", "--try", "never"});
    auto always = shape;
    always.insert(always.end(), {"--try", "always"});
    const json one = tried(profile(always), "schedule");
    ASSERT_FALSE(one.is_null());
    EXPECT_EQ(one.at("change"), "schedule=planned");
    EXPECT_EQ(one.at("cycles"), profile(planned).at("cycles"));
}

// A parameter of a job file that nothing depends on at all.
TEST_F(Tried, AJobFileSaysWhatIsOnlyAnOrder) {
    write_add("a.toml");
    const auto with_order = [&](const char* row) {
        std::string text = read_text(scratch / "a.toml");
        text.insert(text.find("rows = 64"), std::string("order = { order_only = true, ") + row + " }\n");
        write_text(scratch / "ordered.toml", text);
    };
    with_order("default = \"rows\", choices = [\"rows\", \"columns\"]");
    const json all = profile({"ordered.toml"});
    const json other = tried(all, "order");
    ASSERT_FALSE(other.is_null()) << all.at("tried");
    EXPECT_EQ(other.at("change"), "order=columns");
    EXPECT_EQ(other.at("cycles"), all.at("cycles"));
    with_order("default = 3");
    expect_refused(run({"profile", "ordered.toml"}), {"ordered.toml", "order_only", "choices"});
}

TEST_F(Tried, NothingThatTheMachineHasNoRoomFor) {
    write_add("a.toml", 2, 2, 400);  // of 2048 bytes; twice as many are more than an L1
    const json all = profile({"a.toml"});
    for (const json& one : all.at("tried")) EXPECT_THAT(one.at("change").get<std::string>(), Not(HasSubstr("800")));
}

TEST_F(Tried, TheRestIsThatOfTheRunAlone) {
    write_add("a.toml");
    json with = profile({"a.toml"}), without = profile({"a.toml", "--try", "never"});
    EXPECT_FALSE(with.at("tried").empty());
    EXPECT_TRUE(without.at("tried").empty());
    EXPECT_TRUE(with == profile({"a.toml", "--threads", "1"}));
    for (json* one : {&with, &without}) one->erase("tried"), one->at("verdict").erase("advice");
    EXPECT_TRUE(with == without);
}

TEST_F(Tried, LargeRunsAreTriedWhenAsked) {
    write_add("a.toml");
    const std::vector<std::string> large{"a.toml", "--param", "rows=8192", "--param", "cores=56"};
    EXPECT_TRUE(profile(large).at("tried").empty());
}

TEST_F(Tried, AdviceSaysWhatItBringsAndThePageAsWell) {
    write_add("a.toml", 1, 1, 1);
    const Outcome outcome = run({"profile", "a.toml", "--show", "advice", "--report", "p.html"});
    expect_good(outcome);
    EXPECT_THAT(outcome.out, HasSubstr(" 1. 2 pages in cb 0 instead of 1: "));
    EXPECT_THAT(data_of(read_text(scratch / "p.html")).dump(), HasSubstr("2 pages in cb 0 instead of 1: "));
    expect_refused(run({"profile", "a.toml", "--try", "mostly"}), {"--try mostly", "small, always, never"});
}

}  // namespace
}  // namespace tessera::end_to_end
