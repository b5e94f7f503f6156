// Functions of straight lines by SFPLUT and SFPLUTFP32, whose slopes and offsets an init leaves in LRegs: they stay
// there from tile to tile, as the vendor's do, until another function takes the registers (sfpu-math.md 5.2).
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace tessera::vectors {

// Three lines, each a slope and an offset in the eight-bit numbers of SFPLUT: LReg0 to LReg2.
struct ThreeLines {
    uint32_t words[3];
};
// Six lines, each a slope and an offset as fp16, two lines a word: slopes in LReg0 to LReg2, offsets in LReg4 to LReg6.
struct SixLines {
    uint32_t slopes[3], offsets[3];
};

sfpi_inline void lines_init(const ThreeLines& lines) {
    sfpi::l_reg[sfpi::LRegs::LReg0] = vUInt(lines.words[0]);
    sfpi::l_reg[sfpi::LRegs::LReg1] = vUInt(lines.words[1]);
    sfpi::l_reg[sfpi::LRegs::LReg2] = vUInt(lines.words[2]);
}
sfpi_inline void lines_init(const SixLines& lines) {
    sfpi::l_reg[sfpi::LRegs::LReg0] = vUInt(lines.slopes[0]);
    sfpi::l_reg[sfpi::LRegs::LReg1] = vUInt(lines.slopes[1]);
    sfpi::l_reg[sfpi::LRegs::LReg2] = vUInt(lines.slopes[2]);
    sfpi::l_reg[sfpi::LRegs::LReg4] = vUInt(lines.offsets[0]);
    sfpi::l_reg[sfpi::LRegs::LReg5] = vUInt(lines.offsets[1]);
    sfpi::l_reg[sfpi::LRegs::LReg6] = vUInt(lines.offsets[2]);
}

// f(x, words of the lines...) of each vector, in place. What is read from the registers is put back: others could take
// them otherwise.
template <auto f, int iterations = 8>
inline void each_by_three_lines() {
    const vUInt line0 = sfpi::l_reg[sfpi::LRegs::LReg0], line1 = sfpi::l_reg[sfpi::LRegs::LReg1],
                line2 = sfpi::l_reg[sfpi::LRegs::LReg2];
#pragma GCC unroll 8
    for (int i = 0; i < iterations; ++i) {
        sfpi::dst_reg[0] = vFloat(f(vFloat(sfpi::dst_reg[0]), line0, line1, line2));
        sfpi::dst_reg++;
    }
    sfpi::l_reg[sfpi::LRegs::LReg0] = line0;
    sfpi::l_reg[sfpi::LRegs::LReg1] = line1;
    sfpi::l_reg[sfpi::LRegs::LReg2] = line2;
}
template <auto f, int iterations = 8>
inline void each_by_six_lines() {
    const vUInt slopes0 = sfpi::l_reg[sfpi::LRegs::LReg0], slopes1 = sfpi::l_reg[sfpi::LRegs::LReg1],
                slopes2 = sfpi::l_reg[sfpi::LRegs::LReg2], offsets0 = sfpi::l_reg[sfpi::LRegs::LReg4],
                offsets1 = sfpi::l_reg[sfpi::LRegs::LReg5], offsets2 = sfpi::l_reg[sfpi::LRegs::LReg6];
#pragma GCC unroll 8
    for (int i = 0; i < iterations; ++i) {
        sfpi::dst_reg[0] = vFloat(f(vFloat(sfpi::dst_reg[0]), slopes0, slopes1, slopes2, offsets0, offsets1, offsets2));
        sfpi::dst_reg++;
    }
    sfpi::l_reg[sfpi::LRegs::LReg0] = slopes0;
    sfpi::l_reg[sfpi::LRegs::LReg1] = slopes1;
    sfpi::l_reg[sfpi::LRegs::LReg2] = slopes2;
    sfpi::l_reg[sfpi::LRegs::LReg4] = offsets0;
    sfpi::l_reg[sfpi::LRegs::LReg5] = offsets1;
    sfpi::l_reg[sfpi::LRegs::LReg6] = offsets2;
}

// The same of one vector that brings its lines along.
template <auto f>
sfpi_inline vFloat by_lines(const ThreeLines& lines, const vFloat& x) {
    return f(x, vUInt(lines.words[0]), vUInt(lines.words[1]), vUInt(lines.words[2]));
}
template <auto f>
sfpi_inline vFloat by_lines(const SixLines& lines, const vFloat& x) {
    return f(x, vUInt(lines.slopes[0]), vUInt(lines.slopes[1]), vUInt(lines.slopes[2]), vUInt(lines.offsets[0]),
             vUInt(lines.offsets[1]), vUInt(lines.offsets[2]));
}

}  // namespace tessera::vectors
