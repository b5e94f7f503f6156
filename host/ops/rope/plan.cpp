#include "host/ops/rope/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "host/job/generate.hpp"
#include "host/ops/rope/rules.hpp"
#include "host/tensor/random_word.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

constexpr std::uint64_t position_stream = 0x706F73;  // keeps positions, factors and values of one seed apart
constexpr std::uint64_t factor_stream = 0x666163;

}  // namespace

std::string_view name(RopeSchedule schedule) { return schedule == RopeSchedule::planned ? "planned" : "article"; }

RopeFeatures RopeOptions::features() const {
    return {.yarn = yarn.scales() || magnitude(yarn) != 1,
            .normal = pairing == RopePairing::normal,
            .factors = !factors.empty(),
            .backward = backward};
}

RopePlan plan_rope(const RopeOptions& o) {
    check_rope_rules(o);
    const std::int64_t row_elements = padded(o.width), matrix_rows = padded(o.rows);
    if (row_elements > most_rope_elements / matrix_rows || row_elements * matrix_rows > most_rope_elements / o.batch)
        throw InputError(fmt::format("[{}, {}, {}] padded to tiles has more than {} elements; nearest batch: {}",
                                     o.batch, o.rows, o.width, most_rope_elements,
                                     std::max<std::int64_t>(1, most_rope_elements / row_elements / matrix_rows)));
    RopePlan plan;
    plan.options = o;
    plan.width_tiles = row_elements / tensix::tile_side;
    plan.row_tiles = matrix_rows / tensix::tile_side;
    plan.active_tiles = o.rotary_dim / tensix::tile_side;
    plan.units_per_row = plan.active_tiles / o.unit_tiles();
    plan.passive_per_row = plan.width_tiles - plan.active_tiles;
    plan.units = o.batch * plan.row_tiles * plan.units_per_row;
    plan.passive_tiles = o.batch * plan.row_tiles * plan.passive_per_row;
    plan.tiles = o.batch * plan.row_tiles * plan.width_tiles;
    return plan;
}

RopeProblem RopePlan::problem(std::vector<std::int32_t> positions) const {
    check_positions(*this, std::vector<std::int64_t>(positions.begin(), positions.end()));
    return {.batch = options.batch,
            .rows = options.rows,
            .width = options.width,
            .rotary_dim = options.rotary_dim,
            .base = options.base,
            .per_row = options.per_row,
            .positions = std::move(positions),
            .pairing = options.pairing,
            .backward = options.backward,
            .yarn = options.yarn,
            .factors = options.factors};
}

void check_positions(const RopePlan& plan, std::span<const std::int64_t> positions) {
    if (positions.size() != plan.position_count())
        throw InputError(fmt::format("{} positions given, {} expected (one per {})", positions.size(),
                                     plan.position_count(), plan.options.per_row ? "row" : "batch entry"));
    const RopeBound bound = plan.bound();
    const std::int64_t most = bound.max_position(), least = bound.min_position();
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::int64_t p = positions[i];
        if (plan.options.phase != RopePhase::computed && (p < least || p > most))
            throw InputError(
                fmt::format("position {} at index {} is not within {} to {}, where phase {} is right; "
                            "nearest: {}",
                            p, i, least, most, name(plan.options.phase), p < least ? least : most));
        if (p < least)
            throw InputError(
                fmt::format("position {} at index {} is negative; the kernel's integer cast reads sign and "
                            "magnitude, so only 0 and above are right; nearest: 0, or phase turns",
                            p, i));
        if (p > most)
            throw InputError(
                fmt::format("position {} at index {} is above {}, where the phase of the fastest pair overflows the "
                            "kernel's int16 with {}, or fp32 holds no more whole numbers; nearest: {}, or phase turns",
                            p, i, most, name(plan.options.exp), most));
    }
}

void take_input_shape(RopeOptions& options, const NpyArray& input) {
    if (input.dtype != DType::f4) throw InputError(fmt::format("the input is {}; <f4 is expected", descr(input.dtype)));
    const auto& shape = input.shape;
    if (shape.empty() || shape.size() > 3)
        throw InputError(fmt::format(
            "the input's shape is {}; [batch, rows, width], [rows, width] or [width] is expected", shape_text(shape)));
    const auto from_end = [&](std::size_t i) {
        if (i >= shape.size()) return std::int64_t{1};
        return static_cast<std::int64_t>(std::min<std::size_t>(shape[shape.size() - 1 - i], INT64_MAX));
    };
    options.width = from_end(0);
    options.rows = from_end(1);
    options.batch = from_end(2);
}

void take_position_shape(RopeOptions& options, const NpyArray& positions) {
    const auto batch = static_cast<std::size_t>(options.batch), rows = static_cast<std::size_t>(options.rows);
    if (positions.shape == std::vector{batch})
        options.per_row = false;
    else if (positions.shape == std::vector{batch, rows})
        options.per_row = true;
    else
        throw InputError(
            fmt::format("the positions' shape is {}; ({},) for one per batch entry or ({}, {}) for one per "
                        "row is expected",
                        shape_text(positions.shape), batch, batch, rows));
}

std::vector<std::int64_t> integers(const NpyArray& array) {
    std::vector<std::int64_t> out;
    const auto take = [&](auto values) {
        for (auto v : values) {
            if (!std::in_range<std::int64_t>(v)) throw InputError(fmt::format("position {} is too large", v));
            out.push_back(static_cast<std::int64_t>(v));
        }
    };
    switch (array.dtype) {
        case DType::i1: take(array.as<std::int8_t>()); break;
        case DType::i2: take(array.as<std::int16_t>()); break;
        case DType::i4: take(array.as<std::int32_t>()); break;
        case DType::i8: take(array.as<std::int64_t>()); break;
        case DType::u1: take(array.as<std::uint8_t>()); break;
        case DType::u2: take(array.as<std::uint16_t>()); break;
        case DType::u4: take(array.as<std::uint32_t>()); break;
        case DType::u8: take(array.as<std::uint64_t>()); break;
        default:
            throw InputError(
                fmt::format("positions are {}; an integer type such as <i4 is expected", descr(array.dtype)));
    }
    return out;
}

std::vector<std::int32_t> positions_from(const RopePlan& plan, const NpyArray& array) {
    const std::vector<std::int64_t> positions = integers(array);
    check_positions(plan, positions);
    return {positions.begin(), positions.end()};
}

std::vector<float> factors_from(const NpyArray& array) {
    if (array.dtype != DType::f4)
        throw InputError(fmt::format("the factors are {}; <f4 is expected", descr(array.dtype)));
    if (array.shape.size() != 1)
        throw InputError(fmt::format("the factors' shape is {}; one dimension is expected", shape_text(array.shape)));
    const auto values = array.as<float>();
    return {values.begin(), values.end()};
}

std::vector<float> generate_factors(std::uint64_t seed, std::size_t count) {
    std::vector<float> out = generate_values(seed ^ factor_stream, count);
    for (float& factor : out) factor = 1 + 0.1f * factor;
    return out;
}

std::vector<std::int32_t> generate_positions(const RopePlan& plan, PositionKind kind, std::uint64_t seed) {
    std::vector<std::int32_t> out(plan.position_count());
    const std::size_t period = static_cast<std::size_t>(plan.options.per_row ? plan.options.rows : plan.options.batch);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<std::int32_t>(kind == PositionKind::iota ? i % period
                                                                      : random_word(seed ^ position_stream, i) >> 55);
    return out;
}

}  // namespace tessera::host
