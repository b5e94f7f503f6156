// What the SFPU holds between instructions (spec/tensix-core.md 3). Plain data: a copy is a snapshot, == compares.
#pragma once

#include <cstdint>

#include "sim/lane/lanes.hpp"
#include "sim/tensix/dst.hpp"
#include "sim/tensix/rwc.hpp"

namespace tessera::sfpu {

using lane::LaneMask;
using lane::Lanes;

// Bits of LaneConfig (tensix-core.md 3.2) that the executor knows; the others are refused when they are set.
namespace lane_config {
inline constexpr std::uint32_t fp16_infinity = 1u << 0, no_backdoor = 1u << 1, dest_index = 1u << 2,
                               captures_index = 1u << 3, block_store = 1u << 4, block_load = 1u << 5,
                               load_odd = 1u << 6, store_odd = 1u << 7, exchange_compare = 1u << 8,
                               row_mask = 15u << 12;
inline constexpr std::uint32_t known = fp16_infinity | no_backdoor | dest_index | captures_index | block_store |
                                       block_load | load_odd | store_odd | exchange_compare | row_mask;
}  // namespace lane_config

struct FlagEntry {
    LaneMask flags;
    bool use = false;
    friend bool operator==(const FlagEntry&, const FlagEntry&) = default;
};

struct State {
    static constexpr int stack_limit = 8;

    Lanes lreg[17];
    LaneMask flags;  // LaneFlags
    Lanes prng;
    FlagEntry stack[stack_limit];
    int depth = 0;                  // entries of the stack in use
    bool use = false;               // UseLaneFlagsForLaneEnable, the same for all lanes
    std::uint32_t lane_config = 0;  // the same for all lanes
    Lanes rotated;                  // what SFPSHFT2 modes 2, 3 read last: leaks into mode 4 on WH, tensix-core.md 4.3
    // LoadMacroConfig by column of lanes: four templates, four sequences, misc; load_macro.hpp runs them.
    std::uint32_t macro[9][8] = {};

    friend bool operator==(const State& a, const State& b);
};

// The state after reset as the golden vectors define it: constants in LReg8 to 15, flags set, predication on, seed 0.
State initial_state();

// PRNG_SEED: 32 steps of one state, then two steps for each lane from 31 down to 0 (tensix-core.md 3.4).
void seed_prng(State& state, std::uint32_t seed);

using tensix::AddrMod;
using tensix::Rwc;

// What SFPLOAD, SFPSTORE, SETRWC and INCRWC act on beside the SFPU's own state.
struct DstPort {
    tensix::Dst& dst;
    std::uint32_t math_offset = 0;  // DEST_TARGET_REG_CFG_MATH_Offset
    Rwc rwc = {};
    AddrMod slots[8] = {};
    int slot_base = 0;                // 4 when ADDR_MOD_SET_Base is on
    std::uint64_t modes_written = 0;  // how often a slot was
    bool fp32 = false;                // ALU_ACC_CTRL_SFPU_Fp32_enabled
    int implied_format = 5;           // format code of 1.1: of SrcB, or SFPU_DEST_FMT (tensix-core.md 4.2)
    std::uint32_t dst_base = 0;       // DEST_REGW_BASE_Base
    bool reaches_upper_half = false;  // 16-bit datums are the upper halves of 32-bit ones (tensix-core.md 7.1)

    // The row and half columns that the access of an instruction with that immediate begins at.
    [[gnu::always_inline]] std::uint32_t address(std::uint32_t imm, const Rwc& counters,
                                                 bool low_bits_only = false) const {
        const std::uint32_t counter = counters.dst + dst_base;
        return (imm + math_offset + (low_bits_only ? counter & 3 : counter)) & tensix::counter_mask;
    }
};

}  // namespace tessera::sfpu
