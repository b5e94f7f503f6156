// What limits each workload of a program, and what workloads are called.
#include "sim/views/limits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tessera::views {
namespace {

using testing::HasSubstr;

constexpr Track limited_track{0, watch::brisc};

// 100 cycles of which the core waits 60 for a read of 640 bytes.
RunLimit limit_of_run(Limits& limits) {
    limits.begin();
    limits.on_core_name({0, {0, 0}, {1, 1}});
    Transfer transfer{limited_track, 0, true, {0, 0}, {1, 1}, 640, 10, 80, 0, {}, 1};
    transfer.bank = 0;
    limits.on_transfer(transfer);
    limits.on_wait(
        {limited_track, WaitReason::noc_read, 0, 20, 80, "r.cpp", 7, {limited_track, 80, {"r.cpp", 5}, &transfer}});
    limits.on_zone({limited_track, "BRISC-KERNEL", "r.cpp", 1, 0, 100});
    limits.on_run_end({100, {}, {}});
    return limits.end();
}

TEST(Limits, KeepsThePathOfEachRunAndWhatDramWouldAllow) {
    const arch::Arch& arch = arch::wormhole_b0();
    Limits limits(arch);
    for (int i = 0; i < 2; ++i) {
        const RunLimit run = limit_of_run(limits);
        EXPECT_EQ(run.bound, "latency");
        EXPECT_EQ(run.path[static_cast<std::size_t>(OnPath::transfers)], 70u) << "from its issue to its end";
        EXPECT_EQ(run.path[static_cast<std::size_t>(OnPath::movers)], 30u);
        EXPECT_EQ(run.dram_bytes, 640u);
        EXPECT_DOUBLE_EQ(run.dram_cycles, 640 / (arch.dram.bank_bytes_per_cycle * arch.dram.banks));
    }
}

// A fault ends a run without on_run_end(); what follows is not added to it.
TEST(Limits, ARunThatAFaultEndsHasWhatWasHeard) {
    Limits limits(arch::wormhole_b0());
    limits.begin();
    EXPECT_EQ(limits.end().dram_bytes, 0u);
    EXPECT_EQ(limit_of_run(limits).bound, "latency");
}

Workload of(std::vector<std::string> files, std::map<std::string, std::uint32_t> named_args = {}) {
    Workload out;
    out.files = std::move(files);
    out.named_args = std::move(named_args);
    out.cores = 1;
    return out;
}

TEST(Workloads, AreCalledByStemsWhereTheseTellThemApart) {
    std::vector<Workload> all{of({"k/reader.cpp", "k/writer.cpp"}), of({"k/scale.cpp"}), of({"k/scale.cpp"})};
    name_workloads(all);
    EXPECT_EQ(all[0].name(), "reader, writer");
    EXPECT_EQ(all[1].name(), "scale");
    EXPECT_EQ(all[2].name(), "scale");
}

TEST(Workloads, AreCalledByFoldersWhereStemsAreTheSame) {
    std::vector<Workload> all{of({"k/a/reader.cpp", "k/a/writer.cpp"}), of({"k/b/reader.cpp", "k/b/writer.cpp"}),
                              of({"k/b/reader.cpp", "k/a/compute.cpp"})};
    name_workloads(all);
    EXPECT_EQ(all[0].name(), "a");
    EXPECT_EQ(all[1].name(), "b");
    EXPECT_EQ(all[2].name(), "b, a");
    all.push_back(of({"k/a/one.cpp"}));
    name_workloads(all);
    EXPECT_EQ(all[0].name(), "a/reader, a/writer");
    EXPECT_EQ(all[3].name(), "a/one");
    all.push_back(of({"x/a/one.cpp"}));
    name_workloads(all);
    EXPECT_EQ(all[3].name(), "k/a/one.cpp");
}

TEST(Workloads, OfTheSameKernelsAreToldApartByWhatVaries) {
    std::vector<Workload> all{of({"gemm.cpp"}, {{"K", 64}, {"M", 1}, {"N", 32}}),
                              of({"gemm.cpp"}, {{"K", 64}, {"M", 1}, {"N", 96}}), of({"norm.cpp"}, {{"cols", 64}})};
    name_workloads(all);
    EXPECT_EQ(all[0].name(), "gemm N=32");
    EXPECT_EQ(all[1].name(), "gemm N=96");
    EXPECT_EQ(all[2].name(), "norm");
}

TEST(LimitsTable, AddsUpWorkloadsOfOneName) {
    std::vector<Workload> all{of({"gemm.cpp"}), of({"norm.cpp"}), of({"gemm.cpp"})};
    for (Workload& one : all) {
        one.cycles = 100;
        one.limit = RunLimit{.bound = "math", .path = {60, 10, 20, 0, 0, 10}, .dram_bytes = 0, .dram_cycles = 25};
    }
    all[1].limit->bound = "dram";
    name_workloads(all);
    const std::string text = limits_table(all, {.width = 120});
    EXPECT_THAT(text, HasSubstr("gemm        200   66.7  math       60      10  20      0       0         10    25\n"));
    EXPECT_THAT(text, HasSubstr("norm        100   33.3  dram "));
    EXPECT_THAT(text, HasSubstr("total       300  100.0             60 "));
    for (Workload& one : all) one.limit.reset();
    EXPECT_EQ(limits_table(all), "") << "where nothing was asked for, nothing is said";
}

}  // namespace
}  // namespace tessera::views
