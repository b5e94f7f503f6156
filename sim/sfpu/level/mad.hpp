// Multiply-add, its short forms and the lookups on one state (spec/tensix-core.md 4.1). Part of executor_level.cpp.
#pragma once

#include "sim/sfpu/level/common.hpp"
#include "sim/sfpu/ops/mad.hpp"

namespace tessera::sfpu::TESSERA_LEVEL {
namespace {

inline const Word* flipped(const Word* x, bool flip, Scratch& scratch) {
    if (!flip) return x;
    for (int l = 0; l < lanes; ++l) scratch.word[l] = x[l] ^ 0x80000000;
    return scratch.word;
}

// LReg[VA], or of the register that LReg7 names in each lane.
inline const Word* factor(const State& s, const Instr& in, Scratch& scratch) {
    if (!(in.mod & mad_mod::indirect_va)) return words(s.lreg[in.va]);
    for (int l = 0; l < lanes; ++l) scratch.word[l] = words(s.lreg[words(s.lreg[7])[l] & 15])[l];
    return scratch.word;
}

inline void deliver(State& s, const Instr& in, const Scratch& result) {
    if (in.mod & mad_mod::indirect_vd) return assign_indirect(s, result.word);
    assign(s, in.vd, result.word);
}

inline void mad_indirect(const lane::MadOps& ops, State& s, const Instr& in, const Word* y, const Word* z) {
    Scratch x, sx, result;
    ops.mad(result.word, flipped(factor(s, in, x), in.mod & mad_mod::negate_va, sx), y, z, all_lanes.word, lanes);
    deliver(s, in, result);
}

// Tries the short way where `tries`, and says whether it still pays: what one vector of a block cannot do, its
// neighbours hardly can.
inline void mad(const lane::MadOps& ops, State& s, const Instr& in, bool& tries) {
    Scratch sx, sz, scratch;
    const Word* y = words(s.lreg[in.vb]);
    const Word* z = flipped(words(s.lreg[in.vc]), in.mod & mad_mod::negate_vc, sz);
    if (in.mod & (mad_mod::indirect_va | mad_mod::indirect_vd)) [[unlikely]]
        return mad_indirect(ops, s, in, y, z);
    if (in.vd >= 8) return;
    const Word* x = words(s.lreg[in.va]);
    Word* d = words(s.lreg[in.vd]);
    const Word* mask = enabled(s, scratch);
    const bool flip = in.mod & mad_mod::negate_va;
    // A factor 1.0 or an addend +0 has a shorter way to the same bits.
    if (in.va == 10 || in.vb == 10) return ops.add(d, flipped(in.va == 10 ? y : x, flip, sx), z, mask, lanes);
    if (in.vc == 9 && !(in.mod & mad_mod::negate_vc)) return ops.mul(d, flipped(x, flip, sx), y, mask, lanes);
    x = flipped(x, flip, sx);
    if (tries) tries = ops.try_mad(d, x, y, z, mask);
    if (!tries) ops.mad(d, x, y, z, mask, lanes);
}

inline void add(const lane::MadOps& ops, State& s, const Instr& in, bool& tries) {
    if (in.va != 10 && in.vb != 10 && !(in.mod & mad_mod::indirect_va))
        refuse_contract(in, "VA or VB must be LReg10, which holds 1.0");
    mad(ops, s, in, tries);
}

inline void mul(const lane::MadOps& ops, State& s, const Instr& in, bool& tries) {
    if (in.vc != 9) refuse_contract(in, "VC must be LReg9, which holds 0");
    mad(ops, s, in, tries);
}

// SFPADDI and SFPMULI.
inline void immediate(const lane::MadOps& ops, State& s, const Instr& in) {
    Scratch imm, scratch;
    for (Word& word : imm.word) word = num::bf16_to_fp32(in.imm);
    if (in.mod & mad_mod::indirect_vd) [[unlikely]] {
        Scratch result;
        (in.op == Op::addi ? ops.add : ops.mul)(result.word, imm.word, words(s.lreg[in.vd]), all_lanes.word, lanes);
        return assign_indirect(s, result.word);
    }
    if (in.vd >= 8) return;
    Word* d = words(s.lreg[in.vd]);
    const Word* mask = enabled(s, scratch);
    if (in.op == Op::addi) return ops.add(d, imm.word, d, mask, lanes);
    ops.mul(d, imm.word, d, mask, lanes);
}

template <int mod>
inline void mul24(State& s, const Instr& in) {
    if (in.vc != 9) refuse_contract(in, "VC must be LReg9, which holds 0");
    Scratch indirect, result;
    const Word* a = factor(s, in, indirect);
    const Word* b = words(s.lreg[in.vb]);
    for (int l = 0; l < lanes; ++l) result.word[l] = SfpMul24::product<mod>(a[l], b[l]);
    deliver(s, in, result);
}

// The end of a lookup: slope * |x| + offset, with the sign of x where it is kept (Mod bit 2).
inline void apply(const lane::MadOps& ops, State& s, const Instr& in, const Scratch& slope, const Scratch& x,
                  const Scratch& offset) {
    Scratch result;
    ops.mad(result.word, slope.word, x.word, offset.word, all_lanes.word, lanes);
    const Word* sign = words(s.lreg[3]);
    if (in.mod & 4)
        for (int l = 0; l < lanes; ++l) result.word[l] = (result.word[l] & 0x7fffffff) | (sign[l] & 0x80000000);
    deliver(s, in, result);
}

inline void lut(const lane::MadOps& ops, State& s, const Instr& in) {
    Scratch slope, x, offset;
    for (int l = 0; l < lanes; ++l) {
        x.word[l] = words(s.lreg[3])[l] & 0x7fffffff;
        const Line line = SfpLut::line(x.word[l], words(s.lreg[0])[l], words(s.lreg[1])[l], words(s.lreg[2])[l]);
        slope.word[l] = line.slope;
        offset.word[l] = line.offset;
    }
    apply(ops, s, in, slope, x, offset);
}

template <int mod>
inline void lutfp32(const lane::MadOps& ops, State& s, const Instr& in) {
    Scratch slope, x, offset;
    for (int l = 0; l < lanes; ++l) {
        x.word[l] = words(s.lreg[3])[l] & 0x7fffffff;
        const int i = x.word[l] < 0x3f800000 ? 0 : x.word[l] < 0x40000000 ? 1 : 2;
        const Line line = SfpLutfp32::line<mod>(x.word[l], words(s.lreg[i])[l], words(s.lreg[4 + i])[l]);
        slope.word[l] = line.slope;
        offset.word[l] = line.offset;
    }
    apply(ops, s, in, slope, x, offset);
}

}  // namespace
}  // namespace tessera::sfpu::TESSERA_LEVEL
