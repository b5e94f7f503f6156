#include "host/study/inputs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "host/compile/hash.hpp"
#include "host/tensor/random_word.hpp"
#include "sim/num/fp16.hpp"

namespace tessera::accuracy {
namespace {

// Apart from the numbers that make tensors of the same seed.
std::uint64_t random_word(std::uint64_t seed, std::uint64_t index) {
    constexpr std::uint64_t stream = 0x696E70757473;
    return host::random_word(seed ^ stream, index);
}

double unit(std::uint64_t word) { return static_cast<double>(word >> 11) * 0x1p-53; }

// Numbers fp32 values by their size, and back.
std::int64_t rank(float value) {
    const auto pattern = std::bit_cast<std::uint32_t>(value);
    const auto magnitude = static_cast<std::int64_t>(pattern & ~num::sign_bit);
    return (pattern & num::sign_bit) != 0 ? -magnitude : magnitude;
}
std::uint32_t pattern_of(std::int64_t rank) {
    return rank < 0 ? num::sign_bit | static_cast<std::uint32_t>(-rank) : static_cast<std::uint32_t>(rank);
}

}  // namespace

InputList listed(std::span<const float> values) {
    std::vector<std::uint32_t> patterns;
    patterns.reserve(values.size());
    for (const float x : values) patterns.push_back(std::bit_cast<std::uint32_t>(x));
    std::ranges::sort(patterns);
    const std::string hash =
        host::hash_of({reinterpret_cast<const char*>(patterns.data()), patterns.size() * sizeof(std::uint32_t)});
    return {std::make_shared<const std::vector<std::uint32_t>>(std::move(patterns)),
            std::stoull(hash.substr(0, 16), nullptr, 16)};
}

std::uint64_t InputList::different() const {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < patterns->size(); ++i) count += i == 0 || (*patterns)[i] != (*patterns)[i - 1];
    return count;
}

std::uint32_t Inputs::at(std::uint64_t index) const {
    switch (kind) {
        case Kind::steps: return first + static_cast<std::uint32_t>(index / repeats) * step;
        case Kind::listed: return (*list.patterns)[index];
        case Kind::codes: return num::fp16_to_fp32(static_cast<std::uint32_t>(index));
        case Kind::uniform:
            return std::bit_cast<std::uint32_t>(
                static_cast<float>(low + (high - low) * unit(random_word(seed, index))));
        case Kind::even:
            return std::bit_cast<std::uint32_t>(static_cast<float>(
                low + (high - low) * ((static_cast<double>(index) + 0.5) / static_cast<double>(count))));
        case Kind::log: {
            const double from = std::log(std::abs(low)), to = std::log(std::abs(high));
            const double magnitude = std::exp(from + (to - from) * unit(random_word(seed, index)));
            return std::bit_cast<std::uint32_t>(static_cast<float>(std::copysign(magnitude, low + high)));
        }
        case Kind::bits: {
            const std::int64_t from = rank(static_cast<float>(low)), to = rank(static_cast<float>(high));
            return pattern_of(
                from + static_cast<std::int64_t>(unit(random_word(seed, index)) * static_cast<double>(to - from + 1)));
        }
    }
    return 0;
}

void Inputs::fill(std::uint64_t from, std::uint32_t* patterns, std::size_t size) const {
    if (is_ordered()) {
        const std::uint32_t start = at(from);
        for (std::size_t i = 0; i < size; ++i) patterns[i] = start + static_cast<std::uint32_t>(i) * step;
        return;
    }
    for (std::size_t i = 0; i < size; ++i) patterns[i] = at(from + i);
}

Inputs between(float from, float to, std::uint32_t step) {
    const auto first = std::bit_cast<std::uint32_t>(from), last = std::bit_cast<std::uint32_t>(to);
    return {first, (last - first) / step + 1, step};
}

std::vector<Inputs> range(float low, float high, std::uint32_t step) {
    if (low < 0 && high > 0) return {between(-0.0f, low, step), between(0.0f, high, step)};
    if (high <= 0) return {between(high == 0 ? -0.0f : high, low, step)};
    return {between(low == 0 ? 0.0f : low, high, step)};
}

}  // namespace tessera::accuracy
