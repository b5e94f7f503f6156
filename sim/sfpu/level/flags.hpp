// Predication on one state (spec/tensix-core.md 3.3, 4.7). Part of executor_level.cpp.
#pragma once

#include "sim/sfpu/level/common.hpp"
#include "sim/sfpu/ops/compare.hpp"
#include "sim/sfpu/ops/predication.hpp"

namespace tessera::sfpu::TESSERA_LEVEL {
namespace {

template <int mod>
inline void setcc(State& s, const Instr& in) {
    Scratch scratch;
    const Word* mask = enabled(s, scratch);
    const Word* c = words(s.lreg[in.vc]);
    Word* flags = words(s.flags);
    const Word imm = in.imm;
    const Word use = truth(s.use);  // without predication the flag is cleared
#pragma GCC ivdep
    for (int l = 0; l < lanes; ++l)
        flags[l] = merged(flags[l], SfpSetcc::condition<mod>({0, c[l], 0, imm}) & use, mask[l]);
}

inline void encc(State& s, const Instr& in) {
    if (in.mod & 2)
        s.use = in.imm & 1;
    else if (in.mod & 1)
        s.use = !s.use;
    const Word flag = truth(!(in.mod & 8) || (in.imm & 2));
    for (int l = 0; l < lanes; ++l) words(s.flags)[l] = flag;
}

template <int mod>
inline void pushc(State& s, const Instr& in) {
    if (s.depth == (mod ? 0 : State::stack_limit)) refuse_stack(in, s.depth);
    FlagEntry& top = s.stack[mod ? s.depth - 1 : s.depth++];
    Word* flags = words(s.flags);
    for (int l = 0; l < lanes; ++l) {
        if constexpr (mod == 13) flags[l] = ~flags[l];
        words(top.flags)[l] = mod == 0 || mod == 13 ? flags[l] : combined<mod>(words(top.flags)[l], flags[l]);
    }
    top.use = mod >= 14 || s.use;
}

template <int mod>
inline void popc(const arch::Sfpu& arch, State& s, const Instr& in) {
    Word* flags = words(s.flags);
    if constexpr (mod == 0) {
        if (s.depth == 0) refuse_stack(in, s.depth);
        const FlagEntry& top = s.stack[--s.depth];
        for (int l = 0; l < lanes; ++l) flags[l] = words(top.flags)[l];
        s.use = top.use;
    } else {
        if (arch.peek_clobbers_bottom && s.depth == State::stack_limit) s.stack[0] = s.stack[s.depth - 1];
        for (int l = 0; l < lanes; ++l) {
            const Word top = s.depth ? words(s.stack[s.depth - 1].flags)[l] : 0;
            flags[l] = combined<mod>(flags[l], top);
        }
        if constexpr (mod >= 14)
            s.use = true;
        else if constexpr (mod <= 12)
            s.use = s.depth && s.stack[s.depth - 1].use;
    }
}

inline void compc(State& s, const Instr&) {
    Word* flags = words(s.flags);
    const bool top_use = s.depth == 0 || s.stack[s.depth - 1].use;
    const Word* top = s.depth == 0 ? all_lanes.word : words(s.stack[s.depth - 1].flags);
    const Word on = truth(top_use && s.use);
    for (int l = 0; l < lanes; ++l) flags[l] = top[l] & ~flags[l] & on;
}

// SFPLE and SFPGT. The top of the stack, if there is one, changes in all lanes, the rest in the enabled ones.
template <class I>
inline void compare(State& s, const Instr& in) {
    Scratch result, scratch;
    const Word* c = words(s.lreg[in.vc]);
    const Word* d = words(s.lreg[in.vd]);
    for (int l = 0; l < lanes; ++l) result.word[l] = I::test(c[l], d[l]);
    const Word* mask = enabled(s, scratch);
    if (in.mod & 8) assign(s, in.vd, result.word);
    if (in.mod & 1) {
        Word* flags = words(s.flags);
#pragma GCC ivdep
        for (int l = 0; l < lanes; ++l) flags[l] = merged(flags[l], result.word[l], mask[l]);
    }
    if ((in.mod & 2) && s.depth != 0) {
        Word* top = words(s.stack[s.depth - 1].flags);
        for (int l = 0; l < lanes; ++l) top[l] = in.mod & 4 ? top[l] | result.word[l] : top[l] & result.word[l];
    }
}

}  // namespace
}  // namespace tessera::sfpu::TESSERA_LEVEL
