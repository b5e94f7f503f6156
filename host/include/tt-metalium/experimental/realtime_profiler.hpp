// Records of programs as they end, for a callback of the host's (the vendor's realtime_profiler.hpp,
// kernel-api.md 5.5). Nothing has to be switched on, and recording takes no simulated time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tt::tt_metal::experimental {

struct ProgramRealtimeRecord {
    std::uint32_t program_id;                 // Program::set_runtime_id; 0 where none was set
    std::uint64_t start_timestamp;            // cycles of the device since it was opened; host time takes none
    std::uint64_t end_timestamp;              // likewise, when the last core has ended
    double frequency;                         // GHz: cycles in a nanosecond
    std::uint32_t chip_id;                    // that of the device
    std::vector<std::string> kernel_sources;  // paths as they were given, names of texts; each once
};

using ProgramRealtimeProfilerCallback = std::function<void(const ProgramRealtimeRecord& record)>;
using ProgramRealtimeProfilerCallbackHandle = std::uint64_t;

// Called in the order of registration, in the thread that enqueued the program, before it is finished. Programs that
// end in a fault have no record.
ProgramRealtimeProfilerCallbackHandle RegisterProgramRealtimeProfilerCallback(ProgramRealtimeProfilerCallback callback);
// Waits for a call under way in another thread. A handle that is not registered is ignored.
void UnregisterProgramRealtimeProfilerCallback(ProgramRealtimeProfilerCallbackHandle handle);
// Whether a device is open.
bool IsProgramRealtimeProfilerActive();

}  // namespace tt::tt_metal::experimental
