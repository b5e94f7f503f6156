// Circular buffers (kernel-api.md 2.1). Of the compute builds T0 waits and pops, T2 reserves and pushes.
#pragma once

#include "tessera/call.h"
#include "tessera/types.h"

#if defined(COMPILE_FOR_TRISC)
#define TESSERA_CONSUMER(...) UNPACK(__VA_ARGS__)
#define TESSERA_PRODUCER(...) PACK(__VA_ARGS__)
#else
#define TESSERA_CONSUMER(...) __VA_ARGS__
#define TESSERA_PRODUCER(...) __VA_ARGS__
#endif

namespace tessera {

inline constexpr uint8_t cb_formats[32] = {TESSERA_CB_FORMATS};

// Bytes of a 32x32 tile; block formats carry one shared exponent byte per 16 values.
constexpr uint32_t tile_bytes(DataFormat format) {
    switch (format) {
        case DataFormat::Float32:
        case DataFormat::Tf32:
        case DataFormat::Int32:
        case DataFormat::UInt32: return 4096;
        case DataFormat::Float16:
        case DataFormat::Float16_b:
        case DataFormat::UInt16: return 2048;
        case DataFormat::Int8:
        case DataFormat::UInt8:
        case DataFormat::Lf8: return 1024;
        case DataFormat::Bfp4:
        case DataFormat::Bfp4_b: return 576;
        case DataFormat::Bfp2:
        case DataFormat::Bfp2_b: return 320;
        case DataFormat::Invalid: return 0;
        default: return 1088;
    }
}

struct CbInterface {
    uint32_t fifo_size, fifo_limit, fifo_page_size, fifo_num_pages, fifo_rd_ptr, fifo_wr_ptr;
};

}  // namespace tessera

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

// A copy: the counters of a buffer change only through the calls above.
ALWI tessera::CbInterface get_local_cb_interface(uint32_t cb) {
    using tessera::Call;
    return {tessera::call<Call::cb_interface>(cb, 0), tessera::call<Call::cb_interface>(cb, 1),
            tessera::call<Call::cb_interface>(cb, 2), tessera::call<Call::cb_interface>(cb, 3),
            tessera::call<Call::cb_read_ptr>(cb),     tessera::call<Call::cb_write_ptr>(cb)};
}

#if defined(COMPILE_FOR_TRISC)

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
