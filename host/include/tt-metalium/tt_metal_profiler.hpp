// Device profiler. TT_METAL_DEVICE_PROFILER=1 makes DeviceZoneScopedN cost what it costs on silicon; without it zones
// are free, as in the vendor's builds, and leaves the zones of every run in
// generated/profiler/.logs/profile_log_device.csv below TT_METAL_HOME or the working directory: at each call here, when
// a device closes and at the end of the process. An earlier process's file is replaced.
#pragma once

#include <optional>
#include <string>

#include "host_api.hpp"
#include "mesh_device.hpp"
#include "profiler_optional_metadata.hpp"
#include "profiler_types.hpp"

namespace tt::tt_metal {

inline void ReadDeviceProfilerResults(IDevice*, ProfilerReadState = ProfilerReadState::NORMAL,
                                      const std::optional<ProfilerOptionalMetadata>& = {}) {
    tessera::host::write_profiler_log();
}

namespace detail {

using tt::tt_metal::ReadDeviceProfilerResults;

// The folder of profile_log_device.csv from now on; "" is the usual one.
inline void SetDeviceProfilerDir(const std::string& folder = "") { tessera::host::set_profiler_folder(folder); }
// Leaves out the runs so far.
inline void FreshProfilerDeviceLog() { tessera::host::start_profiler_log_afresh(); }

// The profiler has no memory on the device to be prepared, and one clock.
inline void InitDeviceProfiler(IDevice*) {}
inline void ClearProfilerControlBuffer(IDevice*) {}
inline void ProfilerSync(ProfilerSyncState) {}

}  // namespace detail

}  // namespace tt::tt_metal
