// What is known of a device's memory: banks, alignments, what is free (spec/kernel-api.md 5.4). An L1 bank is a core's
// L1, numbered row by row; a DRAM bank has its channel's number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "buffer_types.hpp"
#include "core_coord.hpp"
#include "hal_types.hpp"
#include "math.hpp"

namespace tt::tt_metal {

class IDevice;

// One row a block: "blockID", "address", "size", "prevID", "nextID", "allocated".
using MemoryBlockTable = std::vector<std::unordered_map<std::string, std::string>>;

struct Statistics {  // of one bank, in bytes
    std::size_t total_allocatable_size_bytes = 0;
    std::size_t total_allocated_bytes = 0;
    std::size_t total_free_bytes = 0;
    std::size_t largest_free_block_bytes = 0;
    std::vector<std::uint32_t> largest_free_block_addrs;  // of the blocks of that size
};

class Allocator {
  public:
    explicit Allocator(const IDevice& device) : device_(&device) {}

    std::uint32_t get_num_banks(const BufferType& type) const;
    DeviceAddr get_bank_size(const BufferType& type) const;
    std::uint32_t get_alignment(BufferType type) const;  // of a page
    DeviceAddr get_base_allocator_addr(const HalMemType& type) const;
    std::size_t get_worker_l1_size() const;

    // Banks begin at address 0.
    std::int32_t get_bank_offset(BufferType, std::uint32_t) const { return 0; }
    std::uint32_t get_dram_channel_from_bank_id(std::uint32_t bank) const;
    CoreCoord get_logical_core_from_bank_id(std::uint32_t bank) const;
    std::vector<std::uint32_t> get_bank_ids_from_dram_channel(std::uint32_t channel) const;
    std::vector<std::uint32_t> get_bank_ids_from_logical_core(BufferType type, const CoreCoord& core) const;

    std::size_t get_num_allocated_buffers() const;
    Statistics get_statistics(const BufferType& type) const;
    MemoryBlockTable get_memory_block_table(const BufferType& type) const;
    void dump_memory_blocks(const BufferType& type, std::ofstream& out) const;
    // Nothing: no L1 buffer lives.
    std::optional<DeviceAddr> get_lowest_occupied_l1_address(std::uint32_t bank = 0) const;

  private:
    const IDevice* device_;
};

namespace detail {

// Bytes of each bank when pages are dealt over as many.
constexpr DeviceAddr calculate_bank_size_spread(DeviceAddr size, DeviceAddr page_size, std::uint32_t banks,
                                                std::uint32_t alignment) {
    if (page_size == 0) return 0;
    return tt::div_up(size / page_size, DeviceAddr{banks}) * tt::round_up(page_size, DeviceAddr{alignment});
}

}  // namespace detail

}  // namespace tt::tt_metal
