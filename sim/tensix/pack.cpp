#include "sim/tensix/pack.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"
#include "sim/num/bf16.hpp"
#include "sim/num/bfp.hpp"
#include "sim/num/fp16.hpp"
#include "sim/num/integer.hpp"
#include "sim/num/random.hpp"

namespace tessera::tensix {

namespace {

using std::uint32_t;

constexpr std::uint64_t late_step = std::uint64_t{1} << 32;  // draws of its own for the late conversion

[[noreturn, gnu::noinline, gnu::cold]] void unsupported(const Pack& config) {
    throw fault::Fault(
        fault::Id::tensix_unsupported,
        fmt::format("packing {}-bit Dst through {} to {} in L1{}", config.dst_is_32_bit ? 32 : 16,
                    name(config.intermediate), name(config.out), config.relu == Relu::off ? "" : " with ReLU"));
}

// How the value between early and late conversion is held.
enum class Held { fp32, bf16, fp16, integer };

Held held(const Pack& config) {
    switch (config.intermediate) {
        case DataFormat::fp32: return Held::fp32;
        case DataFormat::bf16:
        case DataFormat::bfp8: return Held::bf16;
        case DataFormat::fp16:
        case DataFormat::bfp8a: return Held::fp16;
        case DataFormat::int32:
        case DataFormat::uint32:
        case DataFormat::int8:
        case DataFormat::int16: return Held::integer;
        default: unsupported(config);
    }
}

uint32_t early_32(const Pack& config, uint32_t x, std::uint64_t place) {
    const auto half = [&](int bits) { return num::rounding_addend(config.random, place, bits); };
    switch (config.intermediate) {
        case DataFormat::fp32:
        case DataFormat::int32:
        case DataFormat::uint32: return x;
        case DataFormat::int8: return config.out == DataFormat::uint8 ? x & 0xFF : x >> 31 << 7 | (x & 0x7F);
        case DataFormat::bf16: return num::fp32_to_bf16_rna(x, half(16));
        case DataFormat::bfp8:
            return num::bf16_flush_to_plus_zero(num::bf16_to_six_bits(num::nan_to_inf(x) >> 16, half(1)));
        case DataFormat::fp16:
            if (!config.rules.rounds_to_fp16) unsupported(config);
            return num::fp32_to_fp16_truncate(num::fp32_round_to_ten_bits(x, half(13)), true);
        default: unsupported(config);
    }
}

// What an 8-bit BFPa intermediate leaves of an fp16: six mantissa bits, ties away, below the largest exponent's end.
uint32_t fp16_to_six_bits(uint32_t x, uint32_t half) {
    const uint32_t s = x & num::fp16_sign;
    uint32_t mag = x & num::fp16_largest;
    mag = mag > 0x7FF7 ? 0x7FF0 : (mag + half) & ~15u;
    return mag < 0x0400 ? 0 : s | mag;
}

uint32_t early_16(const Pack& config, uint32_t x, std::uint64_t place) {
    const auto half = [&](int bits) { return num::rounding_addend(config.random, place, bits); };
    switch (config.intermediate) {
        // Kernels that use a 32-bit Dst as one of 16 for a while leave the packers its intermediate.
        case DataFormat::fp32: return num::bf16_to_fp32(num::bf16_to_packer(x));
        case DataFormat::bf16: return num::bf16_to_packer(x);
        case DataFormat::bfp8: return num::bf16_to_six_bits(num::bf16_to_packer(x), half(1));
        case DataFormat::fp16: return num::fp16_exponent(x) == 0 ? 0 : x;
        case DataFormat::bfp8a: return fp16_to_six_bits(x, half(4));
        case DataFormat::int16: return x;
        // Of a datum of 16 bits there are no low ones: the sign alone, or nothing.
        case DataFormat::int8: return config.out == DataFormat::uint8 ? 0 : x >> 15 << 7;
        default: unsupported(config);
    }
}

// Compares patterns as integers, which orders what is not negative. Integers know only the plain form, of INT32.
uint32_t relu(const Pack& config, Held form, uint32_t x) {
    if (config.relu == Relu::off) return x;
    if (form == Held::integer && (config.relu != Relu::zero || config.intermediate != DataFormat::int32))
        unsupported(config);
    const bool wide = form == Held::fp32 || form == Held::integer;
    if (x & (wide ? 0x80000000 : 0x8000)) return 0;
    if (config.relu == Relu::zero) return x;
    const uint32_t threshold = wide ? config.relu_threshold << 16 : config.relu_threshold;
    if (config.relu == Relu::below_threshold) return x <= threshold ? 0 : x;
    const int ignored = wide ? 13 : 0;
    return x >> ignored > threshold >> ignored ? threshold : x;
}

// The bf16-like value the BFP step takes.
uint32_t late_bf16(Held form, uint32_t x) {
    switch (form) {
        case Held::fp32: return num::bf16_flush_to_plus_zero(x >> 16);
        case Held::fp16: return num::bf16_flush_to_plus_zero(num::fp16_to_fp32(x) >> 16);
        default: return x;
    }
}

uint32_t late(const Pack& config, Held form, uint32_t x, std::uint64_t place) {
    switch (config.out) {
        case DataFormat::fp32:
            if (form == Held::fp32) return x;
            if (form == Held::bf16) return num::bf16_to_fp32(x);
            if (form == Held::fp16) return num::fp16_to_fp32(x);
            break;
        case DataFormat::bf16:
            if (form == Held::fp32) return num::fp32_to_bf16_rna(x, num::rounding_addend(config.random, place, 16));
            if (form == Held::bf16 || form == Held::fp16) return late_bf16(form, x);
            break;
        case DataFormat::fp16:
            if (form == Held::fp32) return num::fp32_to_fp16_truncate(x, true);
            if (form == Held::bf16) return num::fp32_to_fp16_truncate(num::bf16_to_fp32(x), true);
            if (form == Held::fp16) return x;
            break;
        case DataFormat::int32:
        case DataFormat::uint32:
        case DataFormat::int16:
            if (config.out == config.intermediate) return x;
            break;
        case DataFormat::int8:
            if (config.intermediate == DataFormat::int8) return x;
            if (config.intermediate == DataFormat::int32) {
                const uint32_t clamped = num::clamp_magnitude(x, 127);
                return num::narrow_sign_magnitude(clamped, 7);
            }
            break;
        case DataFormat::uint8:
            if (config.intermediate == DataFormat::int8) return x;
            if (config.intermediate == DataFormat::int32) return num::clamp_unsigned(x, 255);
            break;
        default: break;
    }
    unsupported(config);
}

// BFP outputs the machine's documents give: the b family from any floating intermediate.
bool has_bfp_step(const Pack& config, Held form) {
    if (!is_bfp(config.out) || has_small_exponent(config.out)) return false;
    return form != Held::integer;
}

std::uint32_t exponent_of(Held form, uint32_t x) {
    return form == Held::fp16 ? num::fp16_exponent(x) : form == Held::bf16 ? num::bf16_exponent(x) : x >> 23 & 0xFF;
}

[[gnu::always_inline]] inline PackedRow row_as(const Pack& config, std::span<const uint32_t, row_datums> dst,
                                               std::uint64_t first) {
    const Held form = held(config);
    // A 32-bit Dst is compared before it becomes fp16, with a threshold of bf16.
    const bool relu_first = config.dst_is_32_bit && form == Held::fp16;
    PackedRow row;
    for (std::size_t i = 0; i < row.datum.size(); ++i) {
        const std::uint64_t place = first + i;
        row.datum[i] = config.dst_is_32_bit
                           ? early_32(config, relu_first ? relu(config, Held::fp32, dst[i]) : dst[i], place)
                           : early_16(config, dst[i], place);
        if (!relu_first) row.datum[i] = relu(config, form, row.datum[i]);
        if (form != Held::integer && exponent_of(form, row.datum[i]) < config.exponent_threshold) row.datum[i] = 0;
    }
    if (!has_bfp_step(config, form)) {
        for (std::size_t i = 0; i < row.datum.size(); ++i) row.datum[i] = late(config, form, row.datum[i], first + i);
        return row;
    }
    for (uint32_t& x : row.datum) {
        x = late_bf16(form, x);
        row.exponent = std::max(row.exponent, num::bf16_exponent(x));
    }
    const int bits = datum_bits(config.out);
    for (std::size_t i = 0; i < row.datum.size(); ++i) {
        const std::uint64_t place = (first + i) | late_step;
        const uint32_t stochastic = config.random == 0 ? ~0u : num::rounding_addend(config.random, place, 8);
        row.datum[i] = num::bf16_to_bfp(row.datum[i], row.exponent, bits, stochastic);
    }
    return row;
}

PackedRow any_row(const Pack& config, std::span<const uint32_t, row_datums> dst, std::uint64_t first) {
    return row_as(config, dst, first);
}

// The same with the formats known to the compiler and nothing else chosen, so that it becomes vectors.
template <bool dst_is_32_bit, DataFormat intermediate, DataFormat out>
[[gnu::flatten]] PackedRow plain_row(const Pack& config, std::span<const uint32_t, row_datums> dst, std::uint64_t) {
    return row_as({.dst_is_32_bit = dst_is_32_bit, .intermediate = intermediate, .out = out, .rules = config.rules},
                  dst, 0);
}

struct PlainRow {
    bool dst_is_32_bit;
    DataFormat intermediate, out;
    RowPacker pack;
};
template <bool dst_is_32_bit, DataFormat intermediate, DataFormat out>
constexpr PlainRow plain{dst_is_32_bit, intermediate, out, plain_row<dst_is_32_bit, intermediate, out>};
constexpr std::array plain_rows{
    plain<false, DataFormat::bf16, DataFormat::bf16>, plain<false, DataFormat::bf16, DataFormat::fp32>,
    plain<false, DataFormat::bfp8, DataFormat::bfp8>, plain<true, DataFormat::fp32, DataFormat::fp32>,
    plain<true, DataFormat::fp32, DataFormat::bf16>,  plain<true, DataFormat::bf16, DataFormat::bf16>};

}  // namespace

RowPacker row_packer(const Pack& config) {
    if (config.relu == Relu::off && config.exponent_threshold == 0 && config.random == 0)
        for (const PlainRow& row : plain_rows)
            if (row.dst_is_32_bit == config.dst_is_32_bit && row.intermediate == config.intermediate &&
                row.out == config.out)
                return row.pack;
    return any_row;
}

PackedRow pack_row(const Pack& config, std::span<const uint32_t, row_datums> dst, std::uint64_t first) {
    return row_packer(config)(config, dst, first);
}

void pack_tile(const Pack& config, std::span<const uint32_t, tile_datums> dst, std::span<std::uint8_t> l1) {
    if (l1.size() < tile_bytes(config.out)) {
        throw fault::Fault(fault::Id::format_mismatch,
                           fmt::format("a {} tile has {} bytes, there is room for {}", name(config.out),
                                       tile_bytes(config.out), l1.size()));
    }
    const int bits = datum_bits(config.out);
    const RowPacker pack = row_packer(config);
    std::uint8_t* datums = l1.data() + exponent_bytes(config.out);
    for (int r = 0; r < face_rows; ++r) {
        const auto first = static_cast<std::size_t>(r * row_datums);
        const PackedRow row = pack(config, dst.subspan(first).first<row_datums>(), first);
        if (is_bfp(config.out)) l1[static_cast<std::size_t>(r)] = static_cast<std::uint8_t>(row.exponent);
        write_row(datums, r * row_datums, bits, row.datum);
    }
}

}  // namespace tessera::tensix
