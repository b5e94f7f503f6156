#include "host/ops/rope/table.hpp"

#include <bit>

#include "host/tensor/tilize.hpp"

namespace tessera::host {
namespace {

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

std::vector<std::uint32_t> tilized(const std::vector<std::uint32_t>& rows, std::size_t columns) {
    return tilize(std::span<const std::uint32_t>(rows), 1, Extent2D{32, columns});
}

std::vector<std::uint32_t> factor_rows(const std::vector<float>& factors, std::size_t columns) {
    std::vector<std::uint32_t> rows(32 * columns, bits(1.0f));
    for (std::size_t k = 0; k < factors.size(); ++k) rows[k] = bits(factors[k]);
    return rows;
}

struct PhaseWords {
    std::uint32_t row0, row1;
};

PhaseWords words_of(RopePhase phase, bool backward, long double frequency) {
    const std::uint32_t sign = backward ? 0x80000000u : 0;
    if (phase == RopePhase::split) {
        const SplitFrequency parts = split_frequency(frequency);
        return {bits(parts.f1) ^ sign, bits(parts.f2) ^ sign};
    }
    const std::uint64_t turns = fixed_frequency(frequency), signed_turns = backward ? 0 - turns : turns;
    return {static_cast<std::uint32_t>(signed_turns), static_cast<std::uint32_t>(signed_turns >> 32)};
}

}  // namespace

bool has_table(const RopeOptions& o) { return o.phase != RopePhase::computed || !o.factors.empty(); }

std::vector<std::uint32_t> rope_table(const RopePlan& plan) {
    const RopeOptions& o = plan.options;
    if (o.phase == RopePhase::computed) {
        const std::size_t columns = padded_to_tile(o.factors.size(), 32);
        return tilized(factor_rows(o.factors, columns), columns);
    }
    const std::vector<long double> frequencies =
        o.frequencies.empty() ? rope_frequencies(o.rotary_dim, o.base, o.yarn, o.factors) : o.frequencies;
    const std::size_t step = o.pairing == RopePairing::neox ? 1 : 2, columns = step * frequencies.size();
    std::vector<std::uint32_t> rows(32 * columns);
    for (std::size_t k = 0; k < frequencies.size(); ++k) {
        const PhaseWords words = words_of(o.phase, o.backward, frequencies[k]);
        rows[step * k] = words.row0;
        rows[columns + step * k] = words.row1;
    }
    return tilized(rows, columns);
}

}  // namespace tessera::host
