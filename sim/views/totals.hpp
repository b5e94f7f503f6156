// Sums over a profile that several of its texts speak of.
#pragma once

#include <string_view>

#include "sim/views/profile_data.hpp"

namespace tessera::views {

// 0 of nothing.
constexpr double fraction(Cycle part, Cycle whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Cycles of all cores' units of that name: busy, one part of the work, a wait.
struct Totals {
    Cycle life = 0, busy = 0;
    static Totals of(const ProfileData& data, std::string_view unit);
};
Cycle part_cycles(const ProfileData& data, std::string_view unit, WorkPart part);
Cycle wait_cycles(const ProfileData& data, std::string_view unit, WaitReason reason);

double gigabytes_per_second(const ProfileData& data, std::uint64_t bytes);
// Of the DRAM banks together, by the rate of one.
double peak_gigabytes_per_second(const ProfileData& data);
// Mean over the banks of the chip, of the run's cycles.
double banks_busy(const ProfileData& data);

}  // namespace tessera::views
