// Calls of compute kernels in a block that another TRISC alone compiles, where they do nothing.
#pragma once

#include <string>
#include <string_view>

namespace tessera::host {

// A line for each call of `text` that moves pages of a circular buffer and is in a block (TRISC_UNPACK, MATH((...)),
// ...) of a TRISC that does not: "compute.cpp:5: note: ...\n". The kernel is called `name`.
std::string notes_of_idle_calls(std::string_view text, const std::string& name);

}  // namespace tessera::host
