// Two profiles side by side: what takes longer here than there, by unit, by what it did or waited for, and by line.
#pragma once

#include <string>
#include <vector>

#include "sim/views/profile_data.hpp"
#include "sim/views/profile_text.hpp"

namespace tessera::views {

// Cycles of a core, mean over the cores that have the unit; of the critical path the run's.
struct Difference {
    std::string unit, what, at;
    std::int64_t here = 0, there = 0;
    std::int64_t more() const { return here - there; }
};

struct Comparison {
    std::string here, there;  // titles
    Cycle cycles_here = 0, cycles_there = 0;
    std::vector<std::string> sentences;     // the largest differences in words
    std::vector<Difference> units;          // life of each RISC and busy cycles of each unit
    std::vector<Difference> work, waits;    // largest first, as all below
    std::vector<Difference> lines, causes;  // the SFPU by line, and by line and hold
    std::vector<Difference> path;
};

Comparison compare(const ProfileData& here, const ProfileData& there);
std::string to_text(const Comparison& comparison, const ProfileView& view);
std::string to_json(const Comparison& comparison);  // one object, schema_version 1, kind "comparison"

}  // namespace tessera::views
