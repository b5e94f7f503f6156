// Meaning, time and observation meet nowhere (DESIGN 2): each changes without the others noticing.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "sim/watch/chrome_trace.hpp"
#include "sim/watch/summary.hpp"
#include "tests/property/arch.hpp"
#include "tests/property/rope_runs.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::property {
namespace {

namespace fs = std::filesystem;

void expect_same_bytes(const std::vector<float>& a, const std::vector<float>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        ASSERT_EQ(std::bit_cast<std::uint32_t>(a[i]), std::bit_cast<std::uint32_t>(b[i])) << "element " << i;
}

struct Watched {
    host::RopeRun run;
    std::string trace, table;
};

Watched watched(const arch::Arch& arch, const Work& w) {
    host::Device device(arch);
    watch::ChromeTrace trace(arch);
    watch::Summary summary;
    device.machine().hub().add(trace);
    device.machine().hub().add(summary);
    Watched out{run(device, w), {}, watch::table(summary.lines())};
    const test::TemporaryFolder folder;
    const fs::path file = folder / "trace.json";
    trace.write(file.string(), true);
    std::ifstream in(file, std::ios::binary);
    out.trace.assign(std::istreambuf_iterator<char>(in), {});
    return out;
}

class Blind : public testing::TestWithParam<std::tuple<std::string, bool>> {
  protected:
    const arch::Arch& arch() const { return *arch::find(std::get<0>(GetParam())); }
    Work given(std::uint64_t seed, bool through_srca = true) const {
        return work(std::get<1>(GetParam()), seed, through_srca);
    }
};

// Time does not see data: another tensor and other positions take the same steps at the same cycles.
TEST_P(Blind, TimeToData) {
    const Watched a = watched(arch(), given(1)), b = watched(arch(), given(2));
    ASSERT_NE(a.run.y, b.run.y);
    EXPECT_EQ(a.run.cycles, b.run.cycles);
    EXPECT_EQ(a.table, b.table);
    EXPECT_EQ(a.trace, b.trace);
}

// NaN, infinities and denormals are data like others.
TEST_P(Blind, TimeToSpecialValues) {
    const Work ordinary = given(1);
    Work special = ordinary;
    const float values[] = {NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 1e-45f, 3e38f, -1.0f};
    for (std::size_t i = 0; i < special.x.size(); ++i) special.x[i] = values[i % std::size(values)];
    EXPECT_EQ(run(arch(), ordinary).cycles, run(arch(), special).cycles);
}

// Bits do not see time: with every cost one cycle, the same bytes come out.
TEST_P(Blind, BitsToCosts) {
    for (const bool through_srca : {true, false}) {
        const Work w = given(3, through_srca);
        const host::RopeRun real = run(arch(), w), unit = run(unit_costs(arch()), w);
        EXPECT_LT(unit.cycles, real.cycles);
        expect_same_bytes(real.y, unit.y);
    }
}

// Nothing sees the watching.
TEST_P(Blind, RunToListeners) {
    const Work w = given(4);
    const host::RopeRun alone = run(arch(), w);
    const Watched seen = watched(arch(), w);
    EXPECT_EQ(alone.cycles, seen.run.cycles);
    expect_same_bytes(alone.y, seen.run.y);
    EXPECT_GT(seen.trace.size(), 1000u);
}

TEST_P(Blind, RunToProgress) {
    Work w = given(4);
    std::vector<Cycle> told;
    core::Options options;
    options.progress = [&](Cycle now) { told.push_back(now); };
    const host::RopeRun alone = run(arch(), w), reported = run(arch(), w, options);
    EXPECT_EQ(alone.cycles, reported.cycles);
    expect_same_bytes(alone.y, reported.y);
    EXPECT_FALSE(told.empty());
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_LE(told.empty() ? 0 : told.back(), reported.cycles);
}

std::vector<std::string> all_names() {
    std::vector<std::string> names;
    for (const arch::Arch* arch : arch::all()) names.emplace_back(arch->name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Rope, Blind, testing::Combine(testing::ValuesIn(all_names()), testing::Bool()),
                         [](const auto& p) {
                             return std::get<0>(p.param) + (std::get<1>(p.param) ? "_per_row" : "_per_batch_entry");
                         });

}  // namespace
}  // namespace tessera::property
