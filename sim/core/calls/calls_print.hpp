// DPRINT: whole lines to the options' sink, for the cores it was asked for (spec/kernel-api.md 1.5).
#pragma once

#include <string_view>

#include "sim/core/calls/print.hpp"
#include "sim/core/port/call_result.hpp"
#include "sim/core/port/push_fifo.hpp"
#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

class PrintCalls {
  public:
    explicit PrintCalls(const RiscContext& context);

    void piece();
    // A part of a tile of a circular buffer.
    void tile_slice();
    // A tile of Dst, once the coprocessor has done what T1 asked of it.
    CallResult dst_tile(const PushFifo& fifo);
    // The kernel has ended: the line that it did not end.
    void end();

  private:
    void print(std::string_view text);
    void print_line(std::string_view line) const;

    const RiscContext& context_;
    const bool shown_;  // on this core
    Printer printer_;
};

}  // namespace tessera::core
