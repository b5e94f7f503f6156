// MVMUL and GAPOOL on lanes, built once per x86 level and chosen at run time, and the plain form they are bit-equal to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/lane/mad.hpp"
#include "sim/tensix/fpu.hpp"

namespace tessera::tensix {

// mvmul of sim/tensix/fpu.hpp, one product after the other.
void mvmul_by_datum(const Fpu& fpu, std::span<const std::uint32_t, 256> a, std::span<const std::uint32_t> b,
                    std::span<std::uint32_t> d);

// The same with at most eight rows. False, and nothing written, where the exponents of one output lie too far apart for
// the sum in floating point, and for integers.
using TryMvmul = bool (*)(const Fpu& fpu, const std::uint32_t* a, const std::uint32_t* b, std::uint32_t* d,
                          std::size_t rows);

TryMvmul try_mvmul(lane::Level level);  // call it only where supported
TryMvmul try_mvmul();                   // of the highest supported level

}  // namespace tessera::tensix
