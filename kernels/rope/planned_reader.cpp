// reader.cpp for a planned core: what the compute kernel needs first is on its way before anything is waited for, and a
// batch of units or of passive tiles shares a barrier.
//
// Compile-time and runtime arguments: those of reader.cpp, Rounds (12..16), 17 turns of a loop to wait at the start.
#include <utility>

#include "rounds.hpp"
#if defined(ROPE_TABLE)
#include "table_tiles.hpp"
#endif

namespace {

constexpr auto tensor_args = TensorAccessorArgs<0>();
constexpr auto position_args = TensorAccessorArgs<tensor_args.next_compile_time_args_offset()>();
constexpr uint32_t positions_of = get_compile_time_arg_val(position_args.next_compile_time_args_offset());
constexpr bool position_per_batch = positions_of == 0, position_per_row = positions_of == 1;

// Factors wait for their tile, which had better not be before the unit's tiles are asked for.
#if defined(ROPE_FACTORS)
constexpr bool table_ahead = false;
#else
constexpr bool table_ahead = true;
#endif

// The page of positions that a unit needs, where it is another than the last unit's.
template <class Accessor>
class Positions {
  public:
    explicit Positions(const Accessor& positions) : positions_(positions) {}

    void ask(const rope::Movement& work, uint32_t id, uint32_t tile_rows, uint32_t rows) {
        if constexpr (!position_per_batch && !position_per_row) return;
        const uint32_t row = position_per_row ? rope::place_of(id, work.units_per_row()).row : 0;
        if (row == row_) return;
        row_ = row;
        asked_ = true;
        cb_reserve_back(rope::cb_positions, 1);
        const uint32_t l1 = get_write_ptr(rope::cb_positions);
        if constexpr (position_per_row) {
            // The last row of tiles of a batch may stand for fewer than 32 rows.
            const uint32_t first = row % tile_rows * tt::constants::TILE_HEIGHT;
            count_ = std::min(rows - first, tt::constants::TILE_HEIGHT);
            noc_async_read(get_noc_addr(row / tile_rows, positions_, first * sizeof(int32_t)), l1,
                           count_ * sizeof(int32_t));
        } else {
            noc_async_read(get_noc_addr(0, positions_), l1, get_arg_val<uint32_t>(8));
        }
    }
    // Rows of which positions came with the last barrier; 0 for none.
    bool came() { return std::exchange(asked_, false); }
    uint32_t count() const { return count_; }

  private:
    Accessor positions_;
    uint32_t row_ = UINT32_MAX, count_ = 0;
    bool asked_ = false;
};

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("ROPE-READER");
    const rope::Movement work;
    const rope::Rounds rounds;
    const uint32_t tile_rows = get_arg_val<uint32_t>(9), rows = get_arg_val<uint32_t>(10);

    constexpr uint32_t tile_bytes = get_tile_size(rope::cb_active);
    const auto tensor = TensorAccessor(tensor_args, work.tensor, tile_bytes);
    Positions positions(TensorAccessor(position_args, get_arg_val<uint32_t>(7), get_arg_val<uint32_t>(8)));
#if defined(ROPE_TABLE)
    constexpr auto table_args = TensorAccessorArgs<position_args.next_compile_time_args_offset() + 1>();
    const auto table_tiles = TensorAccessor(table_args, get_arg_val<uint32_t>(11), tile_bytes);
    rope::Table<decltype(table_tiles), position_per_row> table(table_tiles);
#endif
    rope::PassiveTiles passive(tensor, work, rounds.first_tile, rounds.pages);

    // Cores that rotate nothing let the pages of those that do go first.
    for (uint32_t turns = get_arg_val<uint32_t>(17); turns > 0; --turns) asm volatile("");

    rounds.visit<true>(
        work,
        [&](uint32_t first, uint32_t count) {
            positions.ask(work, first, tile_rows, rows);
#if defined(ROPE_TABLE)
            if constexpr (table_ahead) table.before_unit(work, first);
#endif
            cb_reserve_back(rope::cb_active, count * rope::unit_tiles);
            uint32_t l1 = get_write_ptr(rope::cb_active);
            for (uint32_t id = first; id < first + count; ++id) {
                const uint32_t page = work.first_of_unit(id);
                for (uint32_t tile = 0; tile < rope::unit_tiles; ++tile, l1 += tile_bytes)
                    noc_async_read_tile(page + tile * work.units_per_row(), tensor, l1);
            }
            for (uint32_t id = first; id < first + count; ++id) {
                if (id != first) positions.ask(work, id, tile_rows, rows);
#if defined(ROPE_TABLE)
                if (!table_ahead || id != first) table.before_unit(work, id);
#endif
                noc_async_read_barrier();
                if (positions.came()) {
#if defined(ROPE_TURN_ROWS)
                    table.take_rows(rope::positions_read(), positions.count());
#endif
                    if constexpr (!rope::reader_turns || rope::turns_rows) cb_push_back(rope::cb_positions, 1);
                }
                cb_push_back(rope::cb_active, rope::unit_tiles);
#if defined(ROPE_TABLE)
                table.after_unit(work, id, tile_rows);
#endif
            }
        },
        [&](uint32_t count) {
            cb_reserve_back(rope::cb_passive, count);
            const uint32_t l1 = get_write_ptr(rope::cb_passive);
            passive.take(count,
                         [&](uint64_t from, uint32_t i) { noc_async_read(from, l1 + i * tile_bytes, tile_bytes); });
            noc_async_read_barrier();
            cb_push_back(rope::cb_passive, count);
        });
}
