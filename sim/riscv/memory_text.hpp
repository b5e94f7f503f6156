// Instructions that a core fetches from a memory others write: start-up code, firmware, kernels that a loader put
// there. A word is decoded when the core first comes to it, and again once it has been written. The hardware's
// instruction caches keep old code until they are invalidated; here a core always sees the last write. The text of the
// core's own program is as its file has it, whatever lies in the memory.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/riscv/decode.hpp"
#include "sim/riscv/memory.hpp"
#include "sim/riscv/program.hpp"

namespace tessera::riscv {

class MemoryText {
  public:
    // Of all of the memory, which starts at address 0. Both outlive this.
    MemoryText(const CheckedMemory& memory, const Program& own);

    const Decoded* code() const { return code_.data(); }  // by word; Op::unfetched where fetch() is to be called
    std::uint32_t words() const { return static_cast<std::uint32_t>(code_.size()) - 1; }
    std::uint32_t word(std::uint32_t index) const;  // its bytes, written or not
    bool is_own(std::uint32_t address) const { return address - own_.text_base < own_.text_bytes(); }

    // Decodes the word. Throws illegal_instruction where not all of its bytes were ever written.
    void fetch(std::uint32_t index);
    void written(std::uint32_t address, std::uint64_t bytes);

  private:
    static constexpr std::uint32_t words_of_page = 1024;
    const CheckedMemory& memory_;
    const Program& own_;
    std::vector<Decoded, ZeroMemory<Decoded>> code_;  // and one Op::past_end
    std::vector<bool> is_fetched_;                    // by page: some of its words
};

}  // namespace tessera::riscv
