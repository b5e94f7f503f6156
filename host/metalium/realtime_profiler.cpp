#include "host/metalium/realtime_profiler.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "tt-metalium/experimental/realtime_profiler.hpp"

namespace tt::tt_metal::experimental {
namespace {

struct Callbacks {
    std::recursive_mutex mutex;  // a callback may register and unregister
    ProgramRealtimeProfilerCallbackHandle next = 1;
    std::map<ProgramRealtimeProfilerCallbackHandle, ProgramRealtimeProfilerCallback> list;
    // Never destroyed: programs may run until the last static object is gone.
    static Callbacks& instance() {
        static auto* callbacks = new Callbacks;
        return *callbacks;
    }
};

}  // namespace

ProgramRealtimeProfilerCallbackHandle RegisterProgramRealtimeProfilerCallback(
    ProgramRealtimeProfilerCallback callback) {
    Callbacks& callbacks = Callbacks::instance();
    const std::scoped_lock one(callbacks.mutex);
    callbacks.list[callbacks.next] = std::move(callback);
    return callbacks.next++;
}

void UnregisterProgramRealtimeProfilerCallback(ProgramRealtimeProfilerCallbackHandle handle) {
    Callbacks& callbacks = Callbacks::instance();
    const std::scoped_lock one(callbacks.mutex);
    callbacks.list.erase(handle);
}

bool IsProgramRealtimeProfilerActive() { return any_device_is_open(); }

}  // namespace tt::tt_metal::experimental

namespace tessera::host {

void tell_program_record(int chip, const arch::Arch& arch, const Program& program, Cycle begin, Cycle cycles) {
    auto& callbacks = tt::tt_metal::experimental::Callbacks::instance();
    const std::scoped_lock one(callbacks.mutex);
    if (callbacks.list.empty()) return;
    tt::tt_metal::experimental::ProgramRealtimeRecord record{static_cast<std::uint32_t>(program.runtime_id.value_or(0)),
                                                             begin,
                                                             begin + cycles,
                                                             arch.clock_ghz.value,
                                                             static_cast<std::uint32_t>(chip),
                                                             {}};
    for (const Program::Kernel& kernel : program.kernels()) {
        const std::string& source = kernel.spec.path;
        if (std::ranges::find(record.kernel_sources, source) == record.kernel_sources.end())
            record.kernel_sources.push_back(source);
    }
    const auto called = callbacks.list;
    for (const auto& [handle, callback] : called)
        if (callbacks.list.contains(handle)) callback(record);
}

}  // namespace tessera::host
