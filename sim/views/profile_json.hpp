// A profile as JSON and back:
//
//     {"schema_version": 4, "kind": "profile", "title": "...", "arch": "wormhole_b0", "clock_ghz": 1.0,
//      "cycles": 47981,
//      "verdict": {"bound": "latency", "sentence": "...", "known": "...", "balance": "...",
//          "splits": [{"of", "cycles", "parts": [{"part", "cycles"}]}],
//          "figures": [{"name", "value", "unit"}], "advice": ["..."]},
//      "tried": [{"subject", "change", "at", "cycles"}],
//      "cores": [{"core": 0, "x": 0, "y": 0, "finish": ..., "active": ..., "units": [{"unit": "BRISC", "row": 0,
//          "cycles", "busy", "idle", "commands", "work": [{"part", "cycles"}],
//          "waits": [{"reason", "index", "cycles", "count", "lines": [{"at", "cycles", "count"}]}],
//          "reads": {"count", "bytes", "latency"}, "writes": {...}}],
//        "buffers": [{"cb", "capacity", "mean", "max", "empty", "full", "filled", "emptied"}]}],
//      "banks": [...], "links": [...], "sfpu": {..., "lines": [...]}, "path": {"cycles", "kinds", "lines", "steps"}}
//
// Every object has all members of its struct in profile_data.hpp, by their names and in their order; cycles are whole
// numbers, shares lie between 0 and 1.
#pragma once

#include <string>
#include <string_view>

#include "sim/views/profile_data.hpp"

namespace tessera::views {

inline constexpr int profile_schema_version = 4;

// `indent` as nlohmann's dump: -1 in one line.
std::string to_json(const ProfileData& data, int indent = 2);
// Whether the text may be a profile at all: told apart from traces by its "kind".
bool is_profile_json(std::string_view text);
// Throws fault::InputError in which `name` stands for the text.
ProfileData profile_from_json(std::string_view text, const std::string& name);

}  // namespace tessera::views
