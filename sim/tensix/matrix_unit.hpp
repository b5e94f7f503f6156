// Instructions of the matrix unit on whole blocks of SrcA, SrcB and Dst: what they compute, not when
// (spec/tensix-core.md 1.6). Rows are those of a bank (0..63) and of Dst; a Dst row of 32 bits is named as in dst.hpp.
#pragma once

#include "sim/tensix/dst.hpp"
#include "sim/tensix/fpu.hpp"
#include "sim/tensix/src_bank.hpp"

namespace tessera::tensix {

struct MatrixUnit {
    bool dst_is_32_bit = false;
    int phase = 0;  // fidelity phase of products
    num::FpuRules rules{};
};

enum class Elw : std::uint8_t { add, subtract, multiply };
enum class Broadcast : std::uint8_t { none, column, row, scalar };  // which part of SrcB stands for all

// How the datums of a source lie in Dst.
DstFormat dst_format(const MatrixUnit& unit, SrcForm form);
// The form both operands are read in: the wider of bf16 and tf32. Throws Fault format_mismatch where they differ in the
// width of their exponent.
SrcForm common_form(const SrcBank& a, const SrcBank& b);

// ELWADD, ELWSUB, ELWMUL: eight rows; ELWMUL always adds to Dst, the others where they accumulate.
void elw(const MatrixUnit& unit, Elw op, const SrcBank& a, int a_row, const SrcBank& b, int b_row, Broadcast broadcast,
         Dst& dst, int dst_row, bool accumulate);
// MVMUL: Dst[8x16] += SrcB[8x16] * SrcA[16x16]. GAPOOL: the same with four rows.
void mvmul(const MatrixUnit& unit, const SrcBank& a, int a_row, const SrcBank& b, int b_row, Dst& dst, int dst_row);
void gapool(const MatrixUnit& unit, const SrcBank& a, int a_row, const SrcBank& b, int b_row, Dst& dst, int dst_row);
// GMPOOL: the maximum of each column of SrcA[16x16] and of Dst's row; three rows of zeros follow. Row `b_row` of SrcB
// scales and must hold ones. Throws Fault tensix_unsupported for other scalers and for integers.
void gmpool(const MatrixUnit& unit, const SrcBank& a, int a_row, const SrcBank& b, int b_row, Dst& dst, int dst_row);

// MOVA2D and MOVB2D: `rows` rows to Dst in the form of the bank; with `broadcast_row` one row of SrcB for all.
void mova2d(const MatrixUnit& unit, const SrcBank& a, int a_row, Dst& dst, int dst_row, int rows);
void movb2d(const MatrixUnit& unit, const SrcBank& b, int b_row, Dst& dst, int dst_row, int rows, bool broadcast_row);
// MOVD2A and MOVD2B: bits of Dst as a Src of `form` keeps them.
void movd2src(const MatrixUnit& unit, const Dst& dst, int dst_row, SrcForm form, SrcBank& bank, int row, int rows);
// MOVB2A.
void movb2a(const SrcBank& b, int b_row, SrcBank& a, int a_row, int rows);
// TRNSPSRCB: rows 16..31 of SrcB change places with their columns.
void transpose_srcb(SrcBank& b);

}  // namespace tessera::tensix
