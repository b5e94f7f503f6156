// How the architecture of a run differs from the one it is called after.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/views/screen.hpp"

namespace tessera::views {

// A constant of the architecture that the run had otherwise.
struct SetConstant {
    std::string name;
    double from, to;
};
// Lines of the die that were fused off otherwise.
struct Harvest {
    std::string lines;  // "rows", "columns"
    std::vector<int> from, to;
};
// The card that the chip is of, with the cores that kernels get.
struct Board {
    std::string name;
    int cores_wide, cores_high;
};
struct Changes {
    std::optional<Board> board = {};
    std::vector<SetConstant> constants;
    std::optional<Harvest> harvest;
    bool empty() const { return !board && constants.empty() && !harvest; }
};
// A line each, "set    noc.hop_cycles 9 -> 12\n".
std::string to_text(const Changes& changes, const Screen& screen = {});
// Adds "board", "set" and "harvested" to a report, where there is something to say.
void add_to(nlohmann::ordered_json& report, const Changes& changes);

}  // namespace tessera::views
