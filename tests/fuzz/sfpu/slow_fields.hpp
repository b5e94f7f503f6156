// The fields of a Tensix word by spec/tensix-core.md 4.9, all of them whatever the opcode.
#pragma once

#include "tests/fuzz/sfpu/slow_sfpu.hpp"

namespace tessera::fuzz {

struct SlowSfpu::Fields {
    std::uint32_t word;
    int op, vd, va, vb, vc, mod;
    std::uint32_t imm10, imm12, imm16, imm5;
    int addr_mod, rounding;
    std::int32_t signed12;

    Fields(std::uint32_t w, bool blackhole) : word(w), op(static_cast<int>(w >> 24)) {
        const auto field = [w](int low, int bits) { return static_cast<int>(w >> low & ((1u << bits) - 1)); };
        const bool early = op == 0x70 || op == 0x71 || op == 0x72 || op == 0x73 || op == 0x93;
        vd = field(early ? 20 : 4, 4);
        mod = field(early ? 16 : 0, 4);
        const bool three_sources = op == 0x84 || op == 0x85 || op == 0x86 || op == 0x98 || op == 0x8E;
        va = field(16, 4);
        vb = field(12, 4);  // of the imm12 layout these are the low four bits of the immediate
        vc = field(8, 4);
        if (op == 0x37 || op == 0x38) vd = 0;
        imm10 = static_cast<std::uint32_t>(field(0, 10));
        imm12 = three_sources ? 0 : static_cast<std::uint32_t>(field(12, 12));
        imm16 = static_cast<std::uint32_t>(op == 0x71 ? field(0, 16) : field(8, 16));
        imm5 = static_cast<std::uint32_t>(field(16, 5));
        addr_mod = blackhole ? field(13, 3) : field(14, 2);
        rounding = blackhole ? field(21, 2) : field(21, 1);
        signed12 = static_cast<std::int32_t>(imm12) - (imm12 & 0x800 ? 0x1000 : 0);
    }
};

}  // namespace tessera::fuzz
