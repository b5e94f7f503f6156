// The eight hardware semaphores of a core (spec/tensix-core.md 7).
#pragma once

#include <array>
#include <cstdint>

namespace tessera::tensix {

// Numbers as the vendor's low-level kernels use them.
enum class Semaphore : std::uint8_t {
    fpu_sfpu = 0,
    math_pack = 1,
    unpack_to_dest = 2,
    unpack_operand_sync = 3,
    pack_done = 4,
    unpack_sync = 5,
    unpack_math_done = 6,
    math_done = 7,
};

struct Semaphores {
    static constexpr std::uint8_t most = 15;  // which a post leaves as it is, as a get leaves zero
    struct State {
        std::uint8_t value = 0, max = most;
    };
    std::array<State, 8> state{};
    State& operator[](Semaphore s) { return state[static_cast<std::size_t>(s)]; }
};

}  // namespace tessera::tensix
