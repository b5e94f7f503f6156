#include "tt-metalium/memory_reporter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <utility>

#include "host/metalium/memory_reporter.hpp"
#include "host/metalium/process.hpp"
#include "sim/fault/fault.hpp"
#include "tt-metalium/device.hpp"

namespace tt::tt_metal::detail {

using tessera::fault::InputError;

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<BufferType, const char*>, 3> reported{
    {{BufferType::DRAM, "DRAM"}, {BufferType::L1, "L1"}, {BufferType::L1_SMALL, "L1_SMALL"}}};

struct File {
    const char* name;
    const char* heading;
    std::string rows;
};

// A row says for which program it is; that of a device's state says none.
std::array<File, 3> files(const IDevice& device, const std::string& program) {
    std::array<File, 3> out{{
        {"l1_usage_summary.csv",
         "program,minimum largest free L1 block (B),size of largest L1 buffer that can be interleaved (B)", ""},
        {"memory_usage_summary.csv",
         "program,memory,banks,total allocatable (B),total allocated (B),total free (B),largest free block (B)", ""},
        {"detailed_memory_usage.csv", "program,memory,block,address (B),size (B),allocated", ""},
    }};
    for (const auto& [type, text] : reported) {
        const MemoryView view = GetMemoryView(&device, type);
        const std::uint64_t largest = view.largest_contiguous_bytes_free_per_bank;
        if (type == BufferType::L1)
            out[0].rows += fmt::format("{},{},{}\n", program, largest, largest * view.num_banks);
        out[1].rows += fmt::format("{},{},{},{},{},{},{}\n", program, text, view.num_banks, view.total_bytes_per_bank,
                                   view.total_bytes_allocated_per_bank, view.total_bytes_free_per_bank, largest);
        for (const auto& block : view.block_table)
            out[2].rows += fmt::format("{},{},{},{},{},{}\n", program, text, block.at("blockID"), block.at("address"),
                                       block.at("size"), block.at("allocated"));
    }
    return out;
}

void write(const std::array<File, 3>& files, const std::string& prefix, bool append) {
    const fs::path folder = tessera::host::generated_folder() / "reports";
    std::error_code failed;
    fs::create_directories(folder, failed);
    for (const File& file : files) {
        const fs::path path = folder / (prefix + file.name);
        const bool fresh = !append || !fs::exists(path);
        std::ofstream out(path, append ? std::ios::app : std::ios::trunc);
        if (fresh) out << file.heading << '\n';
        out << file.rows;
        if (!out.flush()) throw InputError(fmt::format("cannot write the memory report {}", path.string()));
    }
}

bool reports_enabled = false;
std::size_t programs_reported = 0;

}  // namespace

MemoryView GetMemoryView(const IDevice* device, const BufferType& type) {
    const Allocator& allocator = *device->allocator();
    const Statistics bank = allocator.get_statistics(type);
    return {.num_banks = allocator.get_num_banks(type),
            .total_bytes_per_bank = bank.total_allocatable_size_bytes,
            .total_bytes_allocated_per_bank = bank.total_allocated_bytes,
            .total_bytes_free_per_bank = bank.total_free_bytes,
            .largest_contiguous_bytes_free_per_bank = bank.largest_free_block_bytes,
            .block_table = allocator.get_memory_block_table(type)};
}

void DumpDeviceMemoryState(const IDevice* device, const std::string& prefix) {
    write(files(*device, ""), prefix, false);
}

void EnableMemoryReports() { reports_enabled = true; }
void DisableMemoryReports() { reports_enabled = false; }

}  // namespace tt::tt_metal::detail

namespace tessera::host {

void report_memory(const tt::tt_metal::IDevice& device) {
    using namespace tt::tt_metal::detail;
    if (!reports_enabled) return;
    write(files(device, std::to_string(programs_reported)), "program_", programs_reported > 0);
    ++programs_reported;
}

}  // namespace tessera::host
