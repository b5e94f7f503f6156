#include "host/tensor/beyond_ieee.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cmath>

#include "sim/num/fp16.hpp"

namespace tessera::host {
namespace {

constexpr std::uint32_t top_exponent = 31u << 10;

}  // namespace

void BeyondIeee::look_at(std::span<const std::uint16_t> elements) {
    for (const std::uint16_t bits : elements) {
        if ((bits & top_exponent) == top_exponent && count_++ == 0) first_ = seen_, first_bits_ = bits;
        ++seen_;
    }
}

void BeyondIeee::look_at(std::span<const float> elements) {
    for (const float x : elements) {
        if (std::fabs(x) >= 65536.0f && count_++ == 0) {
            first_ = seen_;
            const auto bits = std::bit_cast<std::uint32_t>(x);
            first_bits_ = (bits >> 16 & num::fp16_sign) | top_exponent | (bits >> 13 & 0x3FF);
        }
        ++seen_;
    }
}

std::string BeyondIeee::text(const std::string& what, const std::string& place) const {
    const float here = std::bit_cast<float>(num::fp16_to_fp32(first_bits_));
    const bool is_infinity = (first_bits_ & 0x3FF) == 0, negative = (first_bits_ & num::fp16_sign) != 0;
    return fmt::format(
        "{} of {} elements of {} have exponent 31; the first, {}, is {} here and {} for a reader of IEEE "
        "fp16",
        count_, seen_, what, place, here, is_infinity ? (negative ? "minus infinity" : "infinity") : "NaN");
}

std::string place_in(std::span<const std::size_t> shape, std::size_t element) {
    std::vector<std::size_t> at(shape.size());
    for (std::size_t d = shape.size(); d-- != 0; element /= shape[d]) at[d] = element % shape[d];
    return fmt::format("[{}]", fmt::join(at, ", "));
}

std::optional<fault::Fault> beyond_ieee(const std::vector<std::string>& texts) {
    if (texts.empty()) return std::nullopt;
    fault::Fault fault(fault::Id::fp16_beyond_ieee, texts.front());
    for (std::size_t i = 1; i < texts.size(); ++i) fault.notes += fmt::format("note: {}\n", texts[i]);
    return fault;
}

}  // namespace tessera::host
