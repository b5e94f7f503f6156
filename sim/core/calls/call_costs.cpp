#include "sim/core/calls/call_costs.hpp"

namespace tessera::core {

using abi::Call;

Cycle cost_before(const RiscContext& context, Call call) {
    const arch::Tensix& tensix = context.chip.arch().tensix;
    const arch::Noc& noc = context.chip.arch().noc;
    switch (call) {
        case Call::cb_reserve_back:
        case Call::cb_wait_front:
        case Call::cb_pages_reservable:
        case Call::cb_pages_available: return tensix.cb_wait_cycles.cycles();
        case Call::cb_push_back:
        case Call::cb_pop_front:
            return context.is_compute() ? tensix.cb_push_thread_cycles.cycles() : tensix.cb_push_cycles.cycles();
        case Call::noc_read: return noc.issue_read_cycles.cycles();
        case Call::noc_write:
        case Call::noc_write_multicast:
        case Call::noc_inline_write:
        case Call::noc_semaphore_inc: return noc.issue_write_cycles.cycles();
        case Call::noc_read_with_state: return noc.issue_read_state_cycles.cycles();
        case Call::noc_write_with_state:
        case Call::noc_inline_with_state: return noc.issue_write_state_cycles.cycles();
        case Call::noc_set_state:
        case Call::noc_inline_set_state: return noc.set_state_cycles.cycles();
        case Call::zone_begin:
            return context.chip.options().profiler_overhead ? tensix.zone_outside_cycles.cycles() / 2 : 0;
        case Call::semaphore_wait:
        case Call::semaphore_wait_min: return context.chip.arch().riscv.l1_load_cycles.cycles();
        default: return 1;
    }
}

}  // namespace tessera::core
