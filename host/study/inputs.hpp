// Which inputs a study covers, as numbered sets: input i is the same on every machine, so that work can be cut
// anywhere.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "host/study/ulp.hpp"

namespace tessera::accuracy {

// Inputs as often as they occur somewhere, in the order of their patterns. A state keeps only what tells lists apart.
struct InputList {
    std::shared_ptr<const std::vector<std::uint32_t>> patterns = {};
    std::uint64_t hash = 0;
    std::uint64_t different() const;
    friend bool operator==(const InputList& a, const InputList& b) { return a.hash == b.hash; }
};
InputList listed(std::span<const float> values);

// `count` inputs, fp32 patterns.
struct Inputs {
    enum class Kind : std::uint8_t {
        steps,    // first, first + step, ... modulo 2^32, each `repeats` times
        uniform,  // uniform in value between low and high, by seed and index
        log,      // uniform in the logarithm of the magnitude, low and high of one sign
        bits,     // uniform over the values of fp32 between low and high, in the order of their size
        codes,    // every code of fp16 in the machine's meaning
        even,     // the middles of `count` equal parts of low to high
        listed,   // those of `list`
    };
    std::uint32_t first = 0;
    std::uint64_t count = 0;
    std::uint32_t step = 1;
    Kind kind = Kind::steps;
    double low = 0, high = 0;
    std::uint64_t seed = 0;
    std::uint64_t repeats = 1;
    InputList list = {};

    std::uint32_t at(std::uint64_t index) const;
    void fill(std::uint64_t from, std::uint32_t* patterns, std::size_t size) const;
    // Neighbours in the set are neighbours in value: what is out of order between them is a violation.
    bool is_ordered() const { return kind == Kind::steps && repeats == 1; }
    friend bool operator==(const Inputs&, const Inputs&) = default;
};

inline const Inputs all_fp32{0, std::uint64_t{1} << 32, 1}, all_bf16{0, 1 << 16, 1 << 16},
    all_tf32{0, 1 << 19, 1 << 13}, all_fp16{0, 1 << 16, 1, Inputs::Kind::codes};
// All pairs of values of a set in steps that ends where the patterns do: of `count` values each with each.
struct Pairs {
    Inputs first, second;
};
inline Pairs pairs_of(const Inputs& all) {
    Pairs pairs{all, all};
    pairs.first.count = pairs.second.count = all.count * all.count;
    pairs.first.repeats = all.count;
    return pairs;
}
// Every fp32 in [1, 2).
inline const Inputs all_mantissas{0x3F800000, 1 << 23, 1};

// The patterns between two values of one sign, the nearer to zero first.
Inputs between(float from, float to, std::uint32_t step = 1);
// Every `step`-th pattern of the values in [low, high]; low may be negative and high positive: two sets then.
std::vector<Inputs> range(float low, float high, std::uint32_t step = 1);

}  // namespace tessera::accuracy
