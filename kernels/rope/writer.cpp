// Writes this core's rotated units and passive tiles to DRAM, in the order in which the reader fetched them.
//
// Compile-time argument: accessor of the result. Runtime arguments: Movement (0..6).
#include "movement.hpp"

void kernel_main() {
    DeviceZoneScopedN("ROPE-WRITER");
    const rope::Movement work;
    constexpr auto tensor_args = TensorAccessorArgs<0>();
    constexpr uint32_t tile_bytes = get_tile_size(rope::cb_rotated);
    const auto tensor = TensorAccessor(tensor_args, work.tensor, tile_bytes);

    work.visit(
        [&](uint32_t id) {
            const uint32_t page = work.first_of_unit(id);
            cb_wait_front(rope::cb_rotated, rope::unit_tiles);
            const uint32_t l1 = get_read_ptr(rope::cb_rotated);
            noc_async_write_tile(page, tensor, l1);
            if constexpr (rope::unit_tiles == 2)
                noc_async_write_tile(page + work.units_per_row(), tensor, l1 + tile_bytes);
            noc_async_write_barrier();
            cb_pop_front(rope::cb_rotated, rope::unit_tiles);
        },
        [&](uint32_t id) {
            cb_wait_front(rope::cb_passive, 1);
            noc_async_write_tile(work.passive_tile(id), tensor, get_read_ptr(rope::cb_passive));
            noc_async_write_barrier();
            cb_pop_front(rope::cb_passive, 1);
        });
}
