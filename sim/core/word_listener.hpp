// What the coprocessor's threads take one after the other, for views of a kernel's single instructions.
#pragma once

#include <cstdint>

#include "sim/time/cycle.hpp"

namespace tessera::core {

// One instruction, or a segment of T1's vector code. The thread has it from `begin` to `end`, part of that time waiting
// for what others do.
struct IssuedWord {
    int core, thread;
    std::uint32_t word;
    std::uint32_t pc;                       // of vector code that stands alone: of what its caller pushed before
    std::uint32_t mop_pc = 0;               // where the loop was written, of an instruction that a MOP made
    std::uint32_t vector_instructions = 0;  // of a segment; there is no word then
    Cycle begin = 0, waited = 0, end = 0;
};

struct WordListener {
    virtual ~WordListener() = default;
    virtual void issued(const IssuedWord& word) = 0;
};

}  // namespace tessera::core
