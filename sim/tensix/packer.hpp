// One instruction of the packers with everything resolved that does not depend on data: which datums of Dst, how they
// are converted, and where in L1 they go (spec/pack-instructions.md 2).
#pragma once

#include <array>
#include <cstdint>

#include "sim/tensix/config.hpp"
#include "sim/tensix/counters.hpp"
#include "sim/tensix/dst.hpp"
#include "sim/tensix/instruction.hpp"
#include "sim/tensix/pack.hpp"

namespace tessera::tensix {

inline constexpr std::size_t most_packers = 4;

// Where a packer goes on writing: behind what it wrote before, or where its registers say.
struct PackStream {
    bool begins = true;
    std::uint32_t at = 0;  // L1 bytes
    friend bool operator==(const PackStream&, const PackStream&) = default;
};
// What edge masks go by: where in a tile a packer takes itself to be.
struct TilePosition {
    std::uint32_t column = 0, row = 0, plane = 0;
    // So many datums further, or rows; back to row 0 of the next plane where that is the number of rows exactly.
    void next_datums(std::uint32_t count, std::uint32_t plane_rows);
    void next_rows(std::uint32_t count, std::uint32_t plane_rows);
    friend bool operator==(const TilePosition&, const TilePosition&) = default;
};
struct PackerState {
    PackStream datums, exponents;
    TilePosition position;
    friend bool operator==(const PackerState&, const PackerState&) = default;
};
using PackerStates = std::array<PackerState, most_packers>;

// What of a thread and the core an instruction reads.
struct Packing {
    const CounterSet& counters;
    const ThreadConfig& thread;
    const ConfigWords<ConfigSpace::core>& core;
    const PackerStates& state;
    num::PackRules rules;
};

struct PackStep {
    // Datums that follow each other in Dst, and where in the tile they are.
    struct Run {
        std::uint32_t first = 0;  // row * 16 + column
        int datums = 0;
        TilePosition position = {};
        // Rows of Dst that it reads from.
        int first_row() const { return static_cast<int>(first / 16); }
        int last_row() const { return static_cast<int>((first + static_cast<std::uint32_t>(datums) - 1) / 16); }
    };
    // What goes to L1 from one address on, and zeros up to the next 16 bytes.
    struct Range {
        std::uint32_t begin = 0, bytes = 0, padding = 0;
        std::uint32_t end() const { return begin + bytes + padding; }
    };
    // Of one packer.
    struct Output {
        bool works = false;
        int runs = 0;
        std::array<Run, 4> run = {};
        Pack conversion = {};
        DstFormat view = DstFormat::bf16;
        bool accumulates = false;
        Range datums, exponents;
        // Which columns pass, by plane of the tile and row; nothing: all do.
        bool has_masks = false;
        std::array<std::array<std::uint16_t, 16>, 4> masks = {};
        std::uint32_t rows_of_plane = 0;

        int count() const {
            int sum = 0;
            for (int i = 0; i < runs; ++i) sum += run[static_cast<std::size_t>(i)].datums;
            return sum;
        }
    };
    std::uint32_t word = 0;
    int isa_column = 0;
    bool zeros = false;    // whatever Dst holds
    bool ends = false;     // what follows begins at new addresses
    bool flushes = false;  // and this waits until all before it is in L1
    std::array<Output, most_packers> output = {};

    bool reads_dst() const {
        for (const Output& out : output)
            if (out.runs != 0) return !zeros;
        return false;
    }
};

// Throws Fault tensix_unsupported for what is not modelled of it, uninitialised for a register it depends on that
// nobody has written.
PackStep resolve_pack(const Word& word, const Packing& at);
// How it leaves the counters and the packers.
void move_counters(const PackStep& step, const ThreadConfig& thread, CounterSet& counters);
void move_packers(const PackStep& step, PackerStates& state);

// Most that one packer makes of an instruction.
struct PackedDatums {
    std::array<std::uint8_t, 4 * 2048 + 16> datums;
    std::array<std::uint8_t, 2048 / row_datums + 16> exponents;
};
// The bytes of both ranges.
void pack(const PackStep& step, const PackStep::Output& output, const Dst& dst, PackedDatums& packed);

// Datums of what an output reads that are not zero and do not pass its masks.
int lost_to_masks(const PackStep::Output& output, const Dst& dst);

}  // namespace tessera::tensix
