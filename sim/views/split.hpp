// Where the time of one resource went, in parts that add up to it: banks and links by what a stop does, RISCs and units
// by work and waits, the SFPU by what its instructions did.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/views/profile_data.hpp"

namespace tessera::views {

// 0 where there is none of that name.
Cycle part_of(const std::vector<PartCycles>& parts, std::string_view name);

// Whether a link may have that direction (profile_data.hpp).
bool is_direction(std::string_view name);
Stop stop_of(const LinkProfile& link);
// Cycles in which it serves a packet or can serve none: data, overhead, turnaround, and of links what is blocked.
Cycle taken(const BankProfile& bank);
Cycle taken(const LinkProfile& link);

// Of all banks together, of a link, of a RISC or a unit: of the run.
Split banks_split(const ProfileData& data);
Split link_split(const ProfileData& data, const LinkProfile& link);
Split unit_split(const ProfileData& data, const CoreProfile& core, const UnitProfile& unit);
// Of what a RISC was busy with, and of the SFPU programs of all cores.
Split work_split(const CoreProfile& core, const UnitProfile& risc);
Split vector_split(const SfpuProfile& sfpu);

// Tenths of a percent for each part, which add up to 1000: the rest of rounding down goes to those that lost most.
std::vector<int> tenths(const Split& split);
// "DRAM banks: data 69.8 %, turnaround 25.2 %, ...", parts of less than a tenth of a percent left out.
std::string text(const Split& split);
// "turnaround 25 %, latency 3 %": the largest parts without `main`, at most three, of one percent and more.
std::string largest_besides(const Split& split, std::string_view main);

}  // namespace tessera::views
