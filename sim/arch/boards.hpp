// Cards by name: the chip of each, what of its die kernels get, and its DRAM (spec/timing.md 1).
#pragma once

#include <span>
#include <string_view>

#include "sim/arch/arch.hpp"

namespace tessera::arch {

struct Board {
    std::string_view name;
    const Arch& (*chip)();
    int compute_width, compute_height;  // cores of kernels: those that are left, without what dispatches
    std::span<const int> harvested;  // NoC 0 rows or columns; which ones differs from card to card, how many does not
    int dram_banks;
};

std::span<const Board> boards();
// Null where no card is called that.
const Board* find_board(std::string_view name);

// One chip of it. Other lines may be harvested, as many.
Arch arch_of(const Board& board);

}  // namespace tessera::arch
