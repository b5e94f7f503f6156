// Weights as files store them: plain numbers, or ggml's blocks of small integers with shared scales.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace decoder {

// The numbers are ggml's.
enum class WeightType : std::uint32_t { f32 = 0, f16 = 1, q4_0 = 2, q8_0 = 8, q4_k = 12, q6_k = 14, bf16 = 30 };

struct WeightBlock {
    std::string_view name;
    std::size_t weights;  // along the fastest dimension
    std::size_t bytes;
};

std::optional<WeightType> weight_type(std::uint32_t number);
WeightBlock block_of(WeightType type);

// Bytes of so many weights, a multiple of the block's.
inline std::size_t byte_count(WeightType type, std::size_t weights) {
    const WeightBlock block = block_of(type);
    return weights / block.weights * block.bytes;
}

// bytes.size() is byte_count(type, out.size()). Every weight is exact in double; a float is that value rounded once.
void dequantise(WeightType type, std::span<const std::byte> bytes, std::span<float> out);
void dequantise(WeightType type, std::span<const std::byte> bytes, std::span<double> out);

}  // namespace decoder
