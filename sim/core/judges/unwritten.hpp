// What an unpacker reads that nobody has written: padding, or a transfer that did not come.
#pragma once

#include "sim/core/judges/issue.hpp"
#include "sim/tensix/unpacker.hpp"

namespace tessera::core {

// A fault where nothing of it was ever written. Of a tile of which something was the rest may be padding, and the fault
// is to use what depends on it: the units work twice from there on. `cb` may be null.
void note_unwritten(const Issue& in, const tensix::UnpackStep& step, const tensix::CircularBuffer* cb);

}  // namespace tessera::core
