// A program as plain data: Program(descriptor) makes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core_coord.hpp"
#include "hal_types.hpp"
#include "kernel_types.hpp"
#include "tile.hpp"
#include "tt_backend_api_types.hpp"

namespace tt::tt_metal {

class Buffer;
namespace experimental {
class GlobalCircularBuffer;
}

struct TileDescriptor {
    std::uint32_t height = constants::TILE_HEIGHT, width = constants::TILE_WIDTH;
    bool transpose = false;
};
struct CBFormatDescriptor {
    std::uint8_t buffer_index = 0;
    tt::DataFormat data_format = tt::DataFormat::Float32;
    std::uint32_t page_size = 0;
    std::optional<TileDescriptor> tile = std::nullopt;
};
struct CBDescriptor {
    std::uint32_t total_size = 0;
    CoreRangeSet core_ranges = {};
    std::vector<CBFormatDescriptor> format_descriptors = {};
    Buffer* buffer = nullptr;  // of L1, which it lies on
    std::vector<CBFormatDescriptor> remote_format_descriptors = {};
    const experimental::GlobalCircularBuffer* global_circular_buffer = nullptr;  // of which those are ends
};
struct SemaphoreDescriptor {
    CoreType core_type = CoreType::WORKER;
    CoreRangeSet core_ranges = {};
    std::uint32_t initial_value = 0;
};

struct ReaderConfigDescriptor {};
struct WriterConfigDescriptor {};
struct DataMovementConfigDescriptor {
    DataMovementProcessor processor = DataMovementProcessor::RISCV_0;
    NOC noc = NOC::RISCV_0_default;
    NOC_MODE noc_mode = NOC_MODE::DM_DEDICATED_NOC;
};
struct ComputeConfigDescriptor {
    MathFidelity math_fidelity = MathFidelity::HiFi4;
    bool fp32_dest_acc_en = false;
    bool dst_full_sync_en = false;
    std::vector<UnpackToDestMode> unpack_to_dest_mode = {};
    bool bfp8_pack_precise = false;
    bool math_approx_mode = false;
};

struct KernelDescriptor {
    using CompileTimeArgs = std::vector<std::uint32_t>;
    using NamedCompileTimeArgs = std::vector<std::pair<std::string, std::uint32_t>>;
    using Defines = std::vector<std::pair<std::string, std::string>>;
    using CoreRuntimeArgs = std::vector<std::uint32_t>;
    using RuntimeArgs = std::vector<std::pair<CoreCoord, CoreRuntimeArgs>>;
    using CommonRuntimeArgs = std::vector<std::uint32_t>;
    using ConfigDescriptor = std::variant<ReaderConfigDescriptor, WriterConfigDescriptor, DataMovementConfigDescriptor,
                                          ComputeConfigDescriptor>;
    enum class SourceType : std::uint8_t { FILE_PATH, SOURCE_CODE };

    std::string kernel_source = {};
    SourceType source_type = SourceType::FILE_PATH;
    CoreRangeSet core_ranges = {};
    CompileTimeArgs compile_time_args = {};
    NamedCompileTimeArgs named_compile_time_args = {};
    Defines defines = {};
    RuntimeArgs runtime_args = {};
    CommonRuntimeArgs common_runtime_args = {};
    std::optional<KernelBuildOptLevel> opt_level = std::nullopt;
    ConfigDescriptor config = {};
};

struct ProgramDescriptor {
    std::vector<KernelDescriptor> kernels = {};
    std::vector<SemaphoreDescriptor> semaphores = {};
    std::vector<CBDescriptor> cbs = {};
};

}  // namespace tt::tt_metal
