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
    // `pc` is that of the store.
    void configure(std::uint32_t index, std::uint32_t word, std::uint32_t pc = 0) {
        config_[index] = word;
        written_ |= 1u << index;
        pc_ = pc;
    }
    void set_mask(std::uint32_t mop_cfg_word);
    // The words that a MOP stands for. Throws Fault uninitialised where a piece of its loop was never written.
    std::vector<std::uint32_t> expand(std::uint32_t mop_word) const;
    std::uint32_t written_at() const { return pc_; }

  private:
    std::vector<std::uint32_t> masked(std::uint32_t mask, std::uint32_t count) const;
    std::vector<std::uint32_t> loops() const;

    std::array<std::uint32_t, abi::mop_config_words> config_{};
    std::uint32_t mask_high_ = 0;
    std::uint32_t written_ = 0;  // a bit a word
    std::uint32_t pc_ = 0;       // of the last store
};

}  // namespace tessera::core
