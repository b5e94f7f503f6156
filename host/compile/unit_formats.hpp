// Formats that the vendor's host configures unpackers and packers for, from the formats of a kernel's circular buffers
// and its compute configuration (spec/kernel-api.md 3.2).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "sim/tensix/dst.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::host {

// Exponent widths of a kernel's circular buffers. fp32 and integers, except int8, go with either width; where a kernel
// has nothing else, the host chooses 8 bits. It refuses a kernel that mixes both.
enum class ExponentFamily : std::uint8_t { wide, small, mixed };
std::optional<ExponentFamily> exponent_family_of(tensix::DataFormat format);  // nothing for what goes with either
ExponentFamily exponent_family(std::span<const tensix::DataFormat> formats);

// What the unpackers make of a buffer's tiles in Src, or in Dst with `to_dst`. With `fp16_by_fp32`, which is not the
// host's but what the hardware can, fp32 and fp16 meet in a 32-bit Dst without a narrower format between them.
tensix::DataFormat unpacked_format(tensix::DataFormat in, bool to_dst, bool fp32_dest_acc, ExponentFamily family,
                                   bool fp16_by_fp32 = false);

// What a 16-bit Dst holds.
constexpr tensix::DstFormat narrow_dst_format(ExponentFamily family) {
    return family == ExponentFamily::wide ? tensix::DstFormat::bf16 : tensix::DstFormat::fp16;
}

// What the packer makes of Dst before the conversion to `out` (Pack::intermediate); `view` is fp32, bf16 or fp16.
tensix::DataFormat intermediate_of(tensix::DstFormat view, tensix::DataFormat out, bool bfp8_pack_precise = false,
                                   bool fp16_by_fp32 = false);

}  // namespace tessera::host
