// The order in which a block of tiles is multiplied: the tiles as T0 unpacks them, the products as T1 issues them. The
// operand with fewer tiles is kept in Src while the other streams past (spec/timing.md 2.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/core/tile_program.hpp"

namespace tessera::core {

struct MatmulOrder {
    struct Tile {
        Operand operand;
        std::uint32_t index;  // among the operand's tiles
        bool first;           // its unpacker starts while the other one still reads
    };
    struct Product {
        std::uint32_t row, column;
        int bank;  // of the kept operand: 1 when the one whose turn it is comes after it
        bool frees_streamed, frees_kept;
        std::size_t instructions;
    };
    Operand kept, streamed;
    std::vector<Tile> tiles;
    std::vector<Product> products;
};

// Dst[rows x columns] += in0[rows x 1] * in1[1 x columns], in0 in SrcB and in1 in SrcA, each product `phases` times.
// With two `banks` of the kept operand each streamed tile serves two products.
MatmulOrder matmul_order(std::uint32_t rows, std::uint32_t columns, std::size_t phases, std::uint32_t banks);

}  // namespace tessera::core
