// Where a kernel stands, for the watcher (the vendor's waypoint.h): up to four characters in a word. Nobody watches a
// simulated core, so WAYPOINT leaves the word to whoever writes one.
#pragma once

#include <utility>

#include "tessera/debug.h"

// The characters of a literal, the first in the lowest byte.
template <size_t N, size_t... Is>
constexpr uint32_t fold(const char (&s)[N], std::index_sequence<Is...>) {
    static_assert(sizeof...(Is) <= 4, "a waypoint has at most four characters");
    return ((static_cast<uint32_t>(s[Is]) << (8 * Is)) | ... | 0u);
}
template <uint32_t x>
inline void write_debug_waypoint(volatile tt_l1_ptr uint32_t* debug_waypoint) {
    *debug_waypoint = x;
}
