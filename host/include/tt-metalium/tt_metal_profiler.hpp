// Device profiler. TT_METAL_DEVICE_PROFILER=1 makes DeviceZoneScopedN cost what it costs on silicon; without it zones
// are free, as in the vendor's builds, and leaves the zones of every run in
// generated/profiler/.logs/profile_log_device.csv below TT_METAL_HOME or the working directory: at each call here, when
// a device closes and at the end of the process. An earlier process's file is replaced.
#pragma once

#include "mesh_device.hpp"

namespace tt::tt_metal {

// Every run is over when the host reads, so the states do not differ.
enum class ProfilerReadState : std::uint8_t { NORMAL, ONLY_DISPATCH_CORES, LAST_FD_READ };

inline void ReadMeshDeviceProfilerResults(distributed::MeshDevice&, ProfilerReadState = ProfilerReadState::NORMAL) {
    tessera::host::write_profiler_log();
}
inline void ReadDeviceProfilerResults(IDevice*, ProfilerReadState = ProfilerReadState::NORMAL) {
    tessera::host::write_profiler_log();
}

}  // namespace tt::tt_metal
