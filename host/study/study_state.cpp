// Studies as they are kept in files, losing nothing.
#include <fmt/format.h>

#include <charconv>

#include "host/study/study_json.hpp"
#include "host/sweep/checksum.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::accuracy {
namespace {

using nlohmann::ordered_json;
using views::OrderedValue;

// Doubles as the text of their bits: nothing is lost, infinities and NaN included.
std::string exact(double value) { return fmt::format("{:016x}", std::bit_cast<std::uint64_t>(value)); }
double exact(const OrderedValue& json) {
    const std::string& text = json.word();
    std::uint64_t bits = 0;
    const char* const end = text.data() + text.size();
    if (text.size() != 16 || std::from_chars(text.data(), end, bits, 16).ptr != end)
        json.refuse("is not 16 hexadecimal digits");
    return std::bit_cast<double>(bits);
}

template <int below, std::size_t size>
void put(ordered_json& to, const char* name, const FixedSum<below, size>& sum) {
    to[name] = sum.text();
}
template <class Sum>
Sum sum_of(const OrderedValue& json) {
    try {
        return Sum::of_text(json.word());
    } catch (const std::invalid_argument&) {
        json.refuse("is not a sum in hexadecimal digits");
    }
}
template <int below, std::size_t size>
void get(const OrderedValue& from, const char* name, FixedSum<below, size>& sum) {
    sum = sum_of<FixedSum<below, size>>(from.at(name));
}

ordered_json json_of(const Inputs& i) {
    return {i.first, i.count,   i.step,     static_cast<int>(i.kind), exact(i.low), exact(i.high),
            i.seed,  i.repeats, i.list.hash};
}
Inputs inputs_of(const OrderedValue& j) {
    Inputs out;
    j.element(0).get_to(out.first);
    j.element(1).get_to(out.count);
    j.element(2).get_to(out.step);
    out.kind = static_cast<Inputs::Kind>(j.element(3).whole(0, static_cast<int>(Inputs::Kind::listed)));
    out.low = exact(j.element(4));
    out.high = exact(j.element(5));
    j.element(6).get_to(out.seed);
    out.repeats = j.element(7).whole<std::uint64_t>(1);  // divides indices
    j.element(8).get_to(out.list.hash);
    return out;
}

ordered_json json_of(std::span<const Point> points) {
    ordered_json all = ordered_json::array();
    for (const Point& p : points) all.push_back({p.x, p.second, p.y, exact(p.error), exact(p.exact)});
    return all;
}
void put_into(auto& list, const OrderedValue& json) {
    json.each([&](const OrderedValue& p) {
        const auto bits = [&](std::size_t i) { return p.element(i).as<std::uint32_t>(); };
        list.add({bits(0), bits(1), bits(2), exact(p.element(3)), exact(p.element(4))});
    });
}

ordered_json json_of(const Envelope& e) { return {e.count, exact(e.low), exact(e.high), e.magnitude.text()}; }
Envelope envelope_of(const OrderedValue& j) {
    Envelope e;
    j.element(0).get_to(e.count);
    e.low = exact(j.element(1));
    e.high = exact(j.element(2));
    e.magnitude = sum_of<UlpSum>(j.element(3));
    return e;
}

ordered_json json_of(const std::optional<std::uint32_t>& x) { return x ? ordered_json(*x) : ordered_json(nullptr); }
std::optional<std::uint32_t> pattern_of(const OrderedValue& json) {
    return json.is_null() ? std::nullopt : std::optional<std::uint32_t>(json.as<std::uint32_t>());
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

Statistics statistics_of(const OrderedValue& from) {
    Statistics s;
    from.at("count").get_to(s.count);
    get(from, "ulp_signed", s.ulp_signed);
    get(from, "ulp_magnitude", s.ulp_magnitude);
    get(from, "ulp_not_exact", s.ulp_not_exact);
    get(from, "ulp_square", s.ulp_square);
    get(from, "relative_magnitude", s.relative_magnitude);
    get(from, "relative_signed", s.relative_signed);
    s.max_goldberg = exact(from.at("max_goldberg"));
    s.max_at_rounded = exact(from.at("max_at_rounded"));
    put_into(s.worst, from.at("worst").element(0));
    put_into(s.worst_relative, from.at("worst").element(1));
    put_into(s.worst_absolute, from.at("worst").element(2));
    get(from, "zeroed_ulp", s.zeroed_ulp);
    put_into(s.worst_zeroed, from.at("worst_zeroed").element(0));
    put_into(s.worst_zeroed_absolute, from.at("worst_zeroed").element(1));
    for (std::size_t i = 0; i < outcomes; ++i) put_into(s.first_inputs[i], from.at("first_inputs").element(i));
    from.at("above").get_to(s.above);
    for (std::size_t i = 0; i < s.first_above.size(); ++i)
        s.first_above[i] = pattern_of(from.at("first_above").element(i));
    from.at("disorders").element(0).get_to(s.disorders);
    s.first_disorder = pattern_of(from.at("disorders").element(1));
    from.at("asymmetries").element(0).get_to(s.asymmetries);
    s.first_asymmetry = pattern_of(from.at("asymmetries").element(1));
    for (std::size_t side = 0; side < s.histogram.size(); ++side) {
        const OrderedValue bins = from.at("histogram").element(side);
        if (bins.size() != s.histogram[side].size())
            bins.refuse(fmt::format("has not {} bins", s.histogram[side].size()));
        bins.get_to(s.histogram[side]);
    }
    if (const std::optional<OrderedValue> bins = from.find("by_input"))
        bins->each([&](const OrderedValue& bin) {
            const auto place = bin.element(0).whole<std::size_t>(0, s.by_input.size() - 1);
            s.by_input[place] = envelope_of(bin.element(1));
            bin.element(2).get_to(s.octaves_by_input[place]);
        });
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t bin = 0; bin < s.by_fraction[side].size(); ++bin)
            s.by_fraction[side][bin] = envelope_of(from.at("by_fraction").element(side).element(bin));
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
Request request_of(const OrderedValue& from) {
    Request r;
    from.at("function").get_to(r.function);
    from.at("arch").get_to(r.arch);
    from.at("lowering").get_to(r.lowering);
    from.at("dst").get_to(r.dst);
    from.at("store").get_to(r.store);
    from.at("reference").get_to(r.reference);
    r.ulp = static_cast<Ulp>(from.at("ulp").whole(0, static_cast<int>(Ulp::of_rounded)));
    from.at("inputs").each([&](const OrderedValue& inputs) { r.inputs.push_back(inputs_of(inputs)); });
    if (r.inputs.empty()) from.at("inputs").refuse("is empty");
    r.second = inputs_of(from.at("second"));
    from.at("inputs_text").get_to(r.inputs_text);
    r.low = exact(from.at("domain").element(0));
    r.high = exact(from.at("domain").element(1));
    r.shards = from.at("shard").element(1).whole<std::uint64_t>(1);
    r.shard = from.at("shard").element(0).whole<std::uint64_t>(0, r.shards - 1);
    from.at("source").get_to(r.source_hash);
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

Study study_of(const OrderedValue& from) {
    from.at("tessera_accuracy_state").whole(state_version, state_version);
    Study study;
    study.request = request_of(from.at("request"));
    const OrderedValue cost = from.at("cost");
    cost.element(0).get_to(study.cost.instructions);
    cost.element(1).get_to(study.cost.nops);
    cost.element(2).get_to(study.cost.cycles);
    study.cost.push_cycles = exact(cost.element(3));
    cost.element(4).get_to(study.cost.registers);
    for (const char c : from.at("done").word()) study.done.push_back(c == '1');
    // One that was not begun has no strips yet.
    if (study.done.size() != strips_of(study.request) && !study.done.empty())
        from.at("done").refuse(
            fmt::format("has {} strips; {} are expected", study.done.size(), strips_of(study.request)));
    if (const std::optional<OrderedValue> specials = from.find("specials"))
        specials->each([&](const OrderedValue& s) {
            const auto x = s.element(0).as<std::uint32_t>();
            study.specials.push_back({special_name(x), x, s.element(1).as<std::uint32_t>(), exact(s.element(2))});
        });
    study.statistics = statistics_of(from.at("statistics"));
    if (const std::optional<OrderedValue> also = from.find("also"))
        also->each([&](const OrderedValue& other) { study.also.push_back(study_of(other)); });
    return study;
}

}  // namespace

std::string to_state(const Study& study) { return host::with_checksum(views::json_dump(state_of(study)) + "\n"); }

Study from_state(const std::string& text, const std::string& file) {
    const std::string_view state = host::checked(text, file);
    const std::string lead =
        fmt::format("{}: not a checkpoint of tessera accuracy, as --resume and --shard write it", file);
    const ordered_json json = views::parse_json<ordered_json>(state, lead);
    return study_of(OrderedValue(json, lead));
}

}  // namespace tessera::accuracy
