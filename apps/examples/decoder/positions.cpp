#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "frequencies.hpp"
#include "rotation.hpp"

namespace decoder {
namespace {

constexpr std::uint32_t pairs_of_unit = 32;

std::uint32_t up(std::size_t value, std::uint32_t to) { return static_cast<std::uint32_t>((value + to - 1) / to * to); }

std::uint32_t units_of(const Model& model) {
    const std::size_t still = model.head_norm ? (model.head_dim - model.rotated) / 2 : 0;
    return (up(model.rotated / 2, pairs_of_unit) + up(still, pairs_of_unit)) / pairs_of_unit;
}

// Turns a position as a fraction of 2^64, whole turns left out.
std::uint64_t fixed_point(long double radians) {
    const long double turns = radians / (2 * std::numbers::pi_v<long double>);
    const long double scaled = std::round((turns - std::floor(turns)) * 0x1p64L);
    return scaled < 0x1p64L ? static_cast<std::uint64_t>(scaled) : 0;
}

// In half turns: all of it, or a multiple of 2^-12 and the rest.
std::pair<float, float> half_turns(long double radians, Phase phase) {
    const long double all = radians / std::numbers::pi_v<long double>;
    if (phase == Phase::computed) return {static_cast<float>(all), 0.0f};
    const long double coarse = std::round(all * 0x1p12L) * 0x1p-12L;
    return {static_cast<float>(coarse), static_cast<float>(all - coarse)};
}

// Four words a pair, whole units: the frequency, then zeros.
std::vector<std::uint32_t> frequency_words(const Model& model, std::uint32_t units, Phase phase) {
    const std::vector<long double> radians = frequencies(model);
    std::vector<std::uint32_t> words(units * pairs_of_unit * 4);
    for (std::size_t i = 0; i < radians.size(); ++i) {
        if (phase != Phase::turns) {
            const auto [first, second] = half_turns(radians[i], phase);
            words[4 * i] = std::bit_cast<std::uint32_t>(first);
            words[4 * i + 1] = std::bit_cast<std::uint32_t>(second);
            continue;
        }
        const std::uint64_t turns = fixed_point(radians[i]);
        words[4 * i] = static_cast<std::uint32_t>(turns);
        words[4 * i + 1] = static_cast<std::uint32_t>(turns >> 32);
    }
    return words;
}

}  // namespace

Positions::Positions(Chip& chip, const Model& model, std::uint32_t most_rows, const Caches& caches, Phase phase)
    : chip_(&chip),
      caches_(caches),
      phase_(phase),
      heads_(static_cast<std::uint32_t>(model.heads)),
      kv_heads_(static_cast<std::uint32_t>(model.kv_heads)),
      head_dim_(static_cast<std::uint32_t>(model.head_dim)),
      most_heads_(std::clamp((heads_ + 2 * kv_heads_ + chip.cores() - 1) / chip.cores(), 4u, 32u)),
      units_(units_of(model)) {
    const std::vector<std::uint32_t> words = frequency_words(model, units_, phase);
    blocks_ = chip.buffer(blocks(most_rows), block_words * 4);
    frequencies_ = chip.buffer(1, words.size() * 4);
    metal::EnqueueWriteBuffer(chip.queue(), frequencies_, words, false);
}

// Heads of one row of qkv, which share a position: their angles are taken once.
void Positions::describe(Kind kind, std::uint32_t row, std::uint32_t position, std::uint32_t first_head,
                         std::uint32_t* out) {
    const std::uint32_t before = kind == query ? 0 : kind == key ? heads_ : heads_ + kv_heads_;
    const std::uint32_t count = std::min(heads(kind) - first_head, most_heads_);
    out[0] = count;
    out[1] = kind != value;                                         // turns
    out[2] = 0;                                                     // from qkv
    out[3] = kind;                                                  // to qkv, keys or values
    out[4] = kind == key;                                           // row of the norms
    out[5] = 1;                                                     // one position
    out[6] = kind != query && caches_.format != CacheFormat::fp32;  // narrower than qkv
    out += 16;
    for (std::uint32_t head = first_head; head < first_head + count; ++head, out += 8) {
        out[0] = row;
        out[1] = (before + head) * head_dim_ * 4;
        const auto [page, offset] = kind == query ? Caches::Place{row, out[1]} : caches_.place(head, position);
        out[2] = page;
        out[3] = offset;
        std::fill(out + 4, out + 8, position);
    }
}

void Positions::set(std::uint32_t rows, std::uint32_t first) {
    rows_ = rows;
    std::vector<std::uint32_t> words(blocks(rows) * block_words);
    std::uint32_t* out = words.data();
    for (const Kind kind : {query, key, value})
        for (std::uint32_t row = 0; row < rows; ++row)
            for (std::uint32_t head = 0; head < heads(kind); head += most_heads_, out += block_words)
                describe(kind, row, first + row, head, out);
    metal::EnqueueWriteSubBuffer(chip_->queue(), blocks_, words.data(), metal::BufferRegion(0, words.size() * 4),
                                 false);
}

}  // namespace decoder
