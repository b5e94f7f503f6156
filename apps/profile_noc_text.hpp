// The parts of a profile's text about the whole chip: transfers, DRAM banks, links, and the grid of cores as a map.
#pragma once

#include <string>
#include <vector>

#include "sim/watch/profile_data.hpp"

namespace tessera::apps {

std::string noc_text(const watch::ProfileData& data, const std::vector<const watch::CoreProfile*>& cores,
                     std::size_t top);
std::string map_text(const watch::ProfileData& data);

}  // namespace tessera::apps
