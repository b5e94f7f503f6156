// Zones, assertions, marks of the watcher (kernel-api.md 1.5); printing is in print.h.
#pragma once

#include "tessera/call.h"
#include "tessera/print.h"
#include "tessera/types.h"

namespace tessera {

// A zone lasts from its construction to the end of the scope.
class Zone {
  public:
    ALWI Zone(const char* name, const char* file, uint32_t line) : id_(call<Call::zone_begin>(name, file, line)) {}
    ALWI ~Zone() { call<Call::zone_end>(id_); }
    Zone(const Zone&) = delete;
    Zone& operator=(const Zone&) = delete;

  private:
    uint32_t id_;
};

ALWI void timestamped_data(const char* name, uint64_t data) {
    call<Call::timestamped_data>(name, static_cast<uint32_t>(data), static_cast<uint32_t>(data >> 32));
}

}  // namespace tessera

#define TESSERA_CONCAT_(a, b) a##b
#define TESSERA_CONCAT(a, b) TESSERA_CONCAT_(a, b)
#define DeviceZoneScopedN(name) \
    ::tessera::Zone TESSERA_CONCAT(tessera_zone_, __COUNTER__)(TESSERA_STRING(name), TESSERA_STRING(__FILE__), __LINE__)
#define DeviceZoneScopedMainN(name) DeviceZoneScopedN(name)
#define DeviceZoneScopedMainChildN(name) DeviceZoneScopedN(name)
#define DeviceZoneScopedSumN1(name) DeviceZoneScopedN(name)
#define DeviceZoneScopedSumN2(name) DeviceZoneScopedN(name)
#define DeviceTimestampedData(name, data) ::tessera::timestamped_data(TESSERA_STRING(name), data)
#define DeviceRecordEvent(id) ::tessera::timestamped_data(TESSERA_STRING("event"), id)

#define ASSERT(condition, ...)                                                                   \
    do {                                                                                         \
        if (!(condition)) {                                                                      \
            ::tessera::call<::tessera::Call::assert_failed>(TESSERA_STRING(__FILE__), __LINE__); \
        }                                                                                        \
    } while (0)
#define ASSERT_ENABLED 1
#define WATCHER_ASSERT_ENABLED 1
#define LIGHTWEIGHT_ASSERT_ENABLED 0
// What an assertion of the watcher may be about; the report names the line, so the kind is not needed.
enum debug_assert_type_t : uint8_t { DebugAssertOK = 2, DebugAssertTripped = 3 };
inline void assert_and_hang(uint32_t line, debug_assert_type_t = DebugAssertTripped,
                            const char* file = __builtin_FILE()) {
    tessera::call<tessera::Call::assert_failed>(file, line);
}

// Without the watcher, whom nobody runs here, a place that is passed costs nothing on silicon either.
#define WAYPOINT(text) static_cast<void>("" text)
// The last words of a core are shown with the report of a fault on it.
#define WATCHER_RING_BUFFER_PUSH(value) ::tessera::call<::tessera::Call::ring_buffer_push>(value)
// Nobody can press a key in the middle of a run: it says where it is and goes on.
#define PAUSE() DPRINT("PAUSE at {}:{}\n", ::tessera::Text{TESSERA_STRING(__FILE__)}, __LINE__)

// Of cores and builds that are none of ours: Ethernet links, a log of transfer lengths.
#define WATCHER_CHECK_ETH_LINK_STATUS()
#define WATCHER_ETH_LINK_STATUS_ENABLED 0
#define LOG_LEN(length)
#define LOG_READ_LEN_FROM_STATE(noc)
#define LOG_WRITE_LEN_FROM_STATE(noc)

// Prints one tile of Dst; acts on T1 wherever it is called.
template <bool print_by_face = false>
ALWI void dprint_tensix_dest_reg([[maybe_unused]] int tile = 0) {
    MATH(tessera::call<tessera::Call::print_dst>(tile, print_by_face);)
}
