// What `tessera rope` may be asked and what that means in tiles (rope-variants.md (d), rope-ladder.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "host/ops/rope/bound.hpp"
#include "host/ops/rope/reference.hpp"
#include "host/ops/rope/rung.hpp"
#include "host/tensor/npy.hpp"

namespace tessera::host {

// How the work is laid out over cores (cores.hpp).
enum class RopeSchedule : std::uint8_t { article, planned };
std::string_view name(RopeSchedule schedule);

struct RopeOptions {
    std::int64_t batch = 1, rows = 32, width = 2048;  // X is [batch, rows, width], fp32
    std::int64_t rotary_dim = 256;
    double base = 10000;
    bool per_row = false;  // one position per row of every batch entry, else one per batch entry
    ExpVariant exp = ExpVariant::exp_fp32;
    bool through_srca = true;
    RopePhase phase = RopePhase::computed;  // otherwise nothing takes an exponential
    std::uint32_t cores = 1;                // at most so many take part
    std::optional<Rung> rung = {};          // of the ladder; without it last_rung() of what is asked
    RopePairing pairing = RopePairing::neox;
    bool backward = false;
    Yarn yarn = {};
    std::vector<float> factors = {};  // rotary_dim/2 divisors of the frequencies, or none
    // Of every pair, radians a position, in place of what base, YaRN and factors make; for phases that take a table.
    std::vector<long double> frequencies = {};
    // Without it the article's, and nothing is worked out or said of it.
    std::optional<RopeSchedule> schedule = {};

    RopeFeatures features() const;
    std::int64_t unit_tiles() const { return pairing == RopePairing::neox ? 2 : 1; }
};

// Tiles of 32x32 after padding rows and width. A unit of active work is a pair of tiles (w, w + At/2) of one tile row
// for NeoX, one tile for normal pairing.
struct RopePlan {
    RopeOptions options;
    std::int64_t width_tiles = 0;      // Dt
    std::int64_t row_tiles = 0;        // Nt
    std::int64_t active_tiles = 0;     // At, of Dt
    std::int64_t units_per_row = 0;    // At/2 or At
    std::int64_t passive_per_row = 0;  // Dt - At
    std::int64_t units = 0;            // batch * Nt * units_per_row
    std::int64_t passive_tiles = 0;    // batch * Nt * (Dt - At)
    std::int64_t tiles = 0;            // batch * Nt * Dt

    std::size_t position_count() const {
        return static_cast<std::size_t>(options.per_row ? options.batch * options.rows : options.batch);
    }
    const RungRow& rung() const { return row(options.rung.value_or(last_rung(options.per_row, options.features()))); }
    std::string_view kernel() const {  // of the compute RISCs, below kernels/rope
        return options.phase == RopePhase::turns ? "turns.cpp" : rung().kernel(options.per_row);
    }
    RopeBound bound() const {
        return {options.exp,    options.through_srca, options.rotary_dim, options.base,
                rung().radians, options.yarn,         options.factors,    options.phase};
    }
    RopeProblem problem(std::vector<std::int32_t> positions) const;  // the positions are checked
};

// InputError for what check_rope_rules (rope_rules.hpp) refuses, and for more than 2^31 elements after padding.
RopePlan plan_rope(const RopeOptions& options);

// From bound().min_position() to max_position(), and as many as the plan needs. Negative positions are legal in ggml,
// but kernels that compute frequencies cast them with SFPCAST, which reads sign-magnitude and not two's complement
// (sfpu-math.md 1.3).
void check_positions(const RopePlan& plan, std::span<const std::int64_t> positions);

// Shape of a given tensor: <f4 of one to three dimensions, missing leading ones are 1. per_row follows from the
// positions: [batch] one per batch entry, [batch, rows] one per row; any integer type.
void take_input_shape(RopeOptions& options, const NpyArray& input);
void take_position_shape(RopeOptions& options, const NpyArray& positions);
std::vector<std::int32_t> positions_from(const RopePlan& plan, const NpyArray& array);
// Positions of any type of whole numbers; InputError for another type.
std::vector<std::int64_t> integers(const NpyArray& array);
// <f4 of one dimension; how many there must be is checked with the plan.
std::vector<float> factors_from(const NpyArray& array);

// Generated as host/job/generate.hpp does. Factors: uniform in [0.9, 1.1), as in ggml's tests.
std::vector<float> generate_factors(std::uint64_t seed, std::size_t count);
// random: uniform in [0, 512), the range of ggml's tests. iota: entry i of a batch index, or of the rows of each batch
// entry, gets position i.
enum class PositionKind : std::uint8_t { random, iota };
std::vector<std::int32_t> generate_positions(const RopePlan& plan, PositionKind kind, std::uint64_t seed);

}  // namespace tessera::host
