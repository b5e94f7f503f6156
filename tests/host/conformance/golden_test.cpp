// Golden cases on the machine: which results pass, by which limit, and what is said of those that do not.
#include "host/conformance/golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "host/conformance/manifest.hpp"
#include "host/run/execute.hpp"
#include "sim/fault/fault.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::conformance {
namespace {

using host::DType, host::GoldenArray, host::NpyArray;
using testing::ElementsAre;
using testing::HasSubstr;

class Golden : public testing::Test {
  protected:
    Golden() : arch_(*arch::find("wormhole_b0")) {
        for (const host::Operation* operation : host::operations())
            if (operation->name() == "rope_ggml") {
                host::Settings settings(operation->parameters());
                settings.set("ne", "8,2", "--ne");
                job_ = operation->plan(settings, arch_, 1);
            }
        host::Device device(arch_);
        y_ = host::execute(device, job_).outputs.at(0);
    }
    GoldenRow compared(GoldenArray array) const {
        return run_golden({"case", job_, {std::move(array)}}, arch_).rows.at(0);
    }
    // What came out, with one element changed.
    NpyArray with(std::size_t at, float value) const {
        NpyArray out = y_;
        std::memcpy(out.data.data() + at * sizeof value, &value, sizeof value);
        return out;
    }
    float at(std::size_t i) const { return y_.as<float>()[i]; }

    const arch::Arch& arch_;
    host::Job job_;
    NpyArray y_;
};

TEST_F(Golden, TheSameBitsPassEveryLimit) {
    const GoldenRow row = compared({.name = "y", .expected = y_, .nmse_limit = 1e-300, .bits = true, .remark = "why"});
    EXPECT_TRUE(row.passed);
    EXPECT_TRUE(row.same_bits);
    EXPECT_EQ(row.error, 0);
    EXPECT_EQ(row.nmse, 0);
    EXPECT_EQ(row.remark, "why");
}

TEST_F(Golden, EachLimitFindsWhatIsBeyondIt) {
    const float other = std::nextafter(at(3), 9.0f);
    EXPECT_FALSE(compared({.name = "y", .expected = with(3, other), .bits = true}).passed);
    EXPECT_TRUE(compared({.name = "y", .expected = with(3, other), .nmse_limit = 1e-7}).passed);
    EXPECT_FALSE(compared({.name = "y", .expected = with(3, at(3) + 0.1f), .nmse_limit = 1e-7}).passed);
    EXPECT_FALSE(compared({.name = "y", .expected = with(3, at(3) * 1.01f), .relative = 1e-3}).passed);
    EXPECT_TRUE(compared({.name = "y", .expected = with(3, at(3) * 1.01f), .relative = 1e-1}).passed);
    EXPECT_FALSE(compared({.name = "y", .expected = with(3, at(3) + 0.1f), .absolute = 1e-2}).passed);
    EXPECT_TRUE(compared({.name = "y", .expected = with(3, at(3) + 0.1f), .absolute = 0.2}).passed);
}

TEST_F(Golden, NothingHidesBehindNaN) {
    EXPECT_FALSE(compared({.name = "y", .expected = with(0, NAN), .nmse_limit = 1e9}).passed);
    EXPECT_FALSE(compared({.name = "y", .expected = with(0, NAN), .relative = 1, .absolute = 1e9}).passed);
    EXPECT_FALSE(compared({.name = "y", .expected = with(0, INFINITY), .nmse_limit = 1e9}).passed);
}

TEST_F(Golden, ExpectedArraysMayBeOfAnotherTypeButNotOfAnotherSize) {
    std::vector<double> exact(y_.as<float>().begin(), y_.as<float>().end());
    const GoldenRow row =
        compared({.name = "exact", .expected = host::npy_array<double>(exact, y_.shape), .nmse_limit = 1e-300});
    EXPECT_TRUE(row.passed);
    EXPECT_FALSE(row.same_bits);
    exact.pop_back();
    EXPECT_THAT([&] { compared({.name = "exact", .expected = host::npy_array<double>(exact, {exact.size()})}); },
                testing::ThrowsMessage<fault::InputError>(HasSubstr("exact has 16 elements, 15 expected")));
    const std::vector<std::int32_t> whole(16);
    EXPECT_THAT([&] { compared({.name = "w", .expected = host::npy_array<std::int32_t>(whole, {16})}); },
                testing::ThrowsMessage<fault::InputError>(HasSubstr("arrays of <i4")));
}

TEST_F(Golden, ComplaintsNameTheArrayOrWhatTheJudgeSays) {
    GoldenRun run =
        run_golden({"case", job_, {{.name = "y", .expected = with(3, at(3) + 1), .nmse_limit = 1e-7}}}, arch_);
    EXPECT_FALSE(run.passed());
    EXPECT_THAT(run.complaints(), ElementsAre(testing::AllOf(HasSubstr("y is off by NMSE"), HasSubstr("1.000e-07"))));
    run.rows.clear();
    EXPECT_TRUE(run.passed());
    ASSERT_TRUE(run.check);
    run.check->within = false;
    EXPECT_FALSE(run.passed());
    EXPECT_EQ(run.complaints().size(), 1u);
}

TEST_F(Golden, BlindTimeTakesAsLongAndComparesNothing) {
    const host::GoldenCase golden{"case", job_, {{.name = "y", .expected = with(3, at(3) + 1), .bits = true}}};
    core::Options blind;
    blind.blind_time = true;
    const GoldenRun run = run_golden(golden, arch_, blind);
    EXPECT_TRUE(run.passed());
    EXPECT_TRUE(run.rows.empty());
    EXPECT_EQ(run.cycles, run_golden(golden, arch_).cycles);
}

// What no contract takes is counted, and the cases behind it run; a case that is no case ends the manifest.
TEST(Manifest, RefusedCasesAreUnsupportedAndTheRestGoesOn) {
    const test::TemporaryFolder folder;
    const std::filesystem::path file = folder / "manifest.json";
    const auto run = [&](const std::string& cases) {
        std::ofstream(file) << "{\"title\": \"t\", \"cases\": [" << cases << "]}";
        return run_manifest(file, *arch::find("wormhole_b0"), {});
    };
    const Outcome outcome = run("{\"name\": \"first\", \"op\": \"nobody's\"}, {\"name\": \"second\"}");
    EXPECT_EQ(outcome.run, 2);
    EXPECT_EQ(outcome.unsupported, 2);
    EXPECT_EQ(outcome.failed(), 0);
    EXPECT_FALSE(outcome.good());
    EXPECT_THAT(outcome.mismatches, ElementsAre(HasSubstr("first: unsupported: "), HasSubstr("second: unsupported: ")));
}

}  // namespace
}  // namespace tessera::conformance
