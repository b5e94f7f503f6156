// Meaning, time and observation meet nowhere (design.md 2): each changes without the others noticing. Whatever plans
// jobs may be put to it; here are RoPE, alone and by contract, RMSNorm and job files.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include "host/debug/dump_values.hpp"
#include "host/job/job_file.hpp"
#include "host/ops/operation.hpp"
#include "host/ops/rms_norm/operation.hpp"
#include "host/run/execute.hpp"
#include "sim/core/debugger.hpp"
#include "sim/core/machine/machine.hpp"
#include "sim/core/risc/risc_agent.hpp"
#include "sim/views/chrome_trace.hpp"
#include "sim/views/summary.hpp"
#include "tests/property/arch.hpp"
#include "tests/property/rope_runs.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::property {
namespace {

namespace fs = std::filesystem;

void expect_same_bytes(const std::vector<float>& a, const std::vector<float>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        ASSERT_EQ(std::bit_cast<std::uint32_t>(a[i]), std::bit_cast<std::uint32_t>(b[i])) << "element " << i;
}

// A job of some shape with the data of a seed.
using Planner = std::function<host::Job(const arch::Arch&, std::uint64_t seed)>;

struct Outcome {
    std::vector<float> y;  // of float16 the bits, as numbers
    Cycle cycles = 0;
};

Outcome run(host::Device& device, const host::Job& job, const core::Options& options = {}) {
    const host::Executed done = host::execute(device, job, options);
    Outcome out{{}, done.cycles};
    if (done.outputs.empty()) return out;
    const host::NpyArray& y = done.outputs.front();
    if (y.dtype == host::DType::f2)
        for (const std::uint16_t bits : y.as<std::uint16_t>()) out.y.push_back(bits);
    else
        out.y.assign(y.as<float>().begin(), y.as<float>().end());
    return out;
}

// On a fresh device of the job's architecture.
Outcome run(const host::Job& job, const core::Options& options = {}) {
    host::Device device(*job.arch);
    return run(device, job, options);
}

struct Watched {
    Outcome run;
    std::string trace, table;
};

Watched watched(const host::Job& job, const core::Options& options = {}) {
    const arch::Arch& arch = *job.arch;
    host::Device device(arch);
    views::ChromeTrace trace(arch);
    views::Summary summary;
    device.machine().hub().add(trace);
    device.machine().hub().add(summary);
    Watched out{run(device, job, options), {}, {}};
    out.table = views::table(summary.lines());
    const test::TemporaryFolder folder;
    const fs::path file = folder / "trace.json";
    trace.write(file.string(), true);
    std::ifstream in(file, std::ios::binary);
    out.trace.assign(std::istreambuf_iterator<char>(in), {});
    return out;
}

// A shape of work, and the architecture it runs on.
struct BlindCase {
    std::string name;
    const arch::Arch* arch;
    Planner plan;
};
void PrintTo(const BlindCase& c, std::ostream* out) { *out << c.name; }

class BlindWith : public testing::TestWithParam<BlindCase> {
  protected:
    const arch::Arch& arch() const { return *GetParam().arch; }
    host::Job given(std::uint64_t seed) const { return planned(arch(), seed); }
    // Not judged: here one run is held against another.
    host::Job planned(const arch::Arch& on, std::uint64_t seed) const {
        host::Job job = GetParam().plan(on, seed);
        job.judge = {};
        return job;
    }
};
class Blind : public BlindWith {};          // every rung of the ladder and every phase, every format, several cores
class BlindPastSrcA : public BlindWith {};  // inputs straight to Dst
class BlindMore : public BlindWith {};      // two shapes with rows that fill no tile
class BlindThreads : public BlindWith {};   // the matrix unit on several cores, with races and without
class BlindDebugger : public BlindWith {};  // of each kind one, since their kernels are compiled once more

// Time does not see data: another tensor and other positions take the same steps at the same cycles.
TEST_P(Blind, TimeToData) {
    const Watched a = watched(given(1)), b = watched(given(2));
    ASSERT_NE(a.run.y, b.run.y);
    EXPECT_EQ(a.run.cycles, b.run.cycles);
    EXPECT_EQ(a.table, b.table);
    EXPECT_EQ(a.trace, b.trace);
}

// Nor does it see whether anything is computed.
void expect_blind_to_values(const host::Job& job) {
    core::Options blind;
    blind.blind_time = true;
    const Watched a = watched(job), b = watched(job, blind);
    ASSERT_NE(a.run.y, b.run.y);
    EXPECT_EQ(a.run.cycles, b.run.cycles);
    EXPECT_EQ(a.table, b.table);
    EXPECT_EQ(a.trace, b.trace);
}
TEST_P(Blind, TimeToValues) { expect_blind_to_values(given(1)); }
TEST_P(BlindPastSrcA, TimeToValues) { expect_blind_to_values(given(1)); }

// NaN, infinities and denormals are data like others.
TEST_P(BlindMore, TimeToSpecialValues) {
    const host::Job ordinary = given(1);
    host::Job special = ordinary;
    const float values[] = {NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 1e-45f, 3e38f, -1.0f};
    host::Contents& input = special.tensors.front().contents.value();
    std::vector<float> x(input.as<float>().size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = values[i % std::size(values)];
    input = host::contents_of(std::move(x));
    EXPECT_EQ(run(ordinary).cycles, run(special).cycles);
}

// Bits do not see time: with every cost one cycle, the same bytes come out.
TEST_P(Blind, BitsToCosts) {
    const arch::Arch cheap = unit_costs(arch());
    const Outcome real = run(given(3)), unit = run(planned(cheap, 3));
    EXPECT_LT(unit.cycles, real.cycles);
    expect_same_bytes(real.y, unit.y);
}

// Nothing sees the watching.
TEST_P(Blind, RunToListeners) {
    const host::Job job = given(4);
    const Outcome alone = run(job);
    const Watched seen = watched(job);
    EXPECT_EQ(alone.cycles, seen.run.cycles);
    expect_same_bytes(alone.y, seen.run.y);
    EXPECT_GT(seen.trace.size(), 1000u);
}

TEST_P(BlindMore, RunToProgress) {
    const host::Job job = given(4);
    std::vector<Cycle> told;
    core::Options options;
    options.progress = [&](Cycle now) { told.push_back(now); };
    const Outcome alone = run(job), reported = run(job, options);
    EXPECT_EQ(alone.cycles, reported.cycles);
    expect_same_bytes(alone.y, reported.y);
    EXPECT_FALSE(told.empty());
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_LE(told.empty() ? 0 : told.back(), reported.cycles);
}

// Nor how many threads of the host work out the values.
TEST_P(BlindThreads, RunToThreads) {
    const host::Job job = given(5);
    core::Options options;
    options.races = false;
    const Watched alone = watched(job, options);
    for (const unsigned threads : {2u, 4u}) {
        options.threads = threads;
        const Watched helped = watched(job, options);
        EXPECT_EQ(alone.run.cycles, helped.run.cycles);
        EXPECT_EQ(alone.trace, helped.trace);
        expect_same_bytes(alone.run.y, helped.run.y);
    }
}

// Nor that every RISC stops at every instruction, that every step of the units is followed, and that what the cores
// hold is dumped on the way.
TEST_P(BlindDebugger, RunToStops) {
    struct StopsAlways : core::Debugger {
        void begin(const core::Machine& machine) override {
            ++runs;
            at = &machine;
        }
        bool stops_before(watch::Track, std::uint32_t) override { return true; }
        void stopped(watch::Track risc) override {
            if (++stops % 50 == 0) dump(risc);
        }
        void executed_command(watch::Track risc, Cycle) override {
            if (++commands % 50 == 0) dump(risc);
        }
        bool follows_vectors(watch::Track) override { return true; }
        void failed(const fault::Fault&) override {}
        void dump(watch::Track risc) {
            const core::Core& core = at->risc(risc.core, risc.row)->core();
            for (const char* what : {"dst0@f:1", "dst1.raw@f:1", "lreg0@f:1"})
                values += host::dumped_values(core, risc.row, host::parse_dump(what)).npy().count();
            for (const tensix::CircularBuffer& cb : core.cbs)
                if (cb.configured)
                    values += host::dumped_values(core, risc.row, host::parse_dump(fmt::format("cb{}@f:1", cb.index)))
                                  .npy()
                                  .count();
        }
        const core::Machine* at = nullptr;
        std::uint64_t runs = 0, stops = 0, commands = 0, values = 0;
    } debugger;
    const host::Job job = given(6);
    core::Options options;
    options.debugger = &debugger;
    const Watched alone = watched(job), stopped = watched(job, options);
    EXPECT_EQ(alone.run.cycles, stopped.run.cycles);
    EXPECT_EQ(alone.table, stopped.table);
    EXPECT_EQ(alone.trace, stopped.trace);
    expect_same_bytes(alone.run.y, stopped.run.y);
    EXPECT_EQ(debugger.runs, 1u);
    EXPECT_GT(debugger.stops, 500u);
    EXPECT_GT(debugger.values, 10'000u);
}

using Cases = std::vector<BlindCase>;

Cases on_all(const std::string& name, const Planner& plan) {
    Cases cases;
    for (const arch::Arch* arch : arch::all()) cases.push_back({std::string(arch->name) + "_" + name, arch, plan});
    return cases;
}

Cases joined(std::initializer_list<Cases> lists) {
    Cases all;
    for (const Cases& list : lists) all.insert(all.end(), list.begin(), list.end());
    return all;
}

Planner rope(const host::RopeOptions& options) {
    return [options](const arch::Arch& arch, std::uint64_t seed) {
        Work w = work(options, seed);
        return host::rope_job(arch, w.plan, host::contents_of(std::move(w.x)), w.positions);
    };
}

Cases shapes(bool through_srca) {
    Cases all;
    for (const bool per_row : {false, true})
        all = joined(
            {all, on_all(per_row ? "per_row" : "per_batch_entry", rope(work(per_row, 1, through_srca).plan.options))});
    return all;
}

Cases rungs_and_cores() {
    Cases all;
    const auto add = [&](const std::string& name, const host::RopeOptions& options) {
        all = joined({all, on_all(name, rope(options))});
    };
    for (const host::RungRow& row : host::rungs) add(std::string(row.name), rung_options(row.rung));
    for (const host::RopePhase phase : {host::RopePhase::split, host::RopePhase::turns})
        for (const bool per_row : {false, true}) {
            host::RopeOptions options = rung_options(host::last_rung(per_row));
            options.phase = phase;
            add(std::string(host::name(phase)) + (per_row ? "_per_row" : ""), options);
        }
    for (const std::uint32_t cores : {2u, 5u})
        for (const bool per_row : {false, true})
            add(std::to_string(cores) + (per_row ? "_cores_per_row" : "_cores"), core_options(cores, per_row));
    return all;
}

Planner rms_norm(const host::RmsNormOptions& options) {
    return [options](const arch::Arch& arch, std::uint64_t seed) {
        std::vector<float> weight;
        if (options.weighted) weight = host::generate_values(seed + 100, options.width());
        return host::rms_norm_job(arch, options,
                                  host::contents_of(host::generate_values(seed, options.rows() * options.width())),
                                  std::move(weight));
    };
}

// Rows and columns that fill no tile, several rows of tiles a core.
Cases norms() {
    const host::RmsNormOptions usual{.shape = {3, 40, 100}};
    host::RmsNormOptions bf16 = usual, plain = usual, cores = usual;
    bf16.format = tensix::DataFormat::bf16;
    plain.weighted = false;
    cores.cores = 3;
    return joined({on_all("fp32", rms_norm(usual)), on_all("bf16", rms_norm(bf16)),
                   on_all("no_weight", rms_norm(plain)), on_all("3_cores", rms_norm(cores))});
}

Cases norms_past_srca() { return on_all("fp32", rms_norm({.shape = {3, 40, 100}, .through_srca = false})); }

const auto name_of = [](const auto& info) { return info.param.name; };
using Parameters = std::vector<std::pair<std::string, std::string>>;

// A job file that ships, on data of the seed.
Planner job_file(const char* name, const Parameters& parameters = {}) {
    return [file = std::make_shared<host::JobFile>(fs::path(TESSERA_SOURCE_DIR) / "kernels/examples" / name),
            parameters](const arch::Arch& arch, std::uint64_t seed) {
        host::Settings settings(file->parameters());
        for (const auto& [parameter, value] : parameters) settings.set(parameter, value, parameter);
        host::Job job = file->plan(settings, arch, seed);
        host::Tensor& first = job.tensors.front();
        first.contents = host::contents_of(host::generate_values(seed, host::element_count(first.shape)));
        return job;
    };
}

// One core with the matrix unit, and several that wait for each other on semaphores.
Cases job_files() {
    return joined({on_all("matmul", job_file("matmul.toml")), on_all("multicast", job_file("multicast.toml"))});
}

// A linear layer on eight cores, each with a block of columns of its own.
Planner linear(const std::string& last_y = "0") {
    return job_file("linear.toml",
                    {{"last_y", last_y}, {"Mt", "2"}, {"Kt", "16"}, {"Kb", "4"}, {"Nt", "16"}, {"Nb", "2"}});
}

// Eight more cores work out the second block too, and each writes it over another core's: who is last, only time says.
Planner racing_linear() {
    return [plan = linear("1")](const arch::Arch& arch, std::uint64_t seed) {
        host::Job job = plan(arch, seed);
        std::uint32_t block = 0;
        for (auto& [core, reads] : job.kernels[0].args) {  // as kernels/examples/linear says what each argument is
            if (std::get<std::uint32_t>(reads[3]) != 0) continue;
            reads[2] = reads[3] = 1u;
            job.kernels[1].args[core][0] = 1u;
            std::vector<host::Argument>& writes = job.kernels[2].args[core];
            writes[1] = block++;
            writes[2] = 1u;
        }
        return job;
    };
}

Cases with_matrix_unit() {
    return joined({job_files(), on_all("linear", linear()), on_all("racing_linear", racing_linear())});
}

// An operation of RoPE by contract, whose positions do not come from the seed.
Planner contract(const std::string& name, const Parameters& words) {
    const auto* operation = *std::ranges::find_if(host::operations(), [&](const auto* o) { return o->name() == name; });
    return [=](const arch::Arch& arch, std::uint64_t seed) {
        host::Settings settings(operation->parameters());
        for (const auto& [option, value] : words) settings.set(option, value, "--" + option);
        return operation->plan(settings, arch, seed);
    };
}

// Rows gathered by the movers, tilized by the unpacker, and normalised first.
Cases contracts() {
    return joined({on_all("gathered", contract("rope_fused", {{"kernel", "rope_qkv_write_f16"}, {"head-dim", "40"}})),
                   on_all("tilized", contract("rope_fused", {{"kernel", "rope_neox_qkv_write_f16"}})),
                   on_all("norm", contract("rope_fused", {{"kernel", "head_norm_rope_neox_kv_write_f16"}}))});
}

INSTANTIATE_TEST_SUITE_P(Contracts, Blind, testing::ValuesIn(contracts()), name_of);
INSTANTIATE_TEST_SUITE_P(Shapes, BlindMore, testing::ValuesIn(shapes(true)), name_of);
INSTANTIATE_TEST_SUITE_P(Shapes, BlindPastSrcA, testing::ValuesIn(shapes(false)), name_of);
INSTANTIATE_TEST_SUITE_P(Ladder, Blind, testing::ValuesIn(rungs_and_cores()), name_of);
INSTANTIATE_TEST_SUITE_P(JobFiles, Blind, testing::ValuesIn(job_files()), name_of);
INSTANTIATE_TEST_SUITE_P(MatrixUnit, BlindThreads, testing::ValuesIn(with_matrix_unit()), name_of);
INSTANTIATE_TEST_SUITE_P(Debugged, BlindDebugger, testing::ValuesIn(joined({job_files(), {norms().front()}})), name_of);
INSTANTIATE_TEST_SUITE_P(RmsNorm, Blind, testing::ValuesIn(norms()), name_of);
INSTANTIATE_TEST_SUITE_P(RmsNorm, BlindMore, testing::ValuesIn(norms()), name_of);
INSTANTIATE_TEST_SUITE_P(RmsNorm, BlindPastSrcA, testing::ValuesIn(norms_past_srca()), name_of);

}  // namespace
}  // namespace tessera::property
