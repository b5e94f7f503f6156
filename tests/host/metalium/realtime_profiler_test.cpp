// Records of programs as they end (spec/kernel-api.md 5.5).
#include <gmock/gmock.h>

#include <fstream>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/realtime_profiler.hpp>
#include <tt-metalium/host_api.hpp>

#include "host/metalium/simulation.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::experimental;
using testing::ElementsAre;

class RealtimeProfiler : public tessera::host::test::Metalium {
  protected:
    // Its cycles.
    std::uint64_t run(distributed::MeshDevice& device, std::optional<std::uint64_t> id, const std::string& name) {
        Program program = CreateProgram();
        for (const auto processor : {DataMovementProcessor::RISCV_0, DataMovementProcessor::RISCV_1})
            CreateKernel(program, folder / name, CoreCoord{0, 0},
                         DataMovementConfig{.processor = processor,
                                            .noc = processor == DataMovementProcessor::RISCV_0 ? NOC::RISCV_0_default
                                                                                               : NOC::RISCV_1_default});
        if (id) program.set_runtime_id(*id);
        distributed::MeshWorkload workload;
        workload.add_program(distributed::MeshCoordinateRange(device.shape()), std::move(program));
        distributed::EnqueueMeshWorkload(device.mesh_command_queue(), workload, true);
        return tessera::host::last_run(device).cycles;
    }
    const tessera::test::TemporaryFolder folder;
    const std::string idle = "idle.cpp", waits = "waits.cpp";

    RealtimeProfiler() {
        std::ofstream(folder / idle) << "void kernel_main() {}\n";
        std::ofstream(folder / waits) << "void kernel_main() { riscv_wait(1000); }\n";
    }
};

TEST_F(RealtimeProfiler, TellsEachProgramAsItEnds) {
    EXPECT_FALSE(IsProgramRealtimeProfilerActive());
    const auto device = distributed::MeshDevice::create_unit_mesh(3);
    EXPECT_TRUE(IsProgramRealtimeProfilerActive());
    const std::uint64_t before = run(*device, 1, idle);

    std::vector<ProgramRealtimeRecord> records;
    const auto handle = RegisterProgramRealtimeProfilerCallback(
        [&](const ProgramRealtimeRecord& record) { records.push_back(record); });
    const std::uint64_t first = run(*device, 7, waits);
    EXPECT_EQ(records.size(), 1u) << "a record comes with the end of its program";
    const std::uint64_t second = run(*device, std::nullopt, idle);
    UnregisterProgramRealtimeProfilerCallback(handle);
    UnregisterProgramRealtimeProfilerCallback(handle);
    run(*device, 9, idle);

    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[0].program_id, 7u);
    EXPECT_EQ(records[0].start_timestamp, before);
    EXPECT_EQ(records[0].end_timestamp, before + first);
    EXPECT_GE(first, 1000u);
    EXPECT_EQ(records[1].program_id, 0u);
    EXPECT_EQ(records[1].start_timestamp, records[0].end_timestamp);
    EXPECT_EQ(records[1].end_timestamp, records[0].end_timestamp + second);
    EXPECT_THAT(records[0].kernel_sources, ElementsAre((folder / waits).string())) << "two kernels of one source";
    for (const ProgramRealtimeRecord& record : records) {
        EXPECT_EQ(record.chip_id, 3u);
        EXPECT_EQ(record.frequency, device->arch() == tt::ARCH::WORMHOLE_B0 ? 1.0 : 1.35);
    }
    device->close();
    EXPECT_FALSE(IsProgramRealtimeProfilerActive());
}

TEST_F(RealtimeProfiler, CallbacksAreCalledInTheirOrderAndMayRemoveEachOther) {
    const auto device = distributed::MeshDevice::create_unit_mesh(0);
    std::vector<int> called;
    ProgramRealtimeProfilerCallbackHandle last = 0;
    const auto first = RegisterProgramRealtimeProfilerCallback([&](const ProgramRealtimeRecord&) {
        called.push_back(1);
        if (called.size() > 2) UnregisterProgramRealtimeProfilerCallback(last);
    });
    last = RegisterProgramRealtimeProfilerCallback([&](const ProgramRealtimeRecord&) { called.push_back(2); });
    run(*device, 1, idle);
    run(*device, 2, idle);
    UnregisterProgramRealtimeProfilerCallback(first);
    run(*device, 3, idle);
    EXPECT_THAT(called, ElementsAre(1, 2, 1));
}

}  // namespace
