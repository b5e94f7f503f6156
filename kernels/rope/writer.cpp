// Writes this core's rotated pairs and passive tiles to DRAM, in the order in which the reader fetched them.
//
// Compile-time argument: accessor of the result. Runtime arguments: Movement (0..6).
#include "movement.hpp"

void kernel_main() {
    DeviceZoneScopedN("ROPE-WRITER");
    const rope::Movement work;
    constexpr auto tensor_args = TensorAccessorArgs<0>();
    constexpr uint32_t tile_bytes = get_tile_size(rope::cb_rotated);
    const auto tensor = TensorAccessor(tensor_args, work.tensor, tile_bytes);

    for (uint32_t id = work.pairs.begin; id < work.pairs.end; ++id) {
        const uint32_t page = work.first_of_pair(id);
        cb_wait_front(rope::cb_rotated, 2);
        const uint32_t l1 = get_read_ptr(rope::cb_rotated);
        noc_async_write_tile(page, tensor, l1);
        noc_async_write_tile(page + work.pairs_per_row(), tensor, l1 + tile_bytes);
        noc_async_write_barrier();
        cb_pop_front(rope::cb_rotated, 2);
    }
    for (uint32_t id = work.passive.begin; id < work.passive.end; ++id) {
        cb_wait_front(rope::cb_passive, 1);
        noc_async_write_tile(work.passive_tile(id), tensor, get_read_ptr(rope::cb_passive));
        noc_async_write_barrier();
        cb_pop_front(rope::cb_passive, 1);
    }
}
