// Multiply-add, its short forms and the lookups on one state (spec/tensix-core.md 4.1). Part of executor_level.cpp.
#pragma once

#include "sim/num/bf16.hpp"
#include "sim/sfpu/level/common.hpp"
#include "sim/sfpu/ops/mad.hpp"

namespace tessera::sfpu::TESSERA_LEVEL {
namespace {

inline const Word* flipped(const Word* x, bool flip, Scratch& scratch) {
    if (!flip) return x;
    for (int l = 0; l < lanes; ++l) scratch.word[l] = x[l] ^ 0x80000000;
    return scratch.word;
}

// States whose lanes one call works on: one with any mask, or several that are masked alike by nothing but their flags.
constexpr std::size_t most_together = 16;
struct Together {
    State* states;
    std::size_t count;

    static constexpr std::size_t stride = sizeof(State) / sizeof(Word);
    lane::Vectors reg(int index) const { return {words(states[0].lreg[index]), stride}; }
    lane::Results result(int index) const { return {words(states[0].lreg[index]), stride}; }
    lane::Vectors mask(Scratch& scratch) const {
        const Word* const first = enabled(states[0], scratch);
        return {first, first == words(states[0].flags) ? stride : 0};
    }
};
struct Flipped {
    Scratch of[most_together];
};
inline lane::Vectors flipped(const Together& m, int index, bool flip, Flipped& scratch) {
    if (!flip) return m.reg(index);
    for (std::size_t i = 0; i < m.count; ++i) flipped(words(m.states[i].lreg[index]), true, scratch.of[i]);
    return {scratch.of[0].word, lanes};
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

inline void mad_indirect(const lane::MadOps& ops, State& s, const Instr& in) {
    Scratch x, sx, sz, result;
    const Word* z = flipped(words(s.lreg[in.vc]), in.mod & mad_mod::negate_vc, sz);
    ops.mad({result.word}, {flipped(factor(s, in, x), in.mod & mad_mod::negate_va, sx)}, {words(s.lreg[in.vb])}, {z},
            {all_lanes.word}, 1);
    deliver(s, in, result);
}

// Several vectors try the short way first, a single one never does: what one of them cannot do, its neighbours hardly
// can.
inline void mad(const lane::MadOps& ops, const Together& m, const Instr& in) {
    if (in.mod & (mad_mod::indirect_va | mad_mod::indirect_vd)) [[unlikely]] {
        for (std::size_t i = 0; i < m.count; ++i) mad_indirect(ops, m.states[i], in);
        return;
    }
    if (in.vd >= 8) return;
    Scratch scratch;
    Flipped sx, sz;
    const lane::Results d = m.result(in.vd);
    const lane::Vectors z = flipped(m, in.vc, in.mod & mad_mod::negate_vc, sz), mask = m.mask(scratch);
    const bool flip = in.mod & mad_mod::negate_va;
    // A factor 1.0 or an addend +0 has a shorter way to the same bits.
    if (in.va == 10 || in.vb == 10)
        return ops.add(d, flipped(m, in.va == 10 ? in.vb : in.va, flip, sx), z, mask, m.count);
    const lane::Vectors x = flipped(m, in.va, flip, sx), y = m.reg(in.vb);
    if (in.vc == 9 && !(in.mod & mad_mod::negate_vc)) return ops.mul(d, x, y, mask, m.count);
    const std::size_t done = m.count > 1 && ops.try_mad ? ops.try_mad(d, x, y, z, mask, m.count) : 0;
    const auto from = [&](const lane::Vectors& v) -> lane::Vectors { return {v.first + done * v.stride, v.stride}; };
    if (done < m.count)
        ops.mad({d.first + done * d.stride, d.stride}, from(x), from(y), from(z), from(mask), m.count - done);
}

inline void add(const lane::MadOps& ops, const Together& m, const Instr& in) {
    if (in.va != 10 && in.vb != 10 && !(in.mod & mad_mod::indirect_va))
        refuse_contract(in, "VA or VB must be LReg10, which holds 1.0");
    mad(ops, m, in);
}

inline void mul(const lane::MadOps& ops, const Together& m, const Instr& in) {
    if (in.vc != 9) refuse_contract(in, "VC must be LReg9, which holds 0");
    mad(ops, m, in);
}

// SFPADDI and SFPMULI.
inline void immediate(const lane::MadOps& ops, const Together& m, const Instr& in) {
    Scratch imm, scratch;
    for (Word& word : imm.word) word = num::bf16_to_fp32(in.imm);
    if (in.mod & mad_mod::indirect_vd) [[unlikely]] {
        for (std::size_t i = 0; i < m.count; ++i) {
            Scratch result;
            State& s = m.states[i];
            (in.op == Op::addi ? ops.add : ops.mul)({result.word}, {imm.word}, {words(s.lreg[in.vd])}, {all_lanes.word},
                                                    1);
            assign_indirect(s, result.word);
        }
        return;
    }
    if (in.vd >= 8) return;
    (in.op == Op::addi ? ops.add : ops.mul)(m.result(in.vd), {imm.word, 0}, m.reg(in.vd), m.mask(scratch), m.count);
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
    ops.mad({result.word}, {slope.word}, {x.word}, {offset.word}, {all_lanes.word}, 1);
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
