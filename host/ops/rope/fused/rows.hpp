// Rows of a rotation from the places where the fused kernels keep heads and caches (rope-variants.md (b), layouts).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "host/ops/rope/rows/rotation.hpp"

namespace tessera::host::fused {

// Heads of `width` elements side by side, tokens `stride` elements apart.
struct Heads {
    std::uint32_t tensor = 0;
    std::uint64_t first = 0, stride = 0;
    std::uint64_t count = 0;  // of heads
    std::uint64_t width = 0;

    std::uint64_t element(std::uint64_t token, std::uint64_t head) const {
        return first + token * stride + head * width;
    }
};

// [heads, positions, width].
struct Cache {
    std::uint32_t tensor = 0;
    std::uint64_t positions = 0, width = 0;

    std::uint64_t element(std::uint64_t head, std::uint64_t position) const {
        return (head * positions + position) * width;
    }
};

// One position for each token.
using Positions = std::span<const std::int32_t>;

void add_in_place(std::vector<RowMove>& rows, const Heads& heads, Positions positions);
// Token t goes to position first + t of the cache; without positions it is copied.
void add_moved(std::vector<RowMove>& rows, const Heads& heads, const Cache& cache, std::uint64_t first,
               std::uint64_t tokens, Positions positions = {}, std::uint32_t weight = 0);

}  // namespace tessera::host::fused
