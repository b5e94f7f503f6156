// Lanes that have become alike. Functions send many neighbouring inputs to one intermediate number: where they
// saturate, and wherever a step is coarser than its input. What the rest of a program reads of two lanes being the
// same, their results are the same, so the rest is worked out for one of them.
//
// That holds because nothing here sees another lane, and because a lane that a mask leaves out keeps what it had: a
// register counts as read only in lanes that have not written it before (spec/tensix-core.md 3.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/sfpu/instr.hpp"
#include "sim/sfpu/state.hpp"

namespace tessera::accuracy {

// A place in a straight program where lanes may be alike, and what a lane goes on with from there. What is the same in
// all lanes anyway is left out.
struct Fold {
    struct Column {
        std::uint8_t where;  // 0 to 7 is an LReg, then come the flags, then the entries of their stack
        bool where_flagged;  // read in the lanes that take part now, and in no other
    };
    static constexpr std::uint8_t flags = 8, stack = 9;
    std::size_t at;  // before this instruction
    std::vector<Column> columns;
};

inline constexpr std::size_t most_states = 16;  // that are folded together: they fit a first-level cache

struct Folding {
    // Behind the last load, wherever an intermediate number has been read for the last time, by all lanes or by some.
    std::vector<Fold> folds;
    // LRegs that some lane may read before it writes them: what they hold at the start counts.
    std::vector<std::uint8_t> read_at_start;
};
// None for a program whose lanes can tell themselves apart otherwise than by what they loaded: by their number, by
// their neighbours, by random numbers.
Folding folding_of(std::span<const sfpu::Instr> code, const sfpu::State& start);

// Keeps one lane of each run of alike neighbours, packed into the first of the states, and returns how many states that
// takes; lane_of[i] becomes the packed lane that stands for lane i. Returns states.size(), with nothing moved, where it
// would not save half of them.
std::size_t fold(const Fold& fold, std::span<sfpu::State> states, std::span<std::uint16_t> lane_of);

}  // namespace tessera::accuracy
