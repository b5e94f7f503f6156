// Shared by the parts of executor_level.cpp: the machine of one run, lanes as plain words, the lane mask, the loop over
// lanes. Everything is local to the translation unit, because it is built once per x86 level.
#pragma once

#include "sim/sfpu/executor.hpp"
#include "sim/sfpu/ops/words.hpp"
#include "sim/sfpu/refuse.hpp"

namespace tessera::sfpu::TESSERA_LEVEL {
namespace {

constexpr int lanes = lane::count;
struct alignas(64) Scratch {
    Word word[lanes];
};
constexpr Scratch all_lanes = [] {
    Scratch scratch{};
    for (Word& word : scratch.word) word = ~Word{0};
    return scratch;
}();

inline Word* words(Lanes& value) { return reinterpret_cast<Word*>(&value); }
inline const Word* words(const Lanes& value) { return reinterpret_cast<const Word*>(&value); }
inline Word merged(Word old, Word value, Word mask) { return old ^ ((old ^ value) & mask); }

// Which lanes take part: not in a masked row, and flagged where predication is on (tensix-core.md 3.3).
inline const Word* enabled(const State& s, Scratch& scratch) {
    if (!(s.lane_config & lane_config::row_mask)) [[likely]]
        return s.use ? words(s.flags) : all_lanes.word;
    for (int l = 0; l < lanes; ++l) {
        const Word on = truth(!(s.lane_config >> (12 + l / 8) & 1));
        scratch.word[l] = on & (s.use ? words(s.flags)[l] : ~Word{0});
    }
    return scratch.word;
}

// Calls f.operator()<m>() for the modifier m of `set` that equals mod, so that loops are built per modifier.
template <Modifiers set, int m = 0, class F>
[[gnu::always_inline]] inline void with_modifier(int mod, F&& f) {
    if constexpr (m < 16) {
        if constexpr ((set >> m & 1) != 0)
            if (mod == m) return f.template operator()<m>();
        with_modifier<set, m + 1>(mod, f);
    }
}

template <class I>
constexpr Modifiers modelled_by = I::row.column[0].modelled | I::row.column[1].modelled;

template <class I, int mod>
constexpr bool sets_flags = [] {
    if constexpr (requires { I::template sets_flags<mod>; })
        return I::template sets_flags<mod>;
    else
        return false;
}();

// One instruction whose meaning is I::value<mod>, and I::flag<mod> where it sets flags. Ordinary writes to LReg8 and
// above are dropped, flags with them (tensix-core.md 3.1). Registers and flags may be the same as operands and mask: a
// lane reads before it writes and sees no other lane, which is what ivdep says.
template <class I, int mod>
inline void lanewise(State& s, const Instr& in) {
    if (in.vd >= 8) return;
    Scratch scratch;
    const Word* mask = enabled(s, scratch);
    const Word* b = words(s.lreg[in.imm & 15]);
    const Word* c = words(s.lreg[in.vc]);
    Word* d = words(s.lreg[in.vd]);
    const Word imm = in.imm;
    if constexpr (sets_flags<I, mod>) {
        Word* flags = words(s.flags);
#pragma GCC ivdep
        for (int l = 0; l < lanes; ++l) {
            const Words w{b[l], c[l], d[l], imm};
            const Word m = mask[l];
            const Word result = I::template value<mod>(w);
            const Word flag = I::template flag<mod>(w, result, flags[l]);
            d[l] = merged(d[l], result, m);
            flags[l] = merged(flags[l], flag, m);
        }
    } else {
#pragma GCC ivdep
        for (int l = 0; l < lanes; ++l) d[l] = merged(d[l], I::template value<mod>({b[l], c[l], d[l], imm}), mask[l]);
    }
}

// Writes a value that does not depend on old lanes one by one.
inline void assign_masked(State& s, int index, const Word* value, const Word* mask) {
    if (index >= 8) return;
    Word* d = words(s.lreg[index]);
#pragma GCC ivdep
    for (int l = 0; l < lanes; ++l) d[l] = merged(d[l], value[l], mask[l]);
}
inline void assign(State& s, int index, const Word* value) {
    Scratch scratch;
    assign_masked(s, index, value, enabled(s, scratch));
}
// The same into the register that LReg7 names in each lane.
inline void assign_indirect(State& s, const Word* value) {
    Scratch scratch, target;
    const Word* mask = enabled(s, scratch);
    for (int l = 0; l < lanes; ++l) target.word[l] = words(s.lreg[7])[l] & 15;
    for (int l = 0; l < lanes; ++l)
        if (mask[l] && target.word[l] < 8) words(s.lreg[target.word[l]])[l] = value[l];
}

}  // namespace
}  // namespace tessera::sfpu::TESSERA_LEVEL
