// tessera accuracy choose: the cheapest function that stays within a bound.
#pragma once

#include "apps/cli.hpp"

namespace tessera::apps {

void add_accuracy_choose(CLI::App& accuracy, CommandLine& line);

}  // namespace tessera::apps
