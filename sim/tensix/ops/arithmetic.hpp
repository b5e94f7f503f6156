// What the matrix unit works out from both sources (spec/tensix-core.md 1.6, 7.1).
#pragma once

#include "sim/tensix/ops/common.hpp"

namespace tessera::tensix::ops {

// Eight rows of SrcA and SrcB, or a part of SrcB for all of them.
template <Elw which, Op code>
struct Elementwise {
    static constexpr Field accumulates{"dest_accum_en", {21, 1}}, broadcast{"instr_mod19", {19, 2}},
        dst{"dst", {0, 15}, {0, 14}};
    static constexpr Field fields[] = {clears, accumulates, broadcast, addr_mode, dst};
    static constexpr bool multiplies = which == Elw::multiply;
    static constexpr Row row{
        .op = code,
        .name = multiplies          ? "ELWMUL"
                : which == Elw::add ? "ELWADD"
                                    : "ELWSUB",
        .unit = Unit::matrix,
        .fields = fields,
        .column = arithmetic,
        .meaning = multiplies ? "Dst[8x16] += a fidelity phase of SrcA * SrcB, SrcB whole, a row, a column or a datum"
                   : which == Elw::add ? "Dst[8x16] = or += SrcA + SrcB, SrcB whole, a row, a column or a datum"
                                       : "Dst[8x16] = or += SrcA - SrcB, SrcB whole, a row, a column or a datum"};

    static void resolve(const Word& word, const Addressing& at, Step& step) {
        on_both_banks(step, word[clears]);
        step.broadcast = static_cast<Broadcast>(word[broadcast]);
        const bool one_row = step.broadcast == Broadcast::row || step.broadcast == Broadcast::scalar;
        step.a_row = static_cast<int>(at.a(0, 0x38));
        step.b_row = static_cast<int>(at.b(0, one_row ? 0x3F : 0x38));
        step.dst_row = static_cast<int>(at.dst(word[dst], 0x3F8));
        step.rows = 8;
        step.accumulates = word[accumulates] != 0;
        step.reads_dst = multiplies || step.accumulates;
        step.writes_dst = true;
        step.phase = multiplies ? static_cast<int>(at.phase()) : 0;
        step.addr_mod = static_cast<int>(word[addr_mode]);
    }
    static void run(const Step& step, const MatrixUnit& unit, SrcBank& a, SrcBank& b, Dst& dst_) {
        elw(unit, which, a, step.a_row, b, step.b_row, step.broadcast, dst_, step.dst_row, step.accumulates);
    }
};
using Elwadd = Elementwise<Elw::add, Op::elwadd>;
using Elwsub = Elementwise<Elw::subtract, Op::elwsub>;
using Elwmul = Elementwise<Elw::multiply, Op::elwmul>;

struct Mvmul {
    static constexpr Field mode{"instr_mod19", {19, 3}}, dst{"dst", {0, 15}, {0, 14}};
    static constexpr Field fields[] = {clears, mode, addr_mode, dst};
    static constexpr Row row{.op = Op::mvmul,
                             .name = "MVMUL",
                             .unit = Unit::matrix,
                             .fields = fields,
                             .column = arithmetic,
                             .meaning = "Dst[8x16] += a fidelity phase of SrcB[8x16] * SrcA[16x16]"};

    static void resolve(const Word& word, const Addressing& at, Step& step) {
        refuse((word[mode] & 1) != 0, "MVMUL with one row of SrcB for all");
        on_both_banks(step, word[clears]);
        step.a_row = static_cast<int>(at.a(0, 0x38));
        refuse(step.a_row > SrcBank::rows - 16, "MVMUL of SrcA rows beyond its last");
        step.b_row = static_cast<int>(at.b(0, 0x38));
        step.dst_row = static_cast<int>(at.dst(word[dst], 0x3F8));
        step.rows = 8;
        step.reads_dst = step.writes_dst = true;
        step.phase = static_cast<int>(at.phase());
        step.addr_mod = static_cast<int>(word[addr_mode]);
    }
    static void run(const Step& step, const MatrixUnit& unit, SrcBank& a, SrcBank& b, Dst& dst_) {
        mvmul(unit, a, step.a_row, b, step.b_row, dst_, step.dst_row);
    }
};

// GAPOOL is MVMUL with four rows; GMPOOL takes maxima.
template <Op code>
struct Pool {
    static constexpr bool maximum = code == Op::gmpool;
    static constexpr Field mode{"instr_mod19", {19, 3}}, index{"max_pool_index_en", {14, 1}}, dst{"dst", {0, 14}};
    static constexpr Field fields[] = {clears, mode, pool_addr_mode, index, dst};
    static constexpr Row row{.op = code,
                             .name = maximum ? "GMPOOL" : "GAPOOL",
                             .unit = Unit::matrix,
                             .fields = fields,
                             .column = arithmetic,
                             .meaning = maximum
                                            ? "a row of Dst = the maxima of SrcA's columns and of it, scaled by SrcB"
                                            : "Dst[4x16] += a fidelity phase of SrcB[4x16] * SrcA[16x16]"};

    static void resolve(const Word& word, const Addressing& at, Step& step) {
        refuse(word[index] != 0, "GMPOOL with the places of the maxima");
        on_both_banks(step, word[clears]);
        step.a_row = static_cast<int>(at.a(0, maximum ? 0x30 : 0x38));
        refuse(step.a_row > SrcBank::rows - 16, "GAPOOL of SrcA rows beyond its last");
        step.b_row = static_cast<int>(at.b(0, 0x38));
        step.dst_row = static_cast<int>(at.dst(word[dst], 0x3FC));
        step.rows = 4;
        step.reads_dst = step.writes_dst = true;
        step.phase = maximum ? 0 : static_cast<int>(at.phase());
        step.addr_mod = static_cast<int>(word[pool_addr_mode]);
    }
    static void run(const Step& step, const MatrixUnit& unit, SrcBank& a, SrcBank& b, Dst& dst_) {
        (maximum ? gmpool : gapool)(unit, a, step.a_row, b, step.b_row, dst_, step.dst_row);
    }
};
using Gapool = Pool<Op::gapool>;
using Gmpool = Pool<Op::gmpool>;

}  // namespace tessera::tensix::ops
