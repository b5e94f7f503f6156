// Requests of one word: inline writes, atomics, semaphores (kernel-api.md 2.2, 2.3).
#pragma once

#include "hostdevcommon/common_values.hpp"
#include "tessera/noc_state.h"

enum class InlineWriteDst : uint8_t { DEFAULT = 0, L1 = 1, REG = 2 };
enum class ProgrammableCoreType : uint8_t { TENSIX = 0, ACTIVE_ETH = 1, IDLE_ETH = 2, DRAM = 3, COUNT = 4 };

namespace tessera {

// Blackhole cannot write a word to L1 from a register. Its API lets earlier writes leave, stores the word to L1 and
// sends it from there (memory-order.md 2), of which the waiting is what others see.
template <InlineWriteDst to>
ALWI void before_inline_write([[maybe_unused]] uint8_t noc) {
#if defined(ARCH_BLACKHOLE)
    if (to != InlineWriteDst::REG) noc_async_writes_flushed(noc);
#endif
}
// Only Wormhole has atomics that nobody answers (memory-order.md 3).
#if defined(ARCH_BLACKHOLE)
inline constexpr bool posts_atomics = false;
#else
inline constexpr bool posts_atomics = true;
#endif

}  // namespace tessera

template <InlineWriteDst dst_type = InlineWriteDst::DEFAULT, bool posted = false, bool flush = true>
ALWI void noc_inline_dw_write(uint64_t destination, uint32_t value, uint8_t byte_enable = 0xF, uint8_t noc = noc_index,
                              uint8_t vc = NOC_UNICAST_WRITE_VC, uint32_t = 0) {
    tessera::before_inline_write<dst_type>(noc);
    tessera::call<tessera::Call::noc_inline_write>(tessera::low(destination), tessera::high(destination), value,
                                                   byte_enable, tessera::options<posted>(noc) | tessera::channel(vc));
}
// The older form names only whether the write is posted.
template <bool posted>
ALWI void noc_inline_dw_write(uint64_t destination, uint32_t value, uint8_t byte_enable = 0xF, uint8_t noc = noc_index,
                              uint8_t vc = NOC_UNICAST_WRITE_VC) {
    noc_inline_dw_write<InlineWriteDst::DEFAULT, posted>(destination, value, byte_enable, noc, vc);
}
template <bool posted = false, bool set_val = false>
ALWI void noc_inline_dw_write_set_state(uint64_t destination, uint32_t value = 0, uint8_t byte_enable = 0xF,
                                        uint8_t cmd_buf = write_at_cmd_buf, uint8_t noc = noc_index,
                                        uint8_t vc = NOC_UNICAST_WRITE_VC) {
    tessera::call<tessera::Call::noc_inline_set_state>(tessera::low(destination), tessera::high(destination), value,
                                                       byte_enable,
                                                       tessera::buffer_options(noc, cmd_buf) | tessera::channel(vc));
}
template <bool update_addr_lo = false, bool update_counter = true, bool posted = false, bool update_addr_hi = false,
          bool update_val = false, InlineWriteDst dst_type = InlineWriteDst::DEFAULT>
ALWI void noc_inline_dw_write_with_state(uint32_t value, uint32_t address = 0, uint8_t cmd_buf = write_at_cmd_buf,
                                         uint8_t noc = noc_index) {
    static_assert(!(update_addr_lo && update_addr_hi), "one half of the address can change");
    constexpr uint32_t changed = (update_addr_lo ? tessera::abi::inline_update_low : 0) |
                                 (update_addr_hi ? tessera::abi::inline_update_high : 0) |
                                 (update_val ? tessera::abi::inline_update_value : 0);
    tessera::before_inline_write<dst_type>(noc);
    tessera::call<tessera::Call::noc_inline_with_state>(address, value, changed,
                                                        tessera::write_options<posted>(noc, cmd_buf));
}

template <ProgrammableCoreType type = ProgrammableCoreType::TENSIX>
ALWI uint32_t get_semaphore(uint32_t id) {
    return TESSERA_SEMAPHORE_BASE + 16 * id;
}
ALWI void noc_semaphore_set(volatile tt_l1_ptr uint32_t* semaphore, uint32_t value) { *semaphore = value; }
ALWI void noc_semaphore_wait(volatile tt_l1_ptr uint32_t* semaphore, uint32_t value) {
    tessera::call<tessera::Call::semaphore_wait>(semaphore, value);
}
ALWI void noc_semaphore_wait_min(volatile tt_l1_ptr uint32_t* semaphore, uint32_t value) {
    tessera::call<tessera::Call::semaphore_wait_min>(semaphore, value);
}
template <bool posted = false>
ALWI void noc_semaphore_inc(uint64_t address, uint32_t increment, uint8_t noc = noc_index,
                            uint8_t vc = NOC_UNICAST_WRITE_VC) {
    constexpr bool unanswered = posted && tessera::posts_atomics;
    tessera::call<tessera::Call::noc_semaphore_inc>(tessera::low(address), tessera::high(address), increment,
                                                    tessera::options<unanswered>(noc) | tessera::channel(vc));
}
ALWI void noc_semaphore_set_remote(uint32_t l1, uint64_t address, uint8_t noc = noc_index) {
    tessera::call<tessera::Call::noc_write>(l1, tessera::low(address), tessera::high(address), 4,
                                            tessera::buffer_options(noc, write_reg_cmd_buf));
}
ALWI void noc_semaphore_set_multicast(uint32_t l1, uint64_t address, uint32_t num_dests, bool linked = false,
                                      tessera::MulticastNoc noc = noc_index) {
    tessera::multicast(l1, address, 4, num_dests, false, tessera::buffer_options(noc.noc, write_reg_cmd_buf), linked);
}
ALWI void noc_semaphore_set_multicast_loopback_src(uint32_t l1, uint64_t address, uint32_t num_dests,
                                                   bool linked = false, tessera::MulticastNoc noc = noc_index) {
    tessera::multicast(l1, address, 4, num_dests, true, tessera::buffer_options(noc.noc, write_reg_cmd_buf), linked);
}

// Until a register or word holds the value.
inline void wait_for_sync_register_value(uintptr_t address, int32_t value) {
    while (*reinterpret_cast<volatile int32_t*>(address) != value) {
    }
}
// A sign of life where the vendor's tools look for it.
inline void RISC_POST_HEARTBEAT(uint32_t& heartbeat) {
    ++heartbeat;
    *reinterpret_cast<volatile uint32_t*>(tessera::abi::heartbeat_address) = 0xAABB0000 | (heartbeat & 0xFFFF);
}
