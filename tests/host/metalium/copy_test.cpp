// Tiles copied by three kernels given as text: reader, compute, writer (spec/kernel-api.md 5.2).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "host/metalium/simulation.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/host/metalium/tile_copy.hpp"

namespace {

using namespace tt;
using namespace tt::tt_metal;
using tessera::host::test::thrown_by;
using tessera::metalium_test::copied;
using tessera::metalium_test::copied_tiles;

class TileCopy : public tessera::host::test::Metalium {};

TEST_F(TileCopy, KeepsEveryBitOfBfloat16) {
    Device* device = CreateDevice(0);
    const auto data = create_random_vector_of_bfloat16_native(copied_tiles * 2048, 2, 11, -1);
    EXPECT_EQ(copied(device, data, DataFormat::Float16_b, ComputeConfig{}), data);
    CloseDevice(device);
}

TEST_F(TileCopy, KeepsEveryBitOfFloatOnTheWayStraightToDst) {
    Device* device = CreateDevice(0);
    std::vector<float> data(copied_tiles * 1024);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = std::sin(static_cast<float>(i));
    std::vector<UnpackToDestMode> modes(NUM_CIRCULAR_BUFFERS, UnpackToDestMode::Default);
    modes[CBIndex::c_0] = UnpackToDestMode::UnpackToDestFp32;
    const ComputeConfig straight{.fp32_dest_acc_en = true, .unpack_to_dest_mode = modes};
    EXPECT_EQ(copied(device, data, DataFormat::Float32, straight), data);
    EXPECT_EQ(copied(device, data, DataFormat::Float32, straight, BufferType::L1), data);
    CloseDevice(device);
}

TEST_F(TileCopy, LeavesTf32OfFloatThroughSrcA) {
    Device* device = CreateDevice(0);
    std::vector<float> data(copied_tiles * 1024), expected;
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = std::cos(static_cast<float>(i));
    for (float value : data)
        expected.push_back(std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & ~std::uint32_t{0x1FFF}));
    EXPECT_EQ(copied(device, data, DataFormat::Float32, ComputeConfig{.fp32_dest_acc_en = true}), expected);
    CloseDevice(device);
}

TEST_F(TileCopy, RunsOnTheArchitectureNamedInTheEnvironment) {
    const tessera::host::test::Variable arch("TESSERA_ARCH", "blackhole");
    Device* device = CreateDevice(0);
    EXPECT_EQ(device->arch(), tt::ARCH::BLACKHOLE);
    const auto data = create_random_vector_of_bfloat16_native(copied_tiles * 2048, 2, 12, -1);
    EXPECT_EQ(copied(device, data, DataFormat::Float16_b, ComputeConfig{}), data);
    CloseDevice(device);
}

TEST_F(TileCopy, FindsWhatTheHostWroteIntoL1) {
    Device* device = CreateDevice(0);
    constexpr CoreCoord core{0, 0};
    constexpr uint32_t at = 512 * 1024;
    detail::WriteToDeviceL1(device, core, at, {40, 2});
    Program program;
    auto kernel =
        CreateKernelFromString(program, R"(
void kernel_main() {
    volatile uint32_t* words = reinterpret_cast<volatile uint32_t*>(get_common_arg_val<uint32_t>(0));
    words[2] = words[0] + words[1] + get_named_compile_time_arg_val("offset");
}
)",
                               CoreRangeSet(core), DataMovementConfig{.named_compile_args = {{"offset", 100}}});
    SetCommonRuntimeArgs(program, kernel, {at});
    detail::LaunchProgram(device, program);
    std::vector<uint32_t> words;
    detail::ReadFromDeviceL1(device, core, at, 12, words);
    EXPECT_THAT(words, testing::ElementsAre(40, 2, 142));
    CloseDevice(device);
}

// What goes wrong inside a kernel arrives as one exception that says where.
TEST_F(TileCopy, ThrowsTheFaultOfAKernelWithItsPlace) {
    Device* device = CreateDevice(0);
    Program program;
    CreateKernelFromString(program, "void kernel_main() {\n    cb_wait_front(get_arg_val<uint32_t>(0), 1);\n}\n",
                           CoreCoord{1, 1}, DataMovementConfig{});
    const std::string text = thrown_by([&] { EnqueueProgram(device->command_queue(), program, true); });
    EXPECT_THAT(text, testing::HasSubstr("core (1,1) BRISC"));
    EXPECT_THAT(text, testing::HasSubstr("kernel_0_from_string.cpp:2: error:"));
    EXPECT_THAT(text, testing::HasSubstr("[TS016]"));
    EXPECT_THAT(thrown_by([&] { tessera::host::last_run(*device); }), testing::HasSubstr("no program has run"));
    CloseDevice(device);
}

}  // namespace
