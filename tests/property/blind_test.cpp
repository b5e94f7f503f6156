// Meaning, time and observation meet nowhere (design.md 2): each changes without the others noticing.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "sim/views/chrome_trace.hpp"
#include "sim/views/summary.hpp"
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

Watched watched(const arch::Arch& arch, const Work& w, const core::Options& options = {}) {
    host::Device device(arch);
    views::ChromeTrace trace(arch);
    views::Summary summary;
    device.machine().hub().add(trace);
    device.machine().hub().add(summary);
    Watched out{run(device, w, options), {}, {}};
    out.table = views::table(summary.lines());
    const test::TemporaryFolder folder;
    const fs::path file = folder / "trace.json";
    trace.write(file.string(), true);
    std::ifstream in(file, std::ios::binary);
    out.trace.assign(std::istreambuf_iterator<char>(in), {});
    return out;
}

// A shape of work, and the architecture it runs on.
struct Case {
    std::string name;
    const arch::Arch* arch;
    host::RopeOptions options;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class BlindWith : public testing::TestWithParam<Case> {
  protected:
    const arch::Arch& arch() const { return *GetParam().arch; }
    Work given(std::uint64_t seed, bool through_srca = true) const {
        host::RopeOptions options = GetParam().options;
        options.through_srca = through_srca;
        return work(options, seed);
    }
};
class Blind : public BlindWith {};      // every rung of the ladder and every phase, several cores
class BlindMore : public BlindWith {};  // two shapes with rows that fill no tile

// Time does not see data: another tensor and other positions take the same steps at the same cycles.
TEST_P(Blind, TimeToData) {
    const Watched a = watched(arch(), given(1)), b = watched(arch(), given(2));
    ASSERT_NE(a.run.y, b.run.y);
    EXPECT_EQ(a.run.cycles, b.run.cycles);
    EXPECT_EQ(a.table, b.table);
    EXPECT_EQ(a.trace, b.trace);
}

// Nor does it see whether anything is computed.
void expect_blind_to_values(const arch::Arch& arch, const Work& w) {
    core::Options blind;
    blind.blind_time = true;
    const Watched a = watched(arch, w), b = watched(arch, w, blind);
    ASSERT_NE(a.run.y, b.run.y);
    EXPECT_EQ(a.run.cycles, b.run.cycles);
    EXPECT_EQ(a.table, b.table);
    EXPECT_EQ(a.trace, b.trace);
}
TEST_P(Blind, TimeToValues) { expect_blind_to_values(arch(), given(1)); }
TEST_P(BlindMore, TimeToValuesPastSrcA) { expect_blind_to_values(arch(), given(1, false)); }

// NaN, infinities and denormals are data like others.
TEST_P(BlindMore, TimeToSpecialValues) {
    const Work ordinary = given(1);
    Work special = ordinary;
    const float values[] = {NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 1e-45f, 3e38f, -1.0f};
    for (std::size_t i = 0; i < special.x.size(); ++i) special.x[i] = values[i % std::size(values)];
    EXPECT_EQ(run(arch(), ordinary).cycles, run(arch(), special).cycles);
}

// Bits do not see time: with every cost one cycle, the same bytes come out.
TEST_P(Blind, BitsToCosts) {
    const Work w = given(3);
    const host::RopeRun real = run(arch(), w), unit = run(unit_costs(arch()), w);
    EXPECT_LT(unit.cycles, real.cycles);
    expect_same_bytes(real.y, unit.y);
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

TEST_P(BlindMore, RunToProgress) {
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

std::vector<Case> on_all(const std::string& name, const host::RopeOptions& options) {
    std::vector<Case> cases;
    for (const arch::Arch* arch : arch::all()) cases.push_back({std::string(arch->name) + "_" + name, arch, options});
    return cases;
}

std::vector<Case> shapes() {
    std::vector<Case> all;
    for (const bool per_row : {false, true})
        for (const Case& c : on_all(per_row ? "per_row" : "per_batch_entry", work(per_row, 1).plan.options))
            all.push_back(c);
    return all;
}

std::vector<Case> rungs_and_cores() {
    std::vector<Case> all;
    const auto add = [&](const std::vector<Case>& more) { all.insert(all.end(), more.begin(), more.end()); };
    for (const host::RungRow& row : host::rungs) add(on_all(std::string(row.name), rung_options(row.rung)));
    for (const host::RopePhase phase : {host::RopePhase::split, host::RopePhase::turns})
        for (const bool per_row : {false, true}) {
            host::RopeOptions options = rung_options(host::best_rung(per_row));
            options.phase = phase;
            add(on_all(std::string(host::name(phase)) + (per_row ? "_per_row" : ""), options));
        }
    for (const std::uint32_t cores : {2u, 5u})
        for (const bool per_row : {false, true})
            add(on_all(std::to_string(cores) + (per_row ? "_cores_per_row" : "_cores"), core_options(cores, per_row)));
    return all;
}

const auto name_of = [](const auto& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(Shapes, BlindMore, testing::ValuesIn(shapes()), name_of);
INSTANTIATE_TEST_SUITE_P(Ladder, Blind, testing::ValuesIn(rungs_and_cores()), name_of);

}  // namespace
}  // namespace tessera::property
