// tessera conformance calibration: every published time beside the simulated one.
#pragma once

#include "apps/cli.hpp"
#include "host/run/what_if.hpp"

namespace tessera::apps {

// Prints the table or one JSON object; exit code check_failed when a target is missed. Without `whole` the run of
// 512 MiB and the transfers by pattern are left out, with `blind_time` values are not computed.
int run_calibration(const Common& common, bool whole, bool blind_time, unsigned jobs, const std::vector<WhatIf>& archs);
// The units one by one beside what was published of them; exit code check_failed when one is beyond its limit.
int run_units(const Common& common, const std::vector<WhatIf>& archs);

}  // namespace tessera::apps
