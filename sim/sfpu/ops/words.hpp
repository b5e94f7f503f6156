// What the meaning of a lane-wise instruction is made of: the operand words of one lane, pure scalar functions of them.
// The executor runs these in loops over 32 lanes; they are forced inline because it is built once per x86 level and
// must not leave a shared copy behind.
#pragma once

#include <cstdint>

#define TESSERA_LANE [[gnu::always_inline]] static constexpr

namespace tessera::sfpu {

using Word = std::uint32_t;

struct Words {
    Word b, c, d;  // LReg[VB], LReg[VC], old LReg[VD] of this lane
    Word imm;      // the immediate field, not extended
};

[[gnu::always_inline]] constexpr Word truth(bool value) { return value ? ~Word{0} : 0; }
[[gnu::always_inline]] constexpr Word sign_extend12(Word imm) { return (imm ^ 0x800) - 0x800; }
[[gnu::always_inline]] constexpr Word negative(Word x) { return truth(static_cast<std::int32_t>(x) < 0); }

}  // namespace tessera::sfpu
