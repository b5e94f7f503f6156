// The table of pairs on the reader's side, which may be frequency factors (rung F), split frequencies or turns
// (phase.hpp). It is a row of tiles in DRAM, of which only the first two rows count.
#pragma once

#include "fixed_point.hpp"
#include "movement.hpp"

namespace rope {

// Fetches what counts of a tile of the table when the work comes to a unit that does not share the last; the compute
// kernel lets go of it by the same rule.
template <class Accessor, uint32_t buffer = cb_table>
class TableTiles {
  public:
    explicit TableTiles(const Accessor& table) : table_(table) {}

    // True where a tile is on its way, to be delivered after a barrier.
    bool request(const Movement& work, uint32_t id) {
        const uint32_t column_tile = place_of(id, work.units_per_row()).column;
        if (table_share(id, column_tile) == share_) return false;
        share_ = table_share(id, column_tile);
        cb_reserve_back(buffer, 1);
        const uint32_t l1 = get_write_ptr(buffer), page = table_page(column_tile);
        if (fetched_++ < table_pages) clear_others(l1);
        for (uint32_t face = 0; face < 2; ++face)
            noc_async_read(get_noc_addr(page, table_, face * face_bytes), l1 + face * face_bytes, counting_bytes);
        return true;
    }
    auto* words() const { return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(buffer)); }
    void deliver() const { cb_push_back(buffer, 1); }

  private:
    static constexpr uint32_t row_bytes = tt::constants::FACE_WIDTH * sizeof(uint32_t);
    static constexpr uint32_t face_bytes = tt::constants::FACE_HEIGHT * row_bytes, counting_bytes = 2 * row_bytes;

    // The tile is unpacked whole, so that its other rows must have been written once.
    static void clear_others(uint32_t l1) {
        const uint64_t zeros = get_noc_addr(MEM_ZEROS_BASE);
        for (uint32_t face = 0; face < 4; ++face) {
            const uint32_t first = face < 2 ? counting_bytes : 0;
            noc_async_read(zeros, l1 + face * face_bytes + first, MEM_ZEROS_SIZE);
            noc_async_read(zeros, l1 + face * face_bytes + first + MEM_ZEROS_SIZE, face_bytes - first - MEM_ZEROS_SIZE);
        }
    }

    Accessor table_;
    uint32_t share_ = UINT32_MAX, fetched_ = 0;
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

// Where the reader put positions, until it pushes them.
inline auto* positions_read() {
    return reinterpret_cast<const volatile tt_l1_ptr int32_t*>(get_write_ptr(cb_positions));
}

// Angles of every row in fixed point, of which either mover works out the half: the reader those of rows 0..15 of a
// tile, the writer those of rows 16..31, each into a buffer of its own, so that neither waits for the other's.
// Frequencies come as a tile and give way to the angles.
template <class Accessor, uint32_t buffer, uint32_t half>
class TurnedRows : TableTiles<Accessor, buffer> {
  public:
    using TableTiles<Accessor, buffer>::TableTiles;
    // The positions of a row of tiles, which may stand for fewer than 32 rows.
    void take_rows(const volatile tt_l1_ptr int32_t* positions, uint32_t count) {
        const uint32_t first = half * half_rows;
        memset(of_rows_, 0, sizeof(of_rows_));
        for (uint32_t i = 0; i < half_rows && first + i < count; ++i) of_rows_[i] = positions[first + i];
    }
    void before_unit(const Movement& work, uint32_t id) { this->request(work, id); }
    void after_unit(const Movement&, uint32_t, uint32_t) {
        int32_t positions[half_rows];  // a copy that nothing points to stays in registers
        for (uint32_t i = 0; i < half_rows; ++i) positions[i] = of_rows_[i];
        constexpr uint32_t skipped = half * 2 * face_words;
        for_each_pair(this->words() + skipped, [&](volatile tt_l1_ptr uint32_t* angles) {
            const FixedFrequency frequency = frequency_at(angles - skipped);
#pragma GCC unroll 16
            for (uint32_t i = 0; i < half_rows; ++i)
                angles[i * tt::constants::FACE_WIDTH] = turns_of(positions[i], frequency);
        });
        this->deliver();
    }

  private:
    static constexpr uint32_t half_rows = tt::constants::FACE_HEIGHT;
    int32_t of_rows_[half_rows];
};

// What a reader does for its table around each unit.
#if defined(ROPE_FACTORS)

// Factors are read ahead of a unit's tiles.
template <class Accessor, bool>
class Table : TableTiles<Accessor> {
  public:
    using TableTiles<Accessor>::TableTiles;
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
    void before_unit(const Movement& work, uint32_t id) { fresh_ = this->request(work, id); }
    void after_unit(const Movement&, uint32_t, uint32_t) {
        if (fresh_) this->deliver();
    }

  private:
    bool fresh_ = false;
};

#elif defined(ROPE_TURN_ROWS)

// The reader's half of the angles of every row.
template <class Accessor, bool>
using Table = TurnedRows<Accessor, cb_table, 0>;

#elif defined(ROPE_TURNS)

// Frequencies in fixed point come with a unit's tiles, and give way to the angles where they lie, in row 0. The
// position lies in the page of its buffer that is never pushed.
template <class Accessor, bool>
class Table : TableTiles<Accessor> {
  public:
    using TableTiles<Accessor>::TableTiles;
    void before_unit(const Movement& work, uint32_t id) { this->request(work, id); }
    void after_unit(const Movement& work, uint32_t id, uint32_t tile_rows) {
        const uint32_t batch = place_of(id, work.units_per_row()).row / tile_rows;
        const int32_t position = positions_read()[batch];
        for_each_pair(this->words(),
                      [&](volatile tt_l1_ptr uint32_t* column) { *column = turns_of(position, frequency_at(column)); });
        this->deliver();
    }
};

#endif

}  // namespace rope
