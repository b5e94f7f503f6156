// One setting of the vendor's table of transfer times (spec/timing.md 3.4): who moves what to whom, by which calls.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/cores/core_coord.hpp"
#include "sim/arch/arch.hpp"

namespace tessera::calibration {

// Named as the table's columns and their values are.
struct Setting {
    std::string arch, mechanism, pattern, memory;
    std::uint32_t transactions = 1;  // of one core
    std::uint32_t receivers = 0;     // of one core; 0 where there is one, or where the other end is DRAM
    bool same_axis = false, stateful = false, loopback = false;
    int noc = 0;

    friend bool operator==(const Setting&, const Setting&) = default;
    bool is_multicast() const { return mechanism != "unicast"; }
    bool is_read() const { return pattern.find("_from_") != std::string::npos; }
    bool is_dram() const { return memory != "l1"; }
};

// Who takes part, in the order in which kernels go through them; logical coordinates.
struct Cast {
    std::vector<host::CoreCoord> senders;    // or readers
    std::vector<host::CoreCoord> receivers;  // of each sender; of a multicast, its rectangle
};
// InputError where the setting says what no test of the vendor's places.
Cast cast_of(const arch::Arch& arch, const Setting& setting);

// The median over the senders of the cycles that one is at it; where all cores go to DRAM, from the first core's begin
// to the last one's end.
double setting_cycles(const arch::Arch& arch, const Setting& setting, std::uint32_t bytes);

}  // namespace tessera::calibration
