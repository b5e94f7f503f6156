// Studies as they are kept in files, losing nothing.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "host/study/study_json.hpp"
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

template <int below, std::size_t size>
void put(ordered_json& to, const char* name, const FixedSum<below, size>& sum) {
    to[name] = sum.text();
}
template <int below, std::size_t size>
void get(const ordered_json& from, const char* name, FixedSum<below, size>& sum) {
    sum = FixedSum<below, size>::of_text(from.at(name).get<std::string>());
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

ordered_json json_of(std::span<const Point> points) {
    ordered_json all = ordered_json::array();
    for (const Point& p : points) all.push_back({p.x, p.second, p.y, exact(p.error), exact(p.exact)});
    return all;
}
void put_into(auto& list, const ordered_json& json) {
    for (const ordered_json& p : json) list.add({p.at(0), p.at(1), p.at(2), exact(p.at(3)), exact(p.at(4))});
}

ordered_json json_of(const Envelope& e) { return {e.count, exact(e.low), exact(e.high), e.magnitude.text()}; }
Envelope envelope_of(const ordered_json& j) {
    Envelope e{.count = j.at(0), .low = exact(j.at(1)), .high = exact(j.at(2)), .magnitude = {}};
    e.magnitude = UlpSum::of_text(j.at(3).get<std::string>());
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
    to["worst"] = {json_of(s.worst.points), json_of(s.worst_relative.points), json_of(s.worst_absolute.points)};
    put(to, "zeroed_ulp", s.zeroed_ulp);
    to["worst_zeroed"] = {json_of(s.worst_zeroed.points), json_of(s.worst_zeroed_absolute.points)};
    for (const FirstInputs& first : s.first_inputs) to["first_inputs"].push_back(json_of(first.points));
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
    put_into(s.worst, from.at("worst").at(0));
    put_into(s.worst_relative, from.at("worst").at(1));
    put_into(s.worst_absolute, from.at("worst").at(2));
    get(from, "zeroed_ulp", s.zeroed_ulp);
    put_into(s.worst_zeroed, from.at("worst_zeroed").at(0));
    put_into(s.worst_zeroed_absolute, from.at("worst_zeroed").at(1));
    for (std::size_t i = 0; i < outcomes; ++i) put_into(s.first_inputs[i], from.at("first_inputs").at(i));
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

constexpr int state_version = 4;

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

}  // namespace tessera::accuracy
