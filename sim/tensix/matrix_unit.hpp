// Instructions of the matrix unit on whole blocks of SrcA, SrcB and Dst: what they compute, not when
// (spec/tensix-core.md 1.6). Rows are those of a bank (0..63) and of Dst; a Dst row of 32 bits is named as in dst.hpp.
#pragma once

#include <optional>

#include "sim/tensix/dst.hpp"
#include "sim/tensix/dst_contents.hpp"
#include "sim/tensix/fpu.hpp"
#include "sim/tensix/src_bank.hpp"

namespace tessera::tensix {

struct MatrixUnit {
    bool dst_is_32_bit = false;
    int phase = 0;  // fidelity phase of products
    num::FpuRules rules{};
    std::optional<SrcForm> form = {};  // in which sources are read; nothing: as each bank was filled
    bool keeps_zero_exponent = false;  // moves copy all of a datum whose exponent is 0
    std::uint64_t random = 0;          // key of stochastic rounding, of one instruction; 0: to nearest
    bool moves_halves = false;         // moves of 16 bits reach the halves of a 32-bit Dst
};

enum class Elw : std::uint8_t { add, subtract, multiply };
enum class Broadcast : std::uint8_t { none, column, row, scalar };  // which part of SrcB stands for all

// How the datums of a source lie in Dst.
DstFormat dst_format(const MatrixUnit& unit, SrcForm form);
// What they are there.
DatumKind datum_kind(const MatrixUnit& unit, SrcForm form);
// The form both operands are read in: the unit's, else the wider of bf16 and tf32. Throws Fault format_mismatch where
// they differ in the width of their exponent.
SrcForm common_form(const SrcBank& a, const SrcBank& b);
SrcForm common_form(const MatrixUnit& unit, const SrcBank& a, const SrcBank& b);

// ELWADD, ELWSUB, ELWMUL: eight rows; ELWMUL always adds to Dst, the others where they accumulate.
void elw(const MatrixUnit& unit, Elw op, const SrcBank& a, int a_row, const SrcBank& b, int b_row, Broadcast broadcast,
         Dst& dst, int dst_row, bool accumulate);
// MVMUL: Dst[8x16] += SrcB[8x16] * SrcA[16x16]. GAPOOL: the same with four rows.
void mvmul(const MatrixUnit& unit, const SrcBank& a, int a_row, const SrcBank& b, int b_row, Dst& dst, int dst_row);
void gapool(const MatrixUnit& unit, const SrcBank& a, int a_row, const SrcBank& b, int b_row, Dst& dst, int dst_row);
// GMPOOL: the maximum of each column of SrcA[16x16] and of Dst's row; three rows of zeros follow. Datum r of row
// `b_row` of SrcB scales row r of SrcA by its exponent; exponent 0 leaves the row out. Throws Fault tensix_unsupported
// for fp16 with a 32-bit Dst.
void gmpool(const MatrixUnit& unit, const SrcBank& a, int a_row, const SrcBank& b, int b_row, Dst& dst, int dst_row);
// Whether a scaler leaves every row out.
bool scales_to_nothing(const SrcBank& b, int b_row);

// MOVA2D and MOVB2D: `rows` rows to Dst in the form of the bank, of SrcB one row for all or one column for all.
void mova2d(const MatrixUnit& unit, const SrcBank& a, int a_row, Dst& dst, int dst_row, int rows);
void movb2d(const MatrixUnit& unit, const SrcBank& b, int b_row, Dst& dst, int dst_row, int rows, Broadcast broadcast);
// MOVD2A and MOVD2B: bits of Dst as a Src of `form` keeps them.
void movd2src(const MatrixUnit& unit, const Dst& dst, int dst_row, SrcForm form, SrcBank& bank, int row, int rows);
// Both ways between 16-bit datums and the upper or lower halves of a 32-bit Dst, bit for bit as they lie.
void halves_to_dst(const SrcBank& bank, int row, Dst& dst, int dst_row, int rows, Broadcast broadcast, bool lower);
void halves_to_src(const Dst& dst, int dst_row, SrcBank& bank, int row, int rows, bool lower);
// MOVB2A.
void movb2a(const MatrixUnit& unit, const SrcBank& b, int b_row, SrcBank& a, int a_row, int rows);
// TRNSPSRCB: rows 16..31 of SrcB change places with their columns.
void transpose_srcb(SrcBank& b);

}  // namespace tessera::tensix
