// Zones, printing, assertions (kernel-api.md 1.5).
#pragma once

#include "tessera/call.h"
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
#define WAYPOINT(text) ::tessera::call<::tessera::Call::waypoint>(TESSERA_STRING(text))

// Manipulators of DPRINT.
struct ENDL {};
struct SETW {
    uint32_t n;
    explicit SETW(uint32_t width, bool = true) : n(width) {}
};
struct SETPRECISION {
    uint32_t n;
    explicit SETPRECISION(uint32_t digits) : n(digits) {}
};
struct FIXED {};
struct DEFAULTFLOAT {};
struct HEX {};
struct DEC {};
struct OCT {};
struct F32 {
    float value;
    explicit F32(float v) : value(v) {}
};
struct BF16 {
    uint16_t bits;
    explicit BF16(uint16_t b) : bits(b) {}
};
struct U32 {
    uint32_t value;
    explicit U32(uint32_t v) : value(v) {}
};

namespace tessera {

class Printer {
    using P = abi::Print;
    template <class... A>
    ALWI const Printer& piece(P kind, A... values) const {
        if constexpr (sizeof...(A) == 0) call<Call::print>(kind, 0, 0);
        if constexpr (sizeof...(A) == 1) call<Call::print>(kind, values..., 0);
        if constexpr (sizeof...(A) == 2) call<Call::print>(kind, values...);
        return *this;
    }

  public:
    ALWI const Printer& operator<<(const char* text) const { return piece(P::text, text); }
    ALWI const Printer& operator<<(char* text) const { return piece(P::text, text); }
    ALWI const Printer& operator<<(char c) const { return piece(P::character, c); }
    ALWI const Printer& operator<<(bool v) const { return piece(P::unsigned32, v); }
    ALWI const Printer& operator<<(signed char v) const { return piece(P::signed32, v); }
    ALWI const Printer& operator<<(unsigned char v) const { return piece(P::unsigned32, v); }
    ALWI const Printer& operator<<(short v) const { return piece(P::signed32, v); }
    ALWI const Printer& operator<<(unsigned short v) const { return piece(P::unsigned32, v); }
    ALWI const Printer& operator<<(int v) const { return piece(P::signed32, v); }
    ALWI const Printer& operator<<(unsigned v) const { return piece(P::unsigned32, v); }
    ALWI const Printer& operator<<(long v) const { return piece(P::signed32, v); }
    ALWI const Printer& operator<<(unsigned long v) const { return piece(P::unsigned32, v); }
    ALWI const Printer& operator<<(long long v) const {
        return piece(P::signed64, static_cast<uint32_t>(v), static_cast<uint32_t>(v >> 32));
    }
    ALWI const Printer& operator<<(unsigned long long v) const {
        return piece(P::unsigned64, static_cast<uint32_t>(v), static_cast<uint32_t>(v >> 32));
    }
    ALWI const Printer& operator<<(float v) const { return piece(P::float32, v); }
    ALWI const Printer& operator<<(double v) const { return piece(P::float32, static_cast<float>(v)); }
    ALWI const Printer& operator<<(const volatile void* v) const { return piece(P::pointer, v); }
    ALWI const Printer& operator<<(tt::CBIndex v) const { return piece(P::unsigned32, v); }
    ALWI const Printer& operator<<(ENDL) const { return piece(P::end_of_line); }
    ALWI const Printer& operator<<(SETW w) const { return piece(P::width, w.n); }
    ALWI const Printer& operator<<(SETPRECISION p) const { return piece(P::precision, p.n); }
    ALWI const Printer& operator<<(FIXED) const { return piece(P::fixed); }
    ALWI const Printer& operator<<(DEFAULTFLOAT) const { return piece(P::default_float); }
    ALWI const Printer& operator<<(HEX) const { return piece(P::hexadecimal); }
    ALWI const Printer& operator<<(DEC) const { return piece(P::decimal); }
    ALWI const Printer& operator<<(OCT) const { return piece(P::octal); }
    ALWI const Printer& operator<<(F32 v) const { return piece(P::float32, v.value); }
    ALWI const Printer& operator<<(BF16 v) const { return piece(P::bfloat16, v.bits); }
    ALWI const Printer& operator<<(U32 v) const { return piece(P::unsigned32, v.value); }
};
inline constexpr Printer printer{};

}  // namespace tessera

#define DPRINT ::tessera::printer
#if defined(COMPILE_FOR_TRISC)
#define DPRINT_UNPACK(...) UNPACK(__VA_ARGS__)
#define DPRINT_MATH(...) MATH(__VA_ARGS__)
#define DPRINT_PACK(...) PACK(__VA_ARGS__)
#define DPRINT_DATA0(...)
#define DPRINT_DATA1(...)
#else
#define DPRINT_UNPACK(...)
#define DPRINT_MATH(...)
#define DPRINT_PACK(...)
#if defined(COMPILE_FOR_BRISC)
#define DPRINT_DATA0(...) __VA_ARGS__
#define DPRINT_DATA1(...)
#else
#define DPRINT_DATA0(...)
#define DPRINT_DATA1(...) __VA_ARGS__
#endif
#endif

// Prints one tile of Dst; acts on T1 wherever it is called.
ALWI void dprint_tensix_dest_reg([[maybe_unused]] int tile = 0) { MATH(tessera::call<tessera::Call::print_dst>(tile);) }
