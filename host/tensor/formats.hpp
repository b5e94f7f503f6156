// Matrices of host numbers as tiles of a machine format, and back: what a buffer with one tile a page holds
// (spec/tensix-core.md 1.1, 2.1; the vendor's host library does this for its tensors).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "host/tensor/tilize.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::host {

// [count][rows][columns], row-major, of real numbers into fp32, tf32, bf16, fp16 and all BFP formats. Rounds to
// nearest, ties to even; fp16 saturates as the machine does, for it has no infinity; the datums of a BFP block are
// rounded as the packer rounds them. Padding is zero. InputError for another format or sizes that do not fit.
std::vector<std::uint8_t> to_tiles(std::span<const float> values, std::size_t count, Extent2D extent,
                                   tensix::DataFormat format);
std::vector<float> from_tiles(std::span<const std::uint8_t> tiles, std::size_t count, Extent2D extent,
                              tensix::DataFormat format);

// The same of whole numbers: int32, uint32 and int16 (the vendor's UInt16) take the low bits as they are, uint8 takes 0
// to 255, int8 holds -127 to 127 as sign and magnitude. InputError names a value that the format cannot hold.
std::vector<std::uint8_t> to_tiles(std::span<const std::int32_t> values, std::size_t count, Extent2D extent,
                                   tensix::DataFormat format);
std::vector<std::int32_t> integers_from_tiles(std::span<const std::uint8_t> tiles, std::size_t count, Extent2D extent,
                                              tensix::DataFormat format);

// The same elements one after the other without tiles, in formats without shared exponents.
std::vector<std::uint8_t> to_row(std::span<const float> values, tensix::DataFormat format);
std::vector<std::uint8_t> to_row(std::span<const std::int32_t> values, tensix::DataFormat format);
std::vector<float> from_row(std::span<const std::uint8_t> bytes, tensix::DataFormat format);
std::vector<std::int32_t> integers_from_row(std::span<const std::uint8_t> bytes, tensix::DataFormat format);

}  // namespace tessera::host
