// The MOP expander of a coprocessor thread (spec/tensix-core.md 7): one MOP becomes the instructions of a loop whose
// pieces the RISC has written to its nine configuration words.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/abi/mop.hpp"

namespace tessera::core {

class MopExpander {
  public:
    void configure(std::uint32_t index, std::uint32_t word) { config_[index] = word; }
    void set_mask(std::uint32_t mop_cfg_word);
    // The words that a MOP stands for.
    std::vector<std::uint32_t> expand(std::uint32_t mop_word) const;

  private:
    std::vector<std::uint32_t> masked(std::uint32_t mask, std::uint32_t count) const;
    std::vector<std::uint32_t> loops() const;

    std::array<std::uint32_t, abi::mop_config_words> config_{};
    std::uint32_t mask_high_ = 0;
};

}  // namespace tessera::core
