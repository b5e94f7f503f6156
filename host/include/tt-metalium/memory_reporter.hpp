// What lies where on a device, as a value or as three files.
#pragma once

#include <cstdint>
#include <string>

#include "allocator.hpp"
#include "buffer_types.hpp"

namespace tt::tt_metal {

class IDevice;

namespace detail {

struct MemoryView {  // of one bank, in bytes; every bank has the same blocks
    std::uint64_t num_banks = 0;
    std::uint64_t total_bytes_per_bank = 0;
    std::uint64_t total_bytes_allocated_per_bank = 0;
    std::uint64_t total_bytes_free_per_bank = 0;
    std::uint64_t largest_contiguous_bytes_free_per_bank = 0;
    MemoryBlockTable block_table;
};
MemoryView GetMemoryView(const IDevice* device, const BufferType& type);

// Writes generated/reports/<prefix>l1_usage_summary.csv, <prefix>memory_usage_summary.csv and
// <prefix>detailed_memory_usage.csv below TT_METAL_HOME or the working directory, over older ones. InputError where
// they cannot be written.
void DumpDeviceMemoryState(const IDevice* device, const std::string& prefix = "");

// Between the two each run of a program adds its rows to files of the same three names with "program_" in front: what
// was allocated when it began.
void EnableMemoryReports();
void DisableMemoryReports();

}  // namespace detail
}  // namespace tt::tt_metal
