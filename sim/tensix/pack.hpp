// The packer's conversions: Dst to L1 in three steps, early conversion to the intermediate format, ReLU, late
// conversion (spec/tensix-core.md 1.8). Dst data are words in ordinary bit order: 32 bits, or 16 right-aligned.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/num/rules.hpp"
#include "sim/tensix/dst.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::tensix {

enum class Relu : std::uint8_t {
    off,
    zero,             // negative becomes +0
    below_threshold,  // and so does a value not above the threshold
    clamp,            // and a value above the threshold becomes it
};

struct Pack {
    bool dst_is_32_bit = false;
    DataFormat intermediate = DataFormat::bf16;  // the "pack source format" the host configured
    DataFormat out = DataFormat::bf16;           // in L1
    Relu relu = Relu::off;
    std::uint32_t relu_threshold = 0;      // +0 or above; bf16, or fp16 for fp16 and BFPa intermediates
    std::uint32_t exponent_threshold = 0;  // what has a smaller exponent becomes zero before the late conversion
    num::PackRules rules{};
    std::uint64_t random = 0;  // key of stochastic rounding (sim/num/random.hpp); 0: to nearest
};

struct PackedRow {
    std::uint32_t exponent = 0;                     // BFP only
    std::array<std::uint32_t, row_datums> datum{};  // right-aligned
};

// 16 datums of one row, of which the first is number `first` of those that share a key. Throws Fault tensix_unsupported
// for formats the machine or this page has no rule for.
PackedRow pack_row(const Pack& config, std::span<const std::uint32_t, row_datums> dst, std::uint64_t first = 0);

// What pack_row does for these settings, for many rows.
using RowPacker = PackedRow (*)(const Pack& config, std::span<const std::uint32_t, row_datums> dst,
                                std::uint64_t first);
RowPacker row_packer(const Pack& config);

// A whole tile in the order of its datums into tile_bytes(config.out) bytes; throws Fault format_mismatch when shorter.
void pack_tile(const Pack& config, std::span<const std::uint32_t, tile_datums> dst, std::span<std::uint8_t> l1);

}  // namespace tessera::tensix
