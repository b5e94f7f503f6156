// How the rows of a rotation lie in DRAM and in L1, and in which blocks they are taken (kernels/rope/rows/block.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "host/cores/work_split.hpp"
#include "host/ops/rope/rows/rotation.hpp"
#include "sim/arch/arch.hpp"

namespace tessera::host {

// A run of at most 32 rows that are alike: of the same tensors, turned with the same weight, or copied.
struct RowBlock {
    std::size_t begin = 0, end = 0;
    bool turns = true;
    std::uint32_t weight = 0;
    bool alike = false;  // its rows share their positions, so that sines and cosines are taken once
};

// Sizes of circular buffers of kernels/rope/rows/rows.hpp and tilized.hpp, in bytes, and pages of those that have
// several.
struct RowBuffers {
    std::uint32_t unit = 0, turned = 0, angle = 0;  // bytes of a tile of each
    std::uint32_t block = 0;                        // of a page of c_1
    std::uint32_t own = 0;                          // of c_4
    std::uint32_t weight_row = 0;                   // of c_5; 0 without a norm
    std::uint32_t unit_tiles = 0, weight_tiles = 0, blocks = 0;
    std::uint32_t row_tiles = 0;  // of a row, where blocks are tilized; 0 where units are gathered
    std::uint32_t bytes() const;
};

struct RowLayout {
    std::vector<std::uint32_t> page_bytes;  // of each tensor
    std::uint32_t rows_of_block = 0;        // at most
    std::uint32_t units = 0;                // of a block
    RowBuffers buffers;
    std::vector<RowBlock> blocks;

    // The unpacker makes tiles of blocks of rows, and the packer rows of them.
    bool tilized() const { return buffers.row_tiles != 0; }
};

inline constexpr std::uint32_t pairs_of_unit = 32, most_rows_of_block = 32;

// `cores`: so many may take part, which makes blocks smaller where there are few rows. InputError for rows that are too
// long for L1.
RowLayout row_layout(const arch::Arch& arch, const Rotation& rotation, std::uint32_t cores);

// The words that describe the blocks, a page each.
inline constexpr std::uint32_t block_words = 16 + 8 * most_rows_of_block;
std::vector<std::uint32_t> describe(const Rotation& rotation, const RowLayout& layout);

// The frequencies in turns a position, four words a pair, whole units of pairs.
std::vector<std::uint32_t> frequency_words(const Rotation& rotation);

}  // namespace tessera::host
