#include "sim/views/first_nan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tessera::views {
namespace {

using nlohmann::ordered_json;
using watch::NonFinites;

std::string line_of(const fault::Where& where) {
    if (where.file.empty()) return "an unknown line";
    return where.line == 0 ? where.file : fmt::format("{}:{}", where.file, where.line);
}
std::string place_of(const fault::Where& where) {
    return fmt::format("core ({},{}) {} at {}", where.core_x, where.core_y, where.risc, line_of(where));
}

class Lines {
  public:
    explicit Lines(const Screen& screen) : screen_(screen) {}
    void add(const char* label, const std::string& text) {
        if (!text.empty()) text_ += labelled(label, text, label_width, screen_);
    }
    const std::string& text() const { return text_; }

  private:
    const Screen& screen_;
    std::string text_;
};

std::string text_of(const std::vector<NonFinites::Operand>& operands) {
    std::string out;
    for (const NonFinites::Operand& one : operands)
        out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", one.name, one.value);
    return out;
}

std::string text_of(const NonFinites::Stop& stop) {
    return fmt::format("{} {} at {}{}", stop.count, stop.what, line_of(stop.where),
                       stop.element.empty() ? "" : ", the first at " + stop.element);
}

void add(Lines& lines, const char* label, const std::optional<FirstNonFinite::Found>& found) {
    if (!found) return lines.add(label, "none");
    const NonFinites::Origin& o = found->origin;
    lines.add(label, fmt::format("{} in cycle {}{}", o.made, o.when.cycle,
                                 o.when.workload > 1 ? fmt::format(" of workload {}", o.when.workload) : ""));
    lines.add("", place_of(o.where));
    lines.add("", o.element);
    lines.add("", text_of(o.operands));
    if (found->cause)
        lines.add("", fmt::format("from an infinity: {} at {}", found->cause->made, line_of(found->cause->where)));
    lines.add("", fmt::format("{} of them on {} core{}", o.count, o.cores.size(), o.cores.size() == 1 ? "" : "s"));
    const char* went = "went";
    for (const NonFinites::Stop& stop : o.stops) lines.add(std::exchange(went, ""), text_of(stop));
    const char* left = "left";
    for (const NonFinites::Left& one : found->left)
        lines.add(std::exchange(left, ""), fmt::format("{} in {}{}", one.values, one.buffer,
                                                       one.element.empty() ? "" : ", the first at " + one.element));
    if (found->left.empty()) lines.add("left", "none in a buffer of the host");
}

ordered_json json_of(const fault::Where& where) {
    return {{"core", {where.core_x, where.core_y}},
            {"risc", where.risc},
            {"file", where.file},
            {"line", where.line},
            {"cycle", where.cycle}};
}

ordered_json json_of(const NonFinites::Origin& o) {
    ordered_json operands = ordered_json::array(), stops = ordered_json::array();
    for (const NonFinites::Operand& one : o.operands) operands.push_back({{"name", one.name}, {"value", one.value}});
    for (const NonFinites::Stop& stop : o.stops)
        stops.push_back({{"what", stop.what},
                         {"at", json_of(stop.where)},
                         {"first", stop.element},
                         {"workload", stop.when.workload},
                         {"values", stop.count}});
    return {{"made", o.made},       {"at", json_of(o.where)}, {"workload", o.when.workload}, {"element", o.element},
            {"operands", operands}, {"values", o.count},      {"cores", o.cores.size()},     {"went", stops}};
}

ordered_json json_of(const std::optional<FirstNonFinite::Found>& found) {
    if (!found) return nullptr;
    ordered_json out = json_of(found->origin);
    out["from"] = found->cause ? json_of(*found->cause) : ordered_json(nullptr);
    out["left"] = ordered_json::array();
    for (const NonFinites::Left& one : found->left)
        out["left"].push_back({{"buffer", one.buffer}, {"values", one.values}, {"first", one.element}});
    return out;
}

}  // namespace

std::string to_text(const FirstNonFinite& first, const Screen& screen) {
    Lines lines(screen);
    add(lines, "NaN", first.nan);
    add(lines, "inf", first.infinity);
    const char* ends = "ends";
    for (const FirstNonFinite::Result& one : first.results)
        lines.add(std::exchange(ends, ""), fmt::format("{} holds {} NaN and {} infinite, the first at {}", one.name,
                                                       one.nans, one.infinities, one.first));
    const bool nan_of_riscs = !first.nan && std::ranges::any_of(first.results, &FirstNonFinite::Result::nans);
    const bool infinity_of_riscs =
        !first.nan && !first.infinity && std::ranges::any_of(first.results, &FirstNonFinite::Result::infinities);
    if (nan_of_riscs || infinity_of_riscs)
        lines.add("", "which no unit made or took: a RISC stored them, or the host left them there");
    return lines.text();
}

ordered_json to_json(const FirstNonFinite& first) {
    ordered_json results = ordered_json::array();
    for (const FirstNonFinite::Result& one : first.results)
        results.push_back(
            {{"name", one.name}, {"nans", one.nans}, {"infinities", one.infinities}, {"first", one.first}});
    return {{"nan", json_of(first.nan)}, {"infinity", json_of(first.infinity)}, {"results", results}};
}

}  // namespace tessera::views
