// tt::tt_metal::detail: running and copying without a queue.
#pragma once

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "host_api.hpp"
#include "persistent_kernel_cache.hpp"
#include "profiler_types.hpp"

namespace tt::tt_metal::detail {

inline std::uint32_t TileSize(tt::DataFormat format) { return tt::tile_size(format); }

// Kernels are compiled by the first run.
inline void CompileProgram(IDevice*, Program&) {}
std::vector<std::uint8_t> read_shard(Buffer& buffer, std::uint32_t core);
void LaunchProgram(IDevice* device, Program& program, bool wait_until_done = true, bool = false);

inline void SetLazyCommandQueueMode(bool) {}
inline bool WaitProgramDone(IDevice*, Program&, bool = true) { return true; }
inline void WriteRuntimeArgsToDevice(IDevice*, Program&, bool = true) {}
inline bool ConfigureDeviceWithProgram(IDevice*, Program&, bool = true) { return true; }
std::map<chip_id_t, IDevice*> CreateDevices(const std::vector<chip_id_t>& ids, std::uint8_t num_hw_cqs = 1,
                                            std::size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
                                            std::size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE,
                                            const DispatchCoreConfig& = {}, const std::vector<std::uint32_t>& = {},
                                            std::size_t = DEFAULT_WORKER_L1_SIZE);
void CloseDevices(const std::map<chip_id_t, IDevice*>& devices);
std::string get_platform_architecture_name();
// The device of that id that was opened last and is not closed; InputError when none is open.
IDevice* GetActiveDevice(chip_id_t id);
inline void DispatchStateCheck(bool) {}  // with queues and without are the same here

std::uint32_t EncodePerDeviceProgramID(std::uint32_t program, std::uint32_t device, bool host_fallback = false);
DeviceProgramId DecodePerDeviceProgramID(std::uint32_t id);

// Fewer bytes than the buffer has fill its front; more are an InputError.
void write_front(Buffer& buffer, const void* data, std::size_t bytes);
template <class T>
void WriteToBuffer(const BufferRef& buffer, const std::vector<T>& data) {
    write_front(*buffer, data.data(), data.size() * sizeof(T));
}
template <class T>
void WriteToBuffer(const BufferRef& buffer, tt::stl::Span<const T> data) {
    write_front(*buffer, data.data(), data.size() * sizeof(T));
}
template <class T>
void ReadFromBuffer(const BufferRef& buffer, std::vector<T>& data) {
    data.resize((*buffer).size() / sizeof(T));
    read_bytes(*buffer, data.data(), data.size() * sizeof(T));
}
inline void ReadFromBuffer(const BufferRef& buffer, std::uint8_t* data) { read_bytes(*buffer, data, (*buffer).size()); }
// The shard of one core, its pages in their order there; padding reads as zero.
template <class T>
void ReadShard(const BufferRef& buffer, std::vector<T>& data, std::uint32_t core) {
    const std::vector<std::uint8_t> bytes = read_shard(*buffer, core);
    data.resize(bytes.size() / sizeof(T));
    std::memcpy(data.data(), bytes.data(), data.size() * sizeof(T));
}

// Bank-relative addresses, in DRAM that a buffer has.
bool WriteToDeviceDRAMChannel(IDevice* device, int channel, std::uint32_t address,
                              const std::vector<std::uint32_t>& words);
bool ReadFromDeviceDRAMChannel(IDevice* device, int channel, std::uint32_t address, std::uint32_t size,
                               std::vector<std::uint32_t>& words);

// L1 of one core, by logical coordinates; addresses and sizes in bytes. What nobody wrote reads as zero. Words written
// here stay readable for the programs that run later.
bool WriteToDeviceL1(IDevice* device, const CoreCoord& core, std::uint32_t address,
                     const std::vector<std::uint32_t>& words);
bool ReadFromDeviceL1(IDevice* device, const CoreCoord& core, std::uint32_t address, std::uint32_t size,
                      std::vector<std::uint32_t>& words);

using tt::tt_metal::DumpDeviceProfileResults;
inline void DumpDeviceProfileResults(IDevice* device, Program&) { DumpDeviceProfileResults(device); }

}  // namespace tt::tt_metal::detail
