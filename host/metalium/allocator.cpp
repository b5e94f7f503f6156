#include "tt-metalium/allocator.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/metalium/places.hpp"
#include "host/metalium/simulation.hpp"
#include "tt-metalium/device.hpp"

namespace tt::tt_metal {

using tessera::fault::InputError;
using tessera::host::simulated;

namespace {

struct Block {
    std::uint64_t begin, end;
    bool allocated;
};

// The whole bank, used or free.
std::vector<Block> blocks_of(const tessera::host::Allocator& memory) {
    std::vector<Block> blocks;
    std::uint64_t at = memory.begin();
    for (const auto& [begin, end] : memory.used()) {
        if (at < begin) blocks.push_back({at, begin, false});
        blocks.push_back({begin, end, true});
        at = end;
    }
    if (at < memory.end()) blocks.push_back({at, memory.end(), false});
    return blocks;
}

}  // namespace

std::uint32_t Allocator::get_num_banks(const BufferType& type) const {
    return static_cast<std::uint32_t>(simulated(*device_).num_banks(tessera::host::place(type)));
}

DeviceAddr Allocator::get_bank_size(const BufferType& type) const {
    const auto& memory = simulated(*device_).allocator(tessera::host::place(type));
    return memory.end() - memory.begin();
}

std::uint32_t Allocator::get_alignment(BufferType type) const {
    return simulated(*device_).row_alignment(tessera::host::place(type));
}

DeviceAddr Allocator::get_base_allocator_addr(const HalMemType& type) const {
    if (type != HalMemType::DRAM && type != HalMemType::L1) throw InputError("buffers lie in DRAM or L1");
    return simulated(*device_)
        .allocator(type == HalMemType::DRAM ? tessera::host::BufferType::dram : tessera::host::BufferType::l1)
        .begin();
}

std::size_t Allocator::get_worker_l1_size() const { return device_->l1_size_per_core(); }

std::uint32_t Allocator::get_dram_channel_from_bank_id(std::uint32_t bank) const {
    return static_cast<std::uint32_t>(device_->logical_core_from_dram_channel(bank).x);
}

std::vector<std::uint32_t> Allocator::get_bank_ids_from_dram_channel(std::uint32_t channel) const {
    return {get_dram_channel_from_bank_id(channel)};
}

CoreCoord Allocator::get_logical_core_from_bank_id(std::uint32_t bank) const {
    if (bank >= get_num_banks(BufferType::L1))
        throw InputError(fmt::format("L1 bank {}; there are {}", bank, get_num_banks(BufferType::L1)));
    const std::size_t width = device_->compute_with_storage_grid_size().x;
    return {bank % width, bank / width};
}

std::vector<std::uint32_t> Allocator::get_bank_ids_from_logical_core(BufferType type, const CoreCoord& core) const {
    if (type == BufferType::DRAM || type == BufferType::TRACE) return {device_->dram_channel_from_logical_core(core)};
    device_->worker_core_from_logical_core(core);
    return {static_cast<std::uint32_t>(core.y * device_->compute_with_storage_grid_size().x + core.x)};
}

std::size_t Allocator::get_num_allocated_buffers() const {
    std::size_t buffers = 0;
    for (const BufferType type : {BufferType::DRAM, BufferType::L1, BufferType::L1_SMALL, BufferType::TRACE})
        buffers += simulated(*device_).allocator(tessera::host::place(type)).used().size();
    return buffers;
}

Statistics Allocator::get_statistics(const BufferType& type) const {
    Statistics out;
    for (const Block& block : blocks_of(simulated(*device_).allocator(tessera::host::place(type)))) {
        const std::size_t bytes = block.end - block.begin;
        out.total_allocatable_size_bytes += bytes;
        (block.allocated ? out.total_allocated_bytes : out.total_free_bytes) += bytes;
        if (block.allocated || bytes < out.largest_free_block_bytes) continue;
        if (bytes > out.largest_free_block_bytes) out.largest_free_block_addrs.clear();
        out.largest_free_block_bytes = bytes;
        out.largest_free_block_addrs.push_back(static_cast<std::uint32_t>(block.begin));
    }
    return out;
}

MemoryBlockTable Allocator::get_memory_block_table(const BufferType& type) const {
    MemoryBlockTable table;
    const std::vector<Block> blocks = blocks_of(simulated(*device_).allocator(tessera::host::place(type)));
    for (std::size_t i = 0; i < blocks.size(); ++i)
        table.push_back({{"blockID", std::to_string(i)},
                         {"address", std::to_string(blocks[i].begin)},
                         {"size", std::to_string(blocks[i].end - blocks[i].begin)},
                         {"prevID", i == 0 ? "" : std::to_string(i - 1)},
                         {"nextID", i + 1 == blocks.size() ? "" : std::to_string(i + 1)},
                         {"allocated", blocks[i].allocated ? "yes" : "no"}});
    return table;
}

void Allocator::dump_memory_blocks(const BufferType& type, std::ofstream& out) const {
    out << "block,address,bytes,allocated\n";
    for (auto& row : get_memory_block_table(type))
        out << row["blockID"] << ',' << row["address"] << ',' << row["size"] << ',' << row["allocated"] << '\n';
}

std::optional<DeviceAddr> Allocator::get_lowest_occupied_l1_address(std::uint32_t) const {
    return device_->lowest_occupied_compute_l1_address();
}

}  // namespace tt::tt_metal
