// writer.cpp for a planned core: a batch of passive tiles or of units shares a barrier, and passive tiles go while the
// compute kernel is at the units of their round.
//
// Compile-time and runtime arguments: those of writer.cpp, and Rounds (12..16).
#include "rounds.hpp"
#if defined(ROPE_TURN_ROWS)
#include "lower_rows.hpp"
#endif

void kernel_main() {
    DeviceZoneScopedN("ROPE-WRITER");
    const rope::Movement work;
    const rope::Rounds rounds;
    constexpr auto tensor_args = TensorAccessorArgs<0>();
    constexpr uint32_t tile_bytes = get_tile_size(rope::cb_rotated);
    const auto tensor = TensorAccessor(tensor_args, work.tensor, tile_bytes);
#if defined(ROPE_TURN_ROWS)
    constexpr auto table_args = TensorAccessorArgs<tensor_args.next_compile_time_args_offset()>();
    const auto table_tiles = TensorAccessor(table_args, get_arg_val<uint32_t>(11), tile_bytes);
    rope::LowerRows lower_rows(table_tiles, work, get_arg_val<uint32_t>(9), get_arg_val<uint32_t>(10));
#endif
    rope::PassiveTiles passive(tensor, work, rounds.first_tile, rounds.pages);

    rounds.visit<rope::turns_rows>(
        work,
        [&](uint32_t first, uint32_t count) {
            for (uint32_t i = 0; i < count; ++i) {
#if defined(ROPE_TURN_ROWS)
                lower_rows.make(first + i + 1);
#endif
                cb_wait_front(rope::cb_rotated, (i + 1) * rope::unit_tiles);
                uint32_t l1 = get_read_ptr(rope::cb_rotated) + i * rope::unit_tiles * tile_bytes;
                const uint32_t page = work.first_of_unit(first + i);
                for (uint32_t tile = 0; tile < rope::unit_tiles; ++tile, l1 += tile_bytes)
                    noc_async_write_tile(page + tile * work.units_per_row(), tensor, l1);
#if defined(ROPE_TURN_ROWS)
                lower_rows.ask();
#endif
            }
            noc_async_write_barrier();
            cb_pop_front(rope::cb_rotated, count * rope::unit_tiles);
        },
        [&](uint32_t count) {
            cb_wait_front(rope::cb_passive, count);
            const uint32_t l1 = get_read_ptr(rope::cb_passive);
            passive.take(count, [&](uint64_t to, uint32_t i) { noc_async_write(l1 + i * tile_bytes, to, tile_bytes); });
            noc_async_write_barrier();
            cb_pop_front(rope::cb_passive, count);
        });
}
