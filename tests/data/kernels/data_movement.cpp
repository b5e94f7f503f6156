// The data-movement API in its older and newer forms (kernel-api.md 2.1 to 2.4). Compile-time arguments: accessor of a
// DRAM tensor, accessor of an L1 tensor.
#include <cstdint>

#include <tt-metalium/buffer_types.hpp>

#include "api/dataflow/dataflow_api.h"
#include "debug/waypoint.h"

static_assert(tt::tt_metal::BufferType(1) == tt::tt_metal::BufferType::L1);
static_assert(get_tile_hw(0) == 1024 && get_tile_num_faces(0) == 4);

void read_every_way(uint32_t l1) {
    const uint32_t base = get_arg_val<uint32_t>(0);
    constexpr auto dram = TensorAccessorArgs<0>();
    constexpr auto local =
        TensorAccessorArgs<dram.next_compile_time_args_offset(), dram.next_common_runtime_args_offset()>();
    static_assert(dram.is_dram && !local.is_dram && !dram.is_sharded);
    const auto a = TensorAccessor(dram, base, 2048);
    const auto b = TensorAccessor(local, base, 2048);
    const InterleavedAddrGen<true> c = {.bank_base_address = base, .page_size = 64};
    const InterleavedAddrGenFast<false> d = {
        .bank_base_address = base, .page_size = 2048, .data_format = DataFormat::Float16_b};
    const InterleavedPow2AddrGen<true> e = {.bank_base_address = base, .log_base_2_of_page_size = 11};

    noc_async_read_tile(0, a, l1);
    noc_async_read_page(1, b, l1, 32);
    noc_async_read_page(2, c, l1);
    noc_async_read_tile(3, d, l1);
    noc_async_read_page(4, e, l1);
    noc_async_read(get_noc_addr(5, a, 64), l1, 64);
    noc_async_read(a.get_noc_addr(6), l1, a.page_size);
    noc_async_read(get_noc_addr_from_bank_id<true>(0, base), l1, 32);
    noc_async_read_one_packet_set_state(get_noc_addr(1, 2, base), 128);
    noc_async_read_one_packet_with_state(base + 128, l1);
    noc_async_read(get_noc_addr(MEM_ZEROS_BASE), l1, MEM_ZEROS_SIZE);
    noc_async_read_barrier();

    noc_async_write_tile(0, a, l1);
    noc_async_write_page(1, b, l1, 64, 32);
    noc_async_write(l1, get_noc_addr(static_cast<int>(my_x[noc_index]), static_cast<int>(my_y[noc_index]), 0x100), 16);
    noc_async_writes_flushed();
    noc_async_write_barrier();
    noc_async_full_barrier();
}

void kernel_main() {
    constexpr uint32_t cb = tt::CBIndex::c_2;
    cb_reserve_back(cb, 1);
    if (cb_pages_reservable_at_back(cb, 1)) read_every_way(get_write_ptr(cb));
    cb_push_back(cb, 1);
    cb_wait_front(cb, 1);
    if (cb_pages_available_at_front(cb, get_local_cb_interface(cb).fifo_num_pages)) WAYPOINT("FULL");
    cb_pop_front(cb, 1);

    const uint32_t semaphore = get_semaphore(get_common_arg_val<uint32_t>(0));
    volatile tt_l1_ptr uint32_t* flag = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(semaphore);
    noc_semaphore_set(flag, 1);
    const uint64_t all = get_noc_multicast_addr(1, 1, 3, 3, semaphore);
    noc_semaphore_set_multicast(semaphore, all, 9);
    noc_async_write_multicast(get_read_ptr(cb), all, 64, 9);
    noc_semaphore_inc(get_noc_addr(1, 1, semaphore), 1);
    noc_inline_dw_write(get_noc_addr(1, 1, semaphore), 3);
    noc_semaphore_wait(flag, 2);
    noc_semaphore_wait_min(flag, 2);
    while (*flag != 3) invalidate_l1_cache();
    DPRINT << HEX() << semaphore << SETW(4) << 1.5f << ' ' << int32_t{-1} << uint64_t{1} << ENDL();
    DPRINT_DATA0(DPRINT << get_absolute_logical_x() << ENDL());
    DeviceTimestampedData("flag", *flag);
}
