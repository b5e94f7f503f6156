// Transfers between the L1s of many cores in a zone, as the vendor's table of transfers was measured (spec/timing.md
// 3.4): each sender goes through its partners, n transfers to (from) each, and ends with one barrier.
//
// Compile-time arguments: what is done, 0 to write, 1 to read, 2 to multicast; 1 where calls with state are used, or
// where multicasts are linked; 1 where the sender receives its multicasts; n. Runtime arguments: bytes of a transfer,
// L1 address here and there, cores, cycles until it begins; then x and y on the NoC of each partner, or of the first
// and the last core of the rectangle.
#include "experimental/endpoints.h"
#include "experimental/noc.h"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

constexpr uint32_t kind = get_compile_time_arg_val(0);
constexpr bool writes = kind == 0, reads = kind == 1;
constexpr bool special = get_compile_time_arg_val(1) != 0, loopback = get_compile_time_arg_val(2) != 0;
constexpr uint32_t n = get_compile_time_arg_val(3);  // to (from) each partner, as silicon's kernels were compiled
constexpr uint32_t first_place = 5, vc = 0;

void multicast(uint32_t l1, uint64_t many, uint32_t bytes, uint32_t cores, bool linked) {
    if constexpr (loopback)
        noc_async_write_multicast_loopback_src(l1, many, bytes, cores, linked);
    else
        noc_async_write_multicast(l1, many, bytes, cores, linked);
}

}  // namespace

void kernel_main() {
    const uint32_t bytes = get_arg_val<uint32_t>(0);
    const uint32_t l1 = get_arg_val<uint32_t>(1), there = get_arg_val<uint32_t>(2), cores = get_arg_val<uint32_t>(3);
    riscv_wait(get_arg_val<uint32_t>(4));
    if constexpr (writes || reads) {
        DeviceZoneScopedN("SETTING");
        for (uint32_t partner = 0; partner < cores; ++partner) {
            const uint32_t x = get_arg_val<uint32_t>(first_place + 2 * partner);
            const uint32_t y = get_arg_val<uint32_t>(first_place + 2 * partner + 1);
            const uint64_t one = get_noc_addr(x, y, there);
            if constexpr (writes && special) {
                // By the object, whose call splits what is longer than a packet.
                const experimental::Noc noc(noc_index);
                const experimental::UnicastEndpoint end;
                noc.set_async_write_state(end, bytes, {.noc_x = x, .noc_y = y, .addr = there});
                for (uint32_t i = 0; i < n; ++i)
                    noc.async_write_with_state(end, end, bytes, {.addr = l1}, {.noc_x = x, .noc_y = y, .addr = there});
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
        const uint64_t many = get_noc_multicast_addr(
            get_arg_val<uint32_t>(first_place), get_arg_val<uint32_t>(first_place + 1),
            get_arg_val<uint32_t>(first_place + 2), get_arg_val<uint32_t>(first_place + 3), there);
        DeviceZoneScopedN("SETTING");
        // The last one gives the way back that the linked ones hold.
        for (uint32_t i = 1; i < n; ++i) multicast(l1, many, bytes, cores, special);
        multicast(l1, many, bytes, cores, false);
        noc_async_write_barrier();
    }
}
