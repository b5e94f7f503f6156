// Sharded buffers of both generations: where pages lie, what accessors are told, what circular buffers lie on
// (spec/kernel-api.md 2.4, 5.2, 5.4).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/tt_align.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "tests/host/metalium/environment.hpp"

namespace {

using namespace tt;
using namespace tt::tt_metal;
using tessera::host::test::thrown_by;
using testing::ElementsAre;
using testing::HasSubstr;
constexpr uint32_t hole = UncompressedBufferPageMapping::PADDING;

class Shards : public tessera::host::test::Metalium {
  protected:
    // Pages of 16 words that hold their number, written through the buffer and read back.
    static void expect_it_holds(const std::shared_ptr<Buffer>& buffer, CommandQueue& queue) {
        std::vector<uint32_t> words(buffer->size() / 4), back;
        for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<uint32_t>(4 * i / buffer->page_size());
        EnqueueWriteBuffer(queue, buffer, words, true);
        EnqueueReadBuffer(queue, buffer, back, true);
        EXPECT_EQ(back, words);
    }
    static ShardSpecBuffer shards(CoreRangeSet cores, std::array<uint32_t, 2> pages, std::array<uint32_t, 2> tensor,
                                  ShardOrientation order = ShardOrientation::ROW_MAJOR) {
        return {cores, {pages[0] * 4, pages[1] * 4}, order, {4, 4}, tensor};
    }
    std::shared_ptr<Buffer> create(TensorMemoryLayout layout, const ShardSpecBuffer& spec,
                                   BufferType type = BufferType::L1) const {
        const auto pages = spec.tensor2d_shape_in_pages[0] * spec.tensor2d_shape_in_pages[1];
        return CreateBuffer(tt::tt_metal::ShardedBufferConfig{.device = device.get(),
                                                              .size = pages * 64,
                                                              .page_size = 64,
                                                              .buffer_type = type,
                                                              .buffer_layout = layout,
                                                              .shard_parameters = spec});
    }
    // The first word of a page where it lies in a core's L1.
    uint32_t word(const CoreCoord& core, const Buffer& buffer, uint32_t page) const {
        std::vector<uint32_t> words;
        detail::ReadFromDeviceL1(device.get(), core, buffer.address() + page * 64, 4, words);
        return words[0];
    }
    const std::shared_ptr<distributed::MeshDevice> device = distributed::MeshDevice::create_unit_mesh(0);
    CommandQueue& queue = device->mesh_command_queue();
    const CoreRange row{{0, 0}, {3, 0}};
};

TEST_F(Shards, HeightWidthAndBlockPutPagesOnTheirCores) {
    // Five pages, two to a core: the last has room for one more, the fourth none.
    const auto height = create(TensorMemoryLayout::HEIGHT_SHARDED, shards(row, {2, 1}, {5, 1}));
    expect_it_holds(height, queue);
    EXPECT_EQ(word({0, 0}, *height, 1), 1u);
    EXPECT_EQ(word({2, 0}, *height, 0), 4u);
    EXPECT_THAT(generate_buffer_page_mapping(*height).core_host_page_indices,
                ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3), ElementsAre(4, hole), ElementsAre(hole, hole)));
    EXPECT_EQ(height->num_dev_pages(), 8u);
    EXPECT_EQ(height->aligned_size_per_bank(), 128u);

    const auto width = create(TensorMemoryLayout::WIDTH_SHARDED, shards(row, {2, 1}, {2, 4}));
    expect_it_holds(width, queue);
    EXPECT_EQ(word({1, 0}, *width, 0), 1u);
    EXPECT_EQ(word({1, 0}, *width, 1), 5u);

    const CoreRange square({1, 2}, {2, 3});
    const auto block = create(TensorMemoryLayout::BLOCK_SHARDED, shards(square, {2, 2}, {4, 3}));
    expect_it_holds(block, queue);
    EXPECT_EQ(word({2, 2}, *block, 0), 2u);  // the second shard, beside a column of padding
    EXPECT_EQ(word({2, 2}, *block, 2), 5u);
    EXPECT_EQ(word({1, 3}, *block, 0), 6u);
    // Down the columns the second shard lies below the first.
    const auto down =
        create(TensorMemoryLayout::BLOCK_SHARDED, shards(square, {2, 2}, {4, 3}, ShardOrientation::COL_MAJOR));
    expect_it_holds(down, queue);
    EXPECT_EQ(word({1, 3}, *down, 0), 2u);
    std::vector<uint32_t> shard;
    detail::ReadShard(*down, shard, 1);
    EXPECT_EQ(shard.size(), 64u);
    EXPECT_EQ(shard[32], 5u);
}

TEST_F(Shards, AnyRankIsDealtRoundRobin) {
    // 3 x 4 x 2 pages in shards of 1 x 2 x 2: six of them on four cores.
    const BufferDistributionSpec spec({3, 4, 2}, {1, 2, 2}, row, ShardOrientation::ROW_MAJOR);
    EXPECT_EQ(spec.tensor_shape_in_pages(), Shape({24}));  // the pages of a shard follow each other
    EXPECT_EQ(spec.shard_shape_in_pages(), Shape({4}));
    EXPECT_EQ(spec.num_shards(), 6u);
    EXPECT_EQ(spec.max_num_shards_per_core(), 2u);
    const auto [used, with_data, more, fewer, per_more, per_fewer] = spec.core_groups_tuple();
    EXPECT_EQ(used, 4u);
    EXPECT_EQ(more, CoreRangeSet(CoreRange({0, 0}, {1, 0})));
    EXPECT_EQ(fewer, CoreRangeSet(CoreRange({2, 0}, {3, 0})));
    EXPECT_EQ(per_more, 2u);
    EXPECT_EQ(per_fewer, 1u);
    const auto buffer = Buffer::create(device.get(), 24 * 64, 64, BufferType::L1, spec);
    expect_it_holds(buffer, queue);
    EXPECT_EQ(word({1, 0}, *buffer, 4), 20u);  // its second shard is the sixth
    EXPECT_EQ(buffer->num_cores(), 4u);

    const auto in_dram = Buffer::create(device.get(), 24 * 64, 64, BufferType::DRAM, spec);
    expect_it_holds(in_dram, queue);
    std::vector<uint32_t> words;
    detail::ReadFromDeviceDRAMChannel(device.get(), 1, in_dram->address() + 4 * 64, 4, words);
    EXPECT_EQ(words[0], 20u);

    const BufferDistributionSpec grid({4, 4}, {2, 4}, CoreRange({0, 0}, {1, 1}), ShardOrientation::ROW_MAJOR,
                                      ShardDistributionStrategy::GRID_2D);
    EXPECT_THAT(grid.cores(), ElementsAre(CoreCoord(0, 0), CoreCoord(0, 1)));
}

TEST_F(Shards, AccessorsAreToldShapesAndBanks) {
    const auto virtual_word = [&](std::size_t x, std::size_t y) {
        const CoreCoord at = device->worker_core_from_logical_core({x, y});
        return static_cast<uint32_t>(at.x << 8 | at.y);
    };
    const auto buffer = create(TensorMemoryLayout::HEIGHT_SHARDED, shards(CoreRange({0, 0}, {2, 0}), {2, 1}, {5, 1}));
    std::vector<uint32_t> args;
    TensorAccessorArgs(*buffer).append_to(args);
    constexpr uint32_t page = 64u << 8;  // bytes of a page, above the kind
    EXPECT_THAT(args,
                ElementsAre(page | 1, 1, 3, 5, 2, virtual_word(0, 0) | virtual_word(1, 0) << 16, virtual_word(2, 0)));

    using tensor_accessor::ArgConfig;
    const TensorAccessorArgs runtime(*buffer, ArgConfig::RuntimeTensorShape | ArgConfig::RuntimeBankCoords);
    EXPECT_THAT(runtime.get_compile_time_args(), ElementsAre(page | 1 | 16 | 64, 1, 3, 2));
    EXPECT_EQ(runtime.get_common_runtime_args().size(), 3u);
    EXPECT_THAT(thrown_by([&] { runtime.append_to(args); }), HasSubstr("common runtime arguments"));
    EXPECT_THAT(thrown_by([&] { TensorAccessorArgs(*buffer, ArgConfig::RuntimeRank); }), HasSubstr("both shapes"));
    EXPECT_THAT(TensorAccessorArgs::create_dram_interleaved().get_compile_time_args(), ElementsAre(2));

    const auto in_dram = create(TensorMemoryLayout::WIDTH_SHARDED, shards(row, {2, 1}, {2, 4}), BufferType::DRAM);
    EXPECT_THAT(TensorAccessorArgs(*in_dram).get_compile_time_args(),
                ElementsAre(page | 3, 2, 4, 2, 4, 2, 1, 0x0100 << 16, 0x0300 << 16 | 0x0200));
}

TEST_F(Shards, WhatDoesNotFitIsRefused) {
    const auto refused = [&](TensorMemoryLayout layout, const ShardSpecBuffer& spec) {
        return thrown_by([&] { create(layout, spec); });
    };
    const auto height = TensorMemoryLayout::HEIGHT_SHARDED;
    EXPECT_THAT(refused(height, shards(row, {2, 1}, {9, 1})), HasSubstr("shards of 8 pages for a buffer of 9"));
    EXPECT_THAT(refused(height, ShardSpecBuffer(row, {2, 4}, ShardOrientation::ROW_MAJOR, {4, 4}, {4, 1})),
                HasSubstr("smaller than a page"));
    EXPECT_THAT(refused(height, shards(CoreCoord{20, 0}, {4, 1}, {4, 1})), HasSubstr("outside the compute grid"));
    EXPECT_THAT(refused(TensorMemoryLayout::SINGLE_BANK, shards(row, {1, 1}, {4, 1})), HasSubstr("SINGLE_BANK"));
    EXPECT_THAT(refused(TensorMemoryLayout::INTERLEAVED, shards(row, {1, 1}, {4, 1})), HasSubstr("say how"));
    // Consecutive pages of a shard that is narrower than the matrix are not a rectangle of it.
    const auto odd = create(height, shards(row, {4, 1}, {4, 4}));
    expect_it_holds(odd, queue);
    EXPECT_THAT(thrown_by([&] { TensorAccessorArgs args(*odd); }), HasSubstr("no accessor finds them"));
    EXPECT_THAT(thrown_by([&] {
                    CircularBufferConfig(512, {{0, DataFormat::Float32}}).set_globally_allocated_address(*odd);
                }),
                HasSubstr("512 bytes on an L1 buffer that has 256"));
}

TEST_F(Shards, PartsOfABufferLieWhereTheyLay) {
    for (const auto& buffer : {Buffer::create(device.get(), 20 * 64, 64, BufferType::DRAM),
                               create(TensorMemoryLayout::HEIGHT_SHARDED, shards(row, {5, 1}, {20, 1}))}) {
        expect_it_holds(buffer, queue);
        const auto part = buffer->view({7 * 64, 6 * 64});
        EXPECT_EQ(part->root_buffer(), buffer);
        std::vector<uint32_t> words;
        EnqueueReadBuffer(queue, *part, words, true);
        EXPECT_EQ(words.size(), 96u);
        EXPECT_EQ(words[0], 7u);
        const std::vector<uint32_t> mark(16, 99);
        EnqueueWriteSubBuffer(queue, *buffer, mark.data(), BufferRegion(8 * 64, 64), true);
        EnqueueReadBuffer(queue, *part, words, true);
        EXPECT_EQ(words[16], 99u);
        EXPECT_THAT(thrown_by([&] { buffer->view({32, 64}); }), HasSubstr("no whole pages"));
    }
}

// Base addresses are multiples of the DRAM's alignment in both memories (the vendor's allocator), rows of their own.
TEST_F(Shards, MemoryIsGivenOutAtTheVendorsAlignment) {
    const Allocator& memory = *device->allocator();
    EXPECT_EQ(memory.get_alignment(BufferType::DRAM), 32u);
    EXPECT_EQ(memory.get_alignment(BufferType::L1), 16u);
    EXPECT_EQ(align(4, memory.get_alignment(BufferType::DRAM)), 32u);
    const DeviceAddr top = memory.get_base_allocator_addr(HalMemType::L1) + memory.get_bank_size(BufferType::L1);
    EXPECT_FALSE(device->lowest_occupied_compute_l1_address());
    const auto small = Buffer::create(device.get(), 48, 48, BufferType::L1);
    EXPECT_EQ(small->aligned_page_size(), 48u);
    EXPECT_EQ(small->address(), top - 64);
    const auto low = Buffer::create(device.get(), 48, 48, BufferType::L1, std::nullopt, true);
    EXPECT_EQ(low->address(), memory.get_base_allocator_addr(HalMemType::L1));
    EXPECT_EQ(memory.get_statistics(BufferType::L1).total_allocated_bytes, 128u);
    EXPECT_EQ(memory.get_memory_block_table(BufferType::L1).size(), 3u);
    EXPECT_EQ(device->lowest_occupied_compute_l1_address(), low->address());
    DeallocateBuffer(*low);
    EXPECT_FALSE(low->is_allocated());
    EXPECT_EQ(device->lowest_occupied_compute_l1_address(), small->address());
    std::vector<uint8_t> back;
    EXPECT_THAT(thrown_by([&] { EnqueueReadBuffer(queue, *low, back, true); }), HasSubstr("deallocated"));

    const tessera::host::test::Variable blackhole("TESSERA_ARCH", "blackhole");
    const auto other = distributed::MeshDevice::create_unit_mesh(0, 1000, 5000);
    EXPECT_EQ(Buffer::create(other.get(), 48, 48, BufferType::L1)->address() % 64, 0u);
    EXPECT_EQ(other->allocator()->get_bank_size(BufferType::L1_SMALL), 1024u);
    EXPECT_TRUE(Buffer::create(other.get(), 512, 512, BufferType::L1_SMALL)->is_l1());
    EXPECT_EQ(hal::get_dram_alignment(), 64u);
    EXPECT_EQ(hal::get_arch_name(), "blackhole");
}

}  // namespace
