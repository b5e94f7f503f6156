// The parts of a profile's text about the whole chip: transfers, DRAM banks, links, and the grid of cores as a map.
#pragma once

#include <string>
#include <vector>

#include "sim/views/profile_data.hpp"
#include "sim/views/screen.hpp"

namespace tessera::views {

std::string noc_text(const ProfileData& data, const std::vector<const CoreProfile*>& cores, std::size_t top,
                     const Screen& screen);
std::string map_text(const ProfileData& data, const Screen& screen);

}  // namespace tessera::views
