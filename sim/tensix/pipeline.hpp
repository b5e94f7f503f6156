// When the matrix unit takes an instruction and is done with it: one a cycle, held up by moves under way and by what is
// still on its way to Dst (spec/tensix-core.md 6). Plain data: a copy is a snapshot.
#pragma once

#include <algorithm>
#include <array>

#include "sim/tensix/isa.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::tensix {

class MatrixPipeline {
  public:
    // The cycle in which an instruction that could go at `ready` is taken.
    Cycle issue(const Step& step, const Row& row, Cycle ready) {
        Cycle at = std::max(ready, free_);
        if (at < moved_until_ && step.op != passes_[0] && step.op != passes_[1]) at = moved_until_;
        const bool elementwise_sum = step.op == Op::elwadd || step.op == Op::elwsub;
        if (step.reads_dst && !elementwise_sum) at = std::max(at, readers_until_);
        if (step.reads_dst) each_block(step, [&](Cycle& written) { at = std::max(at, written); });
        const Cost& cost = row.column[static_cast<std::size_t>(step.isa_column)].cost;
        free_ = at + cost.issue;
        idle_ = std::max(idle_, at + cost.latency);
        if (step.writes_dst && cost.latency > cost.issue)
            each_block(step, [&](Cycle& written) { written = at + cost.latency; });
        if (row.hold.cycles != 0 && row.hold.for_dst_readers) {
            readers_until_ = free_ + row.hold.cycles;
        } else if (row.hold.cycles != 0) {
            moved_until_ = free_ + row.hold.cycles;
            passes_ = row.hold.passes;
        }
        return at;
    }
    Cycle idle_at() const { return idle_; }

  private:
    static constexpr int block_rows = 8;
    template <class F>
    void each_block(const Step& step, F f) {
        for (int row = step.dst_row; row < step.dst_row + step.rows; row += block_rows)
            f(written_[static_cast<std::size_t>(row / block_rows) % written_.size()]);
    }

    Cycle free_ = 0, idle_ = 0;
    Cycle moved_until_ = 0, readers_until_ = 0;
    std::array<Op, 2> passes_{};
    std::array<Cycle, Dst::rows / block_rows> written_{};  // by block of eight rows: when it can be read
};

}  // namespace tessera::tensix
