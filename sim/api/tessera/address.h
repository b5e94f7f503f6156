// From a page to its bank, address and NoC endpoint (kernel-api.md 2.4), computed by the core itself as on silicon.
#pragma once

#include "tessera/cb.h"
#include "tessera/noc.h"

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
// id / divisor for ids below 2^31, as multiply and shift: bank counts are rarely powers of two, and a division takes a
// baby core up to 33 cycles. 2^(31 + s) / divisor rounded up, with s = ceil(log2(divisor)), is exact over that range.
template <uint32_t divisor>
constexpr ALWI uint32_t divide(uint32_t id) {
    constexpr bool power_of_two = (divisor & (divisor - 1)) == 0;
    if constexpr (power_of_two) {
        return id / divisor;
    } else {
        constexpr uint32_t shift = 32 - __builtin_clz(divisor - 1);
        constexpr uint32_t factor = static_cast<uint32_t>(((1ull << (31 + shift)) + divisor - 1) / divisor);
        return static_cast<uint32_t>(static_cast<uint64_t>(id) * factor >> 32) >> (shift - 1);
    }
}
// Page id of an interleaved buffer whose pages lie `step` bytes apart in a bank.
template <bool dram>
ALWI uint64_t interleaved(uint32_t id, uint32_t base, uint32_t step, uint32_t offset) {
    const uint32_t row = divide<bank_count<dram>()>(id);
    return bank_address<dram>(id - row * bank_count<dram>(), base + row * step + offset);
}

}  // namespace tessera

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

template <bool DRAM>
struct InterleavedAddrGen {
    uint32_t bank_base_address;
    uint32_t page_size;

    ALWI uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t = noc_index) const {
        return tessera::interleaved<DRAM>(id, bank_base_address, tessera::aligned<DRAM>(page_size), offset);
    }
    ALWI uint32_t transfer_bytes() const { return page_size; }
};

template <bool DRAM, uint32_t tile_hw = 1024>
struct InterleavedAddrGenFast {
    uint32_t bank_base_address;
    uint32_t page_size;  // bytes of one transfer; the distance of tiles follows from the format
    DataFormat data_format;

    ALWI uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t = noc_index) const {
        return tessera::interleaved<DRAM>(id, bank_base_address, tessera::tile_bytes(data_format) * tile_hw / 1024,
                                          offset);
    }
    ALWI uint32_t transfer_bytes() const { return page_size; }
};

template <bool DRAM>
struct InterleavedPow2AddrGen {
    uint32_t bank_base_address;
    uint32_t log_base_2_of_page_size;

    ALWI uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0, uint8_t = noc_index) const {
        return tessera::interleaved<DRAM>(id, bank_base_address, tessera::aligned<DRAM>(transfer_bytes()), offset);
    }
    ALWI uint32_t transfer_bytes() const { return 1u << log_base_2_of_page_size; }
};

template <bool DRAM>
struct InterleavedPow2AddrGenFast : InterleavedPow2AddrGen<DRAM> {};

// Only for generators: plain numbers mean x, y and an address.
template <class Generator>
ALWI auto get_noc_addr(uint32_t id, const Generator& generator, uint32_t offset = 0, uint8_t noc = noc_index)
    -> decltype(generator.get_noc_addr(id, offset, noc)) {
    return generator.get_noc_addr(id, offset, noc);
}

template <class Generator>
ALWI void noc_async_read_page(uint32_t id, const Generator& generator, uint32_t l1, uint32_t offset = 0,
                              uint8_t noc = noc_index) {
    noc_async_read(generator.get_noc_addr(id, offset, noc), l1, generator.transfer_bytes(), noc);
}
template <class Generator>
ALWI void noc_async_read_tile(uint32_t id, const Generator& generator, uint32_t l1, uint32_t offset = 0,
                              uint8_t noc = noc_index) {
    noc_async_read_page(id, generator, l1, offset, noc);
}
template <class Generator>
ALWI void noc_async_write_page(uint32_t id, const Generator& generator, uint32_t l1, uint32_t size = 0,
                               uint32_t offset = 0, uint8_t noc = noc_index) {
    noc_async_write(l1, generator.get_noc_addr(id, offset, noc), size == 0 ? generator.transfer_bytes() : size, noc);
}
template <class Generator>
ALWI void noc_async_write_tile(uint32_t id, const Generator& generator, uint32_t l1, uint8_t noc = noc_index) {
    noc_async_write_page(id, generator, l1, 0, 0, noc);
}
