// What the writer makes for a unit's turn: angles as fixed-point turns, or cosines and sines out of the user's caches.
#pragma once

#include "../../load_back.hpp"
#include "../fixed_point.hpp"
#include "block.hpp"

namespace rope {

#if !defined(ROPE_CACHES)

// A pair's frequency in turns a position, and which of a row's positions it takes, as the host writes them. With
// ROPE_PHASE two words of fp32 in half turns a position in place of turns: both parts of a split one, or all of it.
struct PairFrequency {
    FixedFrequency frequency;
    uint32_t stream, unused;
};

// Arguments from `at` on: the address of the frequencies and the bytes of their one page, whole units of pairs.
template <class Args>
class Angles {
  public:
    Angles(const Args& args, uint32_t at) {
        const uint32_t bytes = get_arg_val<uint32_t>(at + 1);
        noc_async_read(get_noc_addr(0, TensorAccessor(args, get_arg_val<uint32_t>(at), bytes)), get_write_ptr(cb_own),
                       bytes);
        noc_async_read_barrier();
    }

    void take_block(const Work&, const volatile tt_l1_ptr Block* block) {
        rows_ = block->same_position != 0 ? 1 : block->rows;
        for (uint32_t i = 0; i < rows_; ++i)
            for (uint32_t stream = 0; stream < 4; ++stream) positions_[stream][i] = block->row[i].positions[stream];
    }

    // Rows that follow each other and share a position share its product. Rows that do not exist have no angle, but
    // what is unpacked must be written: they take the last one's.
    void push_unit(const Work&, const Copier&, uint32_t unit) {
        cb_reserve_back(cb_angles, 1);
        // Where only row 0 counts the others must still have been written once: the tile is unpacked whole.
        if (rows_ == 1 && cleared_ < angle_pages) {
            clear(cb_angles, 1);
            ++cleared_;
        }
        auto* tile = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(cb_angles));
        const auto* pairs = reinterpret_cast<const volatile tt_l1_ptr PairFrequency*>(get_write_ptr(cb_own));
        for (uint32_t pair = 0; pair < pairs_of_unit; ++pair) {
            const auto& of = pairs[unit * pairs_of_unit + pair];
            fill(tile + column_place(pair), {of.frequency.low, of.frequency.high}, positions_[of.stream]);
        }
        const uint32_t last = column_place(pairs_of_unit - 1) + row_place(last_row());
        load_back<uint32_t>(get_write_ptr(cb_angles) + last * sizeof(uint32_t));
        cb_push_back(cb_angles, 1);
    }

  private:
    void fill(volatile tt_l1_ptr uint32_t* column, FixedFrequency frequency, const int32_t* positions) const {
#if defined(ROPE_PHASE)
        column[row_place(0)] = frequency.low;
        column[row_place(1)] = frequency.high;
        column[row_place(2)] = positions[0];
        column[row_place(3)] = positions[0] & 0x1FFF;
#else
        uint32_t turns = turns_of(positions[0], frequency);
        *column = turns;
        if (rows_ == 1) return;
        for (uint32_t i = 1; i < rows_of_block; ++i) {
            if (i < rows_ && positions[i] != positions[i - 1]) turns = turns_of(positions[i], frequency);
            column[row_place(i)] = turns;
        }
#endif
    }
    uint32_t last_row() const {
#if defined(ROPE_PHASE)
        return 3;
#else
        return rows_ == 1 ? 0 : rows_of_block - 1;
#endif
    }

    uint32_t rows_ = 0, cleared_ = 0;
    int32_t positions_[4][rows_of_block];
};

#else

// Arguments from `at` on: the addresses of cosines and sines, and the bytes of a page of each, one row.
template <class Args>
class Angles {
  public:
    Angles(const Args& args, uint32_t at)
        : bytes_(get_arg_val<uint32_t>(at + 2)),
          cosines_(args, get_arg_val<uint32_t>(at), bytes_),
          sines_(args, get_arg_val<uint32_t>(at + 1), bytes_) {}

    // The rows of the caches that the block's rows take, each once where neighbours share it.
    void take_block(const Work&, const volatile tt_l1_ptr Block* block) {
        rows_ = block->rows;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < rows_; ++i) {
            const int32_t from = block->row[i].positions[0];
            if (i == 0 || from != block->row[i - 1].positions[0]) {
                place_[i] = get_write_ptr(cb_own) + 2 * kept++ * pitch();
                noc_async_read(get_noc_addr(from, cosines_), place_[i], bytes_);
                noc_async_read(get_noc_addr(from, sines_), place_[i] + pitch(), bytes_);
            } else {
                place_[i] = place_[i - 1];
            }
        }
        noc_async_read_barrier();
    }

    void push_unit(const Work& work, const Copier& copier, uint32_t unit) {
        cb_reserve_back(cb_angles, 2);
        const uint32_t tile_bytes = get_tile_size(cb_angles), l1 = get_write_ptr(cb_angles);
        if (rows_ < rows_of_block || work.pairs_of(unit) < pairs_of_unit) clear(cb_angles, 2);
        for (uint32_t i = 0; i < rows_; ++i) {
            copy(work, copier, unit, i, place_[i], l1);
            copy(work, copier, unit, i, place_[i] + pitch(), l1 + tile_bytes);
        }
        copier.wait();
        cb_push_back(cb_angles, 2);
    }

  private:
    uint32_t pitch() const { return (bytes_ + read_alignment - 1) / read_alignment * read_alignment; }
    static void copy(const Work& work, const Copier& copier, uint32_t unit, uint32_t row, uint32_t from,
                     uint32_t tile) {
        const uint32_t count = work.pairs_of(unit), source = from + unit * pairs_of_unit * sizeof(Element);
        if constexpr (ROPE_STEP == 1) {
            for (uint32_t pair = 0; pair < count; pair += tt::constants::FACE_WIDTH)
                copier.copy<Element>(source + pair * sizeof(Element),
                                     tile + (row_place(row) + column_place(pair)) * sizeof(Element),
                                     std::min(count - pair, tt::constants::FACE_WIDTH));
        } else {
            const auto* values = reinterpret_cast<const volatile tt_l1_ptr Element*>(source);
            auto* to = reinterpret_cast<volatile tt_l1_ptr Element*>(tile) + row_place(row);
            for (uint32_t pair = 0; pair < count; ++pair) to[column_place(pair)] = values[pair];
        }
    }

    uint32_t rows_ = 0, bytes_;
    AccessorOf<Args> cosines_, sines_;
    uint32_t place_[rows_of_block];
};

#endif

}  // namespace rope
