// What differs between architectures in the bits of arithmetic and conversions, named by behaviour
// (spec/tensix-core.md 1.5, 1.6, 1.8, 4.1). What holds or not: on Wormhole nothing, on Blackhole all.
#pragma once

#include <cstdint>

namespace tessera::num {

struct MadRules {
    bool canonical_nan = false;     // NaN results are 7FC00000; else sign and low bits leak as in 4.1
    bool keeps_zero_sign = false;   // IEEE sign of zero; else +0
    bool rounds_subnormal = false;  // rounds at the denormal quantum before flushing
    bool full_sticky = false;       // keeps the middle bit when normalising by two
    friend bool operator==(const MadRules&, const MadRules&) = default;
};

struct UnpackRules {
    bool fp8_keeps_all_ones = false;  // the fp8 pattern 7F becomes the fp16 pattern 7FFF
    friend bool operator==(const UnpackRules&, const UnpackRules&) = default;
};

struct FpuRules {
    bool renormalises_minus_one = false;  // a sum of -1 unit is normalised like any other; else its exponent is 27 high
    bool bank_implies_format = false;     // moves from Dst to SrcB take the form of the bank; else that of SrcA
    // With the debug bit moves reach the halves of a 32-bit Dst only while the registers say that it is none (tt-llk
    // 449); else whatever they say.
    bool narrow_dst_has_halves = false;
    friend bool operator==(const FpuRules&, const FpuRules&) = default;
};

struct PackRules {
    bool rounds_to_fp16 = false;  // fp32 Dst with an fp16 intermediate rounds to 10 bits (Round_10b_mant)
    // What the vendor's kernels set the packer to drop on its way from 32 bits to a 5-bit exponent: smaller exponents
    // would be none of fp16's.
    std::uint32_t least_exponent_for_fp16 = 0;
    friend bool operator==(const PackRules&, const PackRules&) = default;
};

}  // namespace tessera::num
