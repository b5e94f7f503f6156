// The arithmetic of the matrix unit and the move from SrcA to Dst, one datum at a time (spec/tensix-core.md 1.6).
// Src data are 19-bit words (sim/num/src.hpp), Dst data words in ordinary bit order: fp32 where `dst_is_32_bit`, else
// bf16, or fp16 when the source form is fp16; INT32 (sign-magnitude) when it is int8.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "sim/num/rules.hpp"

namespace tessera::tensix {

// BFP counts as bf16 (b) or fp16 (a). int8 works on sign-magnitude integers and an INT32 Dst; int16 is opaque and can
// only be moved.
enum class SrcForm : std::uint8_t { bf16, fp16, tf32, int8, int16 };

const char* name(SrcForm form);  // "bf16", for messages

// What two operands are worked on as: bf16 and TF32 have one width of exponent and go as TF32. Nothing where they do
// not agree.
constexpr std::optional<SrcForm> common_form(SrcForm a, SrcForm b) {
    const auto wide = [](SrcForm form) { return form == SrcForm::bf16 || form == SrcForm::tf32; };
    if (a == b) return a;
    return wide(a) && wide(b) ? std::optional(SrcForm::tf32) : std::nullopt;
}

// A datum as its own form has it: bf16 has seven mantissa bits even where a move left more.
constexpr std::uint32_t masked(SrcForm form, std::uint32_t x) { return form == SrcForm::bf16 ? x & ~7u : x; }

struct Fpu {
    SrcForm form = SrcForm::bf16;
    bool dst_is_32_bit = false;
    int phase = 0;  // fidelity: bit 0 takes the low part of SrcA's mantissa, bit 1 that of SrcB's
    num::FpuRules rules{};
    std::uint64_t random = 0;  // key of stochastic rounding to a 16-bit Dst (sim/num/random.hpp); 0: to nearest
};

// The functions of one datum draw by the key alone: who calls them for several gives each its own.
// A + B, or A - B; `d` is what is accumulated upon, 0 where the instruction does not accumulate.
std::uint32_t elw_add(const Fpu& fpu, std::uint32_t a, std::uint32_t b, std::uint32_t d);
std::uint32_t elw_sub(const Fpu& fpu, std::uint32_t a, std::uint32_t b, std::uint32_t d);
// D + one fidelity phase of A * B.
std::uint32_t elw_mul(const Fpu& fpu, std::uint32_t a, std::uint32_t b, std::uint32_t d);

// One fidelity phase of D[rows x 16] + B[rows x 16] * A[16x16], all row-major; `d` is updated in place. MVMUL has eight
// rows, GAPOOL four.
void mvmul(const Fpu& fpu, std::span<const std::uint32_t, 256> a, std::span<const std::uint32_t> b,
           std::span<std::uint32_t> d);

// A Src datum as MOVA2D writes it: exponent 0 becomes +0 unless the zero flag is disabled, everything else is copied
// (infinity and NaN survive). TF32 writes a 32-bit Dst word.
std::uint32_t mova2d(SrcForm form, std::uint32_t a, bool zero_flag_disabled = false);

}  // namespace tessera::tensix
