// Semaphores as objects (the vendor's Semaphore, kernel-api.md 2.3).
#pragma once

#include "tessera/object/noc.h"

namespace tessera::object {

// How a core changes its own word: by load and store, or by an atomic that goes through its NoC interface and so cannot
// lose what another core adds meanwhile.
enum class SemScope : uint8_t { LOCAL_NONATOMIC, EXTERNAL };

template <ProgrammableCoreType core_type = ProgrammableCoreType::TENSIX, SemScope Scope = SemScope::LOCAL_NONATOMIC>
class Semaphore {
    template <ProgrammableCoreType, SemScope>
    friend class Semaphore;

  public:
    explicit Semaphore(uint32_t id) : address_(get_semaphore<core_type>(id)) {}

    void up(uint32_t value) {
        if constexpr (Scope == SemScope::EXTERNAL)
            add_by_noc(value);
        else
            *word() = *word() + value;
    }
    void up(const Noc& noc, uint32_t noc_x, uint32_t noc_y, uint32_t value, uint8_t vc = NOC_UNICAST_WRITE_VC) {
        noc_semaphore_inc(get_noc_addr(noc_x, noc_y, address_, noc.get_noc_id()), value, noc.get_noc_id(), vc);
    }
    void down(uint32_t value) {
        wait_min(value);
        if constexpr (Scope == SemScope::EXTERNAL)
            add_by_noc(0u - value);
        else
            *word() = *word() - value;
    }
    void wait(uint32_t value) { noc_semaphore_wait(word(), value); }
    void wait_min(uint32_t value) { noc_semaphore_wait_min(word(), value); }
    void set(uint32_t value) { noc_semaphore_set(word(), value); }
    uint32_t value() const { return *word(); }

    template <NocOptions opts = NocOptions::DEFAULT>
    void set_multicast(const Noc& noc, uint32_t x_start, uint32_t y_start, uint32_t x_end, uint32_t y_end,
                       uint32_t num_dests, bool linked = false) {
        relay<opts>(noc, get_noc_multicast_addr(x_start, y_start, x_end, y_end, address_), num_dests, linked);
    }
    template <Noc::McastMode mode>
    void set_multicast(const Noc& noc, uint32_t x_start, uint32_t y_start, uint32_t x_end, uint32_t y_end,
                       uint32_t num_dests, bool linked = false) {
        set_multicast<mode == Noc::McastMode::INCLUDE_SRC ? NocOptions::MCAST_INCL_SRC : NocOptions::DEFAULT>(
            noc, x_start, y_start, x_end, y_end, num_dests, linked);
    }
    // Sends this word to another semaphore, of one core or of a rectangle.
    template <ProgrammableCoreType other_type, SemScope other_scope>
    void relay_unicast(const Noc& noc, const Semaphore<other_type, other_scope>& to, uint32_t noc_x, uint32_t noc_y) {
        noc_semaphore_set_remote(address_, get_noc_addr(noc_x, noc_y, to.address_), noc.get_noc_id());
    }
    template <NocOptions opts = NocOptions::DEFAULT, ProgrammableCoreType other_type, SemScope other_scope>
    void relay_multicast(const Noc& noc, const Semaphore<other_type, other_scope>& to, uint32_t x_start,
                         uint32_t y_start, uint32_t x_end, uint32_t y_end, uint32_t num_dests, bool linked = false) {
        relay<opts>(noc, get_noc_multicast_addr(x_start, y_start, x_end, y_end, to.address_), num_dests, linked);
    }

  private:
    volatile uint32_t* word() const { return reinterpret_cast<volatile uint32_t*>(address_); }
    void add_by_noc(uint32_t value) {
        noc_semaphore_inc(get_noc_addr(address_), value);
        noc_async_atomic_barrier();
    }
    template <NocOptions opts>
    void relay(const Noc& noc, uint64_t to, uint32_t num_dests, bool linked) {
        if constexpr (has_flag(opts, NocOptions::MCAST_INCL_SRC))
            noc_semaphore_set_multicast_loopback_src(address_, to, num_dests, linked, noc.get_noc_id());
        else
            noc_semaphore_set_multicast(address_, to, num_dests, linked, noc.get_noc_id());
    }

    uint32_t address_;
};

}  // namespace tessera::object
