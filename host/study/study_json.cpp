#include "host/study/study_json.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "host/study/usable.hpp"
#include "host/sweep/checksum.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::accuracy {
namespace {

using fault::InputError;
using nlohmann::ordered_json;

// Doubles as the text of their bits: nothing is lost, infinities and NaN included.
std::string exact(double value) { return fmt::format("{:016x}", std::bit_cast<std::uint64_t>(value)); }
double exact(const ordered_json& text) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(std::stoull(text.get<std::string>(), nullptr, 16)));
}

std::string wide_integer(Int128 value) {
    const auto word = [](Int128 x) { return static_cast<std::uint64_t>(x); };
    return fmt::format("{:016x}{:016x}", word(value >> 64), word(value));
}
Int128 wide_integer(const ordered_json& json) {
    const auto text = json.get<std::string>();
    const auto high = static_cast<std::int64_t>(std::stoull(text.substr(0, 16), nullptr, 16));
    return static_cast<Int128>(high) * (static_cast<Int128>(1) << 64) +
           static_cast<Int128>(std::stoull(text.substr(16), nullptr, 16));
}

template <int scale>
void put(ordered_json& to, const char* name, const FixedSum<scale>& sum) {
    to[name] = wide_integer(sum.units);
}
template <int scale>
void get(const ordered_json& from, const char* name, FixedSum<scale>& sum) {
    sum.units = wide_integer(from.at(name));
}

ordered_json json_of(const Inputs& i) {
    return {i.first, i.count,   i.step,     static_cast<int>(i.kind), exact(i.low), exact(i.high),
            i.seed,  i.repeats, i.list.hash};
}
Inputs inputs_of(const ordered_json& j) {
    return {j.at(0),        j.at(1),        j.at(2), static_cast<Inputs::Kind>(j.at(3).get<int>()),
            exact(j.at(4)), exact(j.at(5)), j.at(6), j.at(7),
            {{}, j.at(8)}};
}

ordered_json json_of(const Worst& worst) {
    ordered_json all = ordered_json::array();
    for (const Point& p : worst.points) all.push_back({p.x, p.second, p.y, exact(p.error), exact(p.exact)});
    return all;
}
Worst worst_of(const ordered_json& json) {
    Worst worst;
    for (const ordered_json& p : json) worst.add({p.at(0), p.at(1), p.at(2), exact(p.at(3)), exact(p.at(4))});
    return worst;
}

ordered_json json_of(const Envelope& e) {
    return {e.count, exact(e.low), exact(e.high), wide_integer(e.magnitude.units)};
}
Envelope envelope_of(const ordered_json& j) {
    Envelope e{.count = j.at(0), .low = exact(j.at(1)), .high = exact(j.at(2)), .magnitude = {}};
    e.magnitude.units = wide_integer(j.at(3));
    return e;
}

ordered_json json_of(const std::optional<std::uint32_t>& x) { return x ? ordered_json(*x) : ordered_json(nullptr); }
std::optional<std::uint32_t> pattern_of(const ordered_json& json) {
    return json.is_null() ? std::nullopt : std::optional<std::uint32_t>(json.get<std::uint32_t>());
}

ordered_json json_of(const Statistics& s) {
    ordered_json to;
    to["count"] = s.count;
    put(to, "ulp_signed", s.ulp_signed);
    put(to, "ulp_magnitude", s.ulp_magnitude);
    put(to, "ulp_not_exact", s.ulp_not_exact);
    put(to, "ulp_square", s.ulp_square);
    put(to, "relative_magnitude", s.relative_magnitude);
    put(to, "relative_signed", s.relative_signed);
    to["max_goldberg"] = exact(s.max_goldberg);
    to["max_at_rounded"] = exact(s.max_at_rounded);
    to["worst"] = {json_of(s.worst), json_of(s.worst_relative), json_of(s.worst_absolute)};
    to["above"] = s.above;
    for (const auto& x : s.first_above) to["first_above"].push_back(json_of(x));
    to["disorders"] = {s.disorders, json_of(s.first_disorder)};
    to["asymmetries"] = {s.asymmetries, json_of(s.first_asymmetry)};
    to["histogram"] = s.histogram;
    for (std::size_t bin = 0; bin < s.by_input.size(); ++bin)
        if (s.by_input[bin].count != 0)
            to["by_input"].push_back({bin, json_of(s.by_input[bin]), s.octaves_by_input[bin]});
    for (const auto& bins : s.by_fraction) {
        ordered_json side = ordered_json::array();
        for (const Envelope& bin : bins) side.push_back(json_of(bin));
        to["by_fraction"].push_back(side);
    }
    return to;
}

Statistics statistics_of(const ordered_json& from) {
    Statistics s;
    s.count = from.at("count");
    get(from, "ulp_signed", s.ulp_signed);
    get(from, "ulp_magnitude", s.ulp_magnitude);
    get(from, "ulp_not_exact", s.ulp_not_exact);
    get(from, "ulp_square", s.ulp_square);
    get(from, "relative_magnitude", s.relative_magnitude);
    get(from, "relative_signed", s.relative_signed);
    s.max_goldberg = exact(from.at("max_goldberg"));
    s.max_at_rounded = exact(from.at("max_at_rounded"));
    s.worst = worst_of(from.at("worst").at(0));
    s.worst_relative = worst_of(from.at("worst").at(1));
    s.worst_absolute = worst_of(from.at("worst").at(2));
    s.above = from.at("above");
    for (std::size_t i = 0; i < s.first_above.size(); ++i) s.first_above[i] = pattern_of(from.at("first_above").at(i));
    s.disorders = from.at("disorders").at(0);
    s.first_disorder = pattern_of(from.at("disorders").at(1));
    s.asymmetries = from.at("asymmetries").at(0);
    s.first_asymmetry = pattern_of(from.at("asymmetries").at(1));
    s.histogram = from.at("histogram");
    if (from.contains("by_input"))
        for (const ordered_json& bin : from.at("by_input")) {
            const std::size_t place = bin.at(0);
            s.by_input.at(place) = envelope_of(bin.at(1));
            s.octaves_by_input.at(place) = bin.at(2);
        }
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t bin = 0; bin < s.by_fraction[side].size(); ++bin)
            s.by_fraction[side][bin] = envelope_of(from.at("by_fraction").at(side).at(bin));
    return s;
}

ordered_json json_of(const Request& r) {
    ordered_json to{
        {"function", r.function}, {"arch", r.arch},           {"lowering", r.lowering},        {"dst", r.dst},
        {"store", r.store},       {"reference", r.reference}, {"ulp", static_cast<int>(r.ulp)}};
    for (const Inputs& inputs : r.inputs) to["inputs"].push_back(json_of(inputs));
    to["second"] = json_of(r.second);
    to["inputs_text"] = r.inputs_text;
    to["domain"] = {exact(r.low), exact(r.high)};
    to["shard"] = {r.shard, r.shards};
    to["source"] = r.source_hash;
    return to;
}
Request request_of(const ordered_json& from) {
    Request r;
    r.function = from.at("function");
    r.arch = from.at("arch");
    r.lowering = from.at("lowering");
    r.dst = from.at("dst");
    r.store = from.at("store");
    r.reference = from.at("reference");
    r.ulp = static_cast<Ulp>(from.at("ulp").get<int>());
    for (const ordered_json& inputs : from.at("inputs")) r.inputs.push_back(inputs_of(inputs));
    r.second = inputs_of(from.at("second"));
    r.inputs_text = from.at("inputs_text");
    r.low = exact(from.at("domain").at(0));
    r.high = exact(from.at("domain").at(1));
    r.shard = from.at("shard").at(0);
    r.shards = from.at("shard").at(1);
    r.source_hash = from.at("source");
    return r;
}

// Numbers that JSON has no word for are texts.
ordered_json json_number(double value) {
    if (std::isfinite(value)) return value;
    return std::isnan(value) ? "NaN" : value > 0 ? "infinity" : "-infinity";
}
ordered_json points(const Worst& worst, const char* unit) {
    ordered_json all = ordered_json::array();
    for (const Point& p : worst.points) {
        ordered_json point{{"x", json_number(value_of(p.x))}, {"x_hex", fmt::format("0x{:08x}", p.x)},
                           {"y", json_number(value_of(p.y))}, {"y_hex", fmt::format("0x{:08x}", p.y)},
                           {"exact", json_number(p.exact)},   {unit, json_number(p.error)}};
        if (p.second != 0) point["second"] = json_number(value_of(p.second));
        all.push_back(point);
    }
    return all;
}

}  // namespace

namespace {

constexpr int state_version = 3;

ordered_json state_of(const Study& study) {
    ordered_json to{{"tessera_accuracy_state", state_version}, {"request", json_of(study.request)}};
    to["cost"] = {study.cost.instructions, study.cost.nops, study.cost.cycles, exact(study.cost.push_cycles),
                  study.cost.registers};
    for (const SpecialValue& s : study.specials) to["specials"].push_back({s.x, s.y, exact(s.exact)});
    std::string done;
    for (const bool strip : study.done) done += strip ? '1' : '0';
    to["done"] = done;
    to["statistics"] = json_of(study.statistics);
    for (const Study& other : study.also) to["also"].push_back(state_of(other));
    return to;
}

Study study_of(const ordered_json& from) {
    if (from.at("tessera_accuracy_state") != state_version) throw InputError("of another version");
    Study study;
    study.request = request_of(from.at("request"));
    const ordered_json& cost = from.at("cost");
    study.cost = {cost.at(0), cost.at(1), cost.at(2), exact(cost.at(3)), cost.at(4)};
    for (const char c : from.at("done").get<std::string>()) study.done.push_back(c == '1');
    // One that was not begun has no strips yet.
    if (study.done.size() != strips_of(study.request) && !study.done.empty()) throw InputError("strips are missing");
    if (from.contains("specials"))
        for (const ordered_json& s : from.at("specials"))
            study.specials.push_back({special_name(s.at(0)), s.at(0), s.at(1), exact(s.at(2))});
    study.statistics = statistics_of(from.at("statistics"));
    if (from.contains("also"))
        for (const ordered_json& other : from.at("also")) study.also.push_back(study_of(other));
    return study;
}

}  // namespace

std::string to_state(const Study& study) { return host::with_checksum(state_of(study).dump() + "\n"); }

Study from_state(const std::string& text, const std::string& file) {
    const std::string_view state = host::checked(text, file);
    try {
        return study_of(ordered_json::parse(state));
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: not a state of tessera accuracy: {}", file, error.what()));
    } catch (const std::exception&) {
        throw InputError(fmt::format("{}: not a state of tessera accuracy; files of --resume and --shard are", file));
    }
}

namespace {

// What came of the inputs: the part of a report that each way of sampling has.
void put_results(ordered_json& to, const Study& study) {
    const Statistics& s = study.statistics;
    for (std::size_t i = 0; i < outcomes; ++i) to["outcomes"][std::string(name(static_cast<Outcome>(i)))] = s.count[i];
    to["figures"] = {{"compared", s.compared()},
                     {"max_ulp", json_number(s.max_ulp())},
                     {"mean_ulp", s.mean()},
                     {"mean_ulp_not_exact", s.mean_not_exact()},
                     {"rms_ulp", s.rms()},
                     {"bias_ulp", s.bias()},
                     {"max_ulp_goldberg", json_number(s.max_goldberg)},
                     {"max_ulp_at_rounded", json_number(s.max_at_rounded)},
                     {"max_relative", json_number(s.max_relative())},
                     {"mean_relative", s.mean_relative()},
                     {"max_absolute", json_number(s.max_absolute())},
                     {"correctly_rounded", s.share_exact()},
                     {"faithful", s.share_faithful()},
                     {"disorders", s.disorders},
                     {"asymmetries", s.asymmetries}};
    for (const double share : {0.5, 0.9, 0.95, 0.99, 0.999})
        to["percentiles_ulp"][fmt::format("{:g}", 100 * share)] = json_number(s.percentile(share));
    for (std::size_t i = 0; i < Statistics::limits.size(); ++i) {
        ordered_json limit{{"ulp", Statistics::limits[i]}, {"above", s.above[i]}};
        if (s.first_above[i]) limit["first_above"] = value_of(*s.first_above[i]);
        for (const Stretch& stretch : usable_stretches(s, Statistics::limits[i], most_stretches))
            limit["stretches"].push_back({stretch.low, stretch.high});
        to["usable"].push_back(limit);
    }
    to["worst_ulp"] = points(s.worst, "ulp");
    to["worst_relative"] = points(s.worst_relative, "relative");
    to["worst_absolute"] = points(s.worst_absolute, "absolute");
}

}  // namespace

std::string to_report_json(const Study& study) {
    const Request& r = study.request;
    ordered_json to{{"schema_version", 2},
                    {"command", "accuracy"},
                    {"function", r.function},
                    {"reference", r.reference},
                    {"arch", r.arch},
                    {"lowering", r.lowering},
                    {"dst", r.dst},
                    {"store", r.store},
                    {"ulp", std::string(name(r.ulp))},
                    {"inputs", r.inputs_text},
                    {"complete", study.is_complete()}};
    put_results(to, study);
    for (const Study& other : study.also) {
        ordered_json way{{"inputs", other.request.inputs_text}};
        put_results(way, other);
        to["also"].push_back(way);
    }
    for (const SpecialValue& v : study.specials)
        to["special_values"].push_back({{"input", std::string(v.name)},
                                        {"y", json_number(value_of(v.y))},
                                        {"y_hex", fmt::format("0x{:08x}", v.y)},
                                        {"exact", json_number(v.exact)}});
    for (const Source& source : study.sources)
        to["sources"].push_back({{"source", source.name},
                                 {"max_ulp", json_number(source.max_ulp)},
                                 {"mean_ulp", json_number(source.mean_ulp)},
                                 {"max_relative", json_number(source.max_relative)},
                                 {"bits", json_number(source.bits())}});
    to["cost"] = {{"instructions", study.cost.instructions},         {"nops", study.cost.nops},
                  {"sfpu_cycles_per_vector", study.cost.cycles},     {"push_cycles_per_vector", study.cost.push_cycles},
                  {"cycles_per_tile", study.cost.cycles_per_tile()}, {"registers", study.cost.registers}};
    return to.dump(2);
}

namespace {

struct Compared {
    const char* name;
    bool less_is_better;
};
constexpr Compared compared_figures[] = {{"max_ulp", true},      {"mean_ulp", true},     {"rms_ulp", true},
                                         {"max_relative", true}, {"max_absolute", true}, {"correctly_rounded", false},
                                         {"faithful", false},    {"disorders", true},    {"asymmetries", true}};

// The report of that function, of that machine if there are several, with all that is compared.
ordered_json report_in(const std::string& baseline, const std::string& file, const std::string& function,
                       const std::string& arch) {
    const auto broken = [&](const std::string& why) { return InputError(fmt::format("--baseline {}: {}", file, why)); };
    ordered_json then;
    try {
        const ordered_json all = ordered_json::parse(baseline);
        const auto take = [&](const ordered_json& one) {
            if (one.at("function") != function || (!then.is_null() && one.at("arch") != arch)) return;
            if (then.is_null() || then.at("arch") != arch) then = one;
        };
        if (all.is_array())
            for (const ordered_json& one : all) take(one);
        else
            take(all);
        if (then.is_null()) throw broken("of another function");
        static_cast<void>(then.at("arch").get_ref<const std::string&>());
        static_cast<void>(then.at("inputs").get_ref<const std::string&>());
    } catch (const nlohmann::json::exception&) {
        throw broken("not a report of tessera accuracy --json");
    }
    for (const Compared& figure : compared_figures)
        if (!then.contains("figures") || !then["figures"].contains(figure.name))
            throw broken(fmt::format("the report has no figures.{}", figure.name));
    if (!then.contains("cost") || !then["cost"].contains("cycles_per_tile") ||
        !then["cost"]["cycles_per_tile"].is_number())
        throw broken("the report has no number cost.cycles_per_tile");
    return then;
}

}  // namespace

std::string baseline_arch(const std::string& baseline, const std::string& file, const std::string& function,
                          const std::string& arch) {
    return report_in(baseline, file, function, arch).at("arch");
}

namespace {

// Figures of the results that are worse now, each a line that begins with `way`.
void add_worse(const ordered_json& then, const ordered_json& now, const std::string& way,
               std::vector<std::string>& worse) {
    for (const auto& [name, less] : compared_figures) {
        const ordered_json &a = then.at("figures").at(name), &b = now.at("figures").at(name);
        if (!a.is_number() || !b.is_number()) {
            if (a.is_number()) worse.push_back(fmt::format("{}{} was {}, is {}", way, name, a.dump(), b.dump()));
            continue;
        }
        const double before = a.get<double>(), after = b.get<double>();
        const double slack = 1e-9 * std::abs(before);  // figures are printed, not bits
        if (less ? after > before + slack : after < before - slack)
            worse.push_back(fmt::format("{}{} was {:.9g}, is {:.9g}", way, name, before, after));
    }
}

}  // namespace

std::vector<std::string> regressions(const Study& study, const std::string& baseline, const std::string& file) {
    const ordered_json then = report_in(baseline, file, study.request.function, study.request.arch);
    if (then.at("inputs") != study.request.inputs_text)
        throw InputError(fmt::format("--baseline {}: over other inputs", file));
    const ordered_json now = ordered_json::parse(to_report_json(study));
    std::vector<std::string> worse;
    add_worse(then, now, "", worse);
    // Another way of sampling counts where both have it.
    if (then.contains("also") && now.contains("also"))
        for (const ordered_json& here : now.at("also"))
            for (const ordered_json& there : then.at("also"))
                if (there.contains("figures") && there.value("inputs", "") == here.at("inputs"))
                    add_worse(there, here, fmt::format("over {}: ", here.at("inputs").get<std::string>()), worse);
    const double before = then.at("cost").at("cycles_per_tile"), after = now.at("cost").at("cycles_per_tile");
    if (after > before) worse.push_back(fmt::format("cycles_per_tile was {:g}, is {:g}", before, after));
    return worse;
}

}  // namespace tessera::accuracy
