#include "host/ops/rope/angle.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "host/ops/rope/bound.hpp"

namespace tessera::accuracy {
namespace {

using Arguments = AngleVariant::Arguments;

constexpr long double pi = std::numbers::pi_v<long double>;
constexpr std::uint32_t float_positions = static_cast<std::uint32_t>(host::exact_integers), all_positions = 0x7fffffff;

std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }
std::uint32_t as_float(std::uint32_t position) { return bits(static_cast<float>(position)); }

Arguments by_computed(std::uint32_t p, const PairFrequency& f) { return {as_float(p), bits(f.computed)}; }
Arguments by_table(std::uint32_t p, const PairFrequency& f) { return {as_float(p), bits(f.rounded)}; }
// A table of radians: the exact frequency rounded once.
Arguments by_radian_table(std::uint32_t p, const PairFrequency& f) {
    return {as_float(p), bits(static_cast<float>(f.half_turns * pi))};
}
Arguments by_two_parts(std::uint32_t p, const PairFrequency& f) { return {as_float(p), bits(f.rounded), bits(f.rest)}; }

// The lowest 13 bits of the position are all that counts of it beside a multiple of 2^-12 (sfpu-math.md 8.3, C).
Arguments by_split(std::uint32_t p, const PairFrequency& f) {
    return {as_float(p), as_float(p & 0x1fff), bits(f.split.f1), bits(f.split.f2)};
}
// In 2^-32 of a turn, odd so that sign and magnitude always stand for it (kernels/rope/phase.hpp).
Arguments by_turns(std::uint32_t p, const PairFrequency& f) {
    return {static_cast<std::uint32_t>(p * f.turns >> 32) | 1};
}
// The same of a frequency without its lower half.
Arguments by_short_turns(std::uint32_t p, const PairFrequency& f) {
    return {p * static_cast<std::uint32_t>((f.turns + 0x80000000) >> 32) | 1};
}

struct SineRow {
    std::string_view name, about;
    bool radians;
    std::string_view sine, cosine, init;
    double most_half_turns;
};
constexpr std::array<SineRow, 4> sines{{
    {"phase", "half turns, int16 reduction, degree 9", false, "rope::sin_phase(x)", "rope::cos_phase(x)", "",
     int16_reach},
    {"phase_approx", "half turns, int16 reduction, degree 5", false, "tessera::vectors::sin_half_turns<true>(x)",
     "tessera::vectors::sin_half_turns<true>(0.5f - x)", "", int16_reach},
    {"radians_2025", "a product with 1/pi before each sine", true,
     "tessera::vectors::sin_half_turns<false>(x * tessera::vectors::FRAC_1_PI)",
     "tessera::vectors::sin_half_turns<false>((tessera::vectors::PI_2 - x) * tessera::vectors::FRAC_1_PI)", "",
     int16_reach},
    {"radians_2026", "pi in four parts", true, "tessera::vectors::sine<true>(x)", "tessera::vectors::cosine<true>(x)",
     "tessera::vectors::trigonometry_init()", 0x1p22},
}};

constexpr std::string_view table_name = "table";

const SineRow& sine_row(const std::string& name) {
    return *std::ranges::find(sines, std::string_view(name), &SineRow::name);
}

std::string both(const std::string& sine, const std::string& cosine) {
    return "(dst_reg[0] = " + sine + ", " + cosine + ")";
}

AngleVariant computed(const std::string& exp, const SineRow& sine) {
    AngleVariant v;
    v.name = exp + " " + std::string(sine.name);
    v.group = sine.name;
    const bool is_table = exp == table_name;
    v.about = (is_table ? "the host's frequency rounded to fp32; " : "") + std::string(sine.about);
    if (!is_table) {
        v.exp = exp;
        v.frequency = sine.radians ? "study::radian_frequency(x)" : "rope::frequency_at(x * vConstFloatPrgm2)";
    }
    v.arguments = !is_table ? by_computed : sine.radians ? by_radian_table : by_table;
    v.angle = "(x * y)";
    v.sine = sine.sine;
    v.cosine = sine.cosine;
    v.pair = both(v.sine, v.cosine);
    v.init = sine.init;
    v.most_half_turns = sine.most_half_turns;
    return v;
}

struct RemedyRow {
    std::string_view name, about;
    Arguments (*arguments)(std::uint32_t position, const PairFrequency& pair);
    std::string_view sine, cosine, pair;
    double most_half_turns;
    std::uint32_t last_position;
};
constexpr std::string_view turns_sine = "rope::turns_sine(reinterpret<vInt>(x))";
constexpr std::string_view turns_cosine = "rope::turns_cosine(reinterpret<vInt>(x))";
constexpr std::array<RemedyRow, 4> remedies{{
    {"compensated", "C0: frequency in two parts, residual by SFPMAD, reduction by the magic number", by_two_parts,
     "study::compensated_sine(study::compensated(x, y, z))", "study::compensated_cosine(study::compensated(x, y, z))",
     "study::compensated_pair(x, y, z)", 0x1p22, float_positions},
    {"split", "C: a multiple of 2^-12 whose product is exact, and the rest", by_split,
     "rope::split_sine(rope::split_phase(x, y, z, w))", "rope::split_cosine(rope::split_phase(x, y, z, w))",
     "study::split_pair(x, y, z, w)", HUGE_VAL, float_positions},
    {"turns_32", "D: fixed point on the scalar core, 32 bits of a turn", by_short_turns, turns_sine, turns_cosine, "",
     HUGE_VAL, all_positions},
    {"turns", "D': fixed point on the scalar core, 64 bits of a turn", by_turns, turns_sine, turns_cosine, "", HUGE_VAL,
     all_positions},
}};

AngleVariant remedy(const RemedyRow& row) {
    AngleVariant v;
    v.name = row.name;
    v.about = row.about;
    v.group = remedy_group;
    v.arguments = row.arguments;
    v.sine = row.sine;
    v.cosine = row.cosine;
    v.pair = row.pair.empty() ? both(v.sine, v.cosine) : row.pair;
    v.most_half_turns = row.most_half_turns;
    v.last_position = row.last_position;
    return v;
}

template <std::size_t n, class Row>
constexpr std::array<std::string_view, n> names_of(const std::array<Row, n>& rows) {
    std::array<std::string_view, n> names;
    for (std::size_t i = 0; i < n; ++i) names[i] = rows[i].name;
    return names;
}
constexpr auto sine_names = names_of(sines);
constexpr auto remedy_names = names_of(remedies);

}  // namespace

std::vector<PairFrequency> pair_frequencies(std::int64_t rotary_dim, double base) {
    std::vector<PairFrequency> pairs;
    for (const long double radians : host::rope_frequencies(rotary_dim, base, {}, {})) {
        PairFrequency& f = pairs.emplace_back();
        f.half_turns = radians / pi;
        f.rounded = static_cast<float>(f.half_turns);
        f.rest = static_cast<float>(f.half_turns - f.rounded);
        f.split = host::split_frequency(radians);
        f.turns = host::fixed_frequency(radians);
    }
    return pairs;
}

Turn exact_turn(std::uint32_t position, const PairFrequency& pair) {
    const long double half_turns = position * pair.half_turns;
    const auto rest = static_cast<double>(half_turns - 2 * std::nearbyint(half_turns / 2));
    return {std::sin(M_PI * rest), std::cos(M_PI * rest)};
}

std::span<const std::string_view> angle_exps() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const host::ExpVariant exp : host::exp_variants) all.push_back(host::name(exp));
        all.push_back(table_name);
        return all;
    }();
    return names;
}
std::span<const std::string_view> angle_sines() { return sine_names; }
std::span<const std::string_view> angle_remedies() { return remedy_names; }

std::vector<AngleVariant> angle_variants(std::span<const std::string> wanted_exps,
                                         std::span<const std::string> wanted_sines,
                                         std::span<const std::string> wanted_remedies) {
    std::vector<AngleVariant> all;
    for (const std::string& sine : wanted_sines)
        for (const std::string& exp : wanted_exps) all.push_back(computed(exp, sine_row(sine)));
    for (const std::string& name : wanted_remedies)
        all.push_back(remedy(*std::ranges::find(remedies, std::string_view(name), &RemedyRow::name)));
    return all;
}

}  // namespace tessera::accuracy
