// What the kernels of C = alpha * A * B + beta * C agree on. A is M x K, C is M x N, and B is N x K where `transposed`
// (weights), else K x N; all are row-major, a row a page.
//
// A unit is Mb x Nb tiles of C. Units go down the columns of blocks within a group of Mb rows of tiles, for which A is
// kept as tiles. K is taken in blocks of Kb tiles, and sums are carried from one block to the next in c_24.
//
//   c_0   reader -> compute   rows of A: strips of 32; for the vector unit one row of a block, 1024 elements
//   c_1   reader -> compute   strips of B: 32 rows of Kb tiles where transposed, else of Nb; not used where B is tiles
//   c_2   reader -> compute   strips of C, where beta is not 0
//   c_3   compute's own       tiles of A, Mb rows of Kt, of which bf16 takes half the room of fp32
//   c_4   compute's own       tiles of a block of B, from the reader where B is tiles
//   c_5   compute's own       tiles of C
//   c_6   compute's own       for the vector unit: rows of A, each 16 elements in four rows of Dst
//   c_7   compute's own       c_4 of the vector unit; with parts, tiles of B from the reader where B is tiles
//   c_8   compute's own       with parts, tiles of fp32 before they are split (split.hpp)
//   c_16  compute -> writer   rows of the result, Mb strips of Nb tiles
//   c_24  compute's own       sums, fp32
//
// Define GEMM_B_TILES where B lies in DRAM as tiles, a page each: those of its first 32 rows from left to right, then
// those of the next, filled up with zeros. It may then be of another format than A.
//
// Define GEMM_KV where row r of y goes to a cache (runs.hpp); GEMM_HEAD_NORM where each head of y is normalised
// (norm.hpp). A head then begins a unit of its own, and besides there are:
//
//   c_2, c_5                  the weights of a head, in place of C
//   c_25  compute's own       y of a head, fp32
//   c_26  compute's own       its factor, fp32
#pragma once

#include <cstdint>

namespace gemm {

constexpr uint32_t cb_a_rows = tt::CBIndex::c_0, cb_b_rows = tt::CBIndex::c_1, cb_c_rows = tt::CBIndex::c_2;
constexpr uint32_t cb_a = tt::CBIndex::c_3, cb_b = tt::CBIndex::c_4, cb_c = tt::CBIndex::c_5;
constexpr uint32_t cb_a_spread = tt::CBIndex::c_6, cb_b_vector = tt::CBIndex::c_7;
constexpr uint32_t cb_whole = tt::CBIndex::c_8;
constexpr uint32_t cb_result = tt::CBIndex::c_16, cb_sums = tt::CBIndex::c_24;

constexpr uint32_t side = 32;  // of a tile
constexpr uint32_t M = get_named_compile_time_arg_val("M"), N = get_named_compile_time_arg_val("N");
constexpr uint32_t K = get_named_compile_time_arg_val("K");
constexpr uint32_t Mb = get_named_compile_time_arg_val("Mb"), Nb = get_named_compile_time_arg_val("Nb");
constexpr uint32_t Kb = get_named_compile_time_arg_val("Kb");
#if defined(GEMM_B_TILES)
constexpr bool b_is_tiles = GEMM_B_TILES != 0;
#else
constexpr bool b_is_tiles = false;
#endif
constexpr bool transposed = get_named_compile_time_arg_val("transposed") != 0;

constexpr uint32_t tiles_of(uint32_t elements) { return (elements + side - 1) / side; }
constexpr uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }
constexpr uint32_t Kt = tiles_of(K);
#if defined(GEMM_HEAD_NORM)
constexpr bool norms_heads = true;
constexpr uint32_t part = get_named_compile_time_arg_val("head_dim");
static_assert(M == 1 && Mb == 1 && Nb == 1 && N % part == 0, "whole heads of one row");
#else
constexpr bool norms_heads = false;
constexpr uint32_t part = N;
#endif
// Blocks of a part of the columns, which none of them leaves.
constexpr uint32_t blocks_of_part = (tiles_of(part) + Nb - 1) / Nb;
constexpr uint32_t blocks_of_columns = N / part * blocks_of_part;
constexpr uint32_t tiles_of_unit = Mb * Nb;
static_assert(tiles_of_unit <= 3, "Dst holds four tiles, one of which takes C");
static_assert(!transposed || Nb == 1, "tiles of a transposed block follow each other along K");

// The matrix unit aligns the products of a group of eight to the largest, with 11 bits (tensix-core.md 1.6). The vector
// unit keeps all of fp32, at a cost that grows with the rows of A. Parts are numbers split so that it loses nothing.
enum class Unit { matrix, parts, vector };
constexpr bool by_vectors = Unit::GEMM_UNIT == Unit::vector;
constexpr bool by_parts = Unit::GEMM_UNIT == Unit::parts;
// Of each tile in c_3 and in c_4, one behind all of the others; and their bits.
constexpr uint32_t parts_of_a = by_parts ? 3 : 1, parts_of_b = by_parts ? 4 : 1;
constexpr uint32_t bits_of_a = 7, bits_of_b = 5, bits_of_product = 20;
static_assert(!by_parts || transposed, "rows of B are split like rows of A");
static_assert(!by_vectors || (transposed && Mb == 1 && Kb <= side && (Kb % 8 == 0 || Kb == Kt)),
              "the vector unit multiplies rows by rows");
// What a block of B is read to.
constexpr uint32_t cb_b_read = !b_is_tiles ? cb_b_rows : by_parts || by_vectors ? cb_b_vector : cb_b;
constexpr uint32_t tiles_of_spread = 8;  // tiles of B that a tile of c_6 goes with

// Where a unit is, and how much of its block there is.
struct Place {
    uint32_t row, column;    // elements of C
    uint32_t rows, columns;  // at most those of the unit
    explicit Place(uint32_t unit)
        : row(unit / blocks_of_columns * Mb * side),
          column(unit % blocks_of_columns / blocks_of_part * part + unit % blocks_of_part * Nb * side),
          rows(lesser(M - row, Mb * side)),
          columns(lesser(part - column % part, Nb * side)) {}
    bool begins_group(uint32_t first, uint32_t unit) const { return unit == first || column == 0; }
    // Rows of strip `strip` of the unit, which may have none.
    uint32_t rows_of(uint32_t strip) const { return rows > strip * side ? lesser(rows - strip * side, side) : 0; }
};

}  // namespace gemm
