// tt::tt_metal::detail: running and copying without a queue.
#pragma once

#include "host_api.hpp"

namespace tt::tt_metal::detail {

inline std::uint32_t TileSize(tt::DataFormat format) { return tt::tile_size(format); }
inline void EnablePersistentKernelCache() {}
inline void DisablePersistentKernelCache() {}

// Kernels are compiled by the first run.
inline void CompileProgram(IDevice*, Program&) {}
void LaunchProgram(IDevice* device, Program& program, bool wait_until_done = true);

template <class T>
void WriteToBuffer(const BufferRef& buffer, const std::vector<T>& data) {
    write_bytes(*buffer, data.data(), data.size() * sizeof(T));
}
template <class T>
void ReadFromBuffer(const BufferRef& buffer, std::vector<T>& data) {
    data.resize((*buffer).size() / sizeof(T));
    read_bytes(*buffer, data.data(), data.size() * sizeof(T));
}

// L1 of one core, by logical coordinates; addresses and sizes in bytes. What nobody wrote reads as zero. Words written
// here stay readable for the programs that run later.
bool WriteToDeviceL1(IDevice* device, const CoreCoord& core, std::uint32_t address,
                     const std::vector<std::uint32_t>& words);
bool ReadFromDeviceL1(IDevice* device, const CoreCoord& core, std::uint32_t address, std::uint32_t size,
                      std::vector<std::uint32_t>& words);

using tt::tt_metal::DumpDeviceProfileResults;
inline void DumpDeviceProfileResults(IDevice* device, Program&) { DumpDeviceProfileResults(device); }

}  // namespace tt::tt_metal::detail
