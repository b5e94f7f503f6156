// The commands of a coprocessor thread that are not over, in a ring that grows where they are more than ever before:
// most of them are instructions, each of which would cost a piece of the heap elsewhere.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "sim/core/units/command.hpp"

namespace tessera::core {

class CommandQueue {
  public:
    bool empty() const { return count_ == 0; }
    std::size_t size() const { return count_; }
    Command& front() { return ring_[first_]; }
    const Command& front() const { return ring_[first_]; }
    void push_back(Command&& command) {
        if (count_ == ring_.size()) grow();
        ring_[(first_ + count_++) & (ring_.size() - 1)] = std::move(command);
    }
    // Lets go of what the command shares with others.
    void pop_front() {
        Command& over = ring_[first_];
        over.segment = nullptr;
        over.run = nullptr;
        over.past = {};
        first_ = (first_ + 1) & (ring_.size() - 1);
        --count_;
    }

  private:
    void grow() {
        std::vector<Command> larger(ring_.empty() ? 16 : 2 * ring_.size());
        for (std::size_t i = 0; i < count_; ++i) larger[i] = std::move(ring_[(first_ + i) & (ring_.size() - 1)]);
        ring_ = std::move(larger);
        first_ = 0;
    }

    std::vector<Command> ring_;  // a power of two, from the first on
    std::size_t first_ = 0, count_ = 0;
};

}  // namespace tessera::core
