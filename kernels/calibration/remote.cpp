// n requests to another core, or to several, and the barrier that ends them, in a zone (spec/timing.md 3.1, 3.2).
//
// Defines: REQUEST, a statement that names `one` core or `many`; BARRIER. Runtime arguments: n, bytes of each, L1
// address here and there, NoC x and y of the other core or of the first of a rectangle, of its last, cores in it.
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    const uint32_t n = get_arg_val<uint32_t>(0), l1 = get_arg_val<uint32_t>(2), there = get_arg_val<uint32_t>(3);
    const uint32_t x = get_arg_val<uint32_t>(4), y = get_arg_val<uint32_t>(5);
    [[maybe_unused]] const uint32_t bytes = get_arg_val<uint32_t>(1), cores = get_arg_val<uint32_t>(8);
    [[maybe_unused]] const uint64_t one = get_noc_addr(x, y, there);
    [[maybe_unused]] const uint64_t many =
        get_noc_multicast_addr(x, y, get_arg_val<uint32_t>(6), get_arg_val<uint32_t>(7), there);
    DeviceZoneScopedN("REQUESTS");
    for (uint32_t i = 0; i < n; ++i) REQUEST
    BARRIER
}
