#include "sim/sfpu/state.hpp"

#include <algorithm>

#include "sim/sfpu/ops/move.hpp"
#include "sim/sfpu/ops/random.hpp"

namespace tessera::sfpu {

bool operator==(const State& a, const State& b) {
    return std::equal(a.lreg, a.lreg + 17, b.lreg) && a.flags == b.flags && a.prng == b.prng && a.depth == b.depth &&
           std::equal(a.stack, a.stack + a.depth, b.stack) && a.use == b.use && a.lane_config == b.lane_config &&
           a.rotated == b.rotated &&
           std::equal(&a.macro[0][0], &a.macro[0][0] + sizeof a.macro / sizeof(std::uint32_t), &b.macro[0][0]);
}

State initial_state() {
    State state;
    state.lreg[8] = lane::broadcast(0x3f56594b);
    state.lreg[10] = lane::broadcast(0x3f800000);
    for (int i = 0; i < 4; ++i) state.lreg[11 + i] = lane::broadcast(SfpConfig::reset[static_cast<std::size_t>(i)]);
    for (int l = 0; l < lane::count; ++l) state.lreg[15][l] = 2 * static_cast<std::uint32_t>(l);
    state.flags = lane::broadcast(~0u);
    state.use = true;
    seed_prng(state, 0);
    return state;
}

void seed_prng(State& state, std::uint32_t seed) {
    for (int i = 0; i < 32; ++i) seed = prng_step(seed);
    for (int l = lane::count - 1; l >= 0; --l) {
        seed = prng_step(prng_step(seed));
        state.prng[l] = seed;
    }
}

}  // namespace tessera::sfpu
