// The counters that address SrcA, SrcB and Dst and name the fidelity phase, and how instructions move them: by one of
// eight address modes, by SETRWC and by INCRWC (spec/tensix-core.md 2.3, 7.1; kernel-api.md 1.6). Plain data: a copy is
// a snapshot, == compares.
#pragma once

#include <cstdint>

#include "sim/abi/rwc.hpp"
#include "sim/tensix/dst.hpp"

namespace tessera::tensix {

// A counter and its carriage return, which steps by itself and is copied to it.
struct Rwc {
    std::uint32_t dst = 0, dst_cr = 0;               // modulo the rows of Dst
    std::uint32_t a = 0, a_cr = 0, b = 0, b_cr = 0;  // modulo the rows of a bank
    std::uint32_t phase = 0;                         // of fidelity, modulo 4
    bool upper_modes = false;                        // address modes 4 to 7 instead of 0 to 3
    friend bool operator==(const Rwc&, const Rwc&) = default;
};

// One address mode; the fields that are not of a source are those of Dst.
struct AddrMod {
    struct Source {
        std::uint32_t increment = 0;
        bool clear = false, cr = false;
        friend bool operator==(const Source&, const Source&) = default;
    };
    std::uint32_t increment = 0;
    bool clear = false;    // both to zero
    bool cr = false;       // the carriage return is incremented and copied to Dst
    bool c_to_cr = false;  // Dst is incremented and copied to the carriage return
    Source a = {}, b = {};
    std::uint32_t phase_increment = 0;
    bool phase_clear = false;
    bool toggles_modes = false, clears_modes = false;  // Rwc::upper_modes

    bool moves_dst() const { return increment != 0 || clear || cr; }
    friend bool operator==(const AddrMod&, const AddrMod&) = default;
};

inline constexpr std::uint32_t counter_mask = Dst::rows - 1, source_mask = 63, phase_mask = 3;

// The three configuration registers of a mode, each into its part.
constexpr void set_sources(AddrMod& mode, std::uint32_t value) {
    mode.a = {.increment = value & 0x3F, .clear = (value >> 7 & 1) != 0, .cr = (value >> 6 & 1) != 0};
    mode.b = {.increment = value >> 8 & 0x3F, .clear = (value >> 15 & 1) != 0, .cr = (value >> 14 & 1) != 0};
}
constexpr void set_dst(AddrMod& mode, std::uint32_t value) {
    mode.increment = value & 0x3FF;
    mode.cr = (value >> 10 & 1) != 0;
    mode.clear = (value >> 11 & 1) != 0;
    mode.c_to_cr = (value >> 12 & 1) != 0;
    mode.phase_increment = value >> 13 & 3;
    mode.phase_clear = (value >> 15 & 1) != 0;
}
constexpr void set_bias(AddrMod& mode, std::uint32_t value) {
    mode.toggles_modes = (value & 3) != 0;
    mode.clears_modes = (value >> 4 & 1) != 0;
}

// Which of the eight modes an instruction means.
[[gnu::always_inline]] inline constexpr std::uint32_t mode_index(std::uint32_t addr_mod, int base, const Rwc& rwc) {
    return (addr_mod + (rwc.upper_modes ? 4u : static_cast<std::uint32_t>(base))) & 7;
}

[[gnu::always_inline]] inline constexpr void advance_source(const AddrMod::Source& by, std::uint32_t& counter,
                                                            std::uint32_t& cr) {
    if (by.clear)
        counter = cr = 0;
    else if (by.cr)
        counter = cr = (cr + by.increment) & source_mask;
    else
        counter = (counter + by.increment) & source_mask;
}

// After an instruction of the vector unit, which leaves the fidelity phase alone.
[[gnu::always_inline]] inline constexpr void advance(const AddrMod& mode, Rwc& rwc) {
    if (mode.clear)
        rwc.dst = rwc.dst_cr = 0;
    else if (mode.c_to_cr)
        rwc.dst_cr = rwc.dst = (rwc.dst + mode.increment) & counter_mask;
    else if (mode.cr)
        rwc.dst = rwc.dst_cr = (rwc.dst_cr + mode.increment) & counter_mask;
    else
        rwc.dst = (rwc.dst + mode.increment) & counter_mask;
    advance_source(mode.a, rwc.a, rwc.a_cr);
    advance_source(mode.b, rwc.b, rwc.b_cr);
    if (mode.clears_modes)
        rwc.upper_modes = false;
    else if (mode.toggles_modes)
        rwc.upper_modes = !rwc.upper_modes;
}

// After one of the matrix unit.
constexpr void advance_with_phase(const AddrMod& mode, Rwc& rwc) {
    rwc.phase = mode.phase_clear ? 0 : (rwc.phase + mode.phase_increment) & phase_mask;
    advance(mode, rwc);
}

// SETRWC by its word: the Src banks it clears are not the counters' affair.
[[gnu::always_inline]] inline constexpr void set_counters(std::uint32_t word, Rwc& r) {
    const std::uint32_t sets = abi::rwc_sets.of(word), cr = abi::rwc_cr.of(word);
    if ((sets & abi::rwc_sets_a) != 0)
        r.a = r.a_cr = (((cr & abi::rwc_cr_a) != 0 ? r.a_cr : 0) + abi::rwc_a.of(word)) & source_mask;
    if ((sets & abi::rwc_sets_b) != 0)
        r.b = r.b_cr = (((cr & abi::rwc_cr_b) != 0 ? r.b_cr : 0) + abi::rwc_b.of(word)) & source_mask;
    if ((sets & abi::rwc_sets_d) != 0 || (cr & abi::rwc_c_to_cr) != 0) {
        const std::uint32_t from = (cr & abi::rwc_c_to_cr) != 0 ? r.dst : (cr & abi::rwc_cr_d) != 0 ? r.dst_cr : 0;
        r.dst = r.dst_cr = (from + abi::rwc_d.of(word)) & counter_mask;
    }
    if ((sets & abi::rwc_sets_phase) != 0) r.phase = 0;
}

// INCRWC by its word.
[[gnu::always_inline]] inline constexpr void increment_counters(std::uint32_t word, Rwc& r) {
    const std::uint32_t cr = abi::rwc_cr.of(word);
    const auto step = [](bool by_cr, std::uint32_t by, std::uint32_t mask, std::uint32_t& counter,
                         std::uint32_t& carriage) {
        if (by_cr)
            counter = carriage = (carriage + by) & mask;
        else
            counter = (counter + by) & mask;
    };
    step((cr & abi::rwc_cr_a) != 0, abi::rwc_a.of(word), source_mask, r.a, r.a_cr);
    step((cr & abi::rwc_cr_b) != 0, abi::rwc_b.of(word), source_mask, r.b, r.b_cr);
    step((cr & abi::rwc_cr_d) != 0, abi::rwc_d.of(word), counter_mask, r.dst, r.dst_cr);
}

}  // namespace tessera::tensix
