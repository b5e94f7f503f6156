// A part of many pieces of work: piece i belongs to part i modulo the number of parts, so that any split takes the same
// pieces and puts together the same result.
#pragma once

#include <cstdint>
#include <string>

namespace tessera::host {

struct Shard {
    std::uint64_t part = 0, parts = 1;
};

// Of --shard: I/N with I from 0 to N - 1, as 0/4; empty is all. InputError for anything else.
Shard shard_of(const std::string& text);

}  // namespace tessera::host
