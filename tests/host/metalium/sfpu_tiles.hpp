// Runs SFPU tile functions on one simulated core: three tiles go straight to Dst, a function acts, one tile comes out.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sim/arch/arch.hpp"

namespace sfpu_tiles {

struct TileCall {
    std::string name;
    std::string init, call;  // statements of the compute kernel; inputs are Dst tiles 0, 1 and 2
    int out = 0;             // Dst tile that holds the result
};

enum class Kind {
    floats,    // Float32, straight to a 32-bit Dst
    integers,  // Int32, the same way
    halves,    // Float16_b by SrcA to a 16-bit Dst, in the upper halves of the patterns
    shorts,    // UInt16, the same way
};

// 32-bit patterns of a tile, face by face.
using Tile = std::vector<unsigned>;
// Where a row and a column lie in it.
inline std::size_t place_of(int row, int column) {
    return static_cast<std::size_t>(256 * (2 * (row / 16) + column / 16) + 16 * (row % 16) + column % 16);
}
inline float number(unsigned bits) { return std::bit_cast<float>(bits); }

// Every call gets fresh copies of the inputs; a result for each call. The prelude is text of the compute kernel after
// its include; `approximate` is the host's math_approx_mode.
std::vector<Tile> run_tile_calls(const std::string& arch, const std::vector<TileCall>& calls,
                                 const std::vector<Tile>& inputs, Kind kind = Kind::floats,
                                 const std::string& prelude = "", bool approximate = false);

// A tile function of up to three tiles, and what each element must be, to the bit.
struct ExactRule {
    TileCall tile;
    std::function<unsigned(unsigned, unsigned, unsigned)> expected;
};
// On all the architectures given; three inputs.
void check_exactly(const std::vector<ExactRule>& rules, const std::vector<Tile>& inputs, Kind kind = Kind::floats,
                   std::span<const tessera::arch::Arch* const> arches = tessera::arch::all());

// A tile of numbers of every size and sign, and the special ones.
Tile numbers(std::uint32_t seed);

}  // namespace sfpu_tiles
