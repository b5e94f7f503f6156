// Which way branches are expected to go where the hardware learns it (spec/timing.md 2.5): each by what it did when its
// last two outcomes were the same as now, at first backward taken and forward not.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/riscv/memory.hpp"

namespace tessera::riscv {

class BranchHistory {
  public:
    explicit BranchHistory(std::uint32_t words) : of_(words) {}

    // Whether the branch at this word was expected to go as it does; it is remembered.
    bool expects(std::uint32_t word, bool backward, bool taken) {
        Branch& branch = of_[word];
        if (!branch.seen) branch.counter.fill(backward ? 2 : 1), branch.seen = true;
        std::uint8_t& counter = branch.counter[branch.outcomes];
        const bool expected = (counter >= 2) == taken;
        if (taken && counter < 3) ++counter;
        if (!taken && counter > 0) --counter;
        branch.outcomes = static_cast<std::uint8_t>((branch.outcomes << 1 | (taken ? 1 : 0)) & 3);
        return expected;
    }

  private:
    struct Branch {
        std::array<std::uint8_t, 4> counter{};  // by the last two outcomes: 2 and 3 expect it taken
        std::uint8_t outcomes = 0;
        bool seen = false;
    };
    std::vector<Branch, ZeroMemory<Branch>> of_;
};

}  // namespace tessera::riscv
