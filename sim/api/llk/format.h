// Formats of circular buffers as unpackers and packers are configured for them (spec/kernel-api.md 3.2), and where
// their pages lie.
#pragma once

#include "llk/word.h"
#include "tessera/cb.h"
#include "tessera/descriptors.h"

namespace tessera::llk {

ALWI DataFormat format_of(uint32_t cb) { return static_cast<DataFormat>(cb_formats[cb]); }
ALWI DataFormat unpacked_format(uint32_t cb) { return static_cast<DataFormat>(cb_unpacked_formats[cb]); }
ALWI DataFormat pack_source(uint32_t cb) { return static_cast<DataFormat>(cb_pack_sources[cb]); }

// The hardware's code has four bits; formats beyond share one with what they are the unsigned kind of.
constexpr uint32_t code(DataFormat format) { return static_cast<uint32_t>(format) & 15; }
constexpr bool is_32_bit(DataFormat format) { return code(format) == 0 || code(format) == 8; }
constexpr bool is_8_bit_integer(DataFormat format) { return code(format) == 14; }
constexpr bool is_block(DataFormat format) {
    const uint32_t c = code(format);
    return c == 2 || c == 3 || c == 6 || c == 7 || c == 11 || c == 15;
}
// With exponents of five bits.
constexpr bool is_of_a_family(DataFormat format) {
    const uint32_t c = code(format);
    return c == 1 || c == 2 || c == 3 || c == 10 || c == 11;
}
// Bytes of a datum of Src or Dst as addresses count them: the lowest two bits of the code say it.
constexpr uint32_t datum_bytes(DataFormat format) {
    const uint32_t kind = code(format) & 3;
    return kind == 0 ? 4 : kind == 1 ? 2 : 1;
}

// Whether tiles of a buffer go to Dst past the sources: 32 bits in, 32 bits out.
ALWI bool goes_to_dst(uint32_t cb) { return is_32_bit(format_of(cb)) && is_32_bit(unpacked_format(cb)); }
constexpr bool some_go_to_dst() {
    for (uint32_t cb = 0; cb < TESSERA_CIRCULAR_BUFFERS; ++cb) {
        const DataFormat from = static_cast<DataFormat>(cb_formats[cb]),
                         to = static_cast<DataFormat>(cb_unpacked_formats[cb]);
        if (from != DataFormat::Invalid && is_32_bit(from) && is_32_bit(to)) return true;
    }
    return false;
}

// Whether moves keep zeros and denormals as they are (spec/kernel-api.md 3.2).
ALWI bool keeps_zero_exponents(bool wanted, uint32_t a, uint32_t b) {
    return wanted || unpacked_format(a) == DataFormat::UInt16 || unpacked_format(b) == DataFormat::UInt16;
}

// What the machine holds about a buffer, in units of sixteen bytes.
struct Ring {
    volatile uint32_t size, limit, page_size, pages, read_pointer, write_pointer, packed, reserved;
};
static_assert(sizeof(Ring) == 4 * abi::cb_interface_words);
ALWI Ring& ring(uint32_t cb) { return reinterpret_cast<Ring*>(abi::cb_interface_base)[cb]; }

// Unpackers and packers add 1 to an address for the header that tiles do not have here.
ALWI uint32_t address_of_page(uint32_t cb, uint32_t index) {
    const uint32_t first = ring(cb).read_pointer - 1;
    return __builtin_constant_p(index) && index == 0 ? first : first + ring(cb).page_size * index;
}

inline constexpr uint32_t face_datums = 256, tile_faces = 4, row_datums = 16, tile_rows = 64;

}  // namespace tessera::llk
