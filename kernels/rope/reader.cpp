// Reads this core's units and passive tiles from DRAM, and what the rotation needs beside them.
//
// Compile-time arguments: accessor of X, accessor of the positions, 0 if every batch entry has its position (int32 [B],
// one page), 1 if every row has one (int32 [B, N], a page a batch), 2 if the compute kernel needs none from here; where
// there is a table (work.hpp) its accessor.
// Runtime arguments: Movement (0..6), 7 address of the positions, 8 bytes of a page of positions, 9 rows of tiles in a
// batch, 10 rows N of a batch, 11 address of the table.
#include "movement.hpp"
#if defined(ROPE_TABLE)
#include "table_tiles.hpp"
#endif

namespace {

constexpr auto tensor_args = TensorAccessorArgs<0>();
constexpr auto position_args = TensorAccessorArgs<tensor_args.next_compile_time_args_offset()>();
constexpr uint32_t positions_of = get_compile_time_arg_val(position_args.next_compile_time_args_offset());
constexpr bool position_per_batch = positions_of == 0, position_per_row = positions_of == 1;

template <class Accessor>
void read_positions(const Accessor& positions, uint32_t page, uint32_t offset, uint32_t bytes) {
    cb_reserve_back(rope::cb_positions, 1);
    noc_async_read(get_noc_addr(page, positions, offset), get_write_ptr(rope::cb_positions), bytes);
    noc_async_read_barrier();
    if constexpr (!rope::reader_turns) cb_push_back(rope::cb_positions, 1);
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("ROPE-READER");
    const rope::Movement work;
    const uint32_t position_bytes = get_arg_val<uint32_t>(8);
    const uint32_t tile_rows = get_arg_val<uint32_t>(9);
    const uint32_t rows = get_arg_val<uint32_t>(10);

    constexpr uint32_t tile_bytes = get_tile_size(rope::cb_active);
    const auto tensor = TensorAccessor(tensor_args, work.tensor, tile_bytes);
    const auto positions = TensorAccessor(position_args, get_arg_val<uint32_t>(7), position_bytes);
#if defined(ROPE_TABLE)
    constexpr auto table_args = TensorAccessorArgs<position_args.next_compile_time_args_offset() + 1>();
    const auto table_tiles = TensorAccessor(table_args, get_arg_val<uint32_t>(11), tile_bytes);
    rope::Table<decltype(table_tiles), position_per_row> table(table_tiles);
#endif

    if (position_per_batch && !work.active.empty()) read_positions(positions, 0, 0, position_bytes);

    uint32_t row_of_positions = UINT32_MAX;
    work.visit(
        [&](uint32_t id) {
            if constexpr (position_per_row) {
                const uint32_t row = rope::place_of(id, work.units_per_row()).row;
                if (row != row_of_positions) {
                    // The last row of tiles of a batch may stand for fewer than 32 rows.
                    const uint32_t first = row % tile_rows * tt::constants::TILE_HEIGHT;
                    const uint32_t count = std::min(rows - first, tt::constants::TILE_HEIGHT);
                    read_positions(positions, row / tile_rows, first * sizeof(int32_t), count * sizeof(int32_t));
                    row_of_positions = row;
#if defined(ROPE_TURN_ROWS)
                    table.take_rows(rope::positions_read(), count);
                    cb_push_back(rope::cb_positions, 1);
#endif
                }
            }
#if defined(ROPE_TABLE)
            table.before_unit(work, id);
#endif
            const uint32_t page = work.first_of_unit(id);
            cb_reserve_back(rope::cb_active, rope::unit_tiles);
            const uint32_t l1 = get_write_ptr(rope::cb_active);
            noc_async_read_tile(page, tensor, l1);
            if constexpr (rope::unit_tiles == 2)
                noc_async_read_tile(page + work.units_per_row(), tensor, l1 + tile_bytes);
            noc_async_read_barrier();
            cb_push_back(rope::cb_active, rope::unit_tiles);
#if defined(ROPE_TABLE)
            table.after_unit(work, id, tile_rows);
#endif
        },
        [&](uint32_t id) {
            cb_reserve_back(rope::cb_passive, 1);
            noc_async_read_tile(work.passive_tile(id), tensor, get_write_ptr(rope::cb_passive));
            noc_async_read_barrier();
            cb_push_back(rope::cb_passive, 1);
        });
}
