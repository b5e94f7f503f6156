// What list program says that vector code costs is what a run of the same kernel spends on it: T1 shares one front end
// with the machine, and its pushes one price (spec/timing.md 2.1, 2.6).
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>

#include "host/device/device.hpp"
#include "host/inspect/kernel_trace.hpp"
#include "sim/sfpu/analysis.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::host {
namespace {

// Of each segment of vector code in a run: what T1 needed for its pushes, how long it was at it without its waits
// before a full FIFO, and the cycles of the SFPU without its waits for pushes.
struct Spent : watch::Listener, core::MathListener {
    std::vector<Cycle> needed, pushing, working;

    void tile_written(std::uint32_t) override {}
    void taken(const core::VectorSegment& segment) override { needed.push_back(segment.pushes.needed); }
    bool hears_vector_runs() const override { return true; }
    void on_wait(const watch::Wait& wait) override {
        if (wait.track.row == watch::trisc1 && wait.reason == watch::WaitReason::tensix_fifo) waited_ = wait;
    }
    void on_vector_run(const watch::VectorRun& run) override {
        const bool held = waited_.end > waited_.begin && waited_.begin >= run.recorded && waited_.end <= run.pushed;
        pushing.push_back(run.pushed - run.recorded - (held ? waited_.end - waited_.begin : 0));
        waited_ = {};
        Cycle cycles = run.issues.size();
        for (const watch::VectorIssue& issue : run.issues)
            for (const watch::Hold hold : {watch::Hold::unit, watch::Hold::operand})
                cycles += issue.held[static_cast<std::size_t>(hold)];
        working.push_back(cycles);
    }

  private:
    watch::Wait waited_{};
};

struct Loop {
    const char *name, *body;
    bool exceeds_cache = false;  // the 128 words of Wormhole's
    bool builds = false;         // words at run time
    bool replays = false;        // pushes that go together end before the loop's own work does
    bool pushes_lead = false;    // the SFPU never waits for T1, so that its own cycles show
    bool scalar_after = false;   // T1 works on after the last push, which counts as long as it hides pushes
};
void PrintTo(const Loop& loop, std::ostream* out) { *out << loop.name; }

const Loop loops[] = {
    // Seven instructions again and again: what it repeats is in the cache, though it is longer than that.
    {.name = "rolled", .body = R"(
#pragma GCC unroll 1
        for (int i = 0; i < 60; ++i) {
            vFloat x = dst_reg[0];
            dst_reg[0] = x * x * 2.5f + 0.75f;
        }
    )"},
    {.name = "unrolled",
     .body = R"(
#pragma GCC unroll 60
        for (int i = 0; i < 60; ++i) {
            vFloat x = dst_reg[0];
            dst_reg[0] = x * x * 2.5f + 0.75f;
        }
    )",
     .exceeds_cache = true},
    {.name = "short", .body = R"(
        vFloat x = dst_reg[0];
        dst_reg[0] = x * x * 2.5f + 0.75f;
    )"},
    {.name = "built_at_run_time",
     .body = R"(
        const uint32_t first = get_arg_val<uint32_t>(0);
#pragma GCC unroll 1
        for (uint32_t i = first; i < first + 30; ++i) {
            vFloat x = dst_reg[i];
            dst_reg[i] = x * x;
        }
    )",
     .builds = true},
    {.name = "beyond_the_cache",
     .body = R"(
#pragma GCC unroll 1
        for (int i = 0; i < 4; ++i) {
#pragma GCC unroll 40
            for (int j = 0; j < 40; ++j) {
                vFloat x = dst_reg[0];
                dst_reg[0] = x * x * 2.5f + 0.75f;
            }
        }
    )",
     .exceeds_cache = true},
    {.name = "replayed",
     .body = R"(
        TTI_REPLAY(0, 8, 1, 1);
        TTI_SFPLOADI(0, 0, 1); TTI_SFPLOADI(1, 0, 1); TTI_SFPLOADI(2, 0, 1); TTI_SFPLOADI(3, 0, 1);
        TTI_SFPLOADI(0, 0, 1); TTI_SFPLOADI(1, 0, 1); TTI_SFPLOADI(2, 0, 1); TTI_SFPLOADI(3, 0, 1);
#pragma GCC unroll 1
        for (int i = 0; i < 20; ++i) TTI_REPLAY(0, 8, 0, 0);
    )",
     .replays = true,
     .pushes_lead = true},
    {.name = "segments_between_setc16",
     .body = R"(
#pragma GCC unroll 1
        for (uint32_t i = 0; i < 12; ++i) {
            math::set_dst_write_addr<DstTileShape::Tile32x32, UnpackDestination::SrcRegs>(i % 4);
            vFloat x = dst_reg[0];
            dst_reg[0] = x * x * 2.5f + 0.75f;
        }
        math::set_dst_write_addr<DstTileShape::Tile32x32, UnpackDestination::SrcRegs>(0);
    )",
     .scalar_after = true},
    {.name = "raw_words", .body = R"(
#pragma GCC unroll 1
        for (int i = 0; i < 50; ++i) {
            TTI_SFPLOADI(0, 0, 1);
            TTI_SFPMAD(0, 0, p_sfpu::LCONST_1, 1, 0);
            TTI_SFPNOP;
            TTI_SFPSTORE(1, 0, TESSERA_SFPI_ADDR_MOD, 0);
        }
    )"},
};

class Price : public testing::TestWithParam<std::tuple<Loop, const arch::Arch*>> {
  protected:
    Price() {
        std::ofstream(path_)
            << "#include \"compute_kernel_api/common.h\"\n#include \"sfpi.h\"\nusing namespace sfpi;\n"
               "namespace NAMESPACE {\nvoid MAIN {\n    tile_regs_acquire();\n#ifdef TRISC_MATH\n"
            << loop_.body << "#endif\n    tile_regs_commit();\n    tile_regs_wait();\n    tile_regs_release();\n}\n}\n";
    }
    KernelTrace listed() const {
        TraceRequest request;
        request.path = path_;
        request.arch = &arch_;
        request.args = {0};
        return trace_kernel(request);
    }
    Spent run() const {
        Device device(arch_);
        Spent spent;
        device.machine().hub().add(spent);
        core::Options options;
        options.math = &spent;
        KernelSpec spec;
        spec.path = path_;
        spec.cores = CoreRangeSet{CoreCoord{0, 0}};
        spec.compute = ComputeKernel{.fp32_dest_acc = true};
        Program program;
        program.set_args(program.add(spec), {0, 0}, {0});
        device.run(program, options);
        return spent;
    }

    const Loop loop_ = std::get<0>(GetParam());
    const arch::Arch& arch_ = *std::get<1>(GetParam());
    const test::TemporaryFolder folder_;
    const std::string path_ = (folder_ / "loop.cpp").string();
};

TEST_P(Price, IsThatOfARun) {
    const Spent spent = run();
    const KernelTrace trace = listed();
    ASSERT_EQ(trace.segments.size(), spent.needed.size());
    ASSERT_EQ(trace.segments.size(), spent.pushing.size());
    std::vector<bool> seen(trace.listings.size());
    for (std::size_t s = 0; s < trace.segments.size(); ++s) {
        const std::size_t index = trace.segments[s].listing;
        const Listing& listing = trace.listings[index];
        EXPECT_EQ(listing.push_cycles + (seen[index] ? 0 : listing.first_fetch_cycles), spent.needed[s]) << s;
        if (loop_.scalar_after || (loop_.replays && arch_.tensix.pushes_per_cycle.count() > 1))
            EXPECT_LE(spent.needed[s], spent.pushing[s]) << s;
        else
            EXPECT_EQ(spent.needed[s], spent.pushing[s]) << s;
        seen[index] = true;
        // Where pushes come late, the SFPU's own waits fall into theirs.
        const Cycle idle = sfpu::analyse(*listing.program, arch_.sfpu).cycles;
        if (loop_.pushes_lead)
            EXPECT_EQ(spent.working[s], idle) << s;
        else
            EXPECT_LE(spent.working[s], idle) << s;
    }
}

// How many instructions follow each other with no other work of T1 between them: its clock stands still.
std::vector<Cycle> bursts_of(const sfpu::Program& program, const sfpu::Recording& recording) {
    std::vector<Cycle> bursts;
    for (std::size_t i = 0; i < program.code.size(); ++i) {
        const auto at = [&](std::size_t j) { return recording.ops[program.origin[j]].at; };
        if (i == 0 || at(i) != at(i - 1)) bursts.push_back(0);
        ++bursts.back();
    }
    return bursts;
}

// Of adjacent instructions Blackhole pushes four in a cycle, Wormhole one (timing.md 2.1).
TEST_P(Price, OfCodeIsByWhatTheCacheHolds) {
    const KernelTrace trace = listed();
    const Listing& listing = trace.listings.at(0);
    const auto pushed = static_cast<Cycle>(listing.program->code.size());
    const bool small_cache = arch_.riscv.icache_bytes[3].count() == 512;
    EXPECT_EQ(listing.fits_cache, !(loop_.exceeds_cache && small_cache));
    if (loop_.replays || loop_.builds) return;
    const double longer = listing.fits_cache ? 0.0 : arch_.tensix.push_not_resident_factor - 1.0;
    const std::vector<Cycle> bursts = bursts_of(*listing.program, trace.segments.at(0).recording);
    EXPECT_EQ(std::accumulate(bursts.begin(), bursts.end(), Cycle{0}), pushed);
    const Cycle at_once = arch_.tensix.pushes_per_cycle.cycles();
    Cycle cycles = listing.scalar_cycles + static_cast<Cycle>(static_cast<double>(pushed) * longer);
    for (const Cycle burst : bursts) cycles += (burst + at_once - 1) / at_once;
    EXPECT_EQ(listing.push_cycles, cycles);
}

INSTANTIATE_TEST_SUITE_P(Loops, Price, testing::Combine(testing::ValuesIn(loops), testing::ValuesIn(arch::all())),
                         [](const auto& test) {
                             return testing::PrintToString(std::get<0>(test.param)) + "_" +
                                    std::string(std::get<1>(test.param)->name);
                         });

}  // namespace
}  // namespace tessera::host
