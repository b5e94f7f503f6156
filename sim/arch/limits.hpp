// What the vendor's host API says of an architecture beside its memories and cores. Nothing here is a time.
#pragma once

#include "sim/arch/arch.hpp"

namespace tessera::arch {

struct Limits {
    Figure circular_buffers;  // of a core
    Figure pcie_alignment_bytes;
    Figure epsilon, nan, infinity;  // of the vector unit, as the vendor's tests hold results against them
};

Limits limits(const Arch& arch);

}  // namespace tessera::arch
