// One kernel of many tile functions, built with tessera's library of the vector unit or with that of the user's tree,
// and run on a T1 of its own: Dst is filled before, read after, so that nothing but the function decides the bits.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "host/study/vendor_bits.hpp"
#include "sim/core/machine/machine.hpp"

namespace tessera::accuracy {

inline constexpr std::size_t tile_values = 1024;
using Tile = std::array<std::uint32_t, tile_values>;  // fp32 words, or bf16 in their low halves

enum class Kind : std::uint8_t { real, whole };  // whole: 32-bit integers, with an fp32 Dst only

// One line of the table.
struct TileFunction {
    std::string name;        // as the compute API has it, without _tile
    std::string init, call;  // the second and third operand are Dst tiles 1 and 2, the result goes to tile 0
    double low = -100, high = 100;
    Kind kind = Kind::real;
};

struct Build {
    const arch::Arch* arch;
    bool fp32_dest;
    bool of_vendor;
};

class TileProgram {
  public:
    TileProgram(const Build& build, std::span<const TileFunction> functions);
    // The result of function `index` on three operands, or the first line of the fault that ended it.
    struct Result {
        Tile tile = {};
        std::string fault;
    };
    Result run(std::size_t index, const std::array<Tile, 3>& operands);

  private:
    Build build_;
    std::unique_ptr<core::Machine> machine_;
    std::shared_ptr<const riscv::Program> program_;
};

// Values between low and high, denser towards zero, and what is special: zeros, infinities, NaN, denormals, the ends.
Tile inputs(const TileFunction& function, bool fp32_dest, std::uint32_t seed);

// How many words differ, and by how many units in the last place at most where both are finite.
Difference difference(const Tile& ours, const Tile& vendors, Kind kind, bool fp32_dest);

}  // namespace tessera::accuracy
