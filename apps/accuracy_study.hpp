// tessera accuracy OP: the study of accuracy that an operation brings along.
#pragma once

#include "apps/cli.hpp"

namespace tessera::apps {

void add_accuracy_studies(CLI::App& accuracy, CommandLine& line);

}  // namespace tessera::apps
