// tessera accuracy compose: the error of what is built on a function beside the function's own.
#pragma once

#include "apps/cli.hpp"

namespace tessera::apps {

void add_accuracy_compose(CLI::App& accuracy, CommandLine& line);

}  // namespace tessera::apps
