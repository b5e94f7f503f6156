// The vendor's host API as far as tessera has it (spec/kernel-api.md 5). Errors of use are tessera::fault::InputError,
// one line; see device.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ambient.hpp"
#include "assert.hpp"
#include "buffer.hpp"
#include "circular_buffer_config.hpp"
#include "command_queue.hpp"
#include "constants.hpp"
#include "core_coord.hpp"
#include "device.hpp"
#include "kernel_types.hpp"
#include "logger.hpp"
#include "math.hpp"
#include "program.hpp"
#include "span.hpp"
#include "tensor_accessor_args.hpp"
#include "tt_backend_api_types.hpp"

#ifndef OVERRIDE_KERNEL_PREFIX
#define OVERRIDE_KERNEL_PREFIX ""
#endif

inline constexpr std::size_t DEFAULT_L1_SMALL_SIZE = 0;
inline constexpr std::size_t DEFAULT_TRACE_REGION_SIZE = 0;

namespace tt::tt_metal {

// ---- devices: id 0 only; the caller closes what it created. The other arguments have no effect.
Device* CreateDevice(chip_id_t id, std::uint8_t num_hw_cqs = 1, std::size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
                     std::size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE);
Device* CreateDeviceMinimal(chip_id_t id);
bool CloseDevice(IDevice* device);  // and deletes it
inline std::size_t GetNumAvailableDevices() { return 1; }
inline std::size_t GetNumPCIeDevices() { return 1; }

// ---- programs
inline Program CreateProgram() { return {}; }

CBHandle CreateCircularBuffer(Program& program, const CoreSpec& cores, const CircularBufferConfig& config);
void UpdateCircularBufferTotalSize(Program& program, CBHandle handle, std::uint32_t total_size);
void UpdateCircularBufferPageSize(Program& program, CBHandle handle, std::uint8_t index, std::uint32_t page_size);
void UpdateDynamicCircularBufferAddress(Program& program, CBHandle handle, const Buffer& buffer);

// The initial value is set on each core before each run.
std::uint32_t CreateSemaphore(Program& program, const CoreSpec& cores, std::uint32_t initial_value);

// The path is looked up below the working directory, TT_METAL_KERNEL_PATH and TT_METAL_HOME.
KernelHandle CreateKernel(Program& program, const std::string& path, const CoreSpec& cores, const KernelConfig& config);
KernelHandle CreateKernelFromString(Program& program, const std::string& source, const CoreSpec& cores,
                                    const KernelConfig& config);

// ---- runtime arguments: at most 341 words, always the same number
using RuntimeArgsData = std::vector<std::uint32_t>;
// One word of a braced list: any integer or CB name, so that 64-bit addresses of mesh buffers may stand beside counts.
// Negative ones keep their low bits; InputError when a value does not fit.
class RuntimeArg {
  public:
    template <class T>
    requires(std::is_integral_v<T> || (std::is_enum_v<T> && std::is_convertible_v<T, std::uint32_t>))
        RuntimeArg(T value)
        : word_(static_cast<std::uint32_t>(value)) {
        const auto promoted = +value;
        if (!std::in_range<std::uint32_t>(promoted) && !std::in_range<std::int32_t>(promoted))
            refuse(fmt::to_string(promoted));
    }
    operator std::uint32_t() const { return word_; }

  private:
    [[noreturn]] static void refuse(const std::string& value);
    std::uint32_t word_;
};
void SetRuntimeArgs(Program& program, KernelHandle kernel, const CoreSpec& cores, stl::Span<const std::uint32_t> args);
void SetRuntimeArgs(Program& program, KernelHandle kernel, const CoreSpec& cores,
                    std::initializer_list<RuntimeArg> args);
void SetRuntimeArgs(Program& program, KernelHandle kernel, const std::vector<CoreCoord>& cores,
                    const std::vector<std::vector<std::uint32_t>>& args);  // one list per core
RuntimeArgsData& GetRuntimeArgs(Program& program, KernelHandle kernel, const CoreCoord& core);
void SetCommonRuntimeArgs(Program& program, KernelHandle kernel, stl::Span<const std::uint32_t> args);
void SetCommonRuntimeArgs(Program& program, KernelHandle kernel, std::initializer_list<RuntimeArg> args);
RuntimeArgsData& GetCommonRuntimeArgs(Program& program, KernelHandle kernel);

// ---- queues
template <class T>
void EnqueueWriteBuffer(CommandQueue&, const BufferRef& buffer, const std::vector<T>& data, bool) {
    write_bytes(*buffer, data.data(), data.size() * sizeof(T));
}
inline void EnqueueWriteBuffer(CommandQueue&, const BufferRef& buffer, const void* data, bool) {
    write_bytes(*buffer, data, (*buffer).size());
}
template <class T>
void EnqueueReadBuffer(CommandQueue&, const BufferRef& buffer, std::vector<T>& data, bool) {
    data.resize((*buffer).size() / sizeof(T));
    read_bytes(*buffer, data.data(), data.size() * sizeof(T));
}
inline void EnqueueReadBuffer(CommandQueue&, const BufferRef& buffer, void* data, bool) {
    read_bytes(*buffer, data, (*buffer).size());
}
void EnqueueProgram(CommandQueue& queue, Program& program, bool blocking);
inline void Finish(CommandQueue& queue) { queue.finish(); }
inline void Synchronize(IDevice*) {}

// Writes the profiler log so far, see tt_metal_profiler.hpp.
inline void DumpDeviceProfileResults(IDevice*) { tessera::host::write_profiler_log(); }

}  // namespace tt::tt_metal
