// Device profiler. TT_METAL_DEVICE_PROFILER=1 makes DeviceZoneScopedN cost what it costs on silicon; without it zones
// are free, as in the vendor's builds. The calls here write nothing: events are heard through
// tessera::host::simulated(device).machine().hub(), see host/metalium/simulation.hpp.
#pragma once

#include "mesh_device.hpp"

namespace tt::tt_metal {

inline void ReadMeshDeviceProfilerResults(distributed::MeshDevice&) {}
inline void ReadDeviceProfilerResults(IDevice*) {}

}  // namespace tt::tt_metal
