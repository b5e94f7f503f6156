// The unpacker's conversions: L1 to SrcA, SrcB or Dst, without any rounding (spec/tensix-core.md 1.5).
// Src data are 19-bit words (sim/num/src.hpp); Dst data are words in ordinary bit order. INT16 in Src lies so that
// MOVA2D in bf16 form gives back its 16 bits as a Dst cell.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/num/rules.hpp"
#include "sim/tensix/dst_contents.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::tensix {

enum class Target : std::uint8_t { src, dst };

struct Unpack {
    DataFormat in = DataFormat::bf16;   // in L1
    DataFormat out = DataFormat::bf16;  // in the register; a BFP format stands for bf16 (b) or fp16 (a)
    Target target = Target::src;
    bool fp8_is_e4m3 = false;
    num::UnpackRules rules{};
};

// What becomes of one datum as it lies in L1 (right-aligned), with its block's exponent byte (BFP only), and of the 16
// of a row from datum `first` on.
struct UnpackRule {
    std::uint32_t (*datum)(const num::UnpackRules& rules, std::uint32_t datum, std::uint32_t exponent) = nullptr;
    void (*row)(const num::UnpackRules& rules, const std::uint8_t* datums, int first, std::uint32_t exponent,
                std::uint32_t* out) = nullptr;
};

// The rule for a pair of formats. Throws Fault tensix_unsupported where the machine or this page has none.
UnpackRule unpack_rule(const Unpack& config);

// What 32-bit data of a format become in Dst.
constexpr DatumKind unpacked_kind(DataFormat in) {
    return in == DataFormat::int32 || in == DataFormat::uint32 ? DatumKind::int32 : DatumKind::fp32;
}

// 16 datums of one face row.
std::array<std::uint32_t, row_datums> unpack_row(const Unpack& config,
                                                 std::span<const std::uint32_t, row_datums> datums,
                                                 std::uint32_t exponent);

// A whole tile in the order of its datums. `l1` holds tile_bytes(config.in); throws Fault format_mismatch when shorter.
void unpack_tile(const Unpack& config, std::span<const std::uint8_t> l1, std::span<std::uint32_t, tile_datums> out);

}  // namespace tessera::tensix
