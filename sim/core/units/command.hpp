// What a RISC pushes to its coprocessor thread: Tensix instructions, vector code, and what circular buffers hand on
// behind them, executed in order.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/core/math_listener.hpp"
#include "sim/core/units/matrix_plan.hpp"
#include "sim/sfpu/record.hpp"
#include "sim/time/cycle.hpp"
#include "sim/watch/vector_clock.hpp"

namespace tessera::core {

// T1, which stands still until its thread has taken the segment that it pushed.
class SegmentPusher {
  public:
    virtual ~SegmentPusher() = default;
    // Sets and returns its clock after that.
    virtual Cycle settle_segment(Cycle pushed_last, const PushCycles& cycles) = 0;
};

// What T1 recorded and the SFPU program it became.
struct Segment {
    SegmentPusher* pusher;
    sfpu::Recording recording;
    std::shared_ptr<const sfpu::Program> lowered;  // the same for equal segments
    std::shared_ptr<const sfpu::Program> program;  // with the values of run time bound to it
    std::uint32_t called_from = 0;                 // where its first instruction was called, for who hears of words
    // The operation behind an instruction; its clock is when T1 could have pushed it, had nothing held it up.
    const sfpu::Recorded& recorded(std::size_t instr) const { return recording.ops[program->origin[instr]]; }
};

// What a MOP or REPLAY has become.
struct WordRun {
    std::vector<std::uint32_t> words;
    std::uint32_t mop_pc = 0;                    // where the loop of a MOP was written, else 0
    bool computes = false;                       // with the matrix unit
    mutable std::vector<MatrixPlan> plans = {};  // made so far
};

struct Command {
    enum class Kind : std::uint8_t {
        publish_push,  // a: cb, b: pages
        publish_pop,   // a: cb, b: pages
        word,          // a: Tensix instruction; of a `run` the one that is its turn, b: how many went before it
        sfpu,          // `segment`
        seed,          // a: of the vector unit's random numbers
    };
    Kind kind = Kind::word;
    bool unreserved = false;  // publish_push: pages neither reserved nor free when T2 asked
    bool by_brisc = false;    // else by the thread's own RISC
    std::uint32_t a = 0, b = 0;
    std::uint32_t pushes = 1;  // entries it takes in the FIFO
    std::uint32_t pc = 0;
    std::uint32_t mop_pc = 0;  // of an instruction that a MOP made: where its loop was written
    int step = 0;              // phases done
    Cycle pushed = 0;
    std::shared_ptr<Segment> segment = nullptr;
    std::shared_ptr<const WordRun> run = nullptr;
    watch::Past past = {};  // what its RISC knew, where it is more than with the command before
};

}  // namespace tessera::core
