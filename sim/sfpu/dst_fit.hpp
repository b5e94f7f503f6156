// Which kinds of datums the modes of SFPLOAD expect and those of SFPSTORE leave (spec/tensix-core.md 4.2).
#pragma once

#include "sim/arch/arch.hpp"
#include "sim/tensix/dst_contents.hpp"

namespace tessera::sfpu {

// Modes are concrete: 1 to 15 (resolved_mode()).
bool fits(const arch::Sfpu& arch, int mode, tensix::DatumKind held);
tensix::DatumKind stored_kind(const arch::Sfpu& arch, int mode);
// Whether a load and a store of that mode only carry the bits of a datum from one place to another.
bool carries_bits(int mode);
// "bf16 (mode 2)", as messages name what a load expects.
std::string_view expected(const arch::Sfpu& arch, int mode);

}  // namespace tessera::sfpu
