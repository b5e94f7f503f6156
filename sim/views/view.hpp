// What a view is made of: it hears the events of sim/watch and speaks their words (Zone, Wait, Busy, Track, ...).
#pragma once

#include "sim/watch/listener.hpp"

namespace tessera::views {

using namespace watch;

}  // namespace tessera::views
