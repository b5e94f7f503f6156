// tessera rope for other kinds of RoPE: what was asked is said, checked and refused in one line where it does not fit.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST_F(Command, VariantIsSaidAndChecked) {
    const std::vector<std::string> all{"--mode",       "normal",    "--backward", "--freq-scale", "0.25",
                                       "--ext-factor", "1",         "--ctx-orig", "4096",         "--attn-factor",
                                       "1.5",          "--factors", "random"};
    const Outcome text = small(all);
    expect_good(text);
    EXPECT_THAT(text.out, HasSubstr("rung F,"));
    EXPECT_THAT(text.out, HasSubstr("kind   normal pairs, backward, frequencies times 0.25 from pair"));
    EXPECT_THAT(text.out, HasSubstr("magnitude 1.70794"));  // 1.5 * (1 + 0.1 * ln 4)
    EXPECT_THAT(text.out, HasSubstr("work   2 tile(s) rotated"));
    EXPECT_THAT(text.out, HasSubstr("check  passed"));

    auto with_json = all;
    with_json.push_back("--json");
    const json j = json::parse(small(with_json).out);
    const json& o = j.at("options");
    EXPECT_EQ(o.at("mode"), "normal");
    EXPECT_EQ(o.at("backward"), true);
    EXPECT_EQ(o.at("freq_scale"), 0.25);
    EXPECT_EQ(o.at("ext_factor"), 1);
    EXPECT_EQ(o.at("attn_factor"), 1.5);
    EXPECT_EQ(o.at("ctx_orig"), 4096);
    EXPECT_EQ(o.at("factors").size(), 32u);
    EXPECT_EQ(j.at("work").at("tiles"), 2);
    EXPECT_EQ(j.at("check").at("passed"), true);
}

TEST_F(Command, FactorsFromAFile) {
    const std::string f = npy("f.npy", std::vector<float>(32, 2.0f), {32});
    const std::string x = npy("x.npy", std::vector<float>(64, 1.0f), {1, 1, 64});
    const std::string p4 = npy("p4.npy", std::vector<std::int32_t>{4}, {1});
    const std::string p2 = npy("p2.npy", std::vector<std::int32_t>{2}, {1});
    const std::vector<std::string> base{"rope", "--input", x, "--rotary-dim", "64", "--unpack-to-dst"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), base.begin(), base.end());
        return run(more);
    };
    // Half the frequency at twice the position, and halves and twices are exact.
    expect_good(with({"--positions", p4, "--factors", f, "--output", "a.npy"}));
    expect_good(with({"--positions", p2, "--output", "b.npy"}));
    EXPECT_EQ(read_text(scratch / "a.npy"), read_text(scratch / "b.npy"));

    const std::string few = npy("few.npy", std::vector<float>(31, 1.0f), {31});
    const std::string whole = npy("whole.npy", std::vector<std::int32_t>(32, 1), {32});
    const std::string square = npy("square.npy", std::vector<float>(32, 1.0f), {8, 4});
    expect_refused(with({"--factors", few}), {"31 frequency factors given, 32 expected"});
    expect_refused(with({"--factors", whole}), {"--factors", "whole.npy", "<i4", "<f4 is expected"});
    expect_refused(with({"--factors", square}), {"square.npy", "(8, 4)", "one dimension"});
    expect_refused(with({"--factors", "missing.npy"}), {"missing.npy", "no such file"});
}

TEST_F(Command, VariantsThatDoNotFit) {
    expect_refused(small({"--mode", "nexo"}), {"--mode nexo", "did you mean `neox`?"});
    expect_refused(small({"--mode", "normal", "--rung", "R10"}), {"rung R10 does not do normal pairing", "N, F"});
    expect_refused(small({"--freq-scale", "0"}), {"freq_scale 0", "nearest: 1e-06"});
    expect_refused(small({"--ext-factor", "2"}), {"ext_factor 2", "nearest: 1"});
    expect_refused(small({"--beta-fast", "fast"}), {"--beta-fast", "`fast` is not a number"});
    expect_refused(small({"--rung", "R8", "--backward"}), {"rung R8", "rows 3"});
}

// Rungs that keep positions in Dst lean on rows that were released; the best rung for batch entries does not.
TEST_F(Command, PedanticRunsReportReleasedRows) {
    const std::vector<std::string> plain{"rope", "--width", "256", "--rotary-dim", "256"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), plain.begin(), plain.end());
        return run(more);
    };
    expect_good(with({"--per-row", "--strict"}));
    const Outcome outcome = with({"--per-row", "--pedantic"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("[TS037]"));
    EXPECT_THAT(outcome.err, HasSubstr("frequencies.hpp"));
    expect_good(with({"--pedantic"}));
}

}  // namespace
}  // namespace tessera::end_to_end
