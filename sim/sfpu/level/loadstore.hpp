// Dst loads, stores and counters on one state (spec/tensix-core.md 2.3, 4.2). Part of executor_level.cpp.
#pragma once

#include "sim/sfpu/level/common.hpp"
#include "sim/sfpu/ops/loadstore.hpp"
#include "sim/tensix/rwc.hpp"

namespace tessera::sfpu::TESSERA_LEVEL {
namespace {

inline LoadRules load_rules(const arch::Sfpu& arch, const State& s) {
    return {(s.lane_config & lane_config::fp16_infinity) != 0, arch.int32_is_converted, arch.int8_load_bits};
}

// Lane l is at row `row` + l/8, column 2 (l % 8) + `column`.
struct Place {
    int row, column;
};
inline Place place(const Instr& in, const DstPort& port, bool forced_odd) {
    const Word address = port.address(in.imm, port.rwc, in.mod == SfpLoad::all_lanes_mode);
    if (address & 1) refuse_address(in, address);
    return {static_cast<int>(address & ~Word{3}), forced_odd ? 1 : static_cast<int>(address >> 1 & 1)};
}

// A row that ZEROACC has marked keeps its bits, and SFPLOAD sees them: kernels on silicon rely on it
// (spec/kernel-api.md 3.1; the ISA pages say zero).
template <int mode>
inline void load(const arch::Sfpu& arch, State& s, const DstPort& port, const Instr& in) {
    const LoadRules rules = load_rules(arch, s);
    const Place at = place(in, port, s.lane_config & lane_config::load_odd);
    if (in.vd >= 8 || (s.lane_config & lane_config::block_load)) return;
    const tensix::Dst& dst = port.dst;
    const Word* old = words(s.lreg[in.vd]);
    Scratch value;
    for (int r = 0; r < 4; ++r) {
        constexpr bool wide = (SfpLoad::wide >> mode & 1) != 0;
        const int row = wide || port.reaches_upper_half ? tensix::Dst::upper_row(at.row + r) : at.row + r;
        for (int j = 0; j < 8; ++j) {
            const int column = 2 * j + at.column;
            Word cells = dst.bits[row][column];
            if constexpr (wide) cells = cells << 16 | dst.bits[row + 8][column];
            value.word[8 * r + j] = SfpLoad::value<mode>(cells, old[8 * r + j], rules);
        }
    }
    Scratch scratch;
    const Word* mask = mode == SfpLoad::all_lanes_mode ? all_lanes.word : enabled(s, scratch);
    assign_masked(s, in.vd, value.word, mask);
    constexpr Word captures = lane_config::dest_index | lane_config::captures_index;
    if (in.vd < 4 && (s.lane_config & captures) == captures) {
        for (int l = 0; l < lanes; ++l)
            value.word[l] = static_cast<Word>((at.row + l / 8) << 4 | (2 * (l % 8) + at.column));
        assign_masked(s, in.vd + 4, value.word, mask);
    }
}

template <int mode>
inline void store(const arch::Sfpu& arch, State& s, DstPort& port, const Instr& in) {
    const LoadRules rules = load_rules(arch, s);
    const Place at = place(in, port, s.lane_config & lane_config::store_odd);
    if (in.vd >= 12 && !(s.lane_config & lane_config::no_backdoor))
        refuse_contract(in, "LReg12 to 15 are stored only with LaneConfig.DISABLE_BACKDOOR_LOAD");
    if (s.lane_config & lane_config::block_store) return;
    Scratch scratch;
    const Word* mask = mode == SfpLoad::all_lanes_mode ? all_lanes.word : enabled(s, scratch);
    const Word* x = words(s.lreg[in.vd]);
    tensix::Dst& dst = port.dst;
    for (int r = 0; r < 4; ++r) {
        constexpr bool wide = (SfpStore::wide >> mode & 1) != 0;
        const int row = wide || port.reaches_upper_half ? tensix::Dst::upper_row(at.row + r) : at.row + r;
        Word any = 0;
        for (int j = 0; j < 8; ++j) {
            const Word m = mask[8 * r + j], cells = SfpStore::cells<mode>(x[8 * r + j], rules);
            any |= m;
            std::uint16_t& upper = dst.bits[row][2 * j + at.column];
            upper = static_cast<std::uint16_t>(merged(upper, wide ? cells >> 16 : cells, m));
            if constexpr (wide) {
                std::uint16_t& lower = dst.bits[row + 8][2 * j + at.column];
                lower = static_cast<std::uint16_t>(merged(lower, cells & 0xffff, m));
            }
        }
        if (any) dst.valid[row] = 1;
        if (any && wide) dst.valid[row + 8] = 1;
    }
}

}  // namespace
}  // namespace tessera::sfpu::TESSERA_LEVEL
