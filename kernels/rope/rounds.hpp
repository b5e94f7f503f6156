// How the movers of a planned core take their work (host/schedule): in batches of units and of passive tiles, each
// batch behind one barrier.
//
// Define ROPE_BY_BANK where passive tiles are taken bank after bank, so that a core stays at a bank for long.
#pragma once

#include "movement.hpp"

namespace rope {

// The NoC addresses of a core's passive tiles, from its first page on.
template <class Accessor>
class PassiveTiles {
  public:
    PassiveTiles(const Accessor& tensor, const Movement& work, uint32_t first, uint32_t pages)
        : tensor_(tensor),
          row_tiles_(work.row_tiles),
          active_tiles_(work.active_tiles),
          pages_(pages),
          next_{first, first % row_tiles_, tensor_.get_noc_addr(first)} {}

    // Calls `each(address, i)` for the next `count`. What it looks at lies in locals meanwhile, which the transfers
    // between cannot touch and which therefore stay in registers.
    template <class Each>
    void take(uint32_t count, Each each) {
        const uint32_t row_tiles = row_tiles_, active_tiles = active_tiles_, pages = pages_;
        Place at = next_;
        for (uint32_t i = 0; i < count; ++i) {
            each(at.address, i);
            step(at, row_tiles, active_tiles, pages);
        }
        next_ = at;
    }

  private:
    struct Place {
        uint32_t page, column;
        uint64_t address;
    };

#if defined(ROPE_BY_BANK)
    // The next page of the bank that is passive is a row of the bank or more away. Behind the last one the pages of the
    // next bank follow, from the first page of the tensor on.
    void step(Place& at, uint32_t row_tiles, uint32_t active_tiles, uint32_t pages) const {
        do {
            at.page += NUM_DRAM_BANKS;
            at.column += NUM_DRAM_BANKS;
            at.address += tile_bytes;
            if (at.page >= pages) {
                at.page = at.page % NUM_DRAM_BANKS + 1;
                at.column = at.page % row_tiles;
                at.address = tensor_.get_noc_addr(at.page);
            }
            while (at.column >= row_tiles) at.column -= row_tiles;
        } while (at.column < active_tiles);
    }
#else
    void step(Place& at, uint32_t row_tiles, uint32_t active_tiles, uint32_t) const {
        ++at.page;
        if (++at.column == row_tiles) {
            at.column = active_tiles;
            at.page += active_tiles;
        }
        at.address = tensor_.get_noc_addr(at.page);
    }
#endif

    static constexpr uint32_t tile_bytes = get_tile_size(cb_passive);
    Accessor tensor_;
    uint32_t row_tiles_, active_tiles_, pages_;
    Place next_;
};

// Runtime arguments 12..16.
struct Rounds {
    uint32_t units = get_arg_val<uint32_t>(12), tiles = get_arg_val<uint32_t>(13);  // of a batch
    bool in_turn = get_arg_val<uint32_t>(14) != 0;                                  // else all units first
    uint32_t first_tile = get_arg_val<uint32_t>(15);                                // page of the first passive one
    uint32_t pages = get_arg_val<uint32_t>(16);                                     // of the tensor

    // Calls `units(first, count)` and `tiles(count)` for all work. The reader takes units first, so that the compute
    // kernel begins; the writer takes them last, and what waits for it meanwhile are passive tiles. With ROPE_TURN_ROWS
    // both take them first: the reader cannot hand on more of a batch than the writer has made its half of.
    template <bool units_first, class Units, class Tiles>
    void visit(const Movement& work, Units take_units, Tiles take_tiles) const {
        uint32_t id = work.active.begin, left = work.passive.end - work.passive.begin;
        while (id < work.active.end || left > 0) {
            const uint32_t some_units = std::min(units, work.active.end - id);
            const uint32_t some_tiles = in_turn || some_units == 0 ? std::min(tiles, left) : 0;
            if (units_first && some_units > 0) take_units(id, some_units);
            if (some_tiles > 0) take_tiles(some_tiles);
            if (!units_first && some_units > 0) take_units(id, some_units);
            id += some_units;
            left -= some_tiles;
        }
    }
};

}  // namespace rope
