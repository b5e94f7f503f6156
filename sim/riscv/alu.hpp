// Meaning of the operations on two operands, and how long a division takes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "sim/riscv/decode.hpp"

namespace tessera::riscv {

// Each byte that is not zero, as ones.
constexpr std::uint32_t or_combine(std::uint32_t a) {
    std::uint32_t out = 0;
    for (std::uint32_t byte = 0xFF; byte != 0; byte <<= 8)
        if ((a & byte) != 0) out |= byte;
    return out;
}

// Any operation from sh1add to second; apart, so that the others are inlined where the hart's loop has them.
[[gnu::noinline]] constexpr std::uint32_t evaluate_rare(Op op, std::uint32_t a, std::uint32_t b) {
    const auto sa = static_cast<std::int32_t>(a), sb = static_cast<std::int32_t>(b);
    switch (op) {
        case Op::sh1add: return (a << 1) + b;
        case Op::sh2add: return (a << 2) + b;
        case Op::sh3add: return (a << 3) + b;
        case Op::andn: return a & ~b;
        case Op::orn: return a | ~b;
        case Op::xnor: return ~(a ^ b);
        case Op::clz: return static_cast<std::uint32_t>(std::countl_zero(a));
        case Op::ctz: return static_cast<std::uint32_t>(std::countr_zero(a));
        case Op::cpop: return static_cast<std::uint32_t>(std::popcount(a));
        case Op::min: return static_cast<std::uint32_t>(std::min(sa, sb));
        case Op::minu: return std::min(a, b);
        case Op::max: return static_cast<std::uint32_t>(std::max(sa, sb));
        case Op::maxu: return std::max(a, b);
        case Op::sext_b: return static_cast<std::uint32_t>(static_cast<std::int8_t>(a));
        case Op::sext_h: return static_cast<std::uint32_t>(static_cast<std::int16_t>(a));
        case Op::zext_h: return a & 0xFFFF;
        case Op::rol: return std::rotl(a, static_cast<int>(b & 31));
        case Op::ror: return std::rotr(a, static_cast<int>(b & 31));
        case Op::orc_b: return or_combine(a);
        case Op::rev8: return a << 24 | (a & 0xFF00) << 8 | (a >> 8 & 0xFF00) | a >> 24;
        case Op::second: return b;
        default: return 0;
    }
}

// Any operation from add to second. Division by zero and the one overflow have the results the RISC-V manual gives.
constexpr std::uint32_t evaluate(Op op, std::uint32_t a, std::uint32_t b) {
    const auto sa = static_cast<std::int32_t>(a), sb = static_cast<std::int32_t>(b);
    const bool overflow = a == 0x80000000u && sb == -1;
    switch (op) {
        case Op::add: return a + b;
        case Op::sub: return a - b;
        case Op::sll: return a << (b & 31);
        case Op::slt: return sa < sb;
        case Op::sltu: return a < b;
        case Op::bit_xor: return a ^ b;
        case Op::srl: return a >> (b & 31);
        case Op::sra: return static_cast<std::uint32_t>(sa >> (b & 31));
        case Op::bit_or: return a | b;
        case Op::bit_and: return a & b;
        case Op::mul: return a * b;
        case Op::mulh: return static_cast<std::uint32_t>(std::int64_t{sa} * sb >> 32);
        case Op::mulhsu: return static_cast<std::uint32_t>(std::int64_t{sa} * std::int64_t{b} >> 32);
        case Op::mulhu: return static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32);
        case Op::div: return b == 0 ? ~0u : overflow ? a : static_cast<std::uint32_t>(sa / sb);
        case Op::divu: return b == 0 ? ~0u : a / b;
        case Op::rem: return b == 0 ? a : overflow ? 0 : static_cast<std::uint32_t>(sa % sb);
        case Op::remu: return b == 0 ? a : a % b;
        default: return evaluate_rare(op, a, b);
    }
}

// Width in bytes of the access of a load or store, and whether a load extends the sign.
struct Access {
    std::uint8_t bytes;
    bool sign_extend;
};
constexpr Access access_of(Op op) {
    switch (op) {
        case Op::lb: return {1, true};
        case Op::lh: return {2, true};
        case Op::lbu: return {1, false};
        case Op::sb: return {1, false};
        case Op::lhu: return {2, false};
        case Op::sh: return {2, false};
        default: return {4, false};
    }
}

// The low bytes of a value as a load puts them into a register.
constexpr std::uint32_t extend(Access access, std::uint32_t value) {
    const int unused = 32 - 8 * access.bytes;
    value <<= unused;
    return access.sign_extend ? static_cast<std::uint32_t>(static_cast<std::int32_t>(value) >> unused)
                              : value >> unused;
}

// The divider is done at once with a divisor of 0 or 1 and with the overflow case; otherwise it takes a cycle per
// significant bit of the dividend and one more, within its bounds (spec/timing.md 2.5 and 2.7).
struct DivideCost {
    std::uint32_t trivial, least, most;
    constexpr std::uint32_t cycles(bool is_signed, std::uint32_t dividend, std::uint32_t divisor) const {
        const bool negative = is_signed && static_cast<std::int32_t>(dividend) < 0;
        if (divisor <= 1 || (negative && dividend == 0x80000000u && divisor == ~0u)) return trivial;
        const auto bits = static_cast<std::uint32_t>(std::bit_width(negative ? 0 - dividend : dividend));
        return std::min(std::max(least, bits) + 1, most);
    }
};

}  // namespace tessera::riscv
