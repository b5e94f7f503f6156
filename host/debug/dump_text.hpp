// Dumped values as text in 80 columns.
#pragma once

#include <string>

#include "host/debug/dump_values.hpp"

namespace tessera::host {

// Each matrix with its extremes, bits in hexadecimal; of large ones the outer rows and columns, unless `all` is wanted.
std::string dump_text(const DumpedValues& dumped, bool all);

}  // namespace tessera::host
