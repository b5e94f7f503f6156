// The single instructions of T0, T1 and T2 where they run the user's own low-level kernels (spec/tensix-core.md 7.1,
// unpack-instructions.md 3, pack-instructions.md 3), and how list program shows them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "host/inspect/fold.hpp"
#include "host/inspect/thread_report.hpp"
#include "sim/tensix/isa.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::host {
namespace {

using testing::HasSubstr;

constexpr const char* copies = R"(#include "compute_kernel_api/common.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
namespace NAMESPACE {
void MAIN {
    init_sfpu(0, 16);
    for (uint32_t i = 0; i < get_arg_val<uint32_t>(0); ++i) {
        cb_wait_front(0, 1);
        tile_regs_acquire();
        copy_tile(0, 0, 0);
        tile_regs_commit();
        cb_reserve_back(16, 1);
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_push_back(16, 1);
        cb_pop_front(0, 1);
    }
}
}
)";

class Threads : public testing::TestWithParam<const arch::Arch*> {
  protected:
    void SetUp() override {
        if (!std::filesystem::is_directory(tessera::test::vendor_tree()))
            GTEST_SKIP() << "no tree of the vendor's at hand";
        std::ofstream(folder_ / "copies.cpp") << copies;
        request_.path = (folder_ / "copies.cpp").string();
        request_.arch = GetParam();
        request_.format = tensix::DataFormat::bf16;
        request_.args = {tiles};
    }
    static std::size_t count(const ThreadTrace& trace, std::string_view name, std::string_view call) {
        return static_cast<std::size_t>(std::ranges::count_if(trace.steps, [&](const ThreadStep& step) {
            return step.call == call && tensix::row_of(step.word) != nullptr && tensix::row_of(step.word)->name == name;
        }));
    }

    static constexpr std::uint32_t tiles = 12;
    tessera::test::TemporaryFolder folder_;
    test::Variable cache_{"XDG_CACHE_HOME", TESSERA_TEST_CACHE};
    test::Variable home_{"TT_METAL_HOME", tessera::test::vendor_tree().string()};
    test::Variable level_{"TESSERA_LIBRARY", "vendor"};
    TraceRequest request_;
};
INSTANTIATE_TEST_SUITE_P(Archs, Threads, testing::ValuesIn(arch::all().begin(), arch::all().end()),
                         [](const auto& arch) { return std::string(arch.param->name); });

// Four faces a tile to the unpackers, two halves of each to the matrix unit, and a tile to the packers; a thread has
// one instruction after the other, and the lines are the kernel's.
TEST_P(Threads, TakeTheInstructionsOfEachTile) {
    const std::vector<ThreadTrace> threads = trace_threads(request_);
    ASSERT_EQ(threads.size(), 3u);
    EXPECT_EQ(count(threads[0], "UNPACR", "copy_tile"), 4 * tiles);
    EXPECT_GE(count(threads[1], "ELWADD", "copy_tile") + count(threads[1], "MOVA2D", "copy_tile"), 8 * tiles);
    EXPECT_GE(count(threads[2], "PACR", "pack_tile"), tiles);
    EXPECT_EQ(count(threads[2], "ZEROACC", "tile_regs_release"), tiles);
    for (const ThreadTrace& trace : threads) {
        Cycle before = 0;
        for (const ThreadStep& step : trace.steps) {
            EXPECT_LE(before, step.begin);
            EXPECT_LT(step.begin, step.end);
            EXPECT_LE(step.waited, step.end - step.begin);
            EXPECT_THAT(step.line, HasSubstr("copies.cpp:"));
            before = step.end;
        }
    }
}

TEST_P(Threads, AreShownCallByCallWithLoopsFolded) {
    const std::vector<ThreadTrace> threads = trace_threads(request_);
    const std::string text = to_text(threads, *request_.arch, {});
    for (const char* part : {"T0, unpack: ", "T1, math: ", "T2, pack: ", "-- copy_tile, ", "-- pack_tile, ",
                             " x4 unpack ", "more time(s)"})
        EXPECT_THAT(text, HasSubstr(part));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
    EXPECT_LT(std::ranges::count(text, '\n'), 250) << text;

    const auto json = to_json(threads, *request_.arch);
    for (std::size_t t = 0; t < threads.size(); ++t) {
        EXPECT_EQ(json[t]["instructions"], threads[t].steps.size());
        std::size_t in_units = 0, in_order = 0;
        for (const auto& unit : json[t]["units"]) in_units += unit["instructions"].get<std::size_t>();
        for (const auto& turn : json[t]["order"])
            for (const auto& loop : json[t]["calls"][turn["call"].get<std::size_t>()]["code"])
                in_order += loop["times"].get<std::size_t>() * loop["instructions"].size();
        EXPECT_EQ(in_units, threads[t].steps.size());
        EXPECT_EQ(in_order, threads[t].steps.size());
    }
}

// The compiler does not inline what is called often; its vector work belongs to the kernel's call all the same.
TEST_P(Threads, NameTheCallOfVectorCodeThatStandsAlone) {
    std::string kernel = copies;
    kernel.replace(kernel.find("namespace"), 0, "#include \"compute_kernel_api/eltwise_unary/exp.h\"\n");
    kernel.replace(kernel.find("        tile_regs_commit"), 0,
                   "        exp_tile(0);\n        exp_tile(0);\n        exp_tile(0);\n");
    kernel.insert(kernel.find("    for"), "    exp_tile_init();\n");
    std::ofstream(folder_ / "copies.cpp") << kernel;
    std::map<std::string, std::size_t> vectors;  // by line
    const std::vector<ThreadTrace> threads = trace_threads(request_);
    for (const ThreadStep& step : threads[1].steps) {
        EXPECT_THAT(step.line, HasSubstr("copies.cpp:"));
        if (step.vector_instructions > 100 && step.call == "exp_tile") vectors[step.line] += 1;
    }
    EXPECT_EQ(vectors.size(), 3u);
    for (const auto& [line, times] : vectors) EXPECT_EQ(times, tiles) << line;
}

// More pages than the buffers hold at once: they come and go although nobody moves data.
TEST_P(Threads, DoNotWaitForDataMovers) {
    request_.args = {1500};
    const std::vector<ThreadTrace> threads = trace_threads(request_);
    EXPECT_EQ(count(threads[0], "UNPACR", "copy_tile"), 4 * 1500u);
}

TEST(Folds, TellLoopsByWhatCoversMost) {
    const auto folded = [](std::vector<std::uint64_t> sequence) {
        std::vector<std::vector<std::size_t>> out;
        for (const Fold& f : folds(sequence)) out.push_back({f.begin, f.period, f.times});
        return out;
    };
    using All = std::vector<std::vector<std::size_t>>;
    EXPECT_EQ(folded({}), All{});
    EXPECT_EQ(folded({1, 1, 1}), (All{{0, 1, 3}}));
    EXPECT_EQ(folded({7, 1, 2, 1, 2, 1, 2, 8}), (All{{0, 1, 1}, {1, 2, 3}, {7, 1, 1}}));
    EXPECT_EQ(folded({1, 1, 2, 1, 1, 2}), (All{{0, 3, 2}}));
}

}  // namespace
}  // namespace tessera::host
