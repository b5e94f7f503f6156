// The vendor's host API as far as tessera has it (spec/kernel-api.md 5). Errors of use are tessera::fault::InputError,
// one line; see device.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ambient.hpp"
#include "assert.hpp"
#include "buffer.hpp"
#include "circular_buffer.hpp"
#include "circular_buffer_config.hpp"
#include "cluster.hpp"
#include "command_queue.hpp"
#include "constants.hpp"
#include "core_coord.hpp"
#include "device.hpp"
#include "dispatch_core_common.hpp"
#include "event.hpp"
#include "global_semaphore.hpp"
#include "kernel_types.hpp"
#include "logger.hpp"
#include "math.hpp"
#include "profiler_optional_metadata.hpp"
#include "profiler_types.hpp"
#include "program.hpp"
#include "runtime_args_data.hpp"
#include "span.hpp"
#include "sub_device_types.hpp"
#include "tensor_accessor_args.hpp"
#include "tt_backend_api_types.hpp"

#ifndef OVERRIDE_KERNEL_PREFIX
#define OVERRIDE_KERNEL_PREFIX ""
#endif

namespace tt::tt_metal {

// ---- devices: those that are counted are one card's, others can be opened too (device.hpp). The caller closes what it
// created. Arguments without a name have no effect.
Device* CreateDevice(chip_id_t id, std::uint8_t num_hw_cqs = 1, std::size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
                     std::size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE, const DispatchCoreConfig& = {},
                     const std::vector<std::uint32_t>& = {}, std::size_t = DEFAULT_WORKER_L1_SIZE);
Device* CreateDeviceMinimal(chip_id_t id, std::uint8_t num_hw_cqs = 1, const DispatchCoreConfig& = {});
bool CloseDevice(IDevice* device);  // and deletes it
inline std::size_t GetNumAvailableDevices() { return 1; }
inline std::size_t GetNumPCIeDevices() { return 1; }
chip_id_t GetPCIeDeviceID(chip_id_t id);
inline bool IsGalaxyCluster() { return false; }
// Where kernels are looked up first from now on: TT_METAL_HOME of this process.
void SetRootDir(const std::string& folder);

// ---- programs
inline Program CreateProgram() { return Program(); }
inline Program CreateScopedProgram() { return Program(); }  // the name at the end of 2024
// The program keeps the buffer as long as it lives.
inline void AssignGlobalBufferToProgram(const std::shared_ptr<Buffer>& buffer, Program& program) {
    program.keep(buffer);
}

CBHandle CreateCircularBuffer(Program& program, const CoreSpec& cores, const CircularBufferConfig& config);
const CircularBufferConfig& GetCircularBufferConfig(Program& program, CBHandle handle);
void UpdateCircularBufferTotalSize(Program& program, CBHandle handle, std::uint32_t total_size);
void UpdateCircularBufferPageSize(Program& program, CBHandle handle, std::uint8_t index, std::uint32_t page_size);
void UpdateDynamicCircularBufferAddress(Program& program, CBHandle handle, const Buffer& buffer);
void UpdateDynamicCircularBufferAddressAndTotalSize(Program& program, CBHandle handle, const Buffer& buffer,
                                                    std::uint32_t total_size);

// The initial value is set on each core before each run.
std::uint32_t CreateSemaphore(Program& program, const CoreSpec& cores, std::uint32_t initial_value,
                              CoreType type = CoreType::WORKER);

// The path is looked up below the working directory, TT_METAL_KERNEL_PATH and TT_METAL_HOME.
KernelHandle CreateKernel(Program& program, const std::string& path, const CoreSpec& cores, const KernelConfig& config);
KernelHandle CreateKernelFromString(Program& program, const std::string& source, const CoreSpec& cores,
                                    const KernelConfig& config);
// Always an InputError: no chip here has Ethernet cores.
[[noreturn]] KernelHandle CreateKernel(Program& program, const std::string& path, const CoreSpec& cores,
                                       const EthernetConfig& config);
// The vendor's own choice among kinds of kernels, or any other.
template <class... Configs>
KernelHandle CreateKernel(Program& program, const std::string& path, const CoreSpec& cores,
                          const std::variant<Configs...>& config) {
    return std::visit([&](const auto& kind) { return CreateKernel(program, path, cores, kind); }, config);
}

// ---- runtime arguments: at most 341 words, always the same number
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

// ---- queues. A vector shorter than the buffer fills its front; a part is whole pages.
// InputError while a trace is captured.
void enqueue_write(CommandQueue& queue, Buffer& buffer, const void* data, std::size_t bytes, bool blocking);
void enqueue_read(CommandQueue& queue, Buffer& buffer, void* data, std::size_t bytes, bool blocking);
template <class T>
void EnqueueWriteBuffer(CommandQueue& queue, const BufferRef& buffer, const std::vector<T>& data, bool blocking) {
    enqueue_write(queue, *buffer, data.data(), data.size() * sizeof(T), blocking);
}
inline void EnqueueWriteBuffer(CommandQueue& queue, const BufferRef& buffer, const void* data, bool blocking) {
    enqueue_write(queue, *buffer, data, buffer->size(), blocking);
}
inline void EnqueueWriteBuffer(CommandQueue& queue, const BufferRef& buffer, const HostDataType& data, bool blocking) {
    std::visit(
        [&](const auto& held) {
            if constexpr (std::is_pointer_v<std::decay_t<decltype(held)>>)
                EnqueueWriteBuffer(queue, buffer, held, blocking);
            else
                EnqueueWriteBuffer(queue, buffer, *held, blocking);
        },
        data);
}
inline void EnqueueWriteSubBuffer(CommandQueue& queue, const BufferRef& buffer, const void* data,
                                  const BufferRegion& region, bool blocking) {
    const auto part = (*buffer).view(region);
    enqueue_write(queue, *part, data, part->size(), blocking);
}
template <class T>
void EnqueueReadBuffer(CommandQueue& queue, const BufferRef& buffer, std::vector<T>& data, bool blocking) {
    data.resize(buffer->size() / sizeof(T));
    enqueue_read(queue, *buffer, data.data(), data.size() * sizeof(T), blocking);
}
inline void EnqueueReadBuffer(CommandQueue& queue, const BufferRef& buffer, void* data, bool blocking) {
    enqueue_read(queue, *buffer, data, buffer->size(), blocking);
}
inline void EnqueueReadSubBuffer(CommandQueue& queue, const BufferRef& buffer, void* data, const BufferRegion& region,
                                 bool blocking) {
    const auto part = (*buffer).view(region);
    enqueue_read(queue, *part, data, part->size(), blocking);
}
void EnqueueProgram(CommandQueue& queue, Program& program, bool blocking);
inline void Finish(CommandQueue& queue, tt::stl::Span<const SubDeviceId> sub_devices = {}) {
    queue.finish(sub_devices);
}
void Synchronize(IDevice* device, std::optional<std::uint8_t> queue = std::nullopt,
                 tt::stl::Span<const SubDeviceId> sub_devices = {});

// The queue that a thread of the program means when it names none: the one pushed last, 0 when there is none.
void PushCurrentCommandQueueIdForThread(std::uint8_t id);
std::uint8_t PopCurrentCommandQueueIdForThread();  // InputError when none was pushed
std::uint8_t GetCurrentCommandQueueIdForThread();

// ---- events: recorded when the call returns. Waiting for one that never was is an InputError.
void EnqueueRecordEvent(CommandQueue& queue, const std::shared_ptr<Event>& event,
                        tt::stl::Span<const SubDeviceId> sub_devices = {});
void EnqueueWaitForEvent(CommandQueue& queue, const std::shared_ptr<Event>& event);
void EventSynchronize(const std::shared_ptr<Event>& event);
bool EventQuery(const std::shared_ptr<Event>& event);

// ---- traces: programs enqueued between begin and end do not run; each replay runs them with the arguments they had
// then.
std::uint32_t BeginTraceCapture(IDevice* device, std::uint8_t queue);
void EndTraceCapture(IDevice* device, std::uint8_t queue, std::uint32_t trace);
void ReplayTrace(IDevice* device, std::uint8_t queue, std::uint32_t trace, bool blocking);
void EnqueueTrace(CommandQueue& queue, std::uint32_t trace, bool blocking);
void ReleaseTrace(IDevice* device, std::uint32_t trace);

// All write the profiler log so far, see tt_metal_profiler.hpp.
inline void DumpDeviceProfileResults(IDevice*) { tessera::host::write_profiler_log(); }
inline void ReadMeshDeviceProfilerResults(distributed::MeshDevice&, ProfilerReadState = ProfilerReadState::NORMAL,
                                          const std::optional<ProfilerOptionalMetadata>& = {}) {
    tessera::host::write_profiler_log();
}
inline void DumpMeshDeviceProfileResults(distributed::MeshDevice& mesh) { ReadMeshDeviceProfilerResults(mesh); }

}  // namespace tt::tt_metal
