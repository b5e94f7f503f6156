// A thread as the simulator has it and as the documents do, with the same registers.
#pragma once

#include <cstdint>

#include "sim/arch/arch.hpp"

namespace tessera::tensix {

template <class Fast, class Slow>
struct SameRegisters {
    explicit SameRegisters(const arch::Arch& arch) : fast{.arch = arch}, slow(arch) {}
    Fast fast;
    Slow slow;
    bool second() const { return fast.column() == 1; }
    void core(std::uint32_t word, std::uint32_t value) {
        fast.core.write(fast.column(), word, ~0u, value);
        slow.core[word] = value;
    }
    void thread(std::uint32_t word, std::uint32_t value) {
        fast.thread.write(fast.column(), word, 0xFFFF, value);
        slow.thread[word] = value;
    }
};

}  // namespace tessera::tensix
