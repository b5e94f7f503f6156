// The parts of a profile's text about the whole chip: transfers, DRAM banks, links, and the grid of cores as a map.
#pragma once

#include <string>
#include <vector>

#include "sim/views/profile_data.hpp"

namespace tessera::views {

std::string noc_text(const ProfileData& data, const std::vector<const CoreProfile*>& cores, std::size_t top);
std::string map_text(const ProfileData& data);

}  // namespace tessera::views
