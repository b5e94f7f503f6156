#include "sim/tensix/unpack.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"
#include "sim/num/bf16.hpp"
#include "sim/num/bfp.hpp"
#include "sim/num/dst_bits.hpp"
#include "sim/num/fp16.hpp"
#include "sim/num/fp8.hpp"
#include "sim/num/src.hpp"

namespace tessera::tensix {

namespace {

using num::UnpackRules;
using std::uint32_t;

// What a register of this format holds: BFP is expanded, TF32 is the full width of Src.
DataFormat expanded(DataFormat format) {
    if (is_bfp(format)) return has_small_exponent(format) ? DataFormat::fp16 : DataFormat::bf16;
    return format;
}

// A function of one datum, and the same for sixteen of so many bits, which becomes vectors.
template <int bits, class Rule>
UnpackRule rule_of(Rule) {
    return {[](const UnpackRules& rules, uint32_t x, uint32_t exponent) { return Rule{}(rules, x, exponent); },
            [](const UnpackRules& rules, const std::uint8_t* datums, int first, uint32_t exponent, uint32_t* out) {
                for (int i = 0; i < row_datums; ++i)
                    out[i] = Rule{}(rules, read_datum(datums, first + i, bits), exponent);
            }};
}

template <int bits>
UnpackRule bfp() {
    return rule_of<bits>([](const UnpackRules&, uint32_t datum, uint32_t exponent) {
        return num::bf16_to_src(num::bfp_to_bf16(datum << (8 - bits), exponent));
    });
}

template <int bits>
UnpackRule bfp_a() {
    return rule_of<bits>([](const UnpackRules&, uint32_t datum, uint32_t exponent) {
        return num::fp16_to_src(num::bfp_to_fp16(datum << (8 - bits), exponent));
    });
}

UnpackRule to_dst(DataFormat in, DataFormat out) {
    const bool bits_kept = (in == out && datum_bits(in) == 32) || (in == DataFormat::fp32 && out == DataFormat::tf32);
    if (!bits_kept) return {};
    return rule_of<32>([](const UnpackRules&, uint32_t x, uint32_t) { return x; });
}

UnpackRule fp32_to_src(DataFormat out) {
    switch (out) {
        case DataFormat::tf32:
            return rule_of<32>([](const UnpackRules&, uint32_t x, uint32_t) { return num::fp32_to_src(x); });
        case DataFormat::bf16:
            return rule_of<32>([](const UnpackRules&, uint32_t x, uint32_t) {
                return num::bf16_to_src(num::fp32_to_bf16_truncate(x));
            });
        case DataFormat::fp16:
            return rule_of<32>([](const UnpackRules&, uint32_t x, uint32_t) {
                return num::fp16_to_src(num::fp32_to_fp16_truncate(x, true));
            });
        default: return {};
    }
}

UnpackRule to_src(const Unpack& config, DataFormat out) {
    switch (config.in) {
        case DataFormat::fp32:
        case DataFormat::tf32: return fp32_to_src(out);
        default: break;
    }
    if (out != expanded(config.in) && !(config.in == DataFormat::fp8 && out == DataFormat::fp16)) return {};
    switch (config.in) {
        case DataFormat::bf16:
            return rule_of<16>([](const UnpackRules&, uint32_t x, uint32_t) { return num::bf16_to_src(x); });
        case DataFormat::fp16:
            return rule_of<16>([](const UnpackRules&, uint32_t x, uint32_t) { return num::fp16_to_src(x); });
        case DataFormat::bfp8: return bfp<8>();
        case DataFormat::bfp4: return bfp<4>();
        case DataFormat::bfp2: return bfp<2>();
        case DataFormat::bfp8a: return bfp_a<8>();
        case DataFormat::bfp4a: return bfp_a<4>();
        case DataFormat::bfp2a: return bfp_a<2>();
        case DataFormat::fp8:
            if (config.fp8_is_e4m3) {
                return rule_of<8>([](const UnpackRules&, uint32_t x, uint32_t) {
                    return num::fp16_to_src(num::fp8_e4m3_to_fp16(x));
                });
            }
            return rule_of<8>([](const UnpackRules& rules, uint32_t x, uint32_t) {
                return num::fp16_to_src(num::fp8_e5m2_to_fp16(rules, x));
            });
        case DataFormat::int8:
            return rule_of<8>([](const UnpackRules&, uint32_t x, uint32_t) { return num::int8_to_src(x, 7); });
        case DataFormat::uint8:
            return rule_of<8>([](const UnpackRules&, uint32_t x, uint32_t) { return num::int8_to_src(x, 8); });
        case DataFormat::int16:
            return rule_of<16>(
                [](const UnpackRules&, uint32_t x, uint32_t) { return num::bf16_to_src(num::dst_to_bf16(x)); });
        default: return {};
    }
}

}  // namespace

UnpackRule unpack_rule(const Unpack& config) {
    const UnpackRule rule =
        config.target == Target::dst ? to_dst(config.in, config.out) : to_src(config, expanded(config.out));
    if (rule.row == nullptr) {
        throw fault::Fault(fault::Id::tensix_unsupported,
                           fmt::format("unpacking {} in L1 to {} in {}", name(config.in), name(config.out),
                                       config.target == Target::dst ? "Dst" : "Src"));
    }
    return rule;
}

std::array<uint32_t, row_datums> unpack_row(const Unpack& config, std::span<const uint32_t, row_datums> datums,
                                            uint32_t exponent) {
    const UnpackRule rule = unpack_rule(config);
    std::array<uint32_t, row_datums> out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = rule.datum(config.rules, datums[i], exponent);
    return out;
}

void unpack_tile(const Unpack& config, std::span<const std::uint8_t> l1, std::span<uint32_t, tile_datums> out) {
    if (l1.size() < tile_bytes(config.in)) {
        throw fault::Fault(fault::Id::format_mismatch, fmt::format("a {} tile has {} bytes, {} are there",
                                                                   name(config.in), tile_bytes(config.in), l1.size()));
    }
    const UnpackRule rule = unpack_rule(config);
    const bool shares_exponent = is_bfp(config.in);
    const std::uint8_t* datums = l1.data() + exponent_bytes(config.in);
    for (int r = 0; r < face_rows; ++r) {
        const uint32_t exponent = shares_exponent ? l1[static_cast<std::size_t>(r)] : 0;
        rule.row(config.rules, datums, r * row_datums, exponent, out.data() + r * row_datums);
    }
}

}  // namespace tessera::tensix
