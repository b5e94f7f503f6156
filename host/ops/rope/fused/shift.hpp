// Moving the rows of a cache to its beginning, within the cache (rope-variants.md (b), KV shift).
//
// Rows move to places that other rows come from. Whoever moves several at once must not read what another has written,
// so rows of places that are overwritten come from a tensor of their own that holds what stood there, `cache_before`.
// That costs its size in memory and a copy of those rows before the kernel, which a device would have to make in a pass
// of its own; where the shift is as long as what moves nothing overlaps, and nothing is copied. The other way, one row
// after the other in order, would need no copy and could use one core for each head.
#pragma once

#include "host/ops/rope/fused/rows.hpp"

namespace tessera::host::fused {

struct Shift {
    std::uint32_t heads = 0, by = 0, count = 0;  // positions [by, by + count) of each head move to [0, count)
};

// `cache` is a tensor of f16 with contents. Rows that come from the copy are added first.
void add_shift(Rotation& rotation, const Cache& cache, const Shift& shift);

}  // namespace tessera::host::fused
