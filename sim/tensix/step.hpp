// One instruction of the matrix unit with everything resolved that does not depend on data: which banks it waits for
// and gives back, which rows it works on, in which fidelity phase (spec/tensix-core.md 7.1). Who gives it time looks at
// that, and who works out the bits as well.
#pragma once

#include <array>
#include <cstdint>

#include "sim/tensix/config.hpp"
#include "sim/tensix/instruction.hpp"
#include "sim/tensix/matrix_unit.hpp"
#include "sim/tensix/rwc.hpp"

namespace tessera::tensix {

inline constexpr std::size_t of_a = 0, of_b = 1;

// What of T1 an instruction reads to find its rows.
struct Addressing {
    const Rwc& rwc;
    const MathConfig& config;
    std::uint32_t math_offset;  // DEST_TARGET_REG_CFG_MATH_Offset

    std::uint32_t dst(std::uint32_t field, std::uint32_t mask) const {
        return (field + math_offset + rwc.dst + config.of_matrix_unit().dst_base) & counter_mask & mask;
    }
    std::uint32_t a(std::uint32_t field, std::uint32_t mask) const { return (field + rwc.a) & source_mask & mask; }
    std::uint32_t b(std::uint32_t field, std::uint32_t mask) const { return (field + rwc.b) & source_mask & mask; }
    std::uint32_t phase() const { return (rwc.phase + config.of_matrix_unit().first_phase) & phase_mask; }
};

struct Step {
    Op op = Op::nop;
    std::uint32_t word = 0;
    int isa_column = 0;
    std::array<bool, 2> waits{};       // for the banks of SrcA and SrcB to be valid
    std::array<bool, 2> gives_back{};  // turns to the other bank, and lets the unpackers have this one
    bool always_invalidates = false;   // even where a register keeps a bank valid
    std::array<bool, 2> touches{};     // reads or writes the bank, valid or not
    int a_row = 0, b_row = 0;          // first rows in the banks
    int dst_row = 0, rows = 0;         // first row of Dst and how many; no rows: none
    bool reads_dst = false, writes_dst = false;
    int phase = 0;                          // of fidelity
    Broadcast broadcast = Broadcast::none;  // of SrcB
    bool accumulates = false;
    bool low_half = false;  // of 32-bit datums of Dst
    int addr_mod = -1;      // moves the counters by this mode afterwards; none
};

}  // namespace tessera::tensix
