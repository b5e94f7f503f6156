// What the terminal behind a stream can show.
#pragma once

#include <cstdio>

#include "sim/views/screen.hpp"

namespace tessera::host {

bool is_terminal(std::FILE* stream);

// As wide as the terminal is, and coloured where it knows colours and NO_COLOR is not set; in a pipe or a file always
// the same 80 columns in black.
views::Screen screen_of(std::FILE* stream, bool all = false);

}  // namespace tessera::host
