// Headers and names of 2024 and 2025 that the vendor has moved or dropped since (spec/kernel-api.md 5.1). Their headers
// stand first and alone, so that what a program of that time includes must be enough.
#include "impl/dispatch/command_queue.hpp"
#include "tt_metal/common/assert.hpp"
#include "tt_metal/common/bfloat16.hpp"
#include "tt_metal/common/constants.hpp"
#include "tt_metal/common/core_coord.h"
#include "tt_metal/common/logger.hpp"
#include "tt_metal/common/math.hpp"
#include "tt_metal/common/test_tiles.hpp"
#include "tt_metal/common/tilize_untilize.hpp"
#include "tt_metal/common/work_split.hpp"
#include "tt_metal/detail/persistent_kernel_cache.hpp"
#include "tt_metal/detail/util.hpp"
#include "tt_metal/host_api.hpp"
#include "tt_metal/impl/buffers/buffer.hpp"
#include "tt_metal/impl/buffers/circular_buffer_types.hpp"
#include "tt_metal/impl/device/device.hpp"
#include "tt_metal/impl/program/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/experimental/kernel_cache.hpp>
#include <tt_stl/fmt.hpp>

#include "tests/host/metalium/environment.hpp"

namespace {

using namespace tt;
using namespace tt::tt_metal;
using tessera::host::test::thrown_by;
using testing::HasSubstr;

// Bank by its coordinates, as programs did before accessors.
constexpr const char* copies_a_page = R"(
#include "dataflow_api.h"
void kernel_main() {
    const uint64_t from = get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(2));
    const uint64_t to = get_noc_addr(get_arg_val<uint32_t>(3), get_arg_val<uint32_t>(4), get_arg_val<uint32_t>(5));
    cb_reserve_back(tt::CB::c_in0, 1);
    const uint32_t page = get_write_ptr(tt::CB::c_in0);
    noc_async_read(from, page, get_tile_size(tt::CB::c_in0));
    noc_async_read_barrier();
    noc_async_write(page, to, get_tile_size(tt::CB::c_in0));
    noc_async_write_barrier();
}
)";

class OldNames : public tessera::host::test::Metalium {};

TEST_F(OldNames, AProgramOfThatTimeRuns) {
    detail::EnablePersistentKernelCache();
    Device* device = CreateDevice(0);
    CommandQueue& queue = device->command_queue();
    auto program = CreateScopedProgram();
    const std::uint32_t page = detail::TileSize(DataFormat::RawUInt32);
    const InterleavedBufferConfig in_dram{.device = device, .size = page, .page_size = page};
    const InterleavedBufferConfig in_l1{
        .device = device, .size = page, .page_size = page, .buffer_type = BufferType::L1};
    auto from = CreateBuffer(in_dram), to = CreateBuffer(in_l1);

    constexpr CoreCoord core{0, 0};
    const CBHandle handle = CreateCircularBuffer(
        program, core, CircularBufferConfig(page, {{CB::c_in0, DataFormat::RawUInt32}}).set_page_size(CB::c_in0, page));
    const auto kernel = CreateKernelFromString(program, copies_a_page, core, DataMovementConfig{});
    SetRuntimeArgs(program, kernel, core,
                   {from->noc_coordinates().x, from->noc_coordinates().y, from->address(), to->noc_coordinates(0).x,
                    to->noc_coordinates(0).y, to->address()});
    std::vector<std::uint32_t> sent(page / 4), back;
    for (std::uint32_t i = 0; i < sent.size(); ++i) sent[i] = 0x9E3779B9 * i;
    EnqueueWriteBuffer(queue, from, sent, false);
    EnqueueProgram(queue, program, false);
    EnqueueReadBuffer(queue, to, back, true);
    EXPECT_EQ(back, sent);

    EXPECT_EQ(detail::GetCircularBuffer(program, handle)->size(), page);
    UpdateCircularBufferTotalSize(program, handle, 2 * page);
    EXPECT_EQ(detail::GetCircularBuffer(program, handle)->num_pages(CB::c_in0), 2u);
    EXPECT_EQ(detail::GetCircularBuffer(program, handle)->data_format(CB::c_in0), DataFormat::RawUInt32);
    EXPECT_THAT(thrown_by([&] { detail::GetCircularBuffer(program, handle + 1); }), HasSubstr("not of this program"));
    EXPECT_THAT(thrown_by([&] { from->noc_coordinates(device->num_dram_channels()); }), HasSubstr("DRAM channel 12"));
    EXPECT_EQ(to->noc_coordinates(9), device->worker_core_from_logical_core({1, 1})) << "banks of L1 go row by row";
    EXPECT_EQ(fmt::format("{}", std::vector{1, 2}), "[1, 2]") << "tt_stl/fmt.hpp";
    detail::DisablePersistentKernelCache();
    experimental::ClearKernelCache();
    CloseDevice(device);
}

}  // namespace
