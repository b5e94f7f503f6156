// Multiply-add on many lanes: bit-equal to num::mad, built once per x86 level and chosen at run time
// (spec/sfpu-mad-fast.md). Needs the host's default floating-point mode: round to nearest, denormals not flushed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/num/rules.hpp"

namespace tessera::lane {

// Vectors of 32 words, so many words from one to the next: an operand of many calls at once. 0 for the same one always.
struct Vectors {
    const std::uint32_t* first;
    std::size_t stride = 32;
};
struct Results {
    std::uint32_t* first;
    std::size_t stride = 32;
};

// d = op(operands) in the lanes whose mask word is all ones; other lanes (mask word 0) keep d. One vector after the
// other; a vector of d may be one of the operands', but may not overlap one in part.
struct MadOps {
    void (*mad)(Results d, Vectors x, Vectors y, Vectors z, Vectors mask, std::size_t count);
    // mad by the host's fused multiply-add where that is proven to give the same bits (sfpu-mad-fast.md 5): mostly
    // where every product is smaller than its addend, as in polynomials. Returns how many vectors it did: up to the
    // first with a lane that takes part and is another case. Absent on levels without the instruction.
    std::size_t (*try_mad)(Results d, Vectors x, Vectors y, Vectors z, Vectors mask, std::size_t count);
    // num::mad(x, y, +0), what SFPMUL is.
    void (*mul)(Results d, Vectors x, Vectors y, Vectors mask, std::size_t count);
    // num::mad(x, 1.0, z), what SFPADD is.
    void (*add)(Results d, Vectors x, Vectors z, Vectors mask, std::size_t count);
};

enum class Level { baseline, v3, v4 };  // x86-64, -v3 (AVX2, FMA), -v4 (AVX-512)

struct Table {
    MadOps none;  // every field of MadRules false
    MadOps all;   // every field true
    // Throws std::invalid_argument for a mixture, of which no machine is known.
    const MadOps& of(const num::MadRules& rules) const;
};

bool supported(Level level);      // by this processor
const Table& table(Level level);  // call its functions only where supported
const Table& table();             // the highest supported level

}  // namespace tessera::lane
