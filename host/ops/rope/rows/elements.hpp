// Elements of a RowTensor as numbers and as bits.
#pragma once

#include <cstdint>
#include <cstring>

#include "host/ops/rope/rows/rotation.hpp"
#include "sim/num/fp16.hpp"

namespace tessera::host {

// The type whose bits an array of the format has: f4 for fp32, f2 for fp16, u2 for bf16.
DType dtype_of_bits(tensix::DataFormat format);
// `contents` with the bits of the format. bf16 may also come as f4, and is rounded to nearest, ties to even.
// InputError for another type.
Contents bits_of(const std::string& name, const Contents& contents, tensix::DataFormat format);

inline std::uint32_t bits_at(std::span<const std::byte> data, tensix::DataFormat format, std::size_t i) {
    std::uint32_t bits = 0;
    const std::size_t bytes = format == tensix::DataFormat::fp32 ? 4 : 2;
    std::memcpy(&bits, data.data() + i * bytes, bytes);
    return bits;
}
inline float number_of(std::uint32_t bits, tensix::DataFormat format) {
    if (format == tensix::DataFormat::fp16)
        return std::bit_cast<float>(num::ieee_fp16_to_fp32(static_cast<std::uint16_t>(bits)));
    return std::bit_cast<float>(format == tensix::DataFormat::bf16 ? bits << 16 : bits);
}
inline float number_at(std::span<const std::byte> data, tensix::DataFormat format, std::size_t i) {
    return number_of(bits_at(data, format, i), format);
}

}  // namespace tessera::host
