#include "host/ops/rope/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "host/job/words.hpp"
#include "host/ops/rope/field.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

constexpr std::array phases{RopePhase::computed, RopePhase::split, RopePhase::turns};
constexpr std::array pairings{RopePairing::neox, RopePairing::normal};
constexpr std::array schedules{RopeSchedule::article, RopeSchedule::planned};

template <class T, std::size_t n>
std::vector<std::string> names(const std::array<T, n>& values) {
    std::vector<std::string> out;
    for (const T value : values) out.emplace_back(name(value));
    return out;
}

std::vector<std::string> rung_names() {
    std::vector<std::string> out;
    for (const RungRow& row : rungs) out.emplace_back(row.name);
    return out;
}

// One value's parameter with its words in the order of the enumeration.
Parameter one_of(std::string name, std::string fallback, std::string group, std::string text,
                 std::vector<std::string> choices) {
    return {std::move(name), ParameterKind::word, std::move(fallback), std::move(group), std::move(text),
            "NAME",          std::move(choices)};
}

std::span<const Field<RopeOptions, std::int64_t, double>> shape_fields() {
    using O = RopeOptions;
    constexpr const char* group = "Shape";
    static const std::vector<Field<RopeOptions, std::int64_t, double>> all{
        {"batch", &O::batch, group, "batch entries B"},
        {"rows", &O::rows, group, "rows N of each batch entry"},
        {"width", &O::width, group, "columns D, elements of a row"},
        {"rotary-dim", &O::rotary_dim, group, "leading columns that rotate, a multiple of 64 (32 for normal pairs)"},
        {"base", &O::base, group, "base of the frequencies, above 1 and at most 1e36"}};
    return all;
}

std::span<const Field<Yarn, std::int64_t, double>> yarn_fields() {
    constexpr const char* group = "Variant";
    static const std::vector<Field<Yarn, std::int64_t, double>> all{
        {"freq-scale", &Yarn::freq_scale, group, "multiplies the angles; 1/s to reach s times the trained context"},
        {"ext-factor", &Yarn::ext_factor, group, "YaRN: how far fast pairs are exempt from --freq-scale, 0 to 1"},
        {"attn-factor", &Yarn::attn_factor, group, "multiplies sines and cosines"},
        {"beta-fast", &Yarn::beta_fast, group, "YaRN: pairs that turn so often in the trained context are exempt"},
        {"beta-slow", &Yarn::beta_slow, group, "YaRN: pairs that turn less often are scaled in full"},
        {"ctx-orig", &Yarn::ctx_orig, group, "YaRN: positions of the trained context"}};
    return all;
}

// Every row's option into the members, or its member into the report.
void take(const Settings& given, auto fields, auto& into) {
    for (const auto& field : fields)
        field.of(into, OfType{[&](std::int64_t& value) { value = given.whole(field.option.name); },
                              [&](double& value) { value = given.real(field.option.name); }});
}
void tell(nlohmann::ordered_json& out, auto fields, const auto& from) {
    for (const auto& field : fields) field.of(from, [&](auto value) { out[field.name()] = value; });
}

std::vector<Parameter> rope_parameter_rows() {
    using enum ParameterKind;
    std::vector<Parameter> all;
    for (const auto& field : shape_fields()) all.push_back(field.option);
    all.push_back({"per-row", flag, "", "Shape", "one position per row; without it one per batch entry"});
    all.push_back(one_of("mode", "neox", "Variant", "pairs of columns: neox (k, k + A/2) or normal (2k, 2k + 1)",
                         {"neox", "normal"}));
    all.push_back({"backward", flag, "", "Variant", "turn the other way, as the gradient does"});
    for (const auto& field : yarn_fields()) all.push_back(field.option);
    const std::vector<Parameter> others{
        {"factors", file, "", "Variant", "frequency factors: .npy, float32 [A/2], or random, 0.9..1.1 from --seed"},
        one_of("exp", "exp_24f", "Kernel", "e^x of the frequencies: exp_21f, exp_24f, exp_61f or exp_fp32",
               names(exp_variants)),
        one_of("phase", "computed", "Kernel",
               "where angles come from: computed, split (positions to 2^24) or turns (any position)", names(phases)),
        one_of("rung", "", "Kernel",
               "a rung of the optimisation ladder, R0 to R10, Y, N, F, X; without it the last that does what is asked, "
               "which on some numbers of cores is not the fastest: --sweep rung=R8,R10,X shows",
               rung_names()),
        {"unpack-to-dst", flag, "", "Kernel", "inputs keep all 32 bits; without it they cross SrcA and lose 13"},
        {"input", file, "", "Files", ".npy, float32 [B, N, D]; without it uniform in -1..1 from --seed"},
        {"positions", file, "", "Files",
         ".npy, whole numbers of any type, [B] or [B, N]; without it 0..511 from --seed"},
        cores_parameter("1", "share the work among so many cores, columns of the grid first"),
        one_of("schedule", "article", "Run", "which core does what and when: article or planned; given, with its bound",
               names(schedules)),
    };
    all.insert(all.end(), others.begin(), others.end());
    all.back().order_only = true;
    return all;
}

std::vector<float> chosen_factors(const Settings& given, std::uint64_t seed, std::int64_t rotary_dim) {
    const std::string text = given.text("factors");
    if (text.empty() || text == "random")
        return generate_factors(seed, static_cast<std::size_t>(std::max<std::int64_t>(rotary_dim / 2, 1)));
    return about_file(given, "factors", [&] { return factors_from(given.array("factors")); });
}

void take_variant(const Settings& given, std::uint64_t seed, RopeOptions& options) {
    options.pairing = pairings[given.choice("mode")];
    options.backward = given.flag("backward");
    take(given, yarn_fields(), options.yarn);
    const RopeFeatures needs = options.rung ? row(*options.rung).needs : RopeFeatures{};
    if (needs.normal) options.pairing = RopePairing::normal;
    if (!given.text("factors").empty() || needs.factors)
        options.factors = chosen_factors(given, seed, options.rotary_dim);
}

std::int32_t highest(std::span<const std::int32_t> positions) {
    return positions.empty() ? 0 : *std::ranges::max_element(positions);
}

nlohmann::ordered_json options_json(const RopePlan& plan) {
    const RopeOptions& o = plan.options;
    const bool takes_exp = o.phase == RopePhase::computed;
    using Json = nlohmann::ordered_json;
    Json options;
    tell(options, shape_fields(), o);
    options.update({{"per_row", o.per_row},
                    {"unpack_to_dst", !o.through_srca},
                    {"lowering", nullptr},
                    {"rung", plan.rung().name},
                    {"cores", nullptr},
                    {"profiler_overhead", nullptr},
                    {"blind_time", nullptr},
                    {"phase", name(o.phase)},
                    {"exp", takes_exp ? Json(name(o.exp)) : Json(nullptr)},
                    {"mode", o.pairing == RopePairing::neox ? "neox" : "normal"},
                    {"backward", o.backward}});
    tell(options, yarn_fields(), o.yarn);
    options["factors"] = o.factors;
    if (o.schedule) options["schedule"] = name(*o.schedule);
    return options;
}

}  // namespace

std::span<const Parameter> rope_parameters() {
    static const std::vector<Parameter> all = rope_parameter_rows();
    return all;
}

RopeOptions rope_options(const Settings& given, std::uint64_t seed) {
    RopeOptions options;
    take(given, shape_fields(), options);
    options.per_row = given.flag("per-row");
    options.exp = exp_variants[given.choice("exp")];
    options.through_srca = !given.flag("unpack-to-dst");
    options.phase = phases[given.choice("phase")];
    if (given.gave("exp") && options.phase != RopePhase::computed)
        throw InputError(
            fmt::format("--exp {} has no effect with --phase {}, which takes no exponential; leave --exp out",
                        given.text("exp"), given.text("phase")));
    if (!given.text("rung").empty()) {
        options.rung = rungs[given.choice("rung")].rung;
        options.per_row = options.per_row || row(*options.rung).batch_kernel.empty();
    }
    const std::int64_t cores = given.whole("cores");
    if (cores < 0 || cores > UINT32_MAX) throw InputError(fmt::format("--cores {}: is not a number of cores", cores));
    options.cores = static_cast<std::uint32_t>(cores);
    if (given.gave("schedule")) options.schedule = schedules[given.choice("schedule")];
    take_variant(given, seed, options);
    return options;
}

std::string angles_of(const RopeOptions& o) {
    return o.phase == RopePhase::computed ? std::string(name(o.exp)) : fmt::format("phase {}", name(o.phase));
}

std::string variant_of(const RopeOptions& o) {
    std::vector<std::string> parts;
    if (o.pairing == RopePairing::normal) parts.emplace_back("normal pairs");
    if (o.backward) parts.emplace_back("backward");
    if (o.yarn.ramps()) {
        const YarnRamp ramp = yarn_ramp(o.yarn, o.rotary_dim, o.base);
        parts.push_back(fmt::format("frequencies times {:g} from pair {:g} on, up to pair {:g} less of it by {:g}",
                                    o.yarn.freq_scale, std::ceil(ramp.first + ramp.width), ramp.first,
                                    o.yarn.ext_factor));
    } else if (o.yarn.scales()) {
        parts.push_back(fmt::format("frequencies times {:g}", o.yarn.freq_scale));
    }
    if (const double m = magnitude(o.yarn); m != 1) parts.push_back(fmt::format("magnitude {:g}", m));
    if (!o.factors.empty()) {
        const auto [least, most] = std::minmax_element(o.factors.begin(), o.factors.end());
        parts.push_back(fmt::format("factors {:g} to {:g}", *least, *most));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

Words rope_words(const RopePlan& plan, std::span<const std::int32_t> positions) {
    const RopeOptions& o = plan.options;
    const bool pairs = o.unit_tiles() == 2;
    const std::string each = o.per_row ? "row" : "batch entry", variant = variant_of(o);
    const std::string work = fmt::format("{} tile{} rotated, {} tile(s) passed through", plan.units,
                                         pairs ? " pair(s)" : "(s)", plan.passive_tiles);
    Words words;
    words.title = fmt::format("rope {}, B={} N={} D={}", plan.rung().name, o.batch, o.rows, o.width);
    words.about = fmt::format("{} columns rotate, {}", o.rotary_dim, angles_of(o));
    words.subject = fmt::format("rung {}, {}, inputs {}", plan.rung().name, angles_of(o),
                                o.through_srca ? "through SrcA (TF32)" : "unpacked to Dst (fp32)");
    words.details = {
        {"shape", fmt::format("B={} N={} D={}, {} columns rotate, base {:g}, one position per {}, largest {}", o.batch,
                              o.rows, o.width, o.rotary_dim, o.base, each, highest(positions))}};
    if (!variant.empty()) words.details.push_back({"kind", variant});
    words.details.push_back({"work", work});
    words.facts = {{"rotating columns", fmt::format("{}, base {:g}", o.rotary_dim, o.base)},
                   {"positions", fmt::format("one per {}, largest {}", each, highest(positions))},
                   {"work", work},
                   {"angles", angles_of(o)}};
    if (!variant.empty()) words.facts.push_back({"kind", variant});
    words.options = options_json(plan);
    words.more["positions"] = {{"largest", highest(positions)}, {"count", positions.size()}};
    words.more["work"] = {{pairs ? "pairs" : "tiles", plan.units}, {"passive_tiles", plan.passive_tiles}};
    return words;
}

}  // namespace tessera::host
