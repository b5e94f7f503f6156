// Device profiler. TT_METAL_DEVICE_PROFILER=1 makes DeviceZoneScopedN cost what it costs on silicon; without it zones
// are free, as in the vendor's builds, and leaves the zones of every run in
// generated/profiler/.logs/profile_log_device.csv below TT_METAL_HOME or the working directory: at each call here, when
// a device closes and at the end of the process. An earlier process's file is replaced.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "mesh_device.hpp"

namespace tt::tt_metal {

// Every run is over when the host reads, so the states do not differ.
enum class ProfilerReadState : std::uint8_t { NORMAL, ONLY_DISPATCH_CORES, LAST_FD_READ };

// Names of operations by device and runtime id. The log bears the ids, and no names.
class ProfilerOptionalMetadata {
  public:
    using RuntimeIds = std::map<std::pair<int, std::uint32_t>, std::string>;
    explicit ProfilerOptionalMetadata(RuntimeIds names) : names_(std::move(names)) {}
    // "" for one without a name.
    const std::string& get_op_name(int device, std::uint32_t runtime_id) const {
        static const std::string none;
        const auto found = names_.find({device, runtime_id});
        return found == names_.end() ? none : found->second;
    }

  private:
    RuntimeIds names_;
};

inline void ReadMeshDeviceProfilerResults(distributed::MeshDevice&, ProfilerReadState = ProfilerReadState::NORMAL,
                                          const std::optional<ProfilerOptionalMetadata>& = {}) {
    tessera::host::write_profiler_log();
}
inline void ReadDeviceProfilerResults(IDevice*, ProfilerReadState = ProfilerReadState::NORMAL,
                                      const std::optional<ProfilerOptionalMetadata>& = {}) {
    tessera::host::write_profiler_log();
}

namespace detail {

// The folder of profile_log_device.csv from now on; "" is the usual one.
inline void SetDeviceProfilerDir(const std::string& folder = "") { tessera::host::set_profiler_folder(folder); }
// Leaves out the runs so far.
inline void FreshProfilerDeviceLog() { tessera::host::start_profiler_log_afresh(); }

// The profiler has no memory on the device to be prepared, and one clock.
enum class ProfilerSyncState : std::uint8_t { INIT, CLOSE_DEVICE };
inline void InitDeviceProfiler(IDevice*) {}
inline void ClearProfilerControlBuffer(IDevice*) {}
inline void ProfilerSync(ProfilerSyncState) {}

}  // namespace detail

}  // namespace tt::tt_metal
