// tessera list api: every public name of the vendor's API, and whether it runs here.
#pragma once

#include "apps/cli.hpp"

namespace tessera::apps {

// `only`: names and headers that hold this text, with their tests; empty for a count of all and what does not run.
void list_api(const Common& common, const std::string& only);

}  // namespace tessera::apps
