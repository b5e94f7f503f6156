// When the two unpackers read: a setup during which no other begins, then datums at what L1 gives, which both share
// (spec/timing.md 2.3). Plain data: a copy is a snapshot.
#pragma once

#include <algorithm>
#include <array>

#include "sim/time/cycle.hpp"

namespace tessera::tensix {

class UnpackPipeline {
  public:
    struct Span {
        Cycle begin, end;
    };
    // An instruction that unpacker `u` could begin at `ready`.
    Span read(std::size_t u, Cycle ready, Cycle setup, Cycle stream) {
        const Cycle begin = std::max({ready, free_[u], setup_until_});
        setup_until_ = begin + setup;
        const Cycle end = std::max(setup_until_, stream_until_) + stream;
        stream_until_ = free_[u] = end;
        return {begin, end};
    }
    // One that reads nothing and takes a cycle.
    Span act(std::size_t u, Cycle ready) {
        const Cycle begin = std::max(ready, free_[u]);
        free_[u] = begin + 1;
        return {begin, free_[u]};
    }
    Cycle free_at(std::size_t u) const { return free_[u]; }
    Cycle idle_at() const { return std::max(free_[0], free_[1]); }

  private:
    std::array<Cycle, 2> free_{};
    Cycle setup_until_ = 0, stream_until_ = 0;
};

}  // namespace tessera::tensix
