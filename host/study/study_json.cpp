#include "host/study/study_json.hpp"

#include <fmt/format.h>

#include <cmath>

#include "host/study/usable.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::accuracy {
namespace {

using nlohmann::ordered_json;

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

ordered_json first_inputs(const FirstInputs& first) {
    ordered_json all = ordered_json::array();
    for (const Point& p : first.points) {
        ordered_json one{{"x", json_number(value_of(p.x))}, {"x_hex", fmt::format("0x{:08x}", p.x)}};
        if (p.second != 0) one["second"] = json_number(value_of(p.second));
        all.push_back(one);
    }
    return all;
}

// What came of the inputs: the part of a report that each way of sampling has.
void put_results(ordered_json& to, const Study& study) {
    const Statistics& s = study.statistics;
    for (std::size_t i = 0; i < outcomes; ++i) to["outcomes"][std::string(name(static_cast<Outcome>(i)))] = s.count[i];
    for (std::size_t i = 0; i < outcomes; ++i)
        if (!s.first_inputs[i].points.empty())
            to["first_inputs"][std::string(name(static_cast<Outcome>(i)))] = first_inputs(s.first_inputs[i]);
    if (s.of(Outcome::zeroed) != 0)
        to["zeroed"] = {{"max_ulp", json_number(s.worst_zeroed.error())},
                        {"max_absolute", json_number(s.worst_zeroed_absolute.error())},
                        {"worst_ulp", points(s.worst_zeroed, "ulp")}};
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
        const double within = at_most(Statistics::limits[i], result_format(study.request));
        for (const Stretch& stretch : usable_stretches(s, within, most_stretches))
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
    return views::json_dump(to, 2);
}

}  // namespace tessera::accuracy
