// How a function of vectors walks over a face: its eight vectors, one dst_reg step each (kernel-api.md 4.1).
#pragma once

#include "sim/api/tessera/sfpu/convert.h"

namespace tessera::vectors {

inline constexpr uint32_t tile_steps = 32;  // dst_reg indices of a tile

// Tiles of 32-bit integers hold two's complement, as hosts write it: V is vUInt then, which moves bits on both
// architectures (vInt would convert from sign and magnitude on Wormhole).

// f(x, arguments...) of each vector, in place. An f that returns nothing stores by itself, in some lanes only: the
// others keep what Dst holds, which a load and a store would flush where it is subnormal.
template <auto f, int iterations = 8, class V = vFloat, class... A>
inline void each(A... arguments) {
#pragma GCC unroll 1
    for (int i = 0; i < iterations; ++i) {
        V x = sfpi::dst_reg[0];
        if constexpr (std::is_void_v<decltype(f(static_cast<V&&>(x), arguments...))>)
            f(static_cast<V&&>(x), arguments...);
        else
            sfpi::dst_reg[0] = V(f(static_cast<V&&>(x), arguments...));
        sfpi::dst_reg++;
    }
}

// Reads as V, writes as W.
template <auto f, class V, class W, int iterations = 8>
inline void each_as() {
#pragma GCC unroll 1
    for (int i = 0; i < iterations; ++i) {
        sfpi::dst_reg[0] = W(f(V(sfpi::dst_reg[0])));
        sfpi::dst_reg++;
    }
}

// f(x, y) of two tiles into a third.
template <auto f, int iterations = 8, class V = vFloat>
inline void each_of_two(uint32_t in0, uint32_t in1, uint32_t out) {
#pragma GCC unroll 1
    for (int i = 0; i < iterations; ++i) {
        sfpi::dst_reg[out * tile_steps] = V(f(V(sfpi::dst_reg[in0 * tile_steps]), V(sfpi::dst_reg[in1 * tile_steps])));
        sfpi::dst_reg++;
    }
}

// f(x, y, z) of three tiles into a fourth.
template <auto f, int iterations = 8, class V = vFloat>
inline void each_of_three(uint32_t in0, uint32_t in1, uint32_t in2, uint32_t out) {
#pragma GCC unroll 1
    for (int i = 0; i < iterations; ++i) {
        sfpi::dst_reg[out * tile_steps] = V(f(V(sfpi::dst_reg[in0 * tile_steps]), V(sfpi::dst_reg[in1 * tile_steps]),
                                              V(sfpi::dst_reg[in2 * tile_steps])));
        sfpi::dst_reg++;
    }
}

}  // namespace tessera::vectors
