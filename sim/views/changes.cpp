#include "sim/views/changes.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tessera::views {

using nlohmann::ordered_json;

namespace {

std::string listed(const std::vector<int>& lines) {
    return lines.empty() ? "none" : fmt::format("{}", fmt::join(lines, ", "));
}

}  // namespace

std::string to_text(const Changes& changes, const Screen& screen) {
    std::string out;
    if (changes.board)
        out += labelled(
            "board",
            fmt::format("{}, {} x {} cores", changes.board->name, changes.board->cores_wide, changes.board->cores_high),
            label_width, screen);
    for (const SetConstant& c : changes.constants)
        out += labelled("set", fmt::format("{} {} -> {}", c.name, c.from, c.to), label_width, screen);
    if (changes.harvest)
        out += labelled("die",
                        fmt::format("harvested {} {} -> {}", changes.harvest->lines, listed(changes.harvest->from),
                                    listed(changes.harvest->to)),
                        7, screen);
    return out;
}

void add_to(ordered_json& report, const Changes& changes) {
    if (changes.board)
        report["board"] = {{"name", changes.board->name},
                           {"cores_wide", changes.board->cores_wide},
                           {"cores_high", changes.board->cores_high}};
    if (!changes.constants.empty()) {
        auto& list = report["set"] = ordered_json::array();
        for (const SetConstant& c : changes.constants)
            list.push_back({{"name", c.name}, {"from", c.from}, {"to", c.to}});
    }
    if (changes.harvest)
        report["harvested"] = {
            {"lines", changes.harvest->lines}, {"from", changes.harvest->from}, {"to", changes.harvest->to}};
}

}  // namespace tessera::views
