// The loops behind sim/lane/mad.hpp (spec/sfpu-mad-fast.md; names and proofs there). Built once per x86 level: nothing
// here may use an inline function that is not always inlined, or code for one level could be linked into another.
#include "sim/lane/mad.hpp"
#include "sim/num/fp32.hpp"
#include "sim/num/mad.hpp"
#ifdef __FMA__
#include "sim/lane/mad_vector.hpp"
#endif

namespace tessera::lane::TESSERA_LEVEL {
namespace {

using std::int32_t;
using std::size_t;
using std::uint32_t;

constexpr size_t block = 32;  // words per pass: what is flagged is redone before the next pass
constexpr num::MadRules none{};
constexpr num::MadRules all{true, true, true, true};

#define TESSERA_INLINE [[gnu::always_inline]] inline
#define TESSERA_LAMBDA __attribute__((always_inline))

TESSERA_INLINE float as_float(uint32_t bits) { return __builtin_bit_cast(float, bits); }
TESSERA_INLINE uint32_t bits_of(float value) { return __builtin_bit_cast(uint32_t, value); }
TESSERA_INLINE int32_t min(int32_t a, int32_t b) { return a < b ? a : b; }
TESSERA_INLINE int32_t max(int32_t a, int32_t b) { return a > b ? a : b; }

// One lane: `word` is the result unless `redo` is non-zero.
struct Lane {
    uint32_t word, redo;
};

#ifndef __FMA__
// The signed sum r of sfpu-mad-fast.md 2: alignment goes into the exponents, so that a truncating conversion shifts.
// Conditions are masks because g++ gives up on vectors of floating-point selects.
TESSERA_INLINE int32_t sum(uint32_t x, uint32_t y, uint32_t z, int32_t product_zero, int32_t ez, int32_t d) {
    const int32_t kp = min(max(-d, 0), 64);
    const int32_t kz = min(max(d, 0), 64);
    const float a = as_float((x & 0x7FFFFF) | static_cast<uint32_t>(153 - kp) << 23);
    const float b = as_float((y & 0x7FFFFF) | 127u << 23);
    const double product = static_cast<double>(a) * static_cast<double>(b);
    int32_t p = static_cast<int32_t>(product);
    const auto rest = static_cast<float>(product - static_cast<double>(p));
    p |= -static_cast<int32_t>(bits_of(rest) != 0) & 1;
    p &= ~product_zero;
    const float g = as_float((z & 0x7FFFFF) | static_cast<uint32_t>(153 - kz) << 23);
    int32_t addend = static_cast<int32_t>(g);
    addend |= -static_cast<int32_t>(bits_of(g - static_cast<float>(addend)) != 0) & 1;
    addend &= -static_cast<int32_t>(kz < 27) & -static_cast<int32_t>(ez != 0);
    const int32_t product_sign = static_cast<int32_t>(x ^ y) >> 31;
    const int32_t addend_sign = static_cast<int32_t>(z) >> 31;
    return ((p ^ product_sign) - product_sign) + ((addend ^ addend_sign) - addend_sign);
}

template <bool ieee>
TESSERA_INLINE Lane mad_lane(uint32_t x, uint32_t y, uint32_t z) {
    const int32_t ex = num::exponent(x), ey = num::exponent(y), ez = num::exponent(z);
    const int32_t product_zero = -static_cast<int32_t>(min(ex, ey) == 0);
    const int32_t pe = (product_zero & -300) | (~product_zero & (ex + ey - 127));
    const int32_t re = max(pe, ez);
    const int32_t r = sum(x, y, z, product_zero, ez, pe - ez);
    float f;
    if constexpr (ieee) {
        f = static_cast<float>(r);
    } else {
        const int32_t s = r >> 31;
        uint32_t m = static_cast<uint32_t>((r ^ s) - s);
        m &= ~(m >> 27 & 2);  // bit 1 is forgotten when the sum is normalised by two
        f = as_float(bits_of(static_cast<float>(static_cast<int32_t>(m))) | (static_cast<uint32_t>(s) & num::sign_bit));
    }
    uint32_t o = bits_of(f * as_float(static_cast<uint32_t>(max(re, 27) - 26) << 23));
    if constexpr (ieee) o |= (x ^ y) & z & num::sign_bit;
    const int32_t redo = -static_cast<int32_t>(max(max(ex, ey), re) >= 255) |
                         (-static_cast<int32_t>(re < 27) & -static_cast<int32_t>(r != 0));
    return {o, static_cast<uint32_t>(redo)};
}

// By sfpu-mad-fast.md 3.
TESSERA_INLINE uint32_t flushed(uint32_t x) {
    return x & (-static_cast<uint32_t>((x & num::infinity) != 0) | num::sign_bit);
}

template <bool ieee>
TESSERA_INLINE Lane mul_lane(uint32_t x, uint32_t y) {
    const uint32_t o = bits_of(as_float(flushed(x)) * as_float(flushed(y)));
    const uint32_t a = num::magnitude(o);
    const uint32_t nan = -static_cast<uint32_t>(a > num::infinity);
    const uint32_t normal = -static_cast<uint32_t>(a >= num::hidden_bit);
    if constexpr (!ieee) return {o & normal, nan | -static_cast<uint32_t>(a == num::hidden_bit)};
    const int32_t ex = num::exponent(x), ey = num::exponent(y);
    const uint32_t keeps_sign =
        -static_cast<uint32_t>(min(ex, ey) != 0) & -static_cast<uint32_t>(ex + ey >= 127) & num::sign_bit;
    return {o & (normal | keeps_sign), nan};
}

template <bool ieee>
TESSERA_INLINE Lane add_lane(uint32_t x, uint32_t z) {
    const uint32_t o = bits_of(as_float(flushed(x)) + as_float(flushed(z)));
    const uint32_t a = num::magnitude(o);
    const uint32_t normal = -static_cast<uint32_t>(a >= num::hidden_bit);
    return {o & (normal | (ieee ? num::sign_bit : 0)), -static_cast<uint32_t>(a > num::infinity)};
}

// One pass of 32 words for each of the three: all lanes by the fast rule, the flagged ones again by the exact one, and
// only then the write, because d may be an operand.
template <class Fast, class Exact>
TESSERA_INLINE void run(uint32_t* d, const uint32_t* mask, size_t n, Fast fast, Exact exact) {
    for (size_t base = 0; base < n; base += block) {
        alignas(64) uint32_t o[block];
        alignas(64) uint32_t redo[block];
        uint32_t any = 0;
        for (size_t i = 0; i < block; ++i) {
            const Lane lane = fast(base + i);
            o[i] = lane.word;
            redo[i] = lane.redo;
            any |= lane.redo;
        }
        if (any != 0) [[unlikely]] {
            for (size_t i = 0; i < block; ++i) {
                if (redo[i] != 0) o[i] = exact(base + i);
            }
        }
        for (size_t i = 0; i < block; ++i) d[base + i] = (o[i] & mask[base + i]) | (d[base + i] & ~mask[base + i]);
    }
}

template <bool ieee>
void mad(uint32_t* d, const uint32_t* x, const uint32_t* y, const uint32_t* z, const uint32_t* mask, size_t n) {
    run(
        d, mask, n, [=](size_t i) TESSERA_LAMBDA { return mad_lane<ieee>(x[i], y[i], z[i]); },
        [=](size_t i) TESSERA_LAMBDA { return num::mad(ieee ? all : none, x[i], y[i], z[i]); });
}

template <bool ieee>
void mul(uint32_t* d, const uint32_t* x, const uint32_t* y, const uint32_t* mask, size_t n) {
    run(
        d, mask, n, [=](size_t i) TESSERA_LAMBDA { return mul_lane<ieee>(x[i], y[i]); },
        [=](size_t i) TESSERA_LAMBDA { return num::mad(ieee ? all : none, x[i], y[i], 0); });
}

template <bool ieee>
void add(uint32_t* d, const uint32_t* x, const uint32_t* z, const uint32_t* mask, size_t n) {
    run(
        d, mask, n, [=](size_t i) TESSERA_LAMBDA { return add_lane<ieee>(x[i], z[i]); },
        [=](size_t i) TESSERA_LAMBDA { return num::mad(ieee ? all : none, x[i], num::one, z[i]); });
}

constexpr decltype(MadOps::try_mad) try_mad = nullptr;

#else

constexpr size_t vectors = block / vector_lanes;  // of a pass

TESSERA_INLINE void store_masked(uint32_t* d, const uint32_t* mask, const Ints* o) {
    for (size_t v = 0; v < vectors; ++v) {
        const size_t at = v * vector_lanes;
        const Ints takes_part = load(mask + at);
        store(d + at, (o[v] & takes_part) | (load(d + at) & ~takes_part));
    }
}

// x, y and z give the vector of operands at a word. As with lanes, a pass is all by the fast rule, by the exact one
// where something is flagged, and only then the write.
template <bool ieee, class Fast, class X, class Y, class Z>
TESSERA_INLINE void run(uint32_t* d, const uint32_t* mask, size_t n, Fast fast, X x, Y y, Z z) {
    for (size_t base = 0; base < n; base += block) {
        Ints o[vectors], redo, any_redo = {};
        for (size_t v = 0; v < vectors; ++v) {
            const size_t at = base + v * vector_lanes;
            o[v] = fast(x(at), y(at), z(at), redo);
            any_redo |= redo;
        }
        if (any(any_redo)) [[unlikely]] {
            uint32_t flags[block], word[3][block];
            for (size_t v = 0; v < vectors; ++v) {
                const size_t at = base + v * vector_lanes;
                o[v] = exact_mad_vector<ieee>(x(at), y(at), z(at), redo);
                if (!ieee || !any(redo)) continue;
                store(flags, redo);
                store(word[0], x(at));
                store(word[1], y(at));
                store(word[2], z(at));
                uint32_t exact[block];
                store(exact, o[v]);
                for (size_t i = 0; i < vector_lanes; ++i)
                    if (flags[i] != 0) exact[i] = num::mad(all, word[0][i], word[1][i], word[2][i]);
                o[v] = load(exact);
            }
        }
        store_masked(d + base, mask + base, o);
    }
}

template <bool ieee>
void mad(uint32_t* d, const uint32_t* x, const uint32_t* y, const uint32_t* z, const uint32_t* mask, size_t n) {
    run<ieee>(
        d, mask, n, [](Ints a, Ints b, Ints c, Ints& redo) TESSERA_LAMBDA { return mad_vector<ieee>(a, b, c, redo); },
        [=](size_t at) TESSERA_LAMBDA { return load(x + at); }, [=](size_t at) TESSERA_LAMBDA { return load(y + at); },
        [=](size_t at) TESSERA_LAMBDA { return load(z + at); });
}

template <bool ieee>
void mul(uint32_t* d, const uint32_t* x, const uint32_t* y, const uint32_t* mask, size_t n) {
    run<ieee>(
        d, mask, n, [](Ints a, Ints b, Ints, Ints& redo) TESSERA_LAMBDA { return mul_vector<ieee>(a, b, redo); },
        [=](size_t at) TESSERA_LAMBDA { return load(x + at); }, [=](size_t at) TESSERA_LAMBDA { return load(y + at); },
        [=](size_t) TESSERA_LAMBDA { return Ints{}; });
}

template <bool ieee>
void add(uint32_t* d, const uint32_t* x, const uint32_t* z, const uint32_t* mask, size_t n) {
    run<ieee>(
        d, mask, n, [](Ints a, Ints, Ints c, Ints& redo) TESSERA_LAMBDA { return add_vector<ieee>(a, c, redo); },
        [=](size_t at) TESSERA_LAMBDA { return load(x + at); },
        [=](size_t) TESSERA_LAMBDA { return Ints{} + static_cast<int32_t>(num::one); },
        [=](size_t at) TESSERA_LAMBDA { return load(z + at); });
}

bool try_mad(uint32_t* d, const uint32_t* x, const uint32_t* y, const uint32_t* z, const uint32_t* mask) {
    Ints o[vectors], bad, any_bad = {};
    for (size_t v = 0; v < vectors; ++v) {
        const size_t at = v * vector_lanes;
        o[v] = fused_mad_vector(load(x + at), load(y + at), load(z + at), bad);
        any_bad |= bad & load(mask + at);
    }
    if (any(any_bad)) return false;
    store_masked(d, mask, o);
    return true;
}
#endif

#undef TESSERA_INLINE
#undef TESSERA_LAMBDA

}  // namespace

extern const Table mad_table;
const Table mad_table{{mad<false>, try_mad, mul<false>, add<false>}, {mad<true>, try_mad, mul<true>, add<true>}};

}  // namespace tessera::lane::TESSERA_LEVEL
