// What limited a run: its critical path by the unit that stood on it, the bound that its profile names, and what its
// DRAM traffic alone would take.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "sim/time/cycle.hpp"

namespace tessera::views {

enum class OnPath : std::uint8_t { matrix, vector, t1, tiles, movers, transfers };
inline constexpr std::array<std::string_view, 6> on_path_names{"matrix", "vector", "T1",
                                                               "tiles",  "movers", "transfers"};

struct RunLimit {
    std::string bound;                               // Verdict::bound
    std::array<Cycle, on_path_names.size()> path{};  // cycles by OnPath
    std::uint64_t dram_bytes = 0;                    // read and written
    double dram_cycles = 0;                          // of these bytes at the peak of all banks
};
nlohmann::ordered_json to_json(const RunLimit& limit);

}  // namespace tessera::views
