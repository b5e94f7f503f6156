#pragma once

#include <cstdint>

namespace tt::tt_metal {

// Every run is over when the host reads, so the states do not differ.
enum class ProfilerReadState : std::uint8_t { NORMAL, ONLY_DISPATCH_CORES, LAST_FD_READ };

namespace detail {

enum class ProfilerSyncState : std::uint8_t { INIT, CLOSE_DEVICE };

// How the profiler's log numbers a program: the device in the low ten bits.
struct DeviceProgramId {
    std::uint32_t base_program_id = 0, device_id = 0;
    bool is_host_fallback_op = false;
};

}  // namespace detail

}  // namespace tt::tt_metal
