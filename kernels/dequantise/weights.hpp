// A tile of codes (packed.hpp) to a tile of weights in a 32-bit Dst, T1 only.
//
// Scale times code is exact in fp32: at most 23 bits. With a minimum or a bias the sum of two such numbers may not be;
// then it is rounded to odd where a format of 16 bits follows, so that two roundings are as good as one.
//
// Define DEQUANTISE_BIAS, of MLX: plus where weights are scale * code + bias, minus for scale * (code - bias).
#pragma once

#include <type_traits>

#include "../four_rows.hpp"
#include "nearest.hpp"
#include "packed.hpp"

namespace dequantise {

using namespace sfpi;

constexpr uint32_t codes_tile = 3;  // of Dst
constexpr uint32_t codes_at = codes_tile * tile::vectors;

constexpr bool has_bytes = type == Type::q8_0 || type == Type::q6_k;  // codes_of_tile
constexpr uint32_t code_bits = type == Type::mlx ? bits : has_bytes ? 8 : 4;
constexpr uint32_t zero_code = type == Type::q8_0 ? 128 : type == Type::q4_0 ? 8 : type == Type::q6_k ? 32 : 0;
constexpr bool adds = type == Type::mlx || type == Type::q4_k;
enum class Bias { plus, minus };
constexpr bool minus_bias = Bias::DEQUANTISE_BIAS == Bias::minus;

constexpr float two_23 = 8388608.0f;
constexpr uint32_t exponent_of_two_23 = 150;

// Once, before the first tile: the mask of a code, and what the number made of one has too much.
sfpi_inline void set_codes() {
    vConstIntPrgm0 = (1 << code_bits) - 1;
    vConstFloatPrgm1 = -(two_23 + zero_code);
}

// Lane 0 of each row to all eight; the others are zero.
sfpi_inline vUInt to_all_lanes(vUInt word) {
    word = word | subvec_shflror1(word);
    vUInt other = subvec_shflror1(word);
    word = word | subvec_shflror1(other);
    other = subvec_shflror1(word);
    other = subvec_shflror1(other);
    other = subvec_shflror1(other);
    return word | subvec_shflror1(other);
}

// The fp16 number in the upper half of a word whose lower half is zero. Denormals are multiples of 2^-24.
sfpi_inline vFloat half_to_float(const vUInt& word) {
    vUInt magnitude = (word << 1) >> 4;
    vFloat value = reinterpret<vFloat>(magnitude + (112 << 23));
    v_if((magnitude >> 23) == 0) { value = setexp(value, 113) - 0x1p-14f; }
    v_endif;
    return setsgn(value, reinterpret<vFloat>(word));
}

// Less than 2^23.
sfpi_inline vFloat small_to_float(const vUInt& code) { return setexp(reinterpret<vFloat>(code), exponent_of_two_23); }

// Codes of a tile, of Q6_K put together to bytes. `phase` is which of 2 (Q4_0, Q4_K) or 4 (Q6_K) tiles that share
// bytes the tile is.
template <uint32_t phase, uint32_t half = 0>
sfpi_inline vUInt codes_of_tile() {
    vUInt codes = dst_reg[codes_at + (are_numbers ? 8 * half : 0)];
    if constexpr (type == Type::q6_k) {
        vUInt upper = dst_reg[codes_at + 8];
        if constexpr (phase != 0) upper = upper >> (2 * phase);
        if constexpr (phase >= 2) codes = codes >> 4;
        codes = (codes & 0x0F0F0F0F) | ((upper & 0x03030303) << 4);
    }
    if constexpr (type == Type::q8_0) codes = codes ^ 0x80808080;
    return codes;
}

// Where the code of column 2l + odd of a half begins.
template <uint32_t phase>
constexpr uint32_t shift_of(uint32_t half, uint32_t odd) {
    if (type == Type::q4_0) return 16 * phase + 8 * odd + 4 * half;
    if (type == Type::q4_k) return 16 * half + 8 * odd + 4 * phase;
    return 16 * half + (type == Type::mlx ? bits : 8) * odd;
}

// A code minus zero_code as a number.
template <uint32_t phase, uint32_t half, uint32_t odd>
sfpi_inline vFloat number(const vUInt& codes) {
    if constexpr (are_numbers) {
        const vUInt upper = odd != 0 ? (codes >> 16) << 16 : codes << 16;
        return type == Type::f16 ? half_to_float(upper) : reinterpret<vFloat>(upper);
    }
    constexpr uint32_t shift = shift_of<phase>(half, odd);
    vUInt code = codes;
    if constexpr (shift != 0) code = code >> shift;
    if constexpr (shift + code_bits < 32) code = code & vConstIntPrgm0;
    return small_to_float(code) + vConstFloatPrgm1;
}

// The sum of two numbers, rounded to odd.
sfpi_inline vFloat odd_sum(const vFloat& a, const vFloat& b) {
    vFloat sum = a + b;
    vFloat of_b = sum - a;
    vFloat lost = a - (sum - of_b);
    lost = lost + (b - of_b);
    v_if(lost != 0.0f) {
        vUInt word = reinterpret<vUInt>(sum);
        v_if(reinterpret<vInt>(reinterpret<vUInt>(lost) ^ word) < 0) { word = word - 1; }
        v_endif;
        sum = reinterpret<vFloat>(word | 1);
    }
    v_endif;
    return sum;
}

template <uint32_t half, uint32_t odd, uint32_t phase, Format format, uint32_t to>
sfpi_inline void weight(const vUInt& codes, const vFloat& scale, const vFloat& added) {
    vFloat value = number<phase, half, odd>(codes);
    if constexpr (!are_numbers) value = value * scale;
    if constexpr (adds && format == Format::fp32)
        value = addexp(value, 0) + added;  // a product on its own: it is exact
    if constexpr (adds && format != Format::fp32) value = odd_sum(value, added);
    dst_reg[to * tile::vectors + 8 * half + odd] = nearest<format>(value);
}

// What the numbers of a row of 32 weights are multiplied by, in its two halves, and what is then added.
struct Scales {
    vFloat left, right, added;
};

template <uint32_t phase>
sfpi_inline Scales scales_of_codes() {
    if constexpr (are_numbers) return {vConst1, vConst1, vConst0};
    vUInt word = to_all_lanes(dst_reg[codes_at + 1]);
    vFloat scale = half_to_float(type == Type::q4_0 && phase == 1 ? (word >> 16) << 16 : word << 16);
    vFloat added = scale, right = scale;
    if constexpr (adds) added = half_to_float((word >> 16) << 16);
    if constexpr (type == Type::mlx && minus_bias) added = -(scale * added);
    if constexpr (type == Type::q4_k) {
        vUInt of_group = to_all_lanes(dst_reg[codes_at + 9]);
        if constexpr (phase == 1) of_group = of_group >> 16;
        scale = scale * (small_to_float(of_group & 0xFF) - two_23);
        added = -(added * (small_to_float((of_group >> 8) & 0xFF) - two_23));
    }
    if constexpr (type == Type::q6_k) {
        vUInt of_halves = to_all_lanes(dst_reg[codes_at + 9]) ^ 0x8080;
        right = scale * (small_to_float(of_halves >> 8) - (two_23 + 128));
        scale = scale * (small_to_float(of_halves & 0xFF) - (two_23 + 128));
    }
    return {scale, right, added};
}

// The codes in Dst tile codes_tile to weights in tile `to`.
template <uint32_t phase, Format format, uint32_t to>
sfpi_inline void weights_of_codes() {
    tile::each_four_rows([] {
        const Scales scales = scales_of_codes<phase>();
        const vUInt codes = codes_of_tile<phase>(), right_codes = are_numbers ? codes_of_tile<phase, 1>() : codes;
        const vFloat& right = type == Type::q6_k ? scales.right : scales.left;
        weight<0, 0, phase, format, to>(codes, scales.left, scales.added);
        weight<0, 1, phase, format, to>(codes, scales.left, scales.added);
        weight<1, 0, phase, format, to>(right_codes, right, scales.added);
        weight<1, 1, phase, format, to>(right_codes, right, scales.added);
    });
}

// Calls `with` with the phase of tile `tile` of a row, as a type whose value it is.
template <class With>
inline void with_phase(uint32_t tile, With with) {
    using std::integral_constant;
    if constexpr (tiles_of_codes == 2) {
        if (tile % 2 == 0) return with(integral_constant<uint32_t, 0>{});
        return with(integral_constant<uint32_t, 1>{});
    } else if constexpr (type == Type::q6_k) {
        switch (tile % 4) {
            case 0: return with(integral_constant<uint32_t, 0>{});
            case 1: return with(integral_constant<uint32_t, 1>{});
            case 2: return with(integral_constant<uint32_t, 2>{});
            default: return with(integral_constant<uint32_t, 3>{});
        }
    } else {
        with(integral_constant<uint32_t, 0>{});
    }
}

}  // namespace dequantise
