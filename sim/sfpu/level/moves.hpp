// Instructions that move between lanes, registers and configuration, on one state
// (spec/tensix-core.md 3.2, 4.3, 4.5, 4.6). Part of executor_level.cpp.
#pragma once

#include "sim/num/integer.hpp"
#include "sim/num/sfpu_convert.hpp"
#include "sim/sfpu/level/common.hpp"
#include "sim/sfpu/ops/bits.hpp"
#include "sim/sfpu/ops/compare.hpp"
#include "sim/sfpu/ops/convert.hpp"
#include "sim/sfpu/ops/move.hpp"
#include "sim/sfpu/ops/random.hpp"

namespace tessera::sfpu::TESSERA_LEVEL {
namespace {

constexpr auto swap_minimum = [] {
    struct Masks {
        alignas(64) Word of[10][lanes];
    } masks{};
    for (int mod = 0; mod < 10; ++mod)
        for (int l = 0; l < lanes; ++l)
            masks.of[mod][l] = truth(SfpSwap::minimum_lanes[static_cast<std::size_t>(mod)] >> l & 1);
    return masks;
}();

inline void exchange(State& s, int vc, int vd, const Word* swap, int writable) {
    Word* c = words(s.lreg[vc]);
    Word* d = words(s.lreg[vd]);
    Scratch new_c, new_d;
    for (int l = 0; l < lanes; ++l) {
        new_c.word[l] = merged(c[l], d[l], swap[l]);
        new_d.word[l] = merged(d[l], c[l], swap[l]);
    }
    if (vc < writable) assign(s, vc, new_c.word);
    if (vd < writable) assign(s, vd, new_d.word);
}

inline void swap(State& s, const Instr& in) {
    Scratch decision;
    const Word* c = words(s.lreg[in.vc]);
    const Word* d = words(s.lreg[in.vd]);
    const Word invert = truth(s.lane_config & lane_config::exchange_compare);
    const Word* minimum = swap_minimum.of[in.mod];
    for (int l = 0; l < lanes; ++l) decision.word[l] = less(c[l], d[l]) ^ ~minimum[l] ^ invert;
    const Word* when = in.mod == 0 ? all_lanes.word : decision.word;
    const bool indexed = s.lane_config & lane_config::dest_index;
    exchange(s, in.vc, in.vd, when, indexed ? 4 : 8);
    if (indexed) exchange(s, 4 + (in.vc & 3), 4 + (in.vd & 3), when, 8);
}

inline void transpose(State& s, const Instr&) {
    for (int base = 0; base < 8; base += 4) {
        Scratch next[4];
        for (int i = 0; i < 4; ++i)
            for (int l = 0; l < lanes; ++l) next[i].word[l] = words(s.lreg[base + l / 8])[8 * i + l % 8];
        for (int i = 0; i < 4; ++i) assign(s, base + i, next[i].word);
    }
}

// By one lane within each group of eight; into lane 0 goes what `entering` has in the group's last lane.
inline void rotated(const Word* from, const Word* entering, Scratch& to) {
    for (int l = 0; l < lanes; ++l) to.word[l] = l % 8 ? from[l - 1] : entering[l + 7];
}

template <int mod>
inline void shift_between_lanes(const arch::Sfpu& arch, State& s, const Instr& in) {
    Scratch value;
    if constexpr (mod == 2 || mod == 3)
        for (int l = 0; l < lanes; ++l) words(s.rotated)[l] = words(s.lreg[in.vc])[l];
    if constexpr (mod == 4) {
        constexpr Scratch nothing{};
        rotated(words(s.lreg[in.vc]), arch.lane_shift_is_stale ? words(s.rotated) : nothing.word, value);
        assign(s, in.vd, value.word);
    } else if constexpr (mod == 3) {
        rotated(words(s.rotated), words(s.rotated), value);
        assign(s, in.vd, value.word);
    } else {
        const Word* first = words(s.lreg[0]);
        if constexpr (mod == 2)
            rotated(words(s.rotated), words(s.rotated), value);
        else
            for (int l = 0; l < lanes; ++l) value.word[l] = mod == 1 && l + 8 < lanes ? first[l + 8] : 0;
        for (int i = 0; i < 3; ++i) assign(s, i, words(s.lreg[i + 1]));
        assign(s, 3, value.word);
    }
}

inline void step_prng(State& s) {
    Scratch scratch;
    const Word* mask = enabled(s, scratch);
    Word* prng = words(s.prng);
    for (int l = 0; l < lanes; ++l) prng[l] = merged(prng[l], prng_step(prng[l]), mask[l]);
}

// SFPMOV Mod1 2: every lane, whatever the flags.
inline void move_all(State& s, const Instr& in) {
    if (in.vd >= 8) return;
    for (int l = 0; l < lanes; ++l) words(s.lreg[in.vd])[l] = words(s.lreg[in.vc])[l];
}

// SFPMOV Mod1 8.
inline void move_special(State& s, const Instr& in) {
    if (in.vc == 9) {
        assign(s, in.vd, words(s.prng));
        return step_prng(s);
    }
    Scratch value;
    for (int l = 0; l < lanes; ++l) value.word[l] = in.vc < 9 ? s.macro[in.vc][l % 8] : in.vc == 15 ? s.lane_config : 0;
    assign(s, in.vd, value.word);
}

// num::int32_to_fp32_rne by the host's conversion, which rounds to nearest even too and vectorises at every level
// (tests/sim/sfpu_exec/executor_test.cpp compares them).
[[gnu::always_inline]] inline Word nearest_fp32(Word x) {
    const auto magnitude = static_cast<float>(static_cast<std::int32_t>(num::magnitude(x)));
    return num::sign_only(x) | __builtin_bit_cast(Word, magnitude);
}

template <int mod>
inline void cast(State& s, const Instr& in) {
    Scratch value;
    const Word* c = words(s.lreg[in.vc]);
    const Word* prng = words(s.prng);
    for (int l = 0; l < lanes; ++l)
        value.word[l] = mod == 0   ? nearest_fp32(c[l])
                        : mod == 1 ? num::int32_to_fp32_stochastic(c[l], prng[l])
                        : mod == 2 ? num::twos_abs(c[l])
                                   : num::twos_to_sign_magnitude(c[l]);
    assign(s, in.vd, value.word);
    if (mod == 1) step_prng(s);
}

template <int mod>
[[gnu::always_inline]] inline Word rounded(Word c, Word shift, Word threshold) {
    switch (mod) {
        case 0: return num::stochrnd_fp16(c, threshold);
        case 1: return num::stochrnd_bf16(c, threshold);
        case 2: return num::stochrnd_fp32_to_integer(c, 255, false, threshold);
        case 3: return num::stochrnd_fp32_to_integer(c, 127, true, threshold);
        case 6: return num::stochrnd_fp32_to_integer(c, 65535, false, threshold);
        case 7: return num::stochrnd_fp32_to_integer(c, 32767, true, threshold);
        case 4:
        case 12: return num::stochrnd_int32_to_int8(c, shift, 255, false, threshold);
        default: return num::stochrnd_int32_to_int8(c, shift, 127, true, threshold);
    }
}

// The generator steps in every mode (ttsim and the Blackhole documents; 3.4).
template <int mod>
inline void stochrnd(State& s, const Instr& in) {
    if (in.rounding > 2) refuse_contract(in, "reserved rounding");
    Scratch value, threshold;
    const Word* prng = words(s.prng);
    const Word fixed = in.rounding == 2 ? num::round_toward_zero : num::round_nearest;
    for (int l = 0; l < lanes; ++l) threshold.word[l] = in.rounding == 1 ? num::round_stochastic(prng[l]) : fixed;
    const Word* b = words(s.lreg[in.vb]);
    const Word* c = words(s.lreg[in.vc]);
    const Word imm = in.imm;
    for (int l = 0; l < lanes; ++l) value.word[l] = rounded<mod>(c[l], mod & 8 ? imm : b[l] & 31, threshold.word[l]);
    assign(s, in.vd, value.word);
    step_prng(s);
}

inline Word combined_config(int mod, Word old, Word value) {
    switch (mod & 6) {
        case 0: return value;
        case 2: return old | value;
        case 4: return old & value;
        default: return old ^ value;
    }
}

// A column of lanes takes part unless the immediate masks it or predication is on and the flag of its first row is off.
inline bool config_column(const State& s, const Instr& in, int column) {
    if ((in.mod & 8) && !(in.imm >> (2 * column) & 1)) return false;
    return !s.use || words(s.flags)[column];
}

// The templates take no immediate, which is too short for them; misc has 12 bits (tensix-core.md 3.2).
inline void config_macro(State& s, const Instr& in) {
    for (int column = 0; column < 8; ++column) {
        if (!config_column(s, in, column)) continue;
        Word& entry = s.macro[in.vd][column];
        const bool from_imm = in.vd >= 4 && (in.mod & 1);
        const Word value = from_imm ? in.imm : words(s.lreg[0])[column];
        entry = in.vd == 8 ? combined_config(in.mod, entry, value) & 0xfff : value;
    }
}

// VD 12 to 15 of most instructions puts their word into a template of SFPLOADMACRO, which does not run them
// (tensix-core.md 3.1).
inline void enter_template(State& s, const Instr& in, Word word) {
    for (Word& entry : s.macro[in.vd - 12]) entry = word;
}

inline void config(State& s, const Instr& in) {
    const bool from_imm = in.mod & 1;
    const Word* lreg0 = words(s.lreg[0]);
    if (in.vd <= 8) return config_macro(s, in);
    if (in.vd <= 10) refuse_contract(in, "VD 9 and 10 configure nothing");
    if (in.vd < 15) {
        Scratch value;
        for (int l = 0; l < lanes; ++l) value.word[l] = from_imm ? SfpConfig::reset[in.vd - 11u] : lreg0[l % 8];
        for (int l = 0; l < lanes; ++l)
            if (config_column(s, in, l % 8)) words(s.lreg[in.vd])[l] = value.word[l];
        return;
    }
    const Word old = s.lane_config, value = from_imm ? in.imm : lreg0[0];
    for (int column = 0; column < 8; ++column)
        if (!config_column(s, in, column) || (!from_imm && lreg0[column] != value))
            refuse_unsupported(in, "LaneConfig that differs between lanes is not modelled");
    const Word next = combined_config(in.mod, old, value);
    s.lane_config = from_imm ? (next & 0xffff) | (old & ~Word{0xffff}) : next;
    if (s.lane_config & ~lane_config::known)
        refuse_unsupported(in, "LaneConfig bits 9, 10, 11 and above 15 are not modelled");
}

}  // namespace
}  // namespace tessera::sfpu::TESSERA_LEVEL
