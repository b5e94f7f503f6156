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

constexpr size_t block = 32;  // words of a vector
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

// One vector after the other for each of the three: all lanes by the fast rule, the flagged ones again by the exact
// one, and only then the write, because d may be an operand. Both rules take the words of x, y and z.
template <class Fast, class Exact>
TESSERA_INLINE void run(Results d, Vectors x, Vectors y, Vectors z, Vectors mask, size_t count, Fast fast,
                        Exact exact) {
    for (; count != 0; --count) {
        alignas(64) uint32_t o[block];
        alignas(64) uint32_t redo[block];
        uint32_t any = 0;
        for (size_t i = 0; i < block; ++i) {
            const Lane lane = fast(x.first[i], y.first[i], z.first[i]);
            o[i] = lane.word;
            redo[i] = lane.redo;
            any |= lane.redo;
        }
        if (any != 0) [[unlikely]] {
            for (size_t i = 0; i < block; ++i) {
                if (redo[i] != 0) o[i] = exact(x.first[i], y.first[i], z.first[i]);
            }
        }
        for (size_t i = 0; i < block; ++i) d.first[i] = (o[i] & mask.first[i]) | (d.first[i] & ~mask.first[i]);
        d.first += d.stride;
        x.first += x.stride;
        y.first += y.stride;
        z.first += z.stride;
        mask.first += mask.stride;
    }
}

template <bool ieee>
void mad(Results d, Vectors x, Vectors y, Vectors z, Vectors mask, size_t count) {
    run(
        d, x, y, z, mask, count,
        [](uint32_t a, uint32_t b, uint32_t c) TESSERA_LAMBDA { return mad_lane<ieee>(a, b, c); },
        [](uint32_t a, uint32_t b, uint32_t c) TESSERA_LAMBDA { return num::mad(ieee ? all : none, a, b, c); });
}

template <bool ieee>
void mul(Results d, Vectors x, Vectors y, Vectors mask, size_t count) {
    run(
        d, x, y, y, mask, count, [](uint32_t a, uint32_t b, uint32_t) TESSERA_LAMBDA { return mul_lane<ieee>(a, b); },
        [](uint32_t a, uint32_t b, uint32_t) TESSERA_LAMBDA { return num::mad(ieee ? all : none, a, b, 0); });
}

template <bool ieee>
void add(Results d, Vectors x, Vectors z, Vectors mask, size_t count) {
    run(
        d, x, z, z, mask, count, [](uint32_t a, uint32_t, uint32_t c) TESSERA_LAMBDA { return add_lane<ieee>(a, c); },
        [](uint32_t a, uint32_t, uint32_t c) TESSERA_LAMBDA { return num::mad(ieee ? all : none, a, num::one, c); });
}

constexpr decltype(MadOps::try_mad) try_mad = nullptr;

#else

constexpr size_t parts = block / vector_lanes;  // of 32 words

struct Block {
    Ints part[parts];
};
TESSERA_INLINE Block block_at(const uint32_t* words) {
    Block all;
    for (size_t p = 0; p < parts; ++p) all.part[p] = load(words + p * vector_lanes);
    return all;
}
TESSERA_INLINE void store_masked(uint32_t* d, const Block& mask, const Block& o) {
    for (size_t p = 0; p < parts; ++p) {
        uint32_t* const at = d + p * vector_lanes;
        store(at, (o.part[p] & mask.part[p]) | (load(at) & ~mask.part[p]));
    }
}

// What the exact rule leaves.
TESSERA_INLINE Ints by_lane(Ints o, Ints redo, Ints x, Ints y, Ints z) {
    uint32_t word[4][vector_lanes], flags[vector_lanes];
    store(word[0], x);
    store(word[1], y);
    store(word[2], z);
    store(word[3], o);
    store(flags, redo);
    for (size_t i = 0; i < vector_lanes; ++i)
        if (flags[i] != 0) word[3][i] = num::mad(all, word[0][i], word[1][i], word[2][i]);
    return load(word[3]);
}

// One vector after the other, as it goes lane by lane: by the fast rule, by the exact one where something is flagged,
// and only then the write.
template <bool ieee, class Fast, class X, class Y, class Z>
TESSERA_INLINE void run(Results d, Vectors mask, size_t count, Fast fast, X x, Y y, Z z) {
    for (; count != 0; --count) {
        const Block a = x(), b = y(), c = z();
        Block o;
        Ints redo, any_redo = {};
        for (size_t p = 0; p < parts; ++p) {
            o.part[p] = fast(a.part[p], b.part[p], c.part[p], redo);
            any_redo |= redo;
        }
        if (any(any_redo)) [[unlikely]]
            for (size_t p = 0; p < parts; ++p) {
                o.part[p] = exact_mad_vector<ieee>(a.part[p], b.part[p], c.part[p], redo);
                if (ieee && any(redo)) o.part[p] = by_lane(o.part[p], redo, a.part[p], b.part[p], c.part[p]);
            }
        store_masked(d.first, block_at(mask.first), o);
        d.first += d.stride;
        mask.first += mask.stride;
    }
}

// An operand's vectors in turn; the same number always.
struct Next {
    Vectors of;
    TESSERA_INLINE Block operator()() {
        const Block words = block_at(of.first);
        of.first += of.stride;
        return words;
    }
};
struct Same {
    uint32_t number;
    TESSERA_INLINE Block operator()() const {
        Block words;
        for (Ints& part : words.part) part = Ints{} + static_cast<int32_t>(number);
        return words;
    }
};

template <bool ieee>
void mad(Results d, Vectors x, Vectors y, Vectors z, Vectors mask, size_t count) {
    run<ieee>(
        d, mask, count,
        [](Ints a, Ints b, Ints c, Ints& redo) TESSERA_LAMBDA { return mad_vector<ieee>(a, b, c, redo); }, Next{x},
        Next{y}, Next{z});
}

template <bool ieee>
void mul(Results d, Vectors x, Vectors y, Vectors mask, size_t count) {
    run<ieee>(
        d, mask, count, [](Ints a, Ints b, Ints, Ints& redo) TESSERA_LAMBDA { return mul_vector<ieee>(a, b, redo); },
        Next{x}, Next{y}, Same{0});
}

template <bool ieee>
void add(Results d, Vectors x, Vectors z, Vectors mask, size_t count) {
    run<ieee>(
        d, mask, count, [](Ints a, Ints, Ints c, Ints& redo) TESSERA_LAMBDA { return add_vector<ieee>(a, c, redo); },
        Next{x}, Same{num::one}, Next{z});
}

size_t try_mad(Results d, Vectors x, Vectors y, Vectors z, Vectors mask, size_t count) {
    Next next_x{x}, next_y{y}, next_z{z}, next_mask{mask};
    for (size_t done = 0; done < count; ++done) {
        const Block a = next_x(), b = next_y(), c = next_z(), takes_part = next_mask();
        Block o;
        Ints bad, any_bad = {};
        for (size_t p = 0; p < parts; ++p) {
            o.part[p] = fused_mad_vector(a.part[p], b.part[p], c.part[p], bad);
            any_bad |= bad & takes_part.part[p];
        }
        if (any(any_bad)) return done;
        store_masked(d.first, takes_part, o);
        d.first += d.stride;
    }
    return count;
}
#endif

#undef TESSERA_INLINE
#undef TESSERA_LAMBDA

}  // namespace

extern const Table mad_table;
const Table mad_table{{mad<false>, try_mad, mul<false>, add<false>}, {mad<true>, try_mad, mul<true>, add<true>}};

}  // namespace tessera::lane::TESSERA_LEVEL
