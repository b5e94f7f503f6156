// How the error of RoPE's sines and cosines grows with the position, for every way to the angle (spec/sfpu-math.md
// 8.2).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "host/ops/rope/angle.hpp"

namespace tessera::accuracy {

struct GrowthRequest {
    std::int64_t rotary_dim = 256;  // two columns a pair
    double base = 10000;
    std::uint32_t last = 1 << 24;  // the highest position
    std::uint64_t sample = 1500;   // positions looked at in each range
    std::uint64_t seed = 0;
    std::vector<std::uint32_t> tops = {};  // of ranges, rising, in place of all of them
    std::size_t pairs() const { return static_cast<std::size_t>(rotary_dim / 2); }
};

// Positions from low to high: all of them, or a seeded sample that holds both ends.
struct PositionRange {
    std::uint32_t low, high;
};
std::vector<std::uint32_t> positions_of(const PositionRange& range, const GrowthRequest& request);
// [P/2, P] for the powers of two and of ten up to the last, which comes last, or for request.tops.
std::vector<PositionRange> ranges_of(const GrowthRequest& request);

// Errors of sine and cosine over the positions of a range, not finite counted as 2.
struct Growth {
    PositionRange range;
    double max = 0, rms = 0;
    std::uint32_t worst_position = 0;
    std::size_t worst_pair = 0;
    bool is_beyond = false;  // some phase is more than the sine reduces, or a position more than the form takes
    std::vector<double> max_by_pair;  // error
};

struct GrowthCurve {
    AngleVariant variant;
    Cost frequency, sines;  // of a vector: once a column, and for each position
    std::vector<Growth> ranges;
};

bool is_power_of_ten(std::uint32_t position);
// The ranges that tables show: those of powers of ten from 10 on, and the last.
std::vector<std::size_t> tabled_ranges(const GrowthCurve& curve);

// A curve for each. `done`, if given, is called with the share of the work that is done.
std::vector<GrowthCurve> growth_of(std::span<const AngleVariant> variants, const GrowthRequest& request,
                                   const Setting& setting, unsigned threads,
                                   const std::function<void(double)>& done = {});

}  // namespace tessera::accuracy
