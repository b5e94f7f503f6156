// Multiply-add on many lanes: bit-equal to num::mad, built once per x86 level and chosen at run time
// (spec/sfpu-mad-fast.md). Needs the host's default floating-point mode: round to nearest, denormals not flushed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/num/rules.hpp"

namespace tessera::lane {

// d = op(operands) in the lanes whose mask word is all ones; other lanes (mask word 0) keep d. n words, a multiple
// of 32. d may be one of the operands, but may not overlap one in part.
struct MadOps {
    void (*mad)(std::uint32_t* d, const std::uint32_t* x, const std::uint32_t* y, const std::uint32_t* z,
                const std::uint32_t* mask, std::size_t n);
    // mad by the host's fused multiply-add where that is proven to give the same bits (sfpu-mad-fast.md 5): mostly
    // where every product is smaller than its addend, as in polynomials. False, and nothing written, where a lane that
    // takes part is another case. 32 words; absent on levels without the instruction.
    bool (*try_mad)(std::uint32_t* d, const std::uint32_t* x, const std::uint32_t* y, const std::uint32_t* z,
                    const std::uint32_t* mask);
    // num::mad(x, y, +0), what SFPMUL is.
    void (*mul)(std::uint32_t* d, const std::uint32_t* x, const std::uint32_t* y, const std::uint32_t* mask,
                std::size_t n);
    // num::mad(x, 1.0, z), what SFPADD is.
    void (*add)(std::uint32_t* d, const std::uint32_t* x, const std::uint32_t* z, const std::uint32_t* mask,
                std::size_t n);
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
