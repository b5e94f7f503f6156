// Circular buffers (kernel-api.md 2.1). Of the compute builds T0 waits and pops, T2 reserves and pushes.
#pragma once

#include "sim/abi/page_counters.hpp"
#include "tessera/call.h"
#include "tessera/types.h"

#if defined(COMPILE_FOR_TRISC)
#define TESSERA_CONSUMER(...) UNPACK(__VA_ARGS__)
#define TESSERA_PRODUCER(...) PACK(__VA_ARGS__)
#else
#define TESSERA_CONSUMER(...) __VA_ARGS__
#define TESSERA_PRODUCER(...) __VA_ARGS__
#endif

inline constexpr uint32_t NUM_CIRCULAR_BUFFERS = TESSERA_CIRCULAR_BUFFERS;

namespace tessera {

inline constexpr uint8_t cb_formats[TESSERA_CIRCULAR_BUFFERS] = {TESSERA_CB_FORMATS};

// Bytes of a 32x32 tile; block formats carry one shared exponent byte per 16 values. By tessera's own list of formats,
// since a tree of the vendor's may lack some.
constexpr uint32_t tile_bytes(::DataFormat given) {
    using abi::DataFormat;
    switch (static_cast<DataFormat>(given)) {
        case DataFormat::Float32:
        case DataFormat::Tf32:
        case DataFormat::Int32:
        case DataFormat::UInt32:
        case DataFormat::RawUInt32: return 4096;
        case DataFormat::Float16:
        case DataFormat::Float16_b:
        case DataFormat::UInt16:
        case DataFormat::RawUInt16: return 2048;
        case DataFormat::Int8:
        case DataFormat::UInt8:
        case DataFormat::RawUInt8:
        case DataFormat::Lf8: return 1024;
        case DataFormat::Bfp4:
        case DataFormat::Bfp4_b: return 576;
        case DataFormat::Bfp2:
        case DataFormat::Bfp2_b: return 320;
        case DataFormat::Invalid: return 0;
        default: return 1088;
    }
}

// Compute RISCs count the bytes of a buffer in units of 16.
#if defined(COMPILE_FOR_TRISC)
inline constexpr uint32_t cb_unit = 16;
#else
inline constexpr uint32_t cb_unit = 1;
#endif

}  // namespace tessera

inline constexpr uint32_t cb_addr_shift = __builtin_ctz(tessera::cb_unit);
inline constexpr uint32_t CIRCULAR_BUFFER_COMPUTE_ADDR_SHIFT = 4;

#if defined(TESSERA_VENDOR_LIBRARY)
struct LocalCBInterface {
    uint32_t fifo_size, fifo_limit, fifo_page_size, fifo_num_pages, fifo_rd_ptr, fifo_wr_ptr, fifo_wr_tile_ptr;
    uint32_t rest[tessera::abi::cb_interface_words - 7];
};

#else
namespace tessera {

// A number that the machine keeps about a circular buffer. It lies nowhere: its address says which one it is, and what
// is copied from it to a place in memory remembers.
template <uint32_t field>
class CbNumber {
  public:
    ALWI CbNumber(const CbNumber& other) : cb_(other.cb()) {}
    ALWI operator uint32_t() const {
        if constexpr (field == 4) return call<Call::cb_read_ptr>(cb()) / cb_unit;
        if constexpr (field == 5) return call<Call::cb_write_ptr>(cb()) / cb_unit;
        return call<Call::cb_interface>(cb(), field) / (field == 3 ? 1 : cb_unit);
    }
    ALWI const CbNumber& operator=(const CbNumber& value) const { return *this = static_cast<uint32_t>(value); }
    ALWI const CbNumber& operator=(uint32_t value) const {
        static_assert(field >= 4, "what the host configured stays as it is");
        if constexpr (field == 4) call<Call::cb_set_pointer>(cb(), abi::CbPointer::read, value * cb_unit);
        if constexpr (field == 5) call<Call::cb_set_pointer>(cb(), abi::CbPointer::write, value * cb_unit);
        if constexpr (field == 6) call<Call::cb_set_pointer>(cb(), abi::CbPointer::packed, value * cb_unit);
        return *this;
    }
    ALWI const CbNumber& operator+=(uint32_t by) const { return *this = *this + by; }
    ALWI const CbNumber& operator-=(uint32_t by) const { return *this = *this - by; }

  private:
    ALWI uint8_t cb() const {
        const uint32_t address = reinterpret_cast<uint32_t>(this);
        return address < 16 * (TESSERA_CIRCULAR_BUFFERS + 1) ? address / 16 - 1 : cb_;
    }
    uint8_t cb_;
};

}  // namespace tessera

struct alignas(16) LocalCBInterface {
    tessera::CbNumber<0> fifo_size;
    tessera::CbNumber<1> fifo_limit;
    tessera::CbNumber<2> fifo_page_size;
    tessera::CbNumber<3> fifo_num_pages;
    tessera::CbNumber<4> fifo_rd_ptr;
    tessera::CbNumber<5> fifo_wr_ptr;
    tessera::CbNumber<6> fifo_wr_tile_ptr;
};
#endif
using CBInterface = LocalCBInterface;

// The registers that count pages can be read, and are written by the calls below alone.
ALWI volatile uint32_t* get_cb_tiles_received_ptr(uint32_t cb) {
    return reinterpret_cast<volatile uint32_t*>(tessera::abi::page_counter(cb, tessera::abi::received_pages_word));
}
ALWI volatile uint32_t* get_cb_tiles_acked_ptr(uint32_t cb) {
    return reinterpret_cast<volatile uint32_t*>(tessera::abi::page_counter(cb, tessera::abi::acked_pages_word));
}

constexpr ALWI DataFormat get_dataformat(uint32_t cb) { return static_cast<DataFormat>(tessera::cb_formats[cb]); }
constexpr ALWI uint32_t get_tile_size(uint32_t cb) { return tessera::tile_bytes(get_dataformat(cb)); }
constexpr ALWI uint32_t get_tile_hw(uint32_t) { return tt::constants::TILE_HW; }
constexpr ALWI uint32_t get_tile_num_faces(uint32_t) { return 4; }

namespace ckernel {

ALWI void cb_wait_front([[maybe_unused]] uint32_t cb, [[maybe_unused]] uint32_t pages) {
    TESSERA_CONSUMER(tessera::call<tessera::Call::cb_wait_front>(cb, pages);)
}
ALWI void cb_pop_front([[maybe_unused]] uint32_t cb, [[maybe_unused]] uint32_t pages) {
    TESSERA_CONSUMER(tessera::call<tessera::Call::cb_pop_front>(cb, pages);)
}
ALWI void cb_reserve_back([[maybe_unused]] uint32_t cb, [[maybe_unused]] uint32_t pages) {
    TESSERA_PRODUCER(tessera::call<tessera::Call::cb_reserve_back>(cb, pages);)
}
ALWI void cb_push_back([[maybe_unused]] uint32_t cb, [[maybe_unused]] uint32_t pages) {
    TESSERA_PRODUCER(tessera::call<tessera::Call::cb_push_back>(cb, pages);)
}
ALWI bool cb_pages_reservable_at_back(uint32_t cb, uint32_t pages) {
    return tessera::call<tessera::Call::cb_pages_reservable>(cb, pages) != 0;
}
ALWI bool cb_pages_available_at_front(uint32_t cb, uint32_t pages) {
    return tessera::call<tessera::Call::cb_pages_available>(cb, pages) != 0;
}
ALWI uint32_t get_write_ptr(uint32_t cb) { return tessera::call<tessera::Call::cb_write_ptr>(cb); }
ALWI uint32_t get_read_ptr(uint32_t cb) { return tessera::call<tessera::Call::cb_read_ptr>(cb); }

ALWI LocalCBInterface& get_local_cb_interface(uint32_t cb) {
#if defined(TESSERA_VENDOR_LIBRARY)
    return reinterpret_cast<LocalCBInterface*>(tessera::abi::cb_interface_base)[cb];
#else
    return *reinterpret_cast<LocalCBInterface*>((cb + 1) * sizeof(LocalCBInterface));
#endif
}

// Whether pages from the front on lie before the buffer's end.
ALWI bool cb_access_within_bounds(uint32_t cb, uint32_t first_page, uint32_t pages) {
    const LocalCBInterface& buffer = get_local_cb_interface(cb);
    return buffer.fifo_rd_ptr + (first_page + pages) * buffer.fifo_page_size <= buffer.fifo_limit;
}

#if defined(COMPILE_FOR_TRISC)

#if !defined(TESSERA_VENDOR_LIBRARY)
// Until the unit has done all that it was given.
ALWI void tensix_sync() { tessera::call<tessera::Call::unit_sync>(); }
#endif

// Byte address of page `index` of the front, the same on all three cores.
ALWI uint32_t get_tile_address(uint32_t cb, uint32_t index) {
    return tessera::call<tessera::Call::cb_tile_address>(cb, index);
}

// The older form answers 16 bytes low (pointers in 16-byte units are kept one short); callers add four words.
template <class T>
ALWI void cb_get_tile(uint32_t cb, uint32_t index, T** pointer) {
    *pointer = reinterpret_cast<T*>(get_tile_address(cb, index) - 16);
}
ALWI void cb_get_tile(uint32_t cb, uint32_t index, uint32_t* address) { *address = get_tile_address(cb, index) - 16; }
ALWI void cb_get_tile(uint32_t cb, uint32_t index, volatile void* pointer) {
    typedef uint32_t __attribute__((may_alias)) Aliased;
    *static_cast<volatile Aliased*>(pointer) = get_tile_address(cb, index) - 16;
}
ALWI void cb_release_tile(uint32_t cb) { tessera::call<tessera::Call::cb_release_tile>(cb); }
ALWI uint32_t read_tile_value(uint32_t cb, uint32_t tile, uint32_t element) {
    return reinterpret_cast<volatile uint32_t*>(get_tile_address(cb, tile))[element];
}

#endif

}  // namespace ckernel

using namespace ckernel;
