// Transfers between one core or many and DRAM in a zone, as the vendor's table of transfers was measured
// (spec/timing.md 3.4): all cores wait for each other, then each moves n pages of a buffer that has one in each bank.
//
// Compile-time arguments: 1 to write or 0 to read; 1 where page follows page, 0 where it is always the first; pages of
// the buffer; its accessor. Runtime arguments: n, bytes of a page, own L1 address, address of the buffer, first page;
// semaphore at which the cores meet, NoC x and y of the core that has it, number of cores, L1 address of a word for
// what is read of it.
#include "tools/profiler/kernel_profiler.hpp"

namespace {

constexpr bool writes = get_compile_time_arg_val(0) != 0, goes_on = get_compile_time_arg_val(1) != 0;
constexpr uint32_t pages = get_compile_time_arg_val(2);
constexpr auto buffer_args = TensorAccessorArgs<3>();

void meet(uint32_t semaphore, uint32_t x, uint32_t y, uint32_t cores, uint32_t word) {
    const uint64_t there = get_noc_addr(x, y, get_semaphore(semaphore));
    noc_semaphore_inc(there, 1);
    noc_async_atomic_barrier();
    auto* arrived = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(word);
    *arrived = 0;
    while (*arrived < cores) {
        noc_async_read(there, word, sizeof(uint32_t));
        noc_async_read_barrier();
    }
}

}  // namespace

void kernel_main() {
    const uint32_t n = get_arg_val<uint32_t>(0), bytes = get_arg_val<uint32_t>(1), l1 = get_arg_val<uint32_t>(2);
    const uint32_t first = get_arg_val<uint32_t>(4);
    const auto buffer = TensorAccessor(buffer_args, get_arg_val<uint32_t>(3), bytes);
    meet(get_arg_val<uint32_t>(5), get_arg_val<uint32_t>(6), get_arg_val<uint32_t>(7), get_arg_val<uint32_t>(8),
         get_arg_val<uint32_t>(9));
    DeviceZoneScopedN("SETTING");
    const uint64_t always = get_noc_addr(first, buffer);
    for (uint32_t i = 0; i < n; ++i) {
        const uint64_t there = goes_on ? get_noc_addr((first + i) % pages, buffer) : always;
        if constexpr (writes)
            noc_async_write(l1, there, bytes);
        else
            noc_async_read(there, l1, bytes);
    }
    if constexpr (writes)
        noc_async_write_barrier();
    else
        noc_async_read_barrier();
}
