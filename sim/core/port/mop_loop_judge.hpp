// Whether a MOP runs a loop that was written for it.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "sim/core/kernel.hpp"

namespace tessera::core {

class MopLoopJudge {
  public:
    explicit MopLoopJudge(const Kernel& kernel) : kernel_(kernel) {}

    // Of a MOP at `pc`; its loop was written at `written`.
    void check(std::uint32_t pc, std::uint32_t written);

  private:
    const Kernel& kernel_;
    std::unordered_map<std::uint32_t, std::uint32_t> checked_;  // by pc of a MOP: where its loop was written
};

}  // namespace tessera::core
