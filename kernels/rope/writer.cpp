// Writes this core's rotated units and passive tiles to DRAM, in the order in which the reader fetched them.
//
// Compile-time arguments: accessor of the result; with ROPE_TURNS and ROPE_PER_ROW that of the table (work.hpp).
// Runtime arguments: Movement (0..6), and with such angles 9, 10 and 11 of the reader.
#include "movement.hpp"
#if defined(ROPE_TURN_ROWS)
#include "lower_rows.hpp"
#endif

void kernel_main() {
    DeviceZoneScopedN("ROPE-WRITER");
    const rope::Movement work;
    constexpr auto tensor_args = TensorAccessorArgs<0>();
    constexpr uint32_t tile_bytes = get_tile_size(rope::cb_rotated);
    const auto tensor = TensorAccessor(tensor_args, work.tensor, tile_bytes);
#if defined(ROPE_TURN_ROWS)
    constexpr auto table_args = TensorAccessorArgs<tensor_args.next_compile_time_args_offset()>();
    const auto table_tiles = TensorAccessor(table_args, get_arg_val<uint32_t>(11), tile_bytes);
    rope::LowerRows lower_rows(table_tiles, work, get_arg_val<uint32_t>(9), get_arg_val<uint32_t>(10));
#endif

    work.visit(
        [&](uint32_t id) {
#if defined(ROPE_TURN_ROWS)
            lower_rows.make(id + 1);
#endif
            const uint32_t page = work.first_of_unit(id);
            cb_wait_front(rope::cb_rotated, rope::unit_tiles);
            const uint32_t l1 = get_read_ptr(rope::cb_rotated);
            noc_async_write_tile(page, tensor, l1);
            if constexpr (rope::unit_tiles == 2)
                noc_async_write_tile(page + work.units_per_row(), tensor, l1 + tile_bytes);
#if defined(ROPE_TURN_ROWS)
            lower_rows.ask();
#endif
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
