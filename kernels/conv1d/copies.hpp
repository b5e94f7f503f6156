// Copies of elements in L1 by a RISC, which may store to L1 once in five cycles (timing.md 2.5): hence two elements of
// 16 bits a store, and loads before stores, so that they need not wait for each other.
#pragma once

#include <cstdint>

#include "../load_back.hpp"

namespace conv1d {

template <class T>
using Source = const volatile tt_l1_ptr T*;
template <class T>
using Target = volatile tt_l1_ptr T*;

// `count` elements to a multiple of 4, of 16 bits two together.
template <uint32_t count, class T, class At>
inline void store_words(Target<T> to, At at) {
    constexpr uint32_t of_word = sizeof(uint32_t) / sizeof(T);
    static_assert(count % of_word == 0 && count <= 10, "as many as there are registers");
    auto* words = reinterpret_cast<Target<uint32_t>>(to);
    uint32_t held[count];
#pragma GCC unroll 10
    for (uint32_t i = 0; i < count; ++i) held[i] = at(i);
#pragma GCC unroll 10
    for (uint32_t i = 0; i < count / of_word; ++i)
        words[i] = of_word == 1 ? held[i] : held[2 * i] | held[2 * i + 1] << 16;
}

template <class T>
bool fills_words(Target<T> to) {
    return reinterpret_cast<uint32_t>(to) % sizeof(uint32_t) == 0;
}

// A run of any length between places of any alignment.
template <class T>
inline void copy_run(Source<T> from, Target<T> to, uint32_t count) {
    if (count != 0 && !fills_words(to)) {
        *to++ = *from++;
        --count;
    }
    constexpr uint32_t batch = 8;
    for (; count >= batch; from += batch, to += batch, count -= batch)
        store_words<batch, T>(to, [from](uint32_t i) { return from[i]; });
    for (; count != 0; --count) *to++ = *from++;
}

// Runs of `count` elements, `pitch` elements apart, one behind the other. Two short ones together fill whole words.
template <uint32_t count, uint32_t pitch, class T>
inline void copy_runs(Source<T> from, uint32_t runs, Target<T> to) {
    const auto copy_one = [&] {
        copy_run<T>(from, to, count);
        from += pitch, to += count, --runs;
    };
    if constexpr (count <= 5) {
        if (runs != 0 && !fills_words(to)) copy_one();
        for (; runs >= 2; from += 2 * pitch, to += 2 * count, runs -= 2)
            store_words<2 * count, T>(to, [&](uint32_t i) { return from[i < count ? i : pitch + i - count]; });
    }
    while (runs != 0) copy_one();
}

// The element at `last` is what was stored last, alone or with the one before it.
template <class T>
void load_back_element(uint32_t last) {
    load_back<uint32_t>(last & ~3u);
    load_back<T>(last);
}

}  // namespace conv1d
