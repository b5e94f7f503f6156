// Where the operands of what SFPLOADMACRO schedules are (spec/tensix-core.md 4.8).
#pragma once

#include "sim/sfpu/load_macro.hpp"
#include "sim/sfpu/registers.hpp"

namespace tessera::sfpu {

// What one sub-unit does: which instruction, from which register, into which, and when.
struct SequenceByte {
    std::uint32_t bits;
    std::uint32_t choice() const { return bits & 7; }  // 0 nothing, 2 SFPNOP, 3 SFPSTORE, 4 to 7 a template
    std::uint32_t delay() const { return bits >> 3 & 7; }
    bool staged() const { return bits >> 6 & 1; }    // LReg16 takes the place of VD
    bool loaded_in_vb() const { return bits >> 7; }  // the loaded register is VB, else VC
    bool keeps_source() const { return bits >> 7; }  // of a store: its own VD
};

inline constexpr std::uint32_t registers_mask = 0x1ffff, dst_bit = 1u << 24;

// The state says which registers LReg7 names.
Places places_of(const Timed& timed, const State& state);

// Copies those of the places from one state to another.
void take_written(std::uint32_t places, const State& from, State& to);

bool lane_enabled(const State& state, int lane);

// A template, with the registers that the macro puts in.
Timed computed(const Instr& macro, Instr in, SequenceByte byte);
// A store to where the macro loaded from.
Timed store_of(const Instr& macro, Instr in, SequenceByte byte, std::uint32_t misc, std::uint32_t address);

}  // namespace tessera::sfpu
