// tessera conformance calibration: every published time beside the simulated one.
#pragma once

#include "apps/cli.hpp"

namespace tessera::apps {

// Prints the table or one JSON object; exit code check_failed when a target is missed. Without `whole` the run of
// 512 MiB is left out.
int run_calibration(const Common& common, bool whole);

}  // namespace tessera::apps
