#include "host/ops/rope/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "sim/fault/fault.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

constexpr double max_base = 1e36;                 // ln(1e36) + ln(pi) = 84.04 < 87.33, see relative_error
constexpr double largest = 1e6, smallest = 1e-6;  // of what multiplies; nothing within can overflow in fp32

void check_shape(const RopeOptions& o) {
    const auto at_least_one = [](const char* what, std::int64_t n) {
        if (n < 1) throw InputError(fmt::format("{} {} is below 1; nearest: 1", what, n));
        if (n > most_rope_elements)
            throw InputError(
                fmt::format("{} {} is above {}; nearest: {}", what, n, most_rope_elements, most_rope_elements));
    };
    at_least_one("batch", o.batch);
    at_least_one("rows", o.rows);
    at_least_one("width", o.width);
}

void check_rotary_dim(const RopeOptions& o) {
    const std::int64_t unit = o.unit_tiles() * tensix::tile_side, a = o.rotary_dim, room = padded(o.width);
    const char* const what = o.unit_tiles() == 2 ? "a pair of tiles" : "a tile";
    const std::int64_t most = room / unit * unit;
    if (most == 0)
        throw InputError(fmt::format("width {} holds no pair of tiles; it must be above {} for rotary_dim {}", o.width,
                                     tensix::tile_side, unit));
    if (a < unit || a % unit != 0) {
        const std::int64_t down = a < unit ? unit : a / unit * unit;
        const std::int64_t up = a < unit || a - down < unit - (a - down) ? down : down + unit;
        throw InputError(
            fmt::format("rotary_dim {} is not a multiple of {} ({}); nearest: {}", a, unit, what, std::min(up, most)));
    }
    if (a > room)
        throw InputError(
            fmt::format("rotary_dim {} is above the width {} padded to {}; nearest: {}", a, o.width, room, most));
}

void check_base(const RopeOptions& o) {
    if (!(o.base > 1)) throw InputError(fmt::format("base {} is not above 1; 10000 is usual", o.base));
    if (!(o.base <= max_base))
        throw InputError(fmt::format("base {} is above {}; nearest: {}", o.base, max_base, max_base));
}

void check_range(std::string_view what, double value, double least, double most) {
    if (!(value >= least && value <= most))
        throw InputError(fmt::format("{} {} is not within {} to {}; nearest: {}", what, value, least, most,
                                     value > most ? most : least));
}

void check_yarn(const Yarn& yarn) {
    check_range("freq_scale", yarn.freq_scale, smallest, largest);
    check_range("attn_factor", yarn.attn_factor, smallest, largest);
    check_range("ext_factor", yarn.ext_factor, 0, 1);
    if (yarn.ext_factor == 0) return;  // the rest has no effect, and ggml passes zeros
    check_range("beta_fast", yarn.beta_fast, smallest, largest);
    check_range("beta_slow", yarn.beta_slow, smallest, largest);
    check_range("ctx_orig", static_cast<double>(yarn.ctx_orig), 0, static_cast<double>(most_rope_elements));
}

void check_factors(const RopeOptions& o) {
    if (o.factors.empty()) return;
    const auto pairs = static_cast<std::size_t>(o.rotary_dim / 2);
    if (o.factors.size() != pairs)
        throw InputError(fmt::format("{} frequency factors given, {} expected (one per pair of rotary_dim {})",
                                     o.factors.size(), pairs, o.rotary_dim));
    for (std::size_t i = 0; i < pairs; ++i)
        check_range(fmt::format("frequency factor at index {}:", i), static_cast<double>(o.factors[i]), smallest,
                    largest);
}

struct Feature {
    bool RopeFeatures::*flag;
    std::string_view what;
    std::string_view instead;  // rungs that handle it
};
constexpr std::array features{
    Feature{&RopeFeatures::yarn, "YaRN", "Y, N, F"},
    Feature{&RopeFeatures::normal, "normal pairing", "N, F"},
    Feature{&RopeFeatures::factors, "frequency factors", "F"},
    Feature{&RopeFeatures::backward, "backward rotation", "R9, R10"},
};

void check_rung(const RopeOptions& o) {
    if (!o.rung) return;
    const RungRow& rung = row(*o.rung);
    if (rung.kernel(o.per_row).empty())
        throw InputError(fmt::format("rung {} takes one position per {}", rung.name,
                                     o.per_row ? "batch entry" : "row; nearest: per_row"));
    if (rung.argument && o.batch != 1)
        throw InputError(fmt::format(
            "rung {} has one position for the whole tensor, so batch {} is too many; nearest: 1", rung.name, o.batch));
    if (rung.whole_tiles && o.rows % tensix::tile_side != 0)
        throw InputError(fmt::format("rung {} takes whole tiles, and rows {} is not a multiple of {}; nearest: {}",
                                     rung.name, o.rows, tensix::tile_side, padded(o.rows)));
    if (rung.interleaved && o.schedule == RopeSchedule::planned)
        throw InputError(
            fmt::format("rung {} is a schedule of its own, so schedule {} does not go with it; nearest: {}", rung.name,
                        name(*o.schedule), name(last_rung(o.per_row, o.features()))));
    if (o.phase != RopePhase::computed && !rung.takes_phases())
        throw InputError(fmt::format("rung {} computes its frequencies, so phase {} does not go with it; nearest: {}",
                                     rung.name, name(o.phase), name(last_rung(o.per_row, o.features()))));
    const RopeFeatures wanted = o.features();
    for (const Feature& feature : features) {
        if (wanted.*feature.flag && !(rung.handles.*feature.flag))
            throw InputError(
                fmt::format("rung {} does not do {}; nearest: {}", rung.name, feature.what, feature.instead));
        if (rung.needs.*feature.flag && !(wanted.*feature.flag))
            throw InputError(fmt::format("rung {} is about {}, and none is asked for; nearest: {}", rung.name,
                                         feature.what, name(last_rung(o.per_row, wanted))));
    }
}

// phase.hpp: the product of the coarse part and a position modulo 8192 must be exact.
void check_split(const RopeOptions& o) {
    if (o.phase != RopePhase::split) return;
    const std::vector<long double> frequencies = rope_frequencies(o.rotary_dim, o.base, o.yarn, o.factors);
    for (std::size_t k = 0; k < frequencies.size(); ++k)
        if (frequencies[k] > static_cast<long double>(largest_split * std::numbers::pi))
            throw InputError(
                fmt::format("phase split takes at most {:.5g} rad a position, and pair {} turns by {:.5g}; "
                            "nearest: phase turns",
                            largest_split * std::numbers::pi, k, static_cast<double>(frequencies[k])));
}

}  // namespace

void check_rope_rules(const RopeOptions& o) {
    check_shape(o);
    check_rotary_dim(o);
    check_yarn(o.yarn);
    check_factors(o);
    check_rung(o);
    check_base(o);
    check_split(o);
}

}  // namespace tessera::host
