// The table of pairs on the reader's side, which may be frequency factors (rung F), split frequencies or turns
// (phase.hpp). It is a row of tiles in DRAM, of which only the first rows count.
#pragma once

#include "fixed_point.hpp"
#include "movement.hpp"

namespace rope {

// Fetches a tile of the table when the work comes to a unit that does not share the last; the compute kernel lets go of
// it by the same rule.
template <class Accessor>
class TableTiles {
  public:
    explicit TableTiles(const Accessor& table) : table_(table) {}

    // True where a tile is on its way, to be delivered after a barrier.
    bool request(const Movement& work, uint32_t id) {
        const uint32_t column_tile = place_of(id, work.units_per_row()).column;
        if (table_share(id, column_tile) == share_) return false;
        share_ = table_share(id, column_tile);
        cb_reserve_back(cb_table, 1);
        noc_async_read_tile(table_page(column_tile), table_, get_write_ptr(cb_table));
        return true;
    }
    auto* words() const { return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(cb_table)); }
    void deliver() const { cb_push_back(cb_table, 1); }

  private:
    Accessor table_;
    uint32_t share_ = UINT32_MAX;
};

constexpr uint32_t face_words = tt::constants::FACE_WIDTH * tt::constants::FACE_HEIGHT;

// Factors are row 0, pair k's in column k, so that NeoX loads it where it loads column k of X. Normal pairing holds
// pair k in columns 2k and 2k + 1, and a load takes every second column of a face. With values 0..7 of a face in its
// even columns and 8..15 in its odd ones, one load gives the factors of the eight pairs of a face of X: the first face
// of factors serves one tile, the second the next.
inline void interleave(volatile tt_l1_ptr uint32_t* words) {
    for (uint32_t face = 0; face < 2; ++face) {
        auto* row = words + face * face_words;
        uint32_t values[tt::constants::FACE_WIDTH];
        for (uint32_t i = 0; i < tt::constants::FACE_WIDTH; ++i) values[i] = row[i];
        for (uint32_t i = 0; i < tt::constants::FACE_WIDTH; ++i) row[i] = values[i / 2 + i % 2 * 8];
    }
}

// The columns in which pairs of a unit start, as the address of their row 0: all of NeoX, the even ones of normal
// pairs.
template <class Column>
void for_each_pair(volatile tt_l1_ptr uint32_t* words, Column column) {
    for (uint32_t face = 0; face < 2; ++face)
        for (uint32_t i = 0; i < tt::constants::FACE_WIDTH; i += 2 / unit_tiles) column(words + face * face_words + i);
}
// A frequency's low word is in row 0, its high word in row 1.
inline FixedFrequency frequency_at(const volatile tt_l1_ptr uint32_t* column) {
    return {column[0], column[tt::constants::FACE_WIDTH]};
}

// What a reader does for its table: `take_rows` after it read positions of so many rows, the others around each unit.
#if defined(ROPE_FACTORS)

// Factors are read ahead of a unit's tiles.
template <class Accessor, bool>
class Table : TableTiles<Accessor> {
  public:
    using TableTiles<Accessor>::TableTiles;
    void take_rows(uint32_t) {}
    void before_unit(const Movement& work, uint32_t id) {
        if (!this->request(work, id)) return;
        noc_async_read_barrier();
        if constexpr (unit_tiles == 1) interleave(this->words());
        this->deliver();
    }
    void after_unit(const Movement&, uint32_t, uint32_t) {}
};

#elif defined(ROPE_SPLIT)

// Split frequencies come with a unit's tiles, behind the same barrier.
template <class Accessor, bool>
class Table : TableTiles<Accessor> {
  public:
    using TableTiles<Accessor>::TableTiles;
    void take_rows(uint32_t) {}
    void before_unit(const Movement& work, uint32_t id) { fresh_ = this->request(work, id); }
    void after_unit(const Movement&, uint32_t, uint32_t) {
        if (fresh_) this->deliver();
    }

  private:
    bool fresh_ = false;
};

#elif defined(ROPE_TURNS)

// Frequencies in fixed point come with a unit's tiles, and give way to the angles where they lie: in row 0 for one
// position, in every row for 32. The positions lie in the page of their buffer that is never pushed.
template <class Accessor, bool per_row>
class Table : TableTiles<Accessor> {
  public:
    using TableTiles<Accessor>::TableTiles;
    void take_rows(uint32_t count) {
        memset(of_rows_, 0, sizeof(of_rows_));
        for (uint32_t i = 0; i < count; ++i) of_rows_[i] = positions()[i];
    }
    void before_unit(const Movement& work, uint32_t id) { this->request(work, id); }
    void after_unit(const Movement& work, uint32_t id, uint32_t tile_rows) {
        const uint32_t batch = place_of(id, work.units_per_row()).row / tile_rows;
        const int32_t position = per_row ? 0 : positions()[batch];
        for_each_pair(this->words(), [&](volatile tt_l1_ptr uint32_t* column) {
            const FixedFrequency frequency = frequency_at(column);
            if constexpr (per_row)
                turn_rows(column, frequency);
            else
                *column = turns_of(position, frequency);
        });
        this->deliver();
    }

  private:
    static auto* positions() {
        return reinterpret_cast<const volatile tt_l1_ptr int32_t*>(get_write_ptr(cb_positions));
    }
    void turn_rows(volatile tt_l1_ptr uint32_t* column, FixedFrequency frequency) const {
        for (uint32_t half = 0; half < 2; ++half)
#pragma GCC unroll 16
            for (uint32_t i = 0; i < tt::constants::FACE_HEIGHT; ++i)
                column[half * 2 * face_words + i * tt::constants::FACE_WIDTH] =
                    turns_of(of_rows_[half * tt::constants::FACE_HEIGHT + i], frequency);
    }

    int32_t of_rows_[tt::constants::TILE_HEIGHT];
};

#endif

}  // namespace rope
