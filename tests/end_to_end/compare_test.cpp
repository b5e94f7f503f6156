// tessera compare: two results bit by bit.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using testing::HasSubstr;

class Compare : public Command {};

TEST_F(Compare, SaysWhatDiffersAndWhere) {
    std::vector<float> values(32 * 64, 1.5f);
    npy<float>("a.npy", values, {32, 64});
    npy<float>("same.npy", values, {32, 64});
    for (std::size_t row = 0; row < 32; ++row) values[row * 64 + 63] = 1.25f;
    npy<float>("b.npy", values, {32, 64});

    const Outcome same = run({"compare", "a.npy", "same.npy"});
    EXPECT_EQ(same.status, 0) << same.err;
    EXPECT_THAT(same.out, HasSubstr("all 2048 elements, f4 of (32, 64), bit for bit"));
    const Outcome other = run({"compare", "a.npy", "b.npy"});
    EXPECT_EQ(other.status, 1);
    EXPECT_THAT(other.out, HasSubstr("last column"));
    EXPECT_THAT(other.out, HasSubstr("[0, 63] is 1.5 (0x3fc00000) here, 1.25 (0x3fa00000) there,"));
    const auto json = nlohmann::json::parse(run({"compare", "a.npy", "b.npy", "--json"}).out);
    EXPECT_EQ(json.at("differ"), 32);
    EXPECT_EQ(json.at("where").at("columns"), (std::vector<int>{1, 64}));
    EXPECT_EQ(run({"compare", "a.npy", "b.npy", "--max-ulp", "2097152", "-q"}).status, 0);
    EXPECT_EQ(run({"compare", "a.npy", "b.npy", "--max-ulp", "2097151", "-q"}).out, "");
}

TEST_F(Compare, RefusesInALineWhatHasNoPairs) {
    npy<float>("a.npy", {1, 2}, {2});
    npy<float>("b.npy", {1, 2}, {1, 2});
    expect_refused(run({"compare", "a.npy", "b.npy"}), {"a.npy and b.npy", "(2,) here and (1, 2) there"});
    expect_refused(run({"compare", "a.npy", "none.npy"}), {"none.npy"});
    expect_refused(run({"compare", "a.npy", "a.npy", "--max-ulp", "-1"}), {"--max-ulp"});
}

}  // namespace
}  // namespace tessera::end_to_end
