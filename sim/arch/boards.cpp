#include "sim/arch/boards.hpp"

#include "sim/arch/harvest.hpp"

namespace tessera::arch {
namespace {

// Of one line the second of those that two would be.
constexpr std::array two_lines{7, 10};
constexpr std::array one_line{10};

}  // namespace

std::span<const Board> boards() {
    static constexpr std::array list{
        Board{"n150", wormhole_b0, 8, 8, one_line, 12},
        Board{"n300", wormhole_b0, 8, 7, two_lines, 12},
        Board{"p100", blackhole, 11, 10, two_lines, 7},
        Board{"p150", blackhole, 13, 10, {}, 8},
    };
    return list;
}

const Board* find_board(std::string_view name) {
    for (const Board& board : boards())
        if (board.name == name) return &board;
    return nullptr;
}

Arch arch_of(const Board& board) {
    Arch arch = board.chip();
    arch.grid.compute_width = board.compute_width;
    arch.grid.compute_height = board.compute_height;
    arch.grid.die.least_harvested = arch.grid.die.most_harvested = static_cast<int>(board.harvested.size());
    harvest(arch, board.harvested);
    arch.dram.banks = board.dram_banks;
    return arch;
}

}  // namespace tessera::arch
