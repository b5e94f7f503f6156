// An architecture whose every cost is one cycle. What is a size, an alignment, a rate or a coordinate stays, so that a
// program does the same work in another order of time. The bindings name every field: a new one does not compile here
// until it is sorted.
#pragma once

#include "sim/arch/arch.hpp"

namespace tessera::property {

inline arch::Arch unit_costs(const arch::Arch& given) {
    arch::Arch out = given;
    const auto cost = [](auto&... figures) { ((figures.value = 1), ...); };
    {
        auto& [banks, endpoint, alignment, bank_bytes, read_latency, write_latency, rate, request, short_write,
               turnaround, posted, queue] = out.dram;
        cost(read_latency, write_latency, request, short_write, turnaround);
        static_cast<void>(banks), static_cast<void>(endpoint), static_cast<void>(alignment);
        static_cast<void>(bank_bytes), static_cast<void>(rate), static_cast<void>(posted), static_cast<void>(queue);
    }
    {
        auto& [hop, read_rate, write_rate, link_rate, flit, buffer, l1_rate, switching, short_switching, multicast_hop,
               multicast_setup, multicast_rate, read_overhead, write_overhead, issue_read, issue_write,
               issue_read_state, issue_write_state, set_state, l1_answer, l1_read_service, max_packet, alignment] =
            out.noc;
        cost(hop, switching, short_switching, multicast_hop, multicast_setup, read_overhead, write_overhead, issue_read,
             issue_write, issue_read_state, issue_write_state, set_state, l1_answer, l1_read_service);
        static_cast<void>(read_rate), static_cast<void>(write_rate), static_cast<void>(link_rate);
        static_cast<void>(multicast_rate), static_cast<void>(max_packet), static_cast<void>(alignment);
        static_cast<void>(flit), static_cast<void>(buffer), static_cast<void>(l1_rate);
    }
    {
        auto& [mul, div_trivial, div_min, div_max, mispredict, local_load, l1_load, mmio_load, sync_load, register_load,
               loads_per_window, load_window, store_interval, icache_line, icache_miss, icache, local_memory,
               code_limit, keeps_branch_history, has_zba_zbb_zaamo, has_data_cache] = out.riscv;
        cost(mul, div_trivial, div_min, div_max, mispredict, local_load, l1_load, mmio_load, sync_load, register_load,
             store_interval, icache_miss);
        static_cast<void>(loads_per_window), static_cast<void>(load_window), static_cast<void>(icache_line);
        static_cast<void>(icache), static_cast<void>(local_memory), static_cast<void>(code_limit);
        static_cast<void>(keeps_branch_history), static_cast<void>(has_zba_zbb_zaamo),
            static_cast<void>(has_data_cache);
    }
    {
        auto& [unpack, fpu, pack, wait_math, wait_sfpu, buffers, fifo, unpack_setup, unpack_rate, bank_period, bank_row,
               pack_rate, pack_fill, scalar_settle, cb_wait, cb_poll, cb_push, cb_push_thread, not_resident,
               runtime_push, pushes, zone_inside, zone_outside, dispatch] = out.tensix;
        cost(unpack_setup, pack_fill, scalar_settle, cb_wait, cb_poll, cb_push, cb_push_thread, not_resident,
             runtime_push, zone_inside, zone_outside, dispatch);
        static_cast<void>(unpack), static_cast<void>(fpu), static_cast<void>(pack), static_cast<void>(fifo);
        static_cast<void>(unpack_rate), static_cast<void>(pack_rate), static_cast<void>(wait_math);
        static_cast<void>(wait_sfpu), static_cast<void>(buffers);
        static_cast<void>(bank_row), static_cast<void>(bank_period), static_cast<void>(pushes);
    }
    return out;
}

}  // namespace tessera::property
