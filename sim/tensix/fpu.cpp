#include "sim/tensix/fpu.hpp"

#include <algorithm>
#include <utility>

#include "sim/num/fp32.hpp"
#include "sim/num/integer.hpp"
#include "sim/num/random.hpp"
#include "sim/num/src.hpp"
#include "sim/tensix/mvmul_lanes.hpp"

namespace tessera::tensix {

namespace {

using std::int32_t;
using std::int64_t;
using std::uint32_t;

// A Src datum read in its form: `m` holds the leading one at bit 10; a datum with exponent 0 is zero.
struct Operand {
    uint32_t s;
    int32_t e;
    int32_t m;
    bool zero() const { return m == 0; }
};

Operand read(SrcForm form, uint32_t x) {
    uint32_t e = num::src_exponent(x), m = num::src_mantissa(x);
    if (form == SrcForm::bf16) m &= ~7u;
    if (form == SrcForm::fp16) e &= 0x1F;
    const uint32_t s = x >> 18 & 1;
    if (e == 0) return {s, 0, 0};
    return {s, static_cast<int32_t>(e), static_cast<int32_t>(1024 | m)};
}

// A summand of the accumulator: its unit is that of a 24-bit mantissa with exponent field `e`.
struct Term {
    uint32_t s;
    int32_t e;
    int64_t m;
};

// Dst as the accumulator holds it: fp32 fields, with a 5-bit exponent field in an fp16 Dst.
uint32_t container(const Fpu& fpu, uint32_t d) {
    if (fpu.dst_is_32_bit) return d;
    if (fpu.form == SrcForm::fp16) return (d & 0x8000) << 16 | (d & 0x7FFF) << 13;
    return d << 16;
}

uint32_t from_container(const Fpu& fpu, uint32_t c) {
    if (fpu.dst_is_32_bit) return c;
    if (fpu.form == SrcForm::fp16) return (c >> 16 & 0x8000) | (c >> 13 & 0x7FFF);
    return c >> 16;
}

// Rounds to nearest by adding half; a negative summand rounds half towards zero (`minus` is its sign).
int64_t aligned(int64_t m, int32_t k, int64_t minus) {
    if (k <= 0) return m;
    return k < 31 ? (m + (int64_t{1} << (k - 1)) - minus) >> k : 0;
}

template <std::size_t n>
uint32_t accumulate(const Fpu& fpu, const std::array<Term, n>& terms, uint32_t dst) {
    const bool e8 = fpu.form != SrcForm::fp16;
    const bool wide = fpu.dst_is_32_bit;
    const uint32_t d = container(fpu, dst);
    int32_t e = num::exponent(d);
    for (const Term& t : terms) e = std::max(e, t.e);
    if (e <= 0) return 0;

    constexpr int64_t low = 0x1FFF;
    int64_t md = aligned(num::mantissa(d), e - num::exponent(d), 0);
    if (!wide) md = (md + 0x1000) & ~low;
    const auto half = [&](std::uint64_t place, int bits) { return num::rounding_addend(fpu.random, place, bits); };
    std::uint64_t place = 0;
    int64_t sum = num::sign(d) ? -md : md;
    for (const Term& t : terms) {
        int64_t m = aligned(t.m, e - t.e, t.s);
        const int64_t nearest = fpu.random == 0 ? t.s : 0;
        if (!wide) m = (m + half(++place, 13) - nearest) & ~low;
        sum += t.s ? -m : m;
    }
    if (sum == 0) return 0;

    const uint32_t s = sum < 0 ? num::sign_bit : 0;
    auto m = static_cast<uint32_t>(sum < 0 ? -sum : sum);
    int32_t shift = __builtin_clz(m) - 8;
    if (!fpu.rules.renormalises_minus_one && s != 0 && m == 1) shift -= 27;
    e -= shift;
    const int dropped = wide ? 0 : e8 ? 16 : 13;
    shift -= dropped;
    m = shift < 0 ? static_cast<uint32_t>((uint64_t{m} + half(0, std::min(-shift, 31))) >> -shift) : m << shift;
    m <<= dropped;
    if (m & 0x01000000) ++e;
    m &= num::fraction_mask;
    if (e <= 0) return 0;
    if (e8 || wide) return from_container(fpu, e >= 255 ? s | num::infinity : s | static_cast<uint32_t>(e) << 23 | m);
    return from_container(fpu, e >= 32 ? s | 31u << 23 | 1023u << 13 : s | static_cast<uint32_t>(e) << 23 | m);
}

// What makes the sum of two exponent fields that of their product in this phase.
int32_t product_bias(const Fpu& fpu) {
    const int32_t bias = fpu.form != SrcForm::fp16 ? -127 : fpu.dst_is_32_bit ? 97 : -15;
    return bias - 5 * (fpu.phase & 1) - 7 * (fpu.phase >> 1 & 1);
}

int32_t part_a(int phase, int32_t m) { return phase & 1 ? m >> 1 & 31 : m >> 6; }
int32_t part_b(int phase, int32_t m) { return phase & 2 ? (m & 15) << 3 : m >> 4; }

Term product(const Fpu& fpu, const Operand& a, const Operand& b) {
    const int32_t bias = product_bias(fpu);
    if (a.zero() || b.zero()) return {0, std::max(bias, 0), 0};
    return {a.s ^ b.s, a.e + b.e + bias, int64_t{part_a(fpu.phase, a.m)} * part_b(fpu.phase, b.m)};
}

// Eight products of one output, aligned to the largest exponent and added.
Term group(const std::array<Term, 8>& products) {
    int32_t e = products[0].e;
    for (const Term& p : products) e = std::max(e, p.e);
    if (e <= 0) return {0, 0, 0};
    int64_t sum = 0;
    for (const Term& p : products) {
        const int32_t k = std::min(e - p.e, 30);
        const int64_t m = ((p.m << 1) + (int64_t{1} << k)) >> (k + 1);
        sum += p.s ? -m : m;
    }
    return {sum < 0 ? 1u : 0u, e, (sum < 0 ? -sum : sum) << 13};
}

uint32_t add(const Fpu& fpu, Operand x, Operand y, uint32_t d) {
    if (std::pair(x.e, x.m) < std::pair(y.e, y.m)) std::swap(x, y);
    const int32_t k = x.e - y.e;
    const int32_t my = k == 0 ? y.m : k < 12 ? (y.m + (1 << (k - 1))) >> k : 0;
    Term t{x.s, x.e, int64_t{x.s == y.s ? x.m + my : x.m - my} << 13};
    if (fpu.form == SrcForm::fp16 && fpu.dst_is_32_bit) t.e = x.e != 0 ? x.e + 112 : 97;
    return accumulate<1>(fpu, {t}, d);
}

// An integer of Src; the magnitude bits of `mask` only.
int64_t integer(uint32_t x, uint32_t mask = 0x3FF) {
    if (num::src_exponent(x) == 0) return 0;
    const int64_t magnitude = num::src_mantissa(x) & mask;
    return (x & num::src_sign) != 0 ? -magnitude : magnitude;
}
int64_t integer_a(int phase, uint32_t x) { return integer(x, phase & 1 ? 0x1F : 0xE0); }
int64_t integer_b(int phase, uint32_t x) { return integer(x, phase & 2 ? 0xF : 0x3F0); }

// An INT32 of Dst plus `x`; saturates at the largest magnitude.
uint32_t accumulate_integer(uint32_t d, int64_t x) {
    constexpr int64_t most = 0x7FFFFFFF;
    const int64_t sum = static_cast<std::int32_t>(num::sign_magnitude_to_twos(d)) + x;
    return num::twos_to_sign_magnitude(static_cast<uint32_t>(std::clamp(sum, -most, most)));
}

}  // namespace

const char* name(SrcForm form) {
    static constexpr const char* names[] = {"bf16", "fp16", "tf32", "int8", "int16"};
    return names[static_cast<std::size_t>(form)];
}

uint32_t elw_add(const Fpu& fpu, uint32_t a, uint32_t b, uint32_t d) {
    if (fpu.form == SrcForm::int8) return accumulate_integer(d, integer(a) + integer(b));
    return add(fpu, read(fpu.form, a), read(fpu.form, b), d);
}

uint32_t elw_sub(const Fpu& fpu, uint32_t a, uint32_t b, uint32_t d) {
    if (fpu.form == SrcForm::int8) return accumulate_integer(d, integer(a) - integer(b));
    return add(fpu, read(fpu.form, a), read(fpu.form, b ^ num::src_sign), d);
}

uint32_t elw_mul(const Fpu& fpu, uint32_t a, uint32_t b, uint32_t d) {
    if (fpu.form == SrcForm::int8) return accumulate_integer(d, integer_a(fpu.phase, a) * integer_b(fpu.phase, b));
    Term t = product(fpu, read(fpu.form, a), read(fpu.form, b));
    t.m <<= 13;
    if (t.e <= 0) t = {0, std::max(product_bias(fpu), 0), 0};
    return accumulate<1>(fpu, {t}, d);
}

void mvmul(const Fpu& fpu, std::span<const uint32_t, 256> a, std::span<const uint32_t> b, std::span<uint32_t> d) {
    const bool by_lanes = fpu.random == 0 && try_mvmul()(fpu, a.data(), b.data(), d.data(), d.size() / 16);
    if (!by_lanes) mvmul_by_datum(fpu, a, b, d);
}

void mvmul_by_datum(const Fpu& fpu, std::span<const uint32_t, 256> a, std::span<const uint32_t> b,
                    std::span<uint32_t> d) {
    if (fpu.form == SrcForm::int8) {
        for (std::size_t out = 0; out < d.size(); ++out) {
            int64_t sum = 0;
            for (std::size_t inner = 0; inner < 16; ++inner)
                sum += integer_a(fpu.phase, a[16 * inner + out % 16]) * integer_b(fpu.phase, b[out / 16 * 16 + inner]);
            d[out] = accumulate_integer(d[out], sum);
        }
        return;
    }
    std::array<Operand, 256> ra;
    for (std::size_t i = 0; i < ra.size(); ++i) ra[i] = read(fpu.form, a[i]);
    for (std::size_t row = 0; row < d.size() / 16; ++row) {
        std::array<Operand, 16> rb;
        for (std::size_t i = 0; i < rb.size(); ++i) rb[i] = read(fpu.form, b[16 * row + i]);
        for (std::size_t column = 0; column < 16; ++column) {
            std::array<Term, 2> terms;
            for (std::size_t half = 0; half < 2; ++half) {
                std::array<Term, 8> products;
                for (std::size_t i = 0; i < 8; ++i) {
                    const std::size_t inner = 8 * half + i;
                    products[i] = product(fpu, ra[16 * inner + column], rb[inner]);
                }
                terms[half] = group(products);
            }
            uint32_t& out = d[16 * row + column];
            Fpu drawing = fpu;
            if (fpu.random != 0) drawing.random = num::mixed(fpu.random + 16 * row + column) | 1;
            out = accumulate<2>(drawing, terms, out);
        }
    }
}

uint32_t mova2d(SrcForm form, uint32_t a, bool zero_flag_disabled) {
    const uint32_t e = num::src_exponent(a) & (form == SrcForm::fp16 ? 0x1F : 0xFF);
    if (e == 0 && !zero_flag_disabled) return 0;
    switch (form) {
        case SrcForm::bf16:
        case SrcForm::int16: return num::src_to_bf16(a);
        case SrcForm::fp16:
        case SrcForm::int8: return num::src_to_fp16(a);
        case SrcForm::tf32: break;
    }
    return num::src_to_fp32(a);
}

}  // namespace tessera::tensix
