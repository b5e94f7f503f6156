// Sweeps as they are kept in files: to go on after an end, and to put the parts of one sweep together.
#pragma once

#include <string>
#include <vector>

#include "host/sweep/sweep.hpp"

namespace tessera::host {

// One line and its checksum, losing nothing. `sweep_from_state` throws fault::InputError for what is not such a text.
std::string to_state(const Sweep& sweep);
Sweep sweep_from_state(const std::string& text, const std::string& file);

// Whether both are the same runs, whichever of them are done.
bool same_runs(const Sweep& a, const Sweep& b);

// Puts the parts of a sweep together. InputError when there are none, when they are not of the same sweep, or when two
// hold the same run.
Sweep merged(std::vector<Sweep> parts);

}  // namespace tessera::host
