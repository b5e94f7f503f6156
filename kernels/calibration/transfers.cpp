// n transfers of one size and one barrier, in a zone, as the vendor's transfer table was measured (spec/timing.md 3.2).
//
// Compile-time arguments: 1 to write or 0 to read; the other end, 0 the L1 of another core, 1 one DRAM bank, 2 pages of
// an interleaved DRAM buffer; accessor of that buffer. Runtime arguments: n, bytes of a transfer, own L1 address,
// address at the other end, NoC x and y of the other core.
#include "tools/profiler/kernel_profiler.hpp"

namespace {

constexpr bool writes = get_compile_time_arg_val(0) != 0;
constexpr uint32_t other_end = get_compile_time_arg_val(1);
constexpr auto buffer_args = TensorAccessorArgs<2>();

template <class AddressOf>
void transfer(uint32_t n, uint32_t bytes, uint32_t l1, AddressOf address_of) {
    DeviceZoneScopedN("TRANSFERS");
    for (uint32_t i = 0; i < n; ++i) {
        if constexpr (writes)
            noc_async_write(l1, address_of(i), bytes);
        else
            noc_async_read(address_of(i), l1, bytes);
    }
    if constexpr (writes)
        noc_async_write_barrier();
    else
        noc_async_read_barrier();
}

}  // namespace

void kernel_main() {
    const uint32_t n = get_arg_val<uint32_t>(0), bytes = get_arg_val<uint32_t>(1), l1 = get_arg_val<uint32_t>(2);
    const uint32_t address = get_arg_val<uint32_t>(3);
    if constexpr (other_end == 2) {
        const auto buffer = TensorAccessor(buffer_args, address, bytes);
        transfer(n, bytes, l1, [=](uint32_t page) { return get_noc_addr(page, buffer); });
    } else {
        const uint64_t there = other_end == 1
                                   ? get_noc_addr_from_bank_id<true>(0, address)
                                   : get_noc_addr(get_arg_val<uint32_t>(4), get_arg_val<uint32_t>(5), address);
        transfer(n, bytes, l1, [=](uint32_t) { return there; });
    }
}
