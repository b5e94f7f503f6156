// Transfers between the L1s of many cores in a zone, as the vendor's table of transfers was measured (spec/timing.md
// 3.4): each sender goes through its partners, n transfers to (from) each, and ends with one barrier.
//
// Compile-time arguments: what is done, 0 to write, 1 to read, 2 to multicast; 1 where calls with state are used, or
// where multicasts are linked; 1 where the sender receives its multicasts. Runtime arguments: n, bytes of a transfer,
// L1 address here and there, cores; then the NoC coordinates of each partner, or of the first and the last core of
// the rectangle, x in the upper half of the word.
#include "experimental/endpoints.h"
#include "experimental/noc.h"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

constexpr uint32_t kind = get_compile_time_arg_val(0);
constexpr bool writes = kind == 0, reads = kind == 1;
constexpr bool special = get_compile_time_arg_val(1) != 0, loopback = get_compile_time_arg_val(2) != 0;
constexpr uint32_t first_place = 5, vc = 0;

uint32_t x_of(uint32_t place) { return place >> 16; }
uint32_t y_of(uint32_t place) { return place & 0xFFFF; }

void multicast(uint32_t l1, uint64_t many, uint32_t bytes, uint32_t cores, bool linked) {
    if constexpr (loopback)
        noc_async_write_multicast_loopback_src(l1, many, bytes, cores, linked);
    else
        noc_async_write_multicast(l1, many, bytes, cores, linked);
}

}  // namespace

void kernel_main() {
    const uint32_t n = get_arg_val<uint32_t>(0), bytes = get_arg_val<uint32_t>(1);
    const uint32_t l1 = get_arg_val<uint32_t>(2), there = get_arg_val<uint32_t>(3), cores = get_arg_val<uint32_t>(4);
    if constexpr (writes || reads) {
        DeviceZoneScopedN("SETTING");
        for (uint32_t partner = 0; partner < cores; ++partner) {
            const uint32_t place = get_arg_val<uint32_t>(first_place + partner);
            const uint64_t one = get_noc_addr(x_of(place), y_of(place), there);
            if constexpr (writes && special) {
                // By the object, whose call splits what is longer than a packet.
                const experimental::Noc noc(noc_index);
                const experimental::UnicastEndpoint end;
                noc.set_async_write_state(end, bytes, {.noc_x = x_of(place), .noc_y = y_of(place), .addr = there});
                for (uint32_t i = 0; i < n; ++i)
                    noc.async_write_with_state(end, end, bytes, {.addr = l1},
                                               {.noc_x = x_of(place), .noc_y = y_of(place), .addr = there});
            } else if constexpr (writes) {
                for (uint32_t i = 0; i < n; ++i) noc_async_write(l1, one, bytes, noc_index, vc);
            } else if constexpr (special) {
                noc_async_read_set_state(one);
                for (uint32_t i = 0; i < n; ++i) noc_async_read_with_state(there, l1, bytes);
            } else {
                for (uint32_t i = 0; i < n; ++i) noc_async_read(one, l1, bytes, noc_index, vc);
            }
        }
        if constexpr (writes)
            noc_async_write_barrier();
        else
            noc_async_read_barrier();
    } else {
        const uint32_t first = get_arg_val<uint32_t>(first_place), last = get_arg_val<uint32_t>(first_place + 1);
        const uint64_t many = get_noc_multicast_addr(x_of(first), y_of(first), x_of(last), y_of(last), there);
        DeviceZoneScopedN("SETTING");
        // The last one gives the way back that the linked ones hold.
        for (uint32_t i = 1; i < n; ++i) multicast(l1, many, bytes, cores, special);
        multicast(l1, many, bytes, cores, false);
        noc_async_write_barrier();
    }
}
