// What one lane computes, moves or receives, instruction by instruction (spec/tensix-core.md 4).
#include <bit>
#include <cmath>
#include <utility>

#include "sim/num/mad.hpp"
#include "sim/num/sfpu_convert.hpp"
#include "tests/fuzz/sfpu/slow_fields.hpp"

namespace tessera::fuzz {
namespace {

using std::int32_t;
using std::uint32_t;
using std::uint64_t;

constexpr uint32_t sign = 0x80000000;

bool negative(uint32_t x) { return static_cast<int32_t>(x) < 0; }

// SFPSWAP's order: -NaN < -Inf < .. < -0 < +0 < .. < +NaN.
bool smaller(uint32_t x, uint32_t y) {
    const auto rank = [](uint32_t v) {
        const int64_t magnitude = v & 0x7fffffff;
        return v & sign ? -1 - magnitude : magnitude;
    };
    return rank(x) < rank(y);
}

uint32_t shifted(uint32_t x, int32_t amount, bool arithmetic) {
    if (amount >= 0) return x << (amount % 32);
    const uint32_t k = (0u - static_cast<uint32_t>(amount)) % 32;
    uint32_t y = x >> k;
    if (arithmetic && negative(x) && k != 0) y |= ~0u << (32 - k);
    return y;
}

uint32_t fields(uint32_t s, uint32_t e, uint32_t f) { return (s & 1) << 31 | (e & 255) << 23 | (f & 0x7fffff); }
uint32_t exponent(uint32_t x) { return x >> 23 & 255; }

// A coefficient of SFPLUT, and of the fp16 forms of SFPLUTFP32.
uint32_t coefficient8(uint32_t x) {
    x &= 255;
    return x == 255 ? 0 : fields(x >> 7, 127 - (x >> 4 & 7), (x & 15) << 19);
}
uint32_t coefficient16(uint32_t x) {
    const uint32_t e = x >> 10 & 31;
    return fields(x >> 15, e == 31 ? 0 : e + 112, (x & 1023) << 13);
}

uint32_t approximate_reciprocal(uint32_t x) {
    if (x < 0x00800000) return 0x7f800000;
    if (x >= 0x7e800000) return 0;
    const double k = x >> 16 & 127;
    const auto t = static_cast<uint32_t>(std::floor((2 / (1 + (k + 0.5) / 128) - 1) * 128 + 0.5));
    return (253 - exponent(x)) << 23 | t << 16;
}

uint32_t approximate_exponential(uint32_t x) {
    const uint32_t low = x & 0xffff;
    if (x < 0x00800000) return 0x3f800000;
    if (x < 0x3c800000) return 0x3f810000 | low;
    if (x >= 0x40000000) return 0x40800000 | low;
    const auto y = static_cast<float>(std::exp(static_cast<double>(std::bit_cast<float>(x & 0xffff0000))));
    const uint32_t base = x < 0x3f320000 ? 0x3f800000 : 0x40000000;
    return base | (std::bit_cast<uint32_t>(y) - base) >> 16 << 16 | low;
}

uint32_t sixteen_bit_float(uint32_t cell, bool has_infinity) {
    const uint32_t e = cell & 31, m = cell >> 5 & 1023;
    if (has_infinity && e == 31 && m == 1023) return fields(cell >> 15, 255, 0);
    return fields(cell >> 15, e == 0 ? 0 : e + 112, m << 13);
}

}  // namespace

uint32_t SlowSfpu::mad(uint32_t x, uint32_t y, uint32_t z) const { return num::mad(rules_, x, y, z); }

uint32_t SlowSfpu::loaded(int mode, int row, int column, uint32_t old) const {
    const auto cell = [&](int r) { return dst_[static_cast<std::size_t>(r)][static_cast<std::size_t>(column)]; };
    const uint32_t raw = cell(row);
    const int upper = (row & 0x1f8) << 1 | (row & 0x207);
    const uint32_t top = cell(upper);
    const uint32_t wide = fields(top >> 15, top & 255, (top >> 8 & 127) << 16 | cell(upper + 8));
    const auto twos = [](uint32_t x) { return x & sign ? 0u - (x & ~sign) : x; };
    const auto integer = [raw](uint32_t mask) { return (raw & 0x8000) << 16 | (raw >> 5 & mask); };
    switch (mode) {
        case 1: return sixteen_bit_float(raw, lane_config_ & 1);
        case 2: return fields(raw >> 15, raw & 255, (raw >> 8 & 127) << 16);
        case 3:
        case 4:
        case 10: return wide;
        case 5: return integer(bh_ ? 255 : 127);
        case 7: return raw << 16;
        case 8: return (raw & 0x8000) << 16 | (raw & 0x7fff);
        case 11: return 0;
        case 12: return bh_ ? wide : twos(wide);
        case 13: return bh_ ? integer(1023) : twos(integer(1023));
        case 14: return (old & 0xffff0000) | raw;
        case 15: return (old & 0xffff) | raw << 16;
        default: return raw;  // 6, 9
    }
}

void SlowSfpu::stored(int mode, int row, int column, uint32_t x) {
    const auto put = [&](int r, uint32_t cell) {
        dst_[static_cast<std::size_t>(r)][static_cast<std::size_t>(column)] = cell & 0xffff;
    };
    const int upper = (row & 0x1f8) << 1 | (row & 0x207);
    const auto put_wide = [&](uint32_t y) {  // sign, upper mantissa, exponent; then the low half as it is
        put(upper, (y >> 31) << 15 | (y >> 16 & 127) << 8 | exponent(y));
        put(upper + 8, y);
    };
    const auto magnitude = [](uint32_t y) { return negative(y) ? sign | (0u - y) : y; };
    const auto integer = [](uint32_t y) { return (y >> 31) << 15 | (y & 1023) << 5 | 16; };
    const int e5 = static_cast<int>(exponent(x)) - 112;
    switch (mode) {
        case 1:
            if (e5 <= 0) return put(row, x >> 31 << 15);
            if (e5 > 31) return put(row, x >> 31 << 15 | 0x7fff);
            return put(row, x >> 31 << 15 | (x >> 13 & 1023) << 5 | static_cast<uint32_t>(e5));
        case 2: return put(row, exponent(x) == 0 ? x >> 31 << 15 : x >> 31 << 15 | (x >> 16 & 127) << 8 | exponent(x));
        case 3: return put_wide(exponent(x) == 0 ? x & sign : x);
        case 4:
        case 10: return put_wide(x);
        case 5: return put(row, integer(x));
        case 7: return put(upper, x >> 16), put(upper + 8, x);
        case 8: return put(row, x >> 31 << 15 | (x & 0x7fff));
        case 9: return put(upper, x), put(upper + 8, x >> 16);
        case 11: return put(row, 0);
        case 12: return put_wide(bh_ ? x : magnitude(x));
        case 13: return put(row, integer(bh_ ? x : magnitude(x)));
        case 15: return put(row, x >> 16);
        default: return put(row, x);  // 6, 14
    }
}

void SlowSfpu::swap(const Fields& f, int lane) {
    if (!enabled(lane)) return;
    static constexpr uint32_t minimum[10]{0,          0xffffffff, 0x0000ffff, 0x00ff00ff, 0xff0000ff,
                                          0x000000ff, 0x0000ff00, 0x00ff0000, 0xff000000, 0};
    auto& r = lanes_[static_cast<std::size_t>(lane)].lreg;
    const auto c = static_cast<std::size_t>(f.vc), d = static_cast<std::size_t>(f.vd);
    const uint32_t vc = r[c], vd = r[d];
    if (f.mod != 0) {
        const bool wants = minimum[f.mod] >> lane & 1 ? smaller(vc, vd) : !smaller(vc, vd);
        if (wants == ((lane_config_ & 256) != 0)) return;
    }
    const std::size_t writable = lane_config_ & 4 ? 4 : 8;
    if (c < writable) r[c] = vd;
    if (d < writable) r[d] = vc;
    if (lane_config_ & 4) std::swap(r[4 + c % 4], r[4 + d % 4]);
}

// Instructions that write more than VD, or flags; the plain ones are in value().
void SlowSfpu::compute(const Fields& f, const Lanes& old, int l) {
    const SlowLane& was = old[static_cast<std::size_t>(l)];
    SlowLane& lane = lanes_[static_cast<std::size_t>(l)];
    const uint32_t c = was.lreg[static_cast<std::size_t>(f.vc)], d = was.lreg[static_cast<std::size_t>(f.vd)];
    if (f.op == 0x94 && (f.mod == 2 || f.mod == 3)) lane.rotated = c;  // before lane enables
    if (f.op == 0x7C && f.mod == 2) return write(f, l, f.vd, c);
    if (f.op == 0x96 || f.op == 0x97) {  // SFPLE, SFPGT
        const bool t = f.op == 0x97 ? smaller(c, d) : !smaller(c, d);
        if (enabled(l) && (f.mod & 8)) write(f, l, f.vd, t ? ~0u : 0);
        if (enabled(l) && (f.mod & 1)) lane.now.flag = t;
        if ((f.mod & 2) && !lane.stack.empty()) {
            Flags& top = lane.stack.back();
            top.flag = f.mod & 4 ? top.flag || t : top.flag && t;
        }
        return;
    }
    if (!enabled(l)) return;
    if (f.op == 0x7B) {  // SFPSETCC
        const bool tests[4]{negative(c), c != 0, !negative(c), c == 0};
        const bool flag = f.mod & 8 ? false : f.mod & 1 ? f.imm12 != 0 : tests[f.mod >> 1 & 3];
        lane.now.flag = lane.now.use && flag;
        return;
    }
    if (f.op == 0x8C || (f.op == 0x94 && f.mod < 3)) {  // SFPTRANSP; SFPSHFT2 over LReg0..3
        const std::size_t row = static_cast<std::size_t>(l) / 8, column = static_cast<std::size_t>(l) % 8;
        if (f.op == 0x8C) {
            for (std::size_t i = 0; i < 8; ++i) lane.lreg[i] = old[8 * (i % 4) + column].lreg[i / 4 * 4 + row];
            return;
        }
        for (std::size_t i = 0; i < 3; ++i) lane.lreg[i] = was.lreg[i + 1];
        lane.lreg[3] = f.mod == 0   ? 0
                       : f.mod == 1 ? (l < 24 ? old[static_cast<std::size_t>(l) + 8].lreg[0] : 0)
                                    : old[8 * row + (column + 7) % 8].lreg[static_cast<std::size_t>(f.vc)];
        return;
    }
    const uint32_t result = value(f, old, l);
    const bool has_indirect = f.op == 0x73 || f.op == 0x74 || f.op == 0x75 || f.op == 0x84 || f.op == 0x85 ||
                              f.op == 0x86 || f.op == 0x95 || f.op == 0x98;
    write(f, l, has_indirect && (f.mod & 8) ? static_cast<int>(was.lreg[7] & 15) : f.vd, result);
    const bool random = f.op == 0x8E || (f.op == 0x90 && f.mod == 1) || (f.op == 0x7C && f.mod == 8 && f.vc == 9);
    if (random) lane.prng = (std::popcount(was.prng & 0x80200003) % 2 == 0 ? sign : 0) | was.prng >> 1;
    if (f.vd >= 8) return;  // no result, no flag
    if (f.op == 0x79 && !(f.mod & 4)) lane.now.flag = negative(result);
    if (f.op == 0x77 && (f.mod & 2)) lane.now.flag = negative(result);
    if (f.op == 0x81 && (f.mod & 2)) lane.now.flag = (f.mod & 4 ? c & ~sign : c) != 0;
    if ((f.op == 0x79 || f.op == 0x77 || f.op == 0x81) && (f.mod & 8)) lane.now.flag = !lane.now.flag;
}

uint32_t SlowSfpu::value(const Fields& f, const Lanes& old, int l) const {
    const SlowLane& lane = old[static_cast<std::size_t>(l)];
    const auto reg = [&](int index) { return lane.lreg[static_cast<std::size_t>(index)]; };
    const uint32_t b = reg(f.vb), c = reg(f.vc), d = reg(f.vd);
    const uint32_t a = reg(f.mod & 4 ? static_cast<int>(reg(7) & 15) : f.va);
    const auto imm = static_cast<uint32_t>(f.signed12);
    const int32_t amount = f.mod & 1 ? f.signed12 : static_cast<int32_t>(c);
    const uint32_t x3 = reg(3), m3 = x3 & ~sign;
    const int piece = m3 < 0x3f800000 ? 0 : m3 < 0x40000000 ? 1 : 2;
    const auto with_sign = [&](uint32_t y) { return f.mod & 4 ? (y & ~sign) | (x3 & sign) : y; };
    switch (f.op) {
        case 0x71:  // SFPLOADI
            switch (f.mod) {
                case 0: return f.imm16 << 16;
                case 1: return fields(f.imm16 >> 15, (f.imm16 >> 10 & 31) + 112, (f.imm16 & 1023) << 13);
                case 2: return f.imm16;
                case 4: return f.imm16 | (f.imm16 & 0x8000 ? 0xffff0000 : 0);
                case 8: return f.imm16 << 16 | (d & 0xffff);
                default: return (d & 0xffff0000) | f.imm16;
            }
        case 0x73: {  // SFPLUT
            const uint32_t k = reg(piece);
            return with_sign(mad(coefficient8(k >> 8), m3, coefficient8(k)));
        }
        case 0x95: {  // SFPLUTFP32
            if (!(f.mod & 2)) return with_sign(mad(reg(piece), m3, reg(4 + piece)));
            if ((f.mod & 10) == 10)
                return with_sign(mad(coefficient16(reg(piece) >> 16), m3, coefficient16(reg(piece) & 0xffff)));
            const float m = std::bit_cast<float>(m3), cut = f.mod & 1 ? 4.0f : 3.0f;
            const bool high = std::isnan(m) || (m >= 0.5f && m < 1) || (m >= 1.5f && m < 2) || m >= cut;
            const int j = high ? 16 : 0;
            return with_sign(
                mad(coefficient16(reg(piece) >> j & 0xffff), m3, coefficient16(reg(4 + piece) >> j & 0xffff)));
        }
        case 0x74: return mad(f.imm16 << 16, d, 0);
        case 0x75: return mad(f.imm16 << 16, 0x3f800000, d);
        case 0x76:  // SFPDIVP2
            if (f.mod == 0) return fields(c >> 31, f.imm12, c);
            return exponent(c) == 255 ? c : fields(c >> 31, exponent(c) + f.imm12, c);
        case 0x77: return exponent(c) - (f.mod & 1 ? 0 : 127);
        case 0x78: return (c & 0x7fffff) + (f.mod & 1 ? 0 : 0x800000);
        case 0x79: return f.mod & 1 ? c + imm : f.mod & 2 ? c - d : c + d;
        case 0x7A: return shifted(f.mod & 4 ? c : d, amount, f.mod & 2);
        case 0x7C:
            if (f.mod != 8) return f.mod == 1 ? c ^ sign : c;
            return f.vc < 9     ? lane.macro[static_cast<std::size_t>(f.vc)]
                   : f.vc == 9  ? lane.prng
                   : f.vc == 15 ? lane_config_
                                : 0;
        case 0x7D:
            if (f.mod == 0) return negative(c) ? 0u - c : c;
            return c > 0xff800000 ? c : c & ~sign;
        case 0x7E: return (f.mod == 1 ? b : d) & c;
        case 0x7F: return (f.mod == 1 ? b : d) | c;
        case 0x80: return ~c;
        case 0x81: return static_cast<uint32_t>(std::countl_zero(f.mod & 4 ? c & ~sign : c));
        case 0x82: return fields(c >> 31, f.mod == 0 ? d : f.mod == 1 ? f.imm12 : exponent(d), c);
        case 0x83: return fields(c >> 31, exponent(c), f.mod == 0 ? d : f.imm12 << 11);
        case 0x84:
        case 0x85:
        case 0x86: return mad(a ^ (f.mod & 1 ? sign : 0), b, c ^ (f.mod & 2 ? sign : 0));
        case 0x89: return (c & ~sign) | (f.mod == 0 ? d & sign : f.imm12 << 31);
        case 0x8D: return c ^ d;
        case 0x8E: {  // SFPSTOCHRND
            const uint32_t r = f.rounding == 0 ? 0x400000 : f.rounding == 1 ? lane.prng & 0x7fffff : 0x7fffff;
            const uint32_t shift = f.mod & 8 ? f.imm5 : b & 31;
            switch (f.mod) {
                case 0: return num::stochrnd_fp16(c, r);
                case 1: return num::stochrnd_bf16(c, r);
                case 2: return num::stochrnd_fp32_to_integer(c, 255, false, r);
                case 3: return num::stochrnd_fp32_to_integer(c, 127, true, r);
                case 6: return num::stochrnd_fp32_to_integer(c, 65535, false, r);
                case 7: return num::stochrnd_fp32_to_integer(c, 32767, true, r);
                default: return num::stochrnd_int32_to_int8(c, shift, f.mod & 1 ? 127 : 255, f.mod & 1, r);
            }
        }
        case 0x90:
            if (f.mod == 0) return num::int32_to_fp32_rne(c);
            if (f.mod == 1) return num::int32_to_fp32_stochastic(c, lane.prng);
            if (f.mod == 2) return negative(c) ? 0u - c : c;
            return c & sign ? sign | (0u - c) : c;
        case 0x94: {  // SFPSHFT2
            if (f.mod >= 5) return shifted(b, f.mod == 6 ? f.signed12 : static_cast<int32_t>(c), false);
            const std::size_t first = static_cast<std::size_t>(l) / 8 * 8;
            if (l % 8 != 0) return old[static_cast<std::size_t>(l) - 1].lreg[static_cast<std::size_t>(f.vc)];
            if (f.mod == 3) return old[first + 7].lreg[static_cast<std::size_t>(f.vc)];
            return bh_ ? 0 : old[first + 7].rotated;
        }
        case 0x98: {  // SFPMUL24
            const uint64_t product = uint64_t{a & 0x7fffff} * (b & 0x7fffff);
            return static_cast<uint32_t>(f.mod & 1 ? product >> 23 : product & 0x7fffff);
        }
        case 0x99:
            if (f.mod == 1) return negative(b) ? approximate_reciprocal(c & ~sign) : c;
            return (c & sign) | (f.mod == 2 ? approximate_exponential(c & ~sign) : approximate_reciprocal(c & ~sign));
        default: return 0;
    }
}

}  // namespace tessera::fuzz
