// bfloat16 values on the host, and vectors of them packed two in a word, the first in the low half
// (spec/kernel-api.md 5.4).
#pragma once

#include <fmt/format.h>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <utility>
#include <vector>

#include "sim/num/bf16.hpp"

class bfloat16 {
  public:
    constexpr bfloat16() = default;
    // The nearest value, ties to even; denormals and NaN stay what they are.
    template <std::floating_point F>
    constexpr bfloat16(F value)
        : bits_(static_cast<std::uint16_t>(
              tessera::num::fp32_to_bf16_rne(std::bit_cast<std::uint32_t>(static_cast<float>(value))))) {}
    constexpr bfloat16(int value) : bfloat16(static_cast<float>(value)) {}
    constexpr explicit bfloat16(std::uint16_t bits) : bits_(bits) {}
    constexpr explicit bfloat16(std::uint32_t word) : bits_(static_cast<std::uint16_t>(word)) {}  // the low half

    constexpr float to_float() const { return std::bit_cast<float>(tessera::num::bf16_to_fp32(bits_)); }
    constexpr operator float() const { return to_float(); }
    constexpr std::uint16_t to_uint16() const { return bits_; }
    constexpr std::uint16_t to_packed() const { return bits_; }

    // Equal bits: 0 and -0 differ, a NaN equals itself.
    friend constexpr bool operator==(bfloat16, bfloat16) = default;

  private:
    std::uint16_t bits_ = 0;
};
static_assert(sizeof(bfloat16) == 2);

inline std::ostream& operator<<(std::ostream& out, bfloat16 value) { return out << value.to_float(); }

std::uint32_t pack_two_bfloat16_into_uint32(std::pair<bfloat16, bfloat16> low_and_high);
std::pair<bfloat16, bfloat16> unpack_two_bfloat16_from_uint32(std::uint32_t packed);

// An odd number of values has no packed form: InputError.
std::vector<std::uint32_t> pack_bfloat16_vec_into_uint32_vec(const std::vector<bfloat16>& values);
inline bfloat16 bfloat16_identity_transform(const bfloat16& value) { return value; }
std::vector<bfloat16> unpack_uint32_vec_into_bfloat16_vec(
    const std::vector<std::uint32_t>& packed,
    const std::function<bfloat16(const bfloat16&)>& transform = bfloat16_identity_transform);

// Uniform in [offset, offset + max); the seed decides.
std::vector<std::uint32_t> create_random_vector_of_bfloat16(std::size_t bytes, int max, int seed, float offset = 0);
std::vector<bfloat16> create_random_vector_of_bfloat16_native(std::size_t bytes, float max, int seed, float offset = 0);
std::vector<std::uint32_t> create_constant_vector_of_bfloat16(std::size_t bytes, float value);
std::vector<std::uint32_t> create_arange_vector_of_bfloat16(std::size_t bytes, bool print = false);
// Row-major, ones in the first places of the diagonal.
std::vector<bfloat16> create_identity_matrix(int rows, int columns, int ones);

// |a - b| <= atol + rtol * max(|a|, |b|)
bool is_close(float a, float b, float rtol = 0.01F, float atol = 0.001F);
// Equal when both are rounded to so many decimal digits.
bool equal_within_n_sig_figs(float a, float b, int digits);

template <>
struct fmt::formatter<bfloat16> : fmt::formatter<float> {
    template <class Context>
    auto format(bfloat16 value, Context& context) const {
        return fmt::formatter<float>::format(value.to_float(), context);
    }
};
