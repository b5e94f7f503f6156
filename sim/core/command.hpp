// What a RISC pushes to its coprocessor thread: one entry per API call or Tensix instruction, executed in order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/core/matrix_plan.hpp"
#include "sim/core/tile_program.hpp"
#include "sim/sfpu/record.hpp"
#include "sim/tensix/pack.hpp"
#include "sim/time/cycle.hpp"
#include "sim/watch/vector_clock.hpp"

namespace tessera::core {

// What T1 recorded and the SFPU program it became.
struct Segment {
    sfpu::Recording recording;
    std::shared_ptr<const sfpu::Program> lowered;  // the same for equal segments
    std::shared_ptr<const sfpu::Program> program;  // with the values of run time bound to it
    std::uint32_t called_from = 0;                 // where its first instruction was called, for who hears of words
    // The operation behind an instruction; its clock is when T1 could have pushed it, had nothing held it up.
    const sfpu::Recorded& recorded(std::size_t instr) const { return recording.ops[program->origin[instr]]; }
};

// How the packer was set up when a tile was handed to it.
struct PackSettings {
    tensix::Relu relu = tensix::Relu::off;
    std::uint32_t relu_threshold = 0;
    bool l1_accumulate = false, tilizes = false;
    bool started_anew = true;                            // no call has set another format since the hardware start-up
    std::uint32_t edge_mask = 0, edge_mask_pc = 0;       // abi::PackConfig::edge_mask, and where it was set
    std::uint32_t tiles = 1, row_tiles = 1, column = 0;  // pack_untilize: how many, of how many in a row, from which
    int face_rows = 16, faces = 4;                       // pack_untilize: of each tile
    int rows = 0;                                        // pack_tile: so many rows, in no order of a tile; 0: a tile

    int packed_rows() const { return rows != 0 ? rows : face_rows * faces; }
    bool whole() const { return packed_rows() == 64; }
};

// What a call of the API, or a segment of vector code, works on and how far it is.
struct CallWork {
    Cycle step_ended = 0;  // math: the last whole step
    // unpack: rounds given to the unpackers, the one that reads L1, and one whose unpacker waits for its bank.
    std::size_t rounds_begun = 0, round = 0;
    std::optional<std::size_t> held_round = std::nullopt;
    std::shared_ptr<Segment> segment = nullptr;
    std::shared_ptr<const TileProgram> program = nullptr;
    PackSettings pack = {};
    // configure: whether moves keep datums whose exponent is 0; nothing: as before.
    std::optional<bool> keeps_zero_exponent = std::nullopt;
};

// What a MOP or REPLAY has become.
struct WordRun {
    std::vector<std::uint32_t> words;
    std::uint32_t mop_pc = 0;                    // where the loop of a MOP was written, else 0
    bool computes = false;                       // with the matrix unit
    mutable std::vector<MatrixPlan> plans = {};  // made so far
};

struct Command {
    enum class Kind : std::uint8_t {
        configure,      // cbs whose formats are taken, a: for SrcA, b: for SrcB, c: for packing; `unchanged` leaves one
        unpack,         // T0's side of `program`
        math,           // T1's side of `program`, a: Dst tile
        pack_tile,      // a: Dst tile, b: cb, c: L1 address; `pack`
        pack_untilize,  // a: first Dst tile, b: cb, c: L1 address of the first row; `pack`
        publish_push,   // a: cb, b: pages
        publish_pop,    // a: cb, b: pages
        acquire,
        commit,
        wait,
        release,
        word,  // a: Tensix instruction; of a `run` the one that is its turn, b: how many went before it
        sfpu,
        seed,  // a: of the vector unit's random numbers
    };
    static constexpr std::uint32_t unchanged = ~std::uint32_t{0};
    Kind kind = Kind::configure;
    bool unreserved = false;  // pack_tile, publish_push: pages neither reserved nor free when T2 asked
    std::uint32_t a = 0, b = 0, c = 0;
    std::uint32_t pushes = 1;  // entries it takes in the FIFO
    std::uint32_t pc = 0;
    std::uint32_t mop_pc = 0;  // of an instruction that a MOP made: where its loop was written
    int step = 0;              // half steps done of a program, phases of a handshake
    Cycle pushed = 0;
    std::shared_ptr<CallWork> call = nullptr;
    std::shared_ptr<const WordRun> run = nullptr;
    watch::Past past = {};  // what its RISC knew, where it is more than with the command before
};

}  // namespace tessera::core
