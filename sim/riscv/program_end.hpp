// How programs end that nobody wrote for a simulator: they jump to themselves for good (design.md 8.1).
#pragma once

#include "sim/abi/abi.hpp"
#include "sim/riscv/decode.hpp"

namespace tessera::riscv {

// As decode(), with such a jump as the call that ends a kernel.
inline Decoded decode_with_end(std::uint32_t word, std::uint32_t next, std::uint32_t pc) {
    constexpr std::uint32_t jump_to_itself = 0x0000006F;  // jal x0, 0
    Decoded d = decode(word, next, pc);
    if (word != jump_to_itself) return d;
    d = {};
    d.op = Op::call;
    d.imm = static_cast<std::int32_t>(abi::Call::exit);
    return d;
}

}  // namespace tessera::riscv
