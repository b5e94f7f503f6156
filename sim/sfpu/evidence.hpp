// How each modifier of an instruction is known on each architecture. A row says `golden` when vectors exist for it; of
// which modifiers, is listed here once; the README of the golden data names what has none.
#pragma once

#include <array>

#include "sim/sfpu/isa.hpp"

namespace tessera::sfpu {

struct Proof {
    Op op;
    std::array<Modifiers, 2> golden;         // by arch::Sfpu::isa_column
    std::array<Modifiers, 2> inferred = {};  // no source lists them: concluded from the meaning of their bits
};

namespace detail {
constexpr Proof alike(Op op, Modifiers golden, Modifiers inferred = 0) {
    return {op, {golden, golden}, {inferred, inferred}};
}
constexpr Proof second_more(Op op, Modifiers both, Modifiers only_second) {
    return {op, {both, static_cast<Modifiers>(both | only_second)}};
}
constexpr Modifiers all_but(Modifiers set) { return static_cast<Modifiers>(~set); }
// Blackhole combines its sign flips with the indirect registers of Wormhole.
constexpr Modifiers flips_and_indirect = modifiers(5, 6, 7, 9, 10, 11, 13, 14, 15);

inline constexpr std::array proofs{
    alike(Op::abs, modifiers(0, 1)),
    Proof{Op::add, {modifiers(0), modifiers(0, 1, 2)}, {0, flips_and_indirect}},
    alike(Op::addi, modifiers(0)),
    second_more(Op::and_, modifiers(0), modifiers(1)),
    second_more(Op::arecip, 0, modifiers(0)),
    second_more(Op::cast, modifiers(0), modifiers(3)),
    alike(Op::compc, modifiers(0), all_but(modifiers(0))),
    alike(Op::config, modifiers(0, 1)),
    alike(Op::divp2, modifiers(0, 1)),
    alike(Op::encc, modifiers(0, 10)),
    alike(Op::exexp, modifiers(0, 1, 2)),
    alike(Op::exman, modifiers(0, 1)),
    second_more(Op::gt, 0, modifiers(1, 8)),
    alike(Op::iadd, modifiers(0, 1, 2, 4, 5, 6, 8)),
    second_more(Op::le, 0, modifiers(1, 8)),
    alike(Op::load, modifiers(0, 2, 3, 4, 6, 12, 14, 15)),
    alike(Op::loadi, modifiers(0, 1, 2, 4, 8, 10)),
    alike(Op::lut, modifiers(4)),
    alike(Op::lutfp32, modifiers(2)),
    alike(Op::lz, modifiers(0, 2, 4)),
    Proof{Op::mad, {modifiers(0), modifiers(0, 1, 3)}, {0, flips_and_indirect}},
    alike(Op::mov, modifiers(0, 1, 2, 8)),
    Proof{Op::mul, {modifiers(0), modifiers(0, 1)}, {0, flips_and_indirect}},
    second_more(Op::mul24, 0, modifiers(0, 1)),
    alike(Op::muli, modifiers(0)),
    alike(Op::nop, 0, all_but(modifiers(0))),
    alike(Op::not_, modifiers(0)),
    second_more(Op::or_, modifiers(0), modifiers(1)),
    alike(Op::popc, modifiers(0)),
    alike(Op::pushc, modifiers(0)),
    alike(Op::setcc, modifiers(0, 2, 4, 6)),
    alike(Op::setexp, modifiers(0, 1, 2)),
    alike(Op::setman, modifiers(0)),
    alike(Op::setsgn, modifiers(0, 1)),
    second_more(Op::shft, modifiers(0, 1), modifiers(2, 3, 5)),
    second_more(Op::shft2, modifiers(3, 5), modifiers(4)),
    alike(Op::stochrnd, modifiers(1, 2, 3, 6, 7)),
    alike(Op::store, modifiers(0, 2, 3, 4, 6, 7, 9, 12, 14, 15)),
    alike(Op::swap, modifiers(0, 1, 2, 9)),
    alike(Op::transp, modifiers(0), all_but(modifiers(0))),
    alike(Op::xor_, modifiers(0)),
};
}  // namespace detail

// Of a legal modifier.
constexpr Evidence evidence_of(const Row& row, int isa_column, int mod) {
    for (const Proof& proof : detail::proofs) {
        if (proof.op != row.op) continue;
        const auto column = static_cast<std::size_t>(isa_column);
        if (proof.golden[column] >> mod & 1) return Evidence::golden;
        if (proof.inferred[column] >> mod & 1) return Evidence::inferred;
        return Evidence::documented;
    }
    return row.evidence == Evidence::golden ? Evidence::documented : row.evidence;
}

constexpr std::string_view name(Evidence evidence) {
    switch (evidence) {
        case Evidence::golden: return "golden";
        case Evidence::documented: return "documented";
        case Evidence::inferred: return "inferred";
    }
    return "?";
}

}  // namespace tessera::sfpu
