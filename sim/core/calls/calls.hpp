// Calls of the kernel API: which part of the machine carries out which.
#pragma once

#include "sim/core/calls/calls_print.hpp"
#include "sim/core/calls/calls_zone.hpp"
#include "sim/core/port/call_result.hpp"
#include "sim/core/port/push_fifo.hpp"
#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

// Calls that ask and change nothing, with which kernels poll.
constexpr bool only_asks(abi::Call call) {
    using enum abi::Call;
    return call == cb_pages_reservable || call == cb_pages_available || call == mailbox_not_empty ||
           call == noc_outstanding;
}

class Calls {
  public:
    // `fifo`: of a compute RISC, else null.
    Calls(RiscContext& context, PushFifo* fifo) : context_(context), fifo_(fifo), prints_(context), zones_(context) {}

    // Any call but those about the RISC itself.
    CallResult carry_out(abi::Call call);
    // The kernel has ended.
    void end() { prints_.end(); }

  private:
    CallResult unit_sync() const;  // tensix_sync()
    CallResult compute_call(abi::Call call);

    RiscContext& context_;
    PushFifo* fifo_;
    PrintCalls prints_;
    ZoneCalls zones_;
};

}  // namespace tessera::core
