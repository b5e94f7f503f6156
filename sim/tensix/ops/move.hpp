// Moves between SrcA, SrcB and Dst, and what clears them (spec/tensix-core.md 7.1).
#pragma once

#include "sim/num/src.hpp"
#include "sim/tensix/ops/common.hpp"

namespace tessera::tensix::ops {

inline constexpr Field low_half{"dest_32b_lo", {23, 1}}, src_row{"src", {17, 6}};

// Sixteen bits of a datum go to a half of a 32-bit Dst, or all of it to the view of its form.
inline bool moves_half(const Step& step, const MatrixUnit& unit, SrcForm form) {
    return form != SrcForm::tf32 && (step.low_half || unit.moves_halves);
}

struct Mova2d {
    static constexpr Field mode{"instr_mod", {12, 3}, {12, 2}}, dst{"dst", {0, 12}};
    static constexpr Field fields[] = {low_half, src_row, addr_mode, mode, dst};
    static constexpr Row row{.op = Op::mova2d,
                             .name = "MOVA2D",
                             .unit = Unit::matrix,
                             .fields = fields,
                             .column = move,
                             .meaning = "a row or eight of SrcA to Dst; exponent 0 becomes +0",
                             .hold = for_readers_of_dst};

    static void resolve(const Word& word, const Addressing& at, Step& step) {
        step.waits[of_a] = step.touches[of_a] = true;
        const bool eight = (word[mode] & 2) != 0;
        step.rows = eight ? 8 : 1;
        step.a_row = static_cast<int>(at.a(word[src_row], eight ? 0x38 : 0x3F));
        step.dst_row = static_cast<int>(at.dst(word[dst], eight ? 0x3F8 : 0x3FF));
        step.writes_dst = true;
        step.low_half = word[low_half] != 0;
        step.addr_mod = static_cast<int>(word[addr_mode]);
    }
    static void run(const Step& step, const MatrixUnit& unit, SrcBank& a, SrcBank&, Dst& dst_) {
        if (moves_half(step, unit, unit.form.value_or(a.form)))
            halves_to_dst(a, step.a_row, dst_, step.dst_row, step.rows, Broadcast::none, step.low_half);
        else
            mova2d(unit, a, step.a_row, dst_, step.dst_row, step.rows);
    }
};

struct Movb2d {
    static constexpr Field mode{"instr_mod", {12, 3}, {11, 3}}, dst{"dst", {0, 12}, {0, 11}};
    static constexpr Field fields[] = {low_half, src_row, addr_mode, mode, dst};
    static constexpr Row row{.op = Op::movb2d,
                             .name = "MOVB2D",
                             .unit = Unit::matrix,
                             .fields = fields,
                             .column = move,
                             .meaning = "a row or four of SrcB to Dst, or a row to eight, or column 0 to all",
                             .hold = for_readers_of_dst};

    static void resolve(const Word& word, const Addressing& at, Step& step) {
        step.waits[of_b] = step.touches[of_b] = true;
        const bool one_column = (word[mode] & 1) != 0, one_to_eight = (word[mode] & 2) != 0;
        const bool four = (word[mode] & 4) != 0;
        step.rows = one_to_eight ? 8 : four ? 4 : 1;
        step.broadcast = static_cast<Broadcast>((one_column ? 1 : 0) + (one_to_eight ? 2 : 0));
        step.b_row = static_cast<int>(at.b(word[src_row], four && !one_to_eight ? 0x3C : 0x3F));
        step.dst_row = static_cast<int>(at.dst(word[dst], one_to_eight ? 0x3F8 : four ? 0x3FC : 0x3FF));
        step.writes_dst = true;
        step.low_half = word[low_half] != 0;
        step.addr_mod = static_cast<int>(word[addr_mode]);
    }
    static void run(const Step& step, const MatrixUnit& unit, SrcBank&, SrcBank& b, Dst& dst_) {
        if (moves_half(step, unit, unit.form.value_or(b.form)))
            halves_to_dst(b, step.b_row, dst_, step.dst_row, step.rows, step.broadcast, step.low_half);
        else
            movb2d(unit, b, step.b_row, dst_, step.dst_row, step.rows, step.broadcast);
    }
};

// Neither waits for the bank it writes: software does.
template <std::size_t operand>
struct MoveFromDst {
    static constexpr bool to_a = operand == of_a;
    static constexpr Field mode{"instr_mod", {12, 3}, {12, 2}}, dst{"dst", {0, 12}};
    static constexpr Field fields[] = {low_half, src_row, addr_mode, mode, dst};
    static constexpr Row row{.op = to_a ? Op::movd2a : Op::movd2b,
                             .name = to_a ? "MOVD2A" : "MOVD2B",
                             .unit = Unit::matrix,
                             .fields = fields,
                             .column = takes(to_a ? 2 : 4),
                             .meaning = to_a ? "a row or four of Dst to SrcA" : "a row or four of Dst to SrcB",
                             .hold = to_a ? Hold{1, {Op::movd2a, Op::movb2a}} : Hold{3, {Op::movd2b, Op::movd2b}}};

    static void resolve(const Word& word, const Addressing& at, Step& step) {
        step.touches[operand] = true;
        const bool four = (word[mode] & 2) != 0;
        step.rows = four ? 4 : 1;
        (to_a ? step.a_row : step.b_row) = static_cast<int>(
            (to_a ? at.a(word[src_row], four ? 0x3C : 0x3F) : at.b(word[src_row], four ? 0x3C : 0x3F)));
        step.dst_row = static_cast<int>(at.dst(word[dst], four ? 0x3FC : 0x3FF));
        step.reads_dst = true;
        step.low_half = word[low_half] != 0;
        step.addr_mod = static_cast<int>(word[addr_mode]);
    }
    static void run(const Step& step, const MatrixUnit& unit, SrcBank& a, SrcBank& b, Dst& dst_) {
        SrcBank& to = to_a ? a : b;
        const int first = to_a ? step.a_row : step.b_row;
        const SrcForm form = unit.form.value_or(to.form);
        if (step.low_half || moves_half(step, unit, form))
            halves_to_src(dst_, step.dst_row, to, first, step.rows, step.low_half);
        else
            movd2src(unit, dst_, step.dst_row, form, to, first, step.rows);
    }
};
using Movd2a = MoveFromDst<of_a>;
using Movd2b = MoveFromDst<of_b>;

struct Movb2a {
    static constexpr Field a_row{"srca", {17, 7}}, mode{"instr_mod", {12, 3}, {12, 2}}, b_row{"srcb", {0, 12}};
    static constexpr Field fields[] = {a_row, addr_mode, mode, b_row};
    static constexpr Row row{.op = Op::movb2a,
                             .name = "MOVB2A",
                             .unit = Unit::matrix,
                             .fields = fields,
                             .column = move,
                             .meaning = "a row or four of SrcB to SrcA; exponent 0 becomes +0",
                             .hold = {1, {Op::movd2a, Op::movb2a}}};

    static void resolve(const Word& word, const Addressing& at, Step& step) {
        step.waits[of_b] = true;
        step.touches = {true, true};
        const bool four = (word[mode] & 2) != 0;
        step.rows = four ? 4 : 1;
        step.a_row = static_cast<int>(at.a(word[a_row], four ? 0x3C : 0x3F));
        step.b_row = static_cast<int>(at.b(word[b_row], four ? 0x3C : 0x3F));
        step.addr_mod = static_cast<int>(word[addr_mode]);
    }
    static void run(const Step& step, const MatrixUnit& unit, SrcBank& a, SrcBank& b, Dst&) {
        movb2a(unit, b, step.b_row, a, step.a_row, step.rows);
    }
};

struct Trnspsrcb {
    static constexpr Row row{.op = Op::trnspsrcb,
                             .name = "TRNSPSRCB",
                             .unit = Unit::matrix,
                             .fields = {},
                             .column = at_once,
                             .meaning = "rows 16 to 31 of SrcB change places with their columns"};
    static void resolve(const Word&, const Addressing&, Step& step) { step.waits[of_b] = step.touches[of_b] = true; }
    static void run(const Step&, const MatrixUnit&, SrcBank&, SrcBank& b, Dst&) { transpose_srcb(b); }
};

// Of Dst only the valid flags are cleared: one row as the instruction names it, or physical ones.
struct Zeroacc {
    enum Mode : std::uint32_t { one_row, sixteen_rows, half, all };
    // Wormhole has the width of a row as the third bit of the mode.
    static constexpr Field mode{"clear_mode", {19, 5}}, wide{"use_32_bit_mode", {21, 1}, {18, 1}},
        reverts{"clear_zero_flags", {22, 2}, {17, 1}}, where{"where", {0, 15}, {0, 14}};
    static constexpr Field first[] = {mode, addr_mode, where}, second[] = {mode, wide, reverts, addr_mode, where};
    static constexpr Row row{.op = Op::zeroacc,
                             .name = "ZEROACC",
                             .unit = Unit::matrix,
                             .fields = first,
                             .column = at_once,
                             .meaning = "one row of Dst, sixteen, a half or all count as cleared",
                             .second_fields = second};

    static void resolve(const Word& word, const Addressing& at, Step& step) {
        const std::uint32_t kind = word[mode] & 3, named = word[where];
        // Blackhole's low-level kernels say once more that sixteen rows count which an unpacker has just written.
        const bool nothing = word[reverts] != 0 && kind == sixteen_rows;
        refuse(word[reverts] != 0 && !nothing, "ZEROACC that makes rows valid");
        step.writes_dst = !nothing;
        if (kind == one_row) {
            step.dst_row = static_cast<int>(at.dst(named, 0x3FF));
            step.rows = 1;
        } else if (kind == sixteen_rows) {
            // Of 32 bits in two places, eight rows apart.
            const std::uint32_t rows = word[wide] != 0 ? 32 : 16;
            step.dst_row = static_cast<int>((named & 0xFF) * rows + first_row_of_half(word, at));
            step.rows = nothing || step.dst_row >= Dst::rows ? 0 : 16;
        } else {
            step.dst_row = kind == half && (named & 1) != 0 ? Dst::rows / 2 : 0;
            step.rows = kind == half ? Dst::rows / 2 : Dst::rows;
        }
        step.low_half = kind == sixteen_rows && word[wide] != 0;  // rows of 32 bits
        step.phase = static_cast<int>(kind);
        if (kind <= sixteen_rows) step.addr_mod = static_cast<int>(word[addr_mode]);
    }
    // Where there is a register that says otherwise, sixteen rows are counted from the half that the counters lie in;
    // the unit adds the number of the sixteen to the row they name, so that the last of a half is taken for the other
    // half's (tt-metal 53693, tt-isa-documentation 54).
    static std::uint32_t first_row_of_half(const Word& word, const Addressing& at) {
        const bool by_half = config::zeroacc_absolute.at(word.column()).word >= 0;
        if (!by_half || at.config.get(config::zeroacc_absolute) != 0) return 0;
        return at.dst(word[where] & 0xFF, Dst::rows / 2);
    }

    static void run(const Step& step, const MatrixUnit& unit, SrcBank&, SrcBank&, Dst& dst) {
        if (step.rows == 0) return;
        if (step.phase == one_row) {
            dst.clear_rows(unit.dst_is_32_bit ? Dst::upper_row(step.dst_row) : step.dst_row, 1);
        } else if (step.phase != sixteen_rows) {
            dst.clear_rows(step.dst_row, step.rows);
        } else if (step.low_half) {
            dst.clear_rows(step.dst_row, 8);
            dst.clear_rows(step.dst_row + 16, 8);
        } else {
            dst.clear_rows(step.dst_row, 16);
        }
    }
};

// The unpackers' bank, the matrix unit's, or both; of SrcA to zeros or to the lowest value.
struct Zerosrc {
    static constexpr Field value{"zero_val", {4, 1}}, of_unit{"write_mode", {3, 1}}, both_banks{"bank_mask", {2, 1}},
        sources{"src_mask", {0, 2}};
    static constexpr Field fields[] = {value, of_unit, both_banks, sources};
    static constexpr Row row{.op = Op::zerosrc,
                             .name = "ZEROSRC",
                             .unit = Unit::matrix,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "a bank of SrcA or SrcB, or both of each, to zeros, SrcA to minus infinity"};

    static void resolve(const Word& word, const Addressing&, Step& step) {
        const bool mine = word[of_unit] != 0 && word[both_banks] == 0;
        step.touches = {mine && (word[sources] & 1) != 0, mine && (word[sources] & 2) != 0};
    }
    static void run(const Word& word, std::array<std::array<SrcBank, 2>, 2>& src,
                    const std::array<std::size_t, 2>& math_bank, const std::array<std::size_t, 2>& unpack_bank) {
        for (const std::size_t operand : {of_a, of_b})
            for (std::size_t bank = 0; bank < 2; ++bank) {
                if ((word[sources] >> operand & 1) == 0) continue;
                const std::size_t turn = (word[of_unit] != 0 ? math_bank : unpack_bank)[operand];
                if (word[both_banks] == 0 && bank != turn) continue;
                src[operand][bank].datum.fill(operand == of_a && word[value] != 0 ? num::src_all_ones : 0);
            }
    }
};

}  // namespace tessera::tensix::ops
