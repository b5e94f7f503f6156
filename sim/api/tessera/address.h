// From a page to its bank, address and NoC endpoint (kernel-api.md 2.4), computed by the core itself as on silicon.
#pragma once

#include "tessera/alignment.h"
#include "tessera/cb.h"
#include "tessera/mod_div.h"
#include "tessera/noc_word.h"

namespace tessera {

// Endpoint of each bank, y << 6 | x, so that it shifts straight into a NoC address.
inline constexpr uint16_t dram_bank_xy[] = {TESSERA_DRAM_BANK_XY};
inline constexpr uint16_t l1_bank_xy[] = {TESSERA_L1_BANK_XY};

template <bool dram>
constexpr ALWI uint32_t bank_count() {
    return dram ? NUM_DRAM_BANKS : NUM_L1_BANKS;
}
template <bool dram>
constexpr ALWI uint32_t aligned(uint32_t bytes) {
    constexpr uint32_t alignment = dram ? DRAM_ALIGNMENT : L1_ALIGNMENT;
    return (bytes + alignment - 1) / alignment * alignment;
}
template <bool dram>
ALWI uint64_t bank_address(uint32_t bank, uint32_t address) {
    const uint32_t xy = dram ? dram_bank_xy[bank] : l1_bank_xy[bank];
    return static_cast<uint64_t>(xy) << abi::noc_address_bits | address;
}
// Page id of an interleaved buffer whose pages lie `step` bytes apart in a bank.
template <bool dram>
ALWI uint64_t interleaved(uint32_t id, uint32_t base, uint32_t step, uint32_t offset) {
    const uint32_t row = divide<bank_count<dram>()>(id);
    return bank_address<dram>(id - row * bank_count<dram>(), base + row * step + offset);
}

}  // namespace tessera

template <bool DRAM>
struct InterleavedAddrGen;

// The tables and steps of the vendor's generators by their names. A bank begins at offset 0 of its endpoint.
namespace tessera {

template <const uint16_t* banks>
struct BankTable {
    constexpr const uint16_t* operator[](size_t) const { return banks; }  // the same for either NoC
};
struct BankOffsets {
    constexpr int32_t operator[](size_t) const { return 0; }
};

// Bytes of one transfer of a generator, which may be one of the kernel's own.
template <class Generator>
constexpr ALWI auto transfer_bytes(const Generator& generator, int) -> decltype(uint32_t(generator.page_size)) {
    return generator.page_size;
}
template <class Generator>
constexpr ALWI auto transfer_bytes(const Generator& generator, long)
    -> decltype(uint32_t(generator.log_base_2_of_page_size)) {
    return 1u << generator.log_base_2_of_page_size;
}

// An accessor's pages lie as far apart as its transfers are long, which the machine compares with the buffer's.
template <class Generator>
constexpr auto page_options(const Generator* generator) -> decltype(generator->get_aligned_page_size()) {
    return abi::noc_whole_page;
}
template <bool DRAM>
constexpr uint32_t page_options(const InterleavedAddrGen<DRAM>*) {
    return abi::noc_whole_page;
}
constexpr uint32_t page_options(const void*) { return 0; }
template <class Generator>
ALWI uint32_t options_of_page(const Generator& generator, uint32_t offset, uint32_t size = 0) {
    // Not the initialiser of a constant, in which a compiler asks before it has inlined this.
    if (__builtin_constant_p(offset) && offset == 0 && __builtin_constant_p(size) && size == 0)
        return page_options(&generator);
    return 0;
}

}  // namespace tessera

inline constexpr tessera::BankTable<tessera::dram_bank_xy> dram_bank_to_noc_xy{};
inline constexpr tessera::BankTable<tessera::l1_bank_xy> l1_bank_to_noc_xy{};
inline constexpr tessera::BankOffsets bank_to_dram_offset{}, bank_to_l1_offset{};

namespace interleaved_addr_gen {

template <bool DRAM>
ALWI uint32_t get_bank_offset_index(uint32_t id) {
    return tessera::divide<tessera::bank_count<DRAM>()>(id);
}
template <bool DRAM>
ALWI uint32_t get_bank_index(uint32_t id, uint32_t bank_offset_index) {
    return id - bank_offset_index * tessera::bank_count<DRAM>();
}
template <bool DRAM>
ALWI uint32_t get_noc_xy(uint32_t bank_index, uint8_t = noc_index) {
    return DRAM ? tessera::dram_bank_xy[bank_index] : tessera::l1_bank_xy[bank_index];
}
template <bool DRAM>
ALWI uint32_t get_bank_offset(uint32_t) {
    return 0;
}
template <bool DRAM>
constexpr ALWI uint32_t get_allocator_alignment() {
    return DRAM ? DRAM_ALIGNMENT : L1_ALIGNMENT;
}
template <bool DRAM>
constexpr ALWI uint32_t get_log_base2_of_allocator_alignment() {
    return DRAM ? LOG_BASE_2_OF_DRAM_ALIGNMENT : LOG_BASE_2_OF_L1_ALIGNMENT;
}

}  // namespace interleaved_addr_gen

// Bytes of `index` tiles of so many values.
template <uint32_t tile_hw = 1024>
constexpr ALWI uint32_t MUL_WITH_TILE_SIZE(uint32_t format, uint32_t index) {
    return tessera::tile_bytes(static_cast<DataFormat>(format & 0x1F)) * tile_hw / 1024 * index;
}

template <bool DRAM>
ALWI uint64_t get_noc_addr_from_bank_id(uint32_t bank, uint32_t address, uint8_t = noc_index) {
    return tessera::bank_address<DRAM>(bank, address);
}
ALWI uint64_t get_dram_noc_addr(uint32_t id, uint32_t page_size, uint32_t base, uint32_t offset = 0,
                                uint8_t = noc_index) {
    return tessera::interleaved<true>(id, base, tessera::aligned<true>(page_size), offset);
}
ALWI uint64_t get_l1_noc_addr(uint32_t id, uint32_t page_size, uint32_t base, uint32_t offset = 0,
                              uint8_t = noc_index) {
    return tessera::interleaved<false>(id, base, tessera::aligned<false>(page_size), offset);
}

// What generators share: `step` bytes from row to row of a bank.
#define TESSERA_GENERATOR_OF(DRAM, step)                                                                \
    static constexpr bool is_dram = DRAM;                                                               \
    ALWI uint32_t get_addr(uint32_t, uint32_t bank_offset_index, uint32_t, uint32_t offset = 0) const { \
        return bank_base_address + bank_offset_index * (step) + offset;                                 \
    }                                                                                                   \
    ALWI uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t = noc_index) const {           \
        return tessera::interleaved<DRAM>(id, bank_base_address, step, offset);                         \
    }

template <bool DRAM>
struct InterleavedAddrGen {
    uint32_t bank_base_address;
    uint32_t page_size;
    const uint32_t aligned_page_size = tessera::aligned<DRAM>(page_size);
    TESSERA_GENERATOR_OF(DRAM, aligned_page_size)
};

template <bool DRAM, uint32_t tile_hw = 1024>
struct InterleavedAddrGenFast {
    uint32_t bank_base_address;
    uint32_t page_size;  // bytes of one transfer; the distance of tiles follows from the format
    DataFormat data_format;
    TESSERA_GENERATOR_OF(DRAM, (tessera::tile_bytes(data_format) * tile_hw / 1024))
};

template <bool DRAM>
struct InterleavedPow2AddrGen {
    uint32_t bank_base_address;
    uint32_t log_base_2_of_page_size;
    TESSERA_GENERATOR_OF(DRAM, tessera::aligned<DRAM>(1u << log_base_2_of_page_size))
};

template <bool DRAM>
struct InterleavedPow2AddrGenFast {
    uint32_t bank_base_address;
    uint32_t log_base_2_of_page_size;
    TESSERA_GENERATOR_OF(DRAM, tessera::aligned<DRAM>(1u << log_base_2_of_page_size))
};

template <bool DRAM, uint32_t page_size>
ALWI auto get_interleaved_addr_gen(uint32_t base) {
    if constexpr (is_power_of_2(page_size)) {
        if constexpr (page_size <= NOC_MAX_BURST_SIZE)
            return InterleavedPow2AddrGenFast<DRAM>{base, __builtin_ctz(page_size)};
        else
            return InterleavedPow2AddrGen<DRAM>{base, __builtin_ctz(page_size)};
    } else {
        return InterleavedAddrGen<DRAM>{base, page_size};
    }
}
template <bool DRAM, bool is_size_pow2>
ALWI auto get_interleaved_addr_gen(uint32_t base, [[maybe_unused]] uint32_t page_size,
                                   [[maybe_unused]] uint32_t log2_page_size) {
    if constexpr (is_size_pow2)
        return InterleavedPow2AddrGen<DRAM>{base, log2_page_size};
    else
        return InterleavedAddrGen<DRAM>{base, page_size};
}
template <bool DRAM, bool is_size_pow2>
ALWI auto get_interleaved_addr_gen(uint32_t base, uint32_t size) {
    return get_interleaved_addr_gen<DRAM, is_size_pow2>(base, size, size);
}

// Only for generators: plain numbers mean x, y and an address.
template <class Generator>
ALWI auto get_noc_addr(uint32_t id, const Generator& generator, uint32_t offset = 0, uint8_t noc = noc_index)
    -> decltype(generator.get_noc_addr(id, offset, noc)) {
    return generator.get_noc_addr(id, offset, noc);
}

template <class Generator, bool enable_noc_tracing = true>
ALWI void noc_async_read_page(uint32_t id, const Generator& generator, uint32_t l1, uint32_t offset = 0,
                              uint8_t noc = noc_index) {
    const uint64_t source = generator.get_noc_addr(id, offset, noc);
    tessera::call<tessera::Call::noc_read>(
        tessera::low(source), tessera::high(source), l1, tessera::transfer_bytes(generator, 0),
        noc | tessera::channel(NOC_UNICAST_WRITE_VC) | tessera::options_of_page(generator, offset));
}
template <class Generator>
ALWI void noc_async_read_tile(uint32_t id, const Generator& generator, uint32_t l1, uint32_t offset = 0,
                              uint8_t noc = noc_index) {
    noc_async_read_page(id, generator, l1, offset, noc);
}
template <class Generator, bool enable_noc_tracing = true, bool posted = false>
ALWI void noc_async_write_page(uint32_t id, const Generator& generator, uint32_t l1, uint32_t size = 0,
                               uint32_t offset = 0, uint8_t noc = noc_index) {
    const uint64_t target = generator.get_noc_addr(id, offset, noc);
    tessera::call<tessera::Call::noc_write>(l1, tessera::low(target), tessera::high(target),
                                            size == 0 ? tessera::transfer_bytes(generator, 0) : size,
                                            tessera::options<posted>(noc) | tessera::channel(NOC_UNICAST_WRITE_VC) |
                                                tessera::options_of_page(generator, offset, size));
}
template <class Generator>
ALWI void noc_async_write_tile(uint32_t id, const Generator& generator, uint32_t l1, uint8_t noc = noc_index) {
    noc_async_write_page(id, generator, l1, 0, 0, noc);
}
