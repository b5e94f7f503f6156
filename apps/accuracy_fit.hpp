// tessera accuracy fit: better constants for a function.
#pragma once

#include "apps/cli.hpp"

namespace tessera::apps {

void add_accuracy_fit(CLI::App& accuracy, CommandLine& line);

}  // namespace tessera::apps
