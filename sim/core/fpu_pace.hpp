// When the matrix unit takes the instructions of a tile function: one after the other, and some only once what they
// read has arrived (spec/timing.md 2.3).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "sim/arch/arch.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::core {

enum class FpuOp : std::uint8_t {
    other,       // without Dst: SETRWC, TRNSPSRCB, ZEROSRC
    write,       // MOVA2D, and ELWADD that does not add to what is there
    accumulate,  // GAPOOL, GMPOOL, ELWMUL
    dst_to_a,    // MOVD2A
    dst_to_b,    // MOVD2B
    b_to_a,      // MOVB2A
    b_to_dst,    // MOVB2D
};

class FpuPace {
  public:
    explicit FpuPace(const arch::Tensix& tensix)
        : issue_(tensix.matrix_issue_cycles.cycles()),
          latency_(tensix.matrix_latency_cycles.cycles()),
          move_(tensix.matrix_move_cycles.cycles()),
          move_to_a_(tensix.matrix_move_to_a_cycles.cycles()) {}

    // `row` of the tile in Dst, of the first eight that are read or written.
    void issue(FpuOp op, int row = 0, std::size_t times = 1) {
        for (std::size_t i = 0; i < times; ++i) issue_one(op, static_cast<std::size_t>(row / 8));
    }

    // Of what was issued since the last call: the cycles before its first instruction, and from there on.
    struct Part {
        Cycle held, cycles;
    };
    Part take() {
        const Cycle first = first_.value_or(next_);
        const Part part{first - taken_, next_ - first};
        taken_ = next_;
        first_.reset();
        return part;
    }

  private:
    void issue_one(FpuOp op, std::size_t block) {
        const bool reads = op == FpuOp::accumulate || op == FpuOp::dst_to_a || op == FpuOp::dst_to_b;
        const bool moves_to_a = op == FpuOp::dst_to_a || op == FpuOp::b_to_a;
        Cycle at = next_;
        if (reads) at = std::max({at, readable_[block], after_move_to_dst_});
        if (op != FpuOp::dst_to_b) at = std::max(at, after_move_to_b_);
        if (!moves_to_a) at = std::max(at, after_move_to_a_);
        if (op == FpuOp::write || op == FpuOp::accumulate) readable_[block] = at + latency_;
        if (op == FpuOp::dst_to_b) after_move_to_b_ = at + move_;
        if (op == FpuOp::b_to_dst) after_move_to_dst_ = at + move_;
        if (moves_to_a) after_move_to_a_ = at + move_to_a_;
        if (!first_) first_ = at;
        next_ = at + issue_;
    }

    const Cycle issue_, latency_, move_, move_to_a_;
    Cycle next_ = 0, taken_ = 0;
    std::optional<Cycle> first_;
    std::array<Cycle, 8> readable_{};  // by eight rows of the tile
    Cycle after_move_to_a_ = 0, after_move_to_b_ = 0, after_move_to_dst_ = 0;
};

}  // namespace tessera::core
