// The loops behind sim/tensix/mvmul_lanes.hpp (spec/tensix-core.md 1.6). Built once per x86 level: nothing here may use
// an inline function that is not always inlined, or code for one level could be linked into another.
//
// A product of two parts of mantissas has at most 12 bits, so its alignment to the largest exponent of its group, with
// halves rounded away from zero, is one multiplication by a power of two that is a little too large, and one rounding
// to nearest: the excess of 2^-14 turns a tie away from zero and reaches no other value's boundary. To keep the powers
// in the range of a float, exponents count from the largest one of the group's column of A and row of B.
#include "sim/num/fp32.hpp"
#include "sim/num/src.hpp"
#include "sim/tensix/mvmul_lanes.hpp"

namespace tessera::tensix::TESSERA_LEVEL {
namespace {

using std::int16_t;
using std::int32_t;
using std::size_t;
using std::uint32_t;

#define TESSERA_INLINE [[gnu::always_inline]] inline

constexpr size_t columns = 16;  // of D, and the summands of each of its outputs
constexpr size_t group = 8;     // summands that are aligned to each other
constexpr size_t most_rows = 8;
constexpr int32_t no_exponent = -1000;  // of zero: below every sum of two exponents that count
constexpr int32_t only_zeros = -600;    // a largest exponent below this one is that of a group without summands
constexpr int32_t reach = -48;          // a largest exponent between that and this is left to the exact way
constexpr int32_t least_factor = -62;   // a factor below this one is lost in the alignment wherever `reach` holds
constexpr uint32_t excess = 1u << 9;    // 2^-14 in a float's fraction
constexpr float unit = 0x1.8p23f;       // adding it rounds a float to an integer, which its low bits then hold

TESSERA_INLINE float as_float(uint32_t bits) { return __builtin_bit_cast(float, bits); }
TESSERA_INLINE uint32_t bits_of(float value) { return __builtin_bit_cast(uint32_t, value); }
TESSERA_INLINE int32_t min(int32_t a, int32_t b) { return a < b ? a : b; }
TESSERA_INLINE int32_t max(int32_t a, int32_t b) { return a > b ? a : b; }
TESSERA_INLINE int32_t mask(bool condition) { return -static_cast<int32_t>(condition); }
TESSERA_INLINE float power(int32_t e) { return as_float(static_cast<uint32_t>(e + 127) << 23); }
TESSERA_INLINE float times_plus(float x, float y, float z) {
#ifdef __FMA__
    return __builtin_fmaf(x, y, z);
#else
    return x * y + z;
#endif
}

// Which bits of a Src datum count, and which of its 11-bit mantissa one fidelity phase multiplies.
struct Part {
    uint32_t exponent, fraction, taken;
    int left, right;
};

TESSERA_INLINE int32_t exponent_of(const Part& part, uint32_t x) {
    const auto e = static_cast<int32_t>(x >> 10 & part.exponent);
    return e | (mask(e == 0) & no_exponent);
}

// The signed part of the mantissa times 2^relative.
TESSERA_INLINE float factor(const Part& part, uint32_t x, int32_t relative) {
    const uint32_t m = ((1024 | (x & part.fraction)) & part.taken) << part.left >> part.right;
    const float value = static_cast<float>(static_cast<int32_t>(m)) * power(max(relative, least_factor));
    const uint32_t counts = static_cast<uint32_t>(mask(relative >= least_factor));
    return as_float((bits_of(value) | (x << 13 & num::sign_bit)) & counts);
}

// Each operand as factors and exponents relative to the largest of its group, `most`.
struct A {
    alignas(64) float value[columns][columns];
    alignas(64) int16_t exponent[columns][columns];
    alignas(64) int32_t most[columns / group][columns];
};
struct B {
    float value[most_rows][columns];
    int16_t exponent[most_rows][columns];
    int32_t most[most_rows][columns / group];
};

TESSERA_INLINE void take_a(const Part& part, const uint32_t* a, A& to) {
    for (size_t h = 0; h < columns / group; ++h) {
        int32_t* most = to.most[h];
        for (size_t c = 0; c < columns; ++c) most[c] = 0;
        for (size_t i = h * group; i < (h + 1) * group; ++i)
            for (size_t c = 0; c < columns; ++c) most[c] = max(most[c], exponent_of(part, a[columns * i + c]));
        for (size_t i = h * group; i < (h + 1) * group; ++i)
            for (size_t c = 0; c < columns; ++c) {
                const uint32_t x = a[columns * i + c];
                const int32_t relative = exponent_of(part, x) - most[c];
                to.value[i][c] = factor(part, x, relative);
                to.exponent[i][c] = static_cast<int16_t>(relative);
            }
    }
}

TESSERA_INLINE void take_b(const Part& part, const uint32_t* b, size_t rows, B& to) {
    for (size_t r = 0; r < rows; ++r) {
        alignas(64) int32_t exponent[columns];
        alignas(64) int32_t most[columns];
        for (size_t i = 0; i < columns; ++i) exponent[i] = exponent_of(part, b[columns * r + i]);
        for (size_t h = 0; h < columns / group; ++h) {
            int32_t e = 0;
            for (size_t i = h * group; i < (h + 1) * group; ++i) e = max(e, exponent[i]);
            to.most[r][h] = e;
            for (size_t i = h * group; i < (h + 1) * group; ++i) most[i] = e;
        }
        for (size_t i = 0; i < columns; ++i) {
            to.value[r][i] = factor(part, b[columns * r + i], exponent[i] - most[i]);
            to.exponent[r][i] = static_cast<int16_t>(exponent[i] - most[i]);
        }
    }
}

// The sum of one group of summands: exponent field and signed mantissa; `far` where the largest exponent is out of
// reach.
struct Term {
    int32_t e, m, far;
};

// The loops over a group are unrolled, so that the loop over columns around them is the one that becomes vectors.
TESSERA_INLINE Term add_group(const A& a, const B& b, size_t r, size_t h, size_t c, int32_t bias) {
    int16_t largest = 3 * no_exponent;
#pragma GCC unroll 8
    for (size_t i = h * group; i < (h + 1) * group; ++i) {
        const auto e = static_cast<int16_t>(a.exponent[i][c] + b.exponent[r][i]);
        largest = largest > e ? largest : e;
    }
    const int32_t e = largest;
    const float scale = as_float(static_cast<uint32_t>(127 - max(e, reach)) << 23 | excess);
    uint32_t sum = -(group * bits_of(unit));
#pragma GCC unroll 8
    for (size_t i = h * group; i < (h + 1) * group; ++i)
        sum += bits_of(times_plus(a.value[i][c] * b.value[r][i], scale, unit));
    const int32_t field = max(e + a.most[h][c] + b.most[r][h] + bias, max(bias, 0));
    return {field, static_cast<int32_t>(sum) & mask(field > 0), mask(e < reach) & mask(e > only_zeros)};
}

// m / 2^k: halves rounded up, or down where `minus` is one.
TESSERA_INLINE int32_t aligned(int32_t m, int32_t k, int32_t minus) {
    const int32_t by = min(k, 30);
    return (m + ((1 << by) >> 1) - (minus & mask(by > 0))) >> by;
}

template <bool wide>
TESSERA_INLINE int32_t summand(int32_t m, int32_t k) {
    const int32_t s = m >> 31;
    int32_t x = aligned(((m ^ s) - s) << 13, k, s & 1);
    if constexpr (!wide) x = (x + 0x1000 - (s & 1)) & ~0x1FFF;
    return (x ^ s) - s;
}

// The accumulator's sum of a datum of Dst and both terms, rounded to what Dst holds.
template <bool wide, bool small_exponent>
TESSERA_INLINE uint32_t accumulate(uint32_t dst, const Term& x, const Term& y, int32_t minus_one) {
    constexpr bool small = small_exponent && !wide;
    const uint32_t d = wide ? dst : small ? (dst & 0x8000) << 16 | (dst & 0x7FFF) << 13 : dst << 16;
    const auto ed = static_cast<int32_t>(d >> 23 & 0xFF);
    int32_t e = max(ed, max(x.e, y.e));
    const auto fraction = static_cast<int32_t>((d & num::fraction_mask) | num::hidden_bit) & mask(ed != 0);
    int32_t md = aligned(fraction, e - ed, 0);
    if constexpr (!wide) md = (md + 0x1000) & ~0x1FFF;
    const int32_t sd = static_cast<int32_t>(d) >> 31;
    const int32_t sum = ((md ^ sd) - sd) + summand<wide>(x.m, e - x.e) + summand<wide>(y.m, e - y.e);

    const int32_t ss = sum >> 31;
    auto m = static_cast<uint32_t>((sum ^ ss) - ss);
    // Without the bits that follow the leading one, the conversion to float rounds to no larger power of two.
    const float leading = static_cast<float>(static_cast<int32_t>(m & ~(m >> 1)));
    int32_t shift = 150 - static_cast<int32_t>(bits_of(leading) >> 23);
    if constexpr (wide) shift -= mask(sum == -1) & minus_one;
    e -= shift;
    constexpr int dropped = wide ? 0 : small ? 13 : 16;
    shift -= dropped;
    const int32_t left = max(shift, 0), right = min(max(-shift, 0), 30);
    m = ((m << min(left, 31)) + ((1u << right) >> 1)) >> right << dropped;
    e += static_cast<int32_t>(m >> 24 & 1);
    uint32_t out = static_cast<uint32_t>(e) << 23 | (m & num::fraction_mask);
    const auto overflows = static_cast<uint32_t>(mask(e >= (small ? 32 : 255)));
    out = (overflows & (small ? 31u << 23 | 1023u << 13 : num::infinity)) | (~overflows & out);
    out |= static_cast<uint32_t>(ss) & num::sign_bit;
    out &= static_cast<uint32_t>(mask(e > 0) & mask(sum != 0));
    if constexpr (wide) return out;
    if constexpr (small) return (out >> 16 & 0x8000) | (out >> 13 & 0x7FFF);
    return out >> 16;
}

template <bool wide, bool small_exponent>
bool run(const Fpu& fpu, const uint32_t* a, const uint32_t* b, uint32_t* d, size_t rows) {
    const uint32_t exponent = small_exponent ? 0x1F : 0xFF;
    const uint32_t fraction = fpu.form == SrcForm::bf16 ? 0x3F8 : 0x3FF;
    const bool low_a = (fpu.phase & 1) != 0, low_b = (fpu.phase & 2) != 0;
    const int32_t bias = (!small_exponent ? -127 : wide ? 97 : -15) - (low_a ? 5 : 0) - (low_b ? 7 : 0);
    const int32_t minus_one = fpu.rules.renormalises_minus_one ? 0 : 27;
    A from_a;
    B from_b;
    take_a({exponent, fraction, low_a ? 0x3Eu : 0x7C0u, 0, low_a ? 1 : 6}, a, from_a);
    take_b({exponent, fraction, low_b ? 0xFu : 0x7F0u, low_b ? 3 : 0, low_b ? 0 : 4}, b, rows, from_b);
    alignas(64) uint32_t out[most_rows * columns];
    alignas(64) int32_t far[columns] = {};
    for (size_t r = 0; r < rows; ++r)
        for (size_t c = 0; c < columns; ++c) {
            const Term low = add_group(from_a, from_b, r, 0, c, bias);
            const Term high = add_group(from_a, from_b, r, 1, c, bias);
            out[columns * r + c] = accumulate<wide, small_exponent>(d[columns * r + c], low, high, minus_one);
            far[c] |= low.far | high.far;
        }
    int32_t any = 0;
    for (size_t c = 0; c < columns; ++c) any |= far[c];
    if (any != 0) return false;
    for (size_t i = 0; i < rows * columns; ++i) d[i] = out[i];
    return true;
}

bool try_it(const Fpu& fpu, const uint32_t* a, const uint32_t* b, uint32_t* d, size_t rows) {
    if (fpu.form == SrcForm::int8) return false;
    if (fpu.form == SrcForm::fp16) return (fpu.dst_is_32_bit ? run<true, true> : run<false, true>)(fpu, a, b, d, rows);
    return (fpu.dst_is_32_bit ? run<true, false> : run<false, false>)(fpu, a, b, d, rows);
}

#undef TESSERA_INLINE

}  // namespace

extern const TryMvmul level_mvmul;
const TryMvmul level_mvmul = try_it;

}  // namespace tessera::tensix::TESSERA_LEVEL
