// What one tile function makes of its threads: T0 fills banks of SrcA and SrcB, T1 works on what is valid and gives the
// banks back. Both sides follow a list, so that every tile function shares one handshake (spec/tensix-core.md 7).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/abi/abi.hpp"
#include "sim/fault/fault.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::core {

class Core;

enum Operand : std::uint8_t { src_a, src_b };
inline constexpr Operand operands[] = {src_a, src_b};

// What a bank gets: rows of a tile in their order, or gathered from a block of tiles.
struct Fill {
    enum class From : std::uint8_t {
        nothing,
        zeros,
        tile,
        row_major,  // tile `block_tile` of a block of 32 rows that lies row by row
        untilized,  // 64 rows of the row-major form of a block of tiles, from 64 * block_tile on
    };
    From from = From::nothing;
    bool transposed = false;            // within each face
    std::uint32_t cb = 0, address = 0;  // L1 byte address of the tile or the block
    int first_row = 0, rows = 16;       // of the 64 face rows of a tile
    std::uint32_t block_tiles = 1, block_tile = 0;
    // Of a row-major block: rows of a face, datums of a row, bytes that hold all of it.
    int face_rows = 16, width = 0;
    std::uint32_t bytes = 0;
    enum class Missing : std::uint8_t { kept, zero, lowest } missing = Missing::kept;  // what rows not unpacked hold
};

// One step of T0: the banks are filled together and share the unpackers' bandwidth.
struct Round {
    std::array<Fill, 2> fill;  // by Operand
    int unpacrs = 1;           // 0: one that starts while the other unpacker still reads
    // The operand, of a round that fills one bank.
    std::optional<Operand> only() const {
        const bool a = fill[src_a].from != Fill::From::nothing, b = fill[src_b].from != Fill::From::nothing;
        if (a == b) return std::nullopt;
        return a ? src_a : src_b;
    }
};

// One step of T1: once the banks it works on are valid.
struct MathStep {
    enum class Op : std::uint8_t {
        copy,
        elementwise,
        broadcast_copy,
        multiply,
        pool,         // a face into one row
        spread_row,   // what was pooled along rows becomes a column
        pool_scalar,  // the last pool of four, then the pooled row into one value
        pool_faces,   // the maxima of the columns of faces 0 and 1 into one row, of faces 2 and 3 into another
        spread_rows,  // both rows become columns
        transpose,    // all of the tile, where it lies
        dst_to_a,     // a tile to SrcA
        dst_to_b,     // to SrcB
        pool_tile,    // the four faces of SrcA into one row
        sum_row,      // a row into one value
    };
    Op op = Op::copy;
    std::uint32_t tile = 0;      // of Dst
    int row = 0;                 // in it
    std::array<int, 2> banks{};  // per operand: banks that must be valid
    std::array<int, 2> ahead{};  // per operand: 1 to work on the bank after the next
    std::array<int, 2> frees{};  // per operand: banks given back afterwards
    int bank_row = 0;            // first row of SrcB that is worked on
    Cycle held = 0;              // at least, from the end of the step before to its first instruction
    Cycle cycles = 0;
};

struct TileProgram {
    const char* call = "copy_tile";  // in messages
    const char *unpack_label = "unpack", *math_label = "copy";
    std::uint32_t word = 0;  // abi::TileOp and fields
    bool to_dst = false;     // T0 writes Dst itself, with the one fill of its one round
    std::vector<Round> rounds;
    std::vector<MathStep> steps;
    Cycle latency = 0;  // until the matrix unit is idle
};

// A call as the kernel made it; cbs and indices by Operand.
struct TileCall {
    std::uint32_t word = 0;
    std::array<std::uint32_t, 2> cb{}, index{};
    std::uint32_t dst = 0, x = 0, y = 0;
    friend auto operator<=>(const TileCall&, const TileCall&) = default;
};

// Programs of one thread during one run. What a call becomes is decided by the call, by what the host configured, and
// on T0 by where the front of each circular buffer is and how many pages were waited for: all others share a program.
class TilePrograms {
  public:
    // The side of T0 when `unpacks`, else that of T1. Raises cb_underflow, format_mismatch and cb_bad_count, throws
    // tensix_unsupported.
    std::shared_ptr<const TileProgram> of(Core& core, const TileCall& call, bool unpacks, const fault::Raise& raise);

  private:
    struct Front {
        std::uint32_t address = 0, waited = 0;
        friend auto operator<=>(const Front&, const Front&) = default;
    };
    std::map<std::pair<TileCall, std::array<Front, 2>>, std::shared_ptr<const TileProgram>> built_;
};

const char* name_of(std::uint32_t word);  // "add_tiles", as in messages

}  // namespace tessera::core
