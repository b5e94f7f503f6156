#include "tt-metalium/bfloat16.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "sim/fault/fault.hpp"

std::uint32_t pack_two_bfloat16_into_uint32(std::pair<bfloat16, bfloat16> low_and_high) {
    return low_and_high.first.to_uint16() | std::uint32_t{low_and_high.second.to_uint16()} << 16;
}

std::pair<bfloat16, bfloat16> unpack_two_bfloat16_from_uint32(std::uint32_t packed) {
    return {bfloat16(packed), bfloat16(packed >> 16)};
}

std::vector<std::uint32_t> pack_bfloat16_vec_into_uint32_vec(const std::vector<bfloat16>& values) {
    if (values.size() % 2 != 0)
        throw tessera::fault::InputError(
            fmt::format("{} bfloat16 values do not fill whole words of two; give an even number", values.size()));
    std::vector<std::uint32_t> packed;
    packed.reserve(values.size() / 2);
    for (std::size_t i = 0; i < values.size(); i += 2)
        packed.push_back(pack_two_bfloat16_into_uint32({values[i], values[i + 1]}));
    return packed;
}

std::vector<bfloat16> unpack_uint32_vec_into_bfloat16_vec(const std::vector<std::uint32_t>& packed,
                                                          const std::function<bfloat16(const bfloat16&)>& transform) {
    std::vector<bfloat16> values;
    values.reserve(packed.size() * 2);
    for (const std::uint32_t word : packed) {
        const auto [low, high] = unpack_two_bfloat16_from_uint32(word);
        values.push_back(transform(low));
        values.push_back(transform(high));
    }
    return values;
}

std::vector<bfloat16> create_random_vector_of_bfloat16_native(std::size_t bytes, float max, int seed, float offset) {
    std::mt19937 generator(static_cast<std::uint32_t>(seed));
    std::vector<bfloat16> values;
    values.reserve(bytes / sizeof(bfloat16));
    // The top 24 bits of a draw: std::uniform_real_distribution is not the same in every library.
    for (std::size_t i = 0; i < bytes / sizeof(bfloat16); ++i)
        values.emplace_back(static_cast<float>(generator() >> 8) * 0x1p-24F * max + offset);
    return values;
}

std::vector<std::uint32_t> create_random_vector_of_bfloat16(std::size_t bytes, int max, int seed, float offset) {
    return pack_bfloat16_vec_into_uint32_vec(
        create_random_vector_of_bfloat16_native(bytes, static_cast<float>(max), seed, offset));
}

std::vector<std::uint32_t> create_constant_vector_of_bfloat16(std::size_t bytes, float value) {
    return std::vector<std::uint32_t>(bytes / sizeof(std::uint32_t), pack_two_bfloat16_into_uint32({value, value}));
}

std::vector<std::uint32_t> create_arange_vector_of_bfloat16(std::size_t bytes, bool print) {
    std::vector<bfloat16> values;
    for (std::size_t i = 0; i < bytes / sizeof(bfloat16); ++i) values.emplace_back(static_cast<float>(i));
    if (print)
        for (const bfloat16 value : values) fmt::print("{}\n", value.to_float());
    return pack_bfloat16_vec_into_uint32_vec(values);
}

std::vector<bfloat16> create_identity_matrix(int rows, int columns, int ones) {
    const auto width = static_cast<std::size_t>(columns);
    std::vector<bfloat16> matrix(static_cast<std::size_t>(rows) * width, 0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(std::min({rows, columns, ones})); ++i)
        matrix[i * width + i] = 1;
    return matrix;
}

bool is_close(float a, float b, float rtol, float atol) {
    return std::abs(a - b) <= atol + rtol * std::max(std::abs(a), std::abs(b));
}

bool equal_within_n_sig_figs(float a, float b, int digits) {
    return fmt::format("{:.{}e}", a, digits - 1) == fmt::format("{:.{}e}", b, digits - 1);
}
