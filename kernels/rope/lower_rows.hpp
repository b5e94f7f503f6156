// The writer's half of the angles of rows (ROPE_TURN_ROWS): those of rows 16..31 of every unit, worked out while the
// compute kernel is at the unit before, so that they never wait for what the writer stores.
#pragma once

#include "table_tiles.hpp"

namespace rope {

template <class Accessor>
class LowerRows {
  public:
    // `tile_rows` rows of tiles and `rows` positions make a batch entry.
    LowerRows(const Accessor& frequencies, const Movement& work, uint32_t tile_rows, uint32_t rows)
        : angles_(frequencies),
          work_(work),
          tile_rows_(tile_rows),
          rows_(rows),
          asked_(work.active.begin),
          made_(work.active.begin) {}

    // Delivers all up to unit `last`, where there are so many.
    void make(uint32_t last) {
        for (; made_ <= last && made_ < work_.active.end; ++made_) {
            if (asked_ == made_) ask();
            noc_async_read_barrier();
            take_positions(place_of(made_, work_.units_per_row()).row);
            angles_.after_unit(work_, made_, tile_rows_);
        }
    }
    // Asks for what the next unit needs, ahead of `make`.
    void ask() {
        if (asked_ < work_.active.end) angles_.before_unit(work_, asked_++);
    }

  private:
    void take_positions(uint32_t row) {
        if (row == row_) return;
        row_ = row;
        // The last row of tiles of a batch may stand for fewer than 32 rows.
        const uint32_t count =
            std::min(rows_ - row % tile_rows_ * tt::constants::TILE_HEIGHT, tt::constants::TILE_HEIGHT);
        cb_wait_front(cb_positions, 1);
        angles_.take_rows(reinterpret_cast<const volatile tt_l1_ptr int32_t*>(get_read_ptr(cb_positions)), count);
        cb_pop_front(cb_positions, 1);
    }

    TurnedRows<Accessor, cb_lower_table, 1> angles_;
    Movement work_;
    uint32_t tile_rows_, rows_;
    uint32_t asked_, made_;
    uint32_t row_ = UINT32_MAX;
};

}  // namespace rope
