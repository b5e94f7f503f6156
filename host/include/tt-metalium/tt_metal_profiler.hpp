// Device profiler. TT_METAL_DEVICE_PROFILER=1 makes DeviceZoneScopedN cost what it costs on silicon; without it zones
// are free, as in the vendor's builds, and leaves the zones of every run in
// generated/profiler/.logs/profile_log_device.csv below TT_METAL_HOME or the working directory: at each call here, when
// a device closes and at the end of the process. An earlier process's file is replaced.
#pragma once

#include "mesh_device.hpp"

namespace tt::tt_metal {

inline void ReadMeshDeviceProfilerResults(distributed::MeshDevice&) { tessera::host::write_profiler_log(); }
inline void ReadDeviceProfilerResults(IDevice*) { tessera::host::write_profiler_log(); }

}  // namespace tt::tt_metal
