// Sorting and pooling of values with their indices in Dst, on both architectures (spec/kernel-api.md 3.5).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>

#include "sim/arch/arch.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/host/metalium/sfpu_tiles.hpp"

namespace sfpu_tiles {
namespace {

using namespace tessera;

class SortTiles : public tessera::host::test::Metalium {};

// Indices are rows, in a 16-bit Dst the bf16 number whose pattern is 0x4000 and the row: 2 and 64ths.
unsigned index_of(int row, Kind kind) {
    return kind == Kind::halves ? static_cast<unsigned>(0x4000 + row) << 16 : static_cast<unsigned>(row);
}
int row_of(unsigned index, Kind kind) {
    return kind == Kind::halves ? static_cast<int>(index >> 16) - 0x4000 : static_cast<int>(index);
}

// Values in Dst tiles 0 and 1, of which no two in a column are equal, and their rows 0 to 63 as indices in 2 and 3.
std::vector<Tile> sequences(Kind kind) {
    std::vector<Tile> tiles(3, Tile(1024));
    for (int column = 0; column < 32; ++column)
        for (int row = 0; row < 64; ++row) {
            const float value = static_cast<float>((row * 37 + column * 11) % 64 - 20) * 1.5f;
            tiles[static_cast<std::size_t>(row / 32)][place_of(row % 32, column)] = std::bit_cast<unsigned>(value);
            if (row < 32) tiles[2][place_of(row, column)] = index_of(row, kind);
        }
    return tiles;
}
std::string setup(Kind kind) {
    return std::string("copy_tile(tt::CBIndex::c_0, 2, 3); binop_with_scalar_tile_init(); ") +
           (kind == Kind::halves ? "add_unary_tile(3, 0x3f000000);" : "add_unary_tile_int32(3, 32);");
}

struct Case {
    std::string call;
    int length;  // rows of each column that are sorted then
    bool least_first = false;
};

// Every call in a kernel four times over: each of the four tiles comes from a run of its own.
void check_sorted(const std::vector<Case>& cases, Kind kind = Kind::floats) {
    const std::vector<Tile> inputs = sequences(kind);
    std::vector<TileCall> calls;
    for (const Case& c : cases)
        for (int out = 0; out < 4; ++out) calls.push_back({c.call, setup(kind) + "topk_tile_init();", c.call, out});
    for (const arch::Arch* arch : arch::all()) {
        const auto results = run_tile_calls(std::string(arch->name), calls, inputs, kind);
        for (std::size_t c = 0; c < cases.size(); ++c)
            for (int column = 0; column < 32; ++column) {
                std::vector<float> before;
                for (int row = 0; row < 64; ++row)
                    before.push_back(number(inputs[static_cast<std::size_t>(row / 32)][place_of(row % 32, column)]));
                std::vector<float> wanted = before, values, indexed;
                std::sort(wanted.begin(), wanted.end());
                if (!cases[c].least_first) std::reverse(wanted.begin(), wanted.end());
                wanted.resize(static_cast<std::size_t>(cases[c].length));
                for (int row = 0; row < cases[c].length; ++row) {
                    const std::size_t tile = 4 * c + static_cast<std::size_t>(row / 32);
                    values.push_back(number(results[tile][place_of(row % 32, column)]));
                    const int from = row_of(results[tile + 2][place_of(row % 32, column)], kind);
                    indexed.push_back(before.at(static_cast<std::size_t>(from)));
                }
                ASSERT_EQ(values, wanted) << arch->name << " " << cases[c].call << " column " << column;
                ASSERT_EQ(indexed, wanted) << arch->name << " " << cases[c].call << " column " << column;
            }
    }
}

// Sorts sequences of k, then halves their number by merging them until one is left.
std::string tournament(int k) {
    const int log_k = std::countr_zero(static_cast<unsigned>(k));
    std::string text = fmt::format("topk_local_sort(0, 0, {});", log_k - 1);
    for (int round = 0; k << round < 64; ++round)
        text += fmt::format(" topk_merge(0, {}, {}); topk_rebuild(0, false, {}, {}, {}, {});", round, k, round, k,
                            log_k, k << round == 32 ? 1 : 0);
    return text;
}

TEST_F(SortTiles, SixtyFourRows) {
    check_sorted({{"topk_local_sort(0, 0, 5);", 64},
                  {"topk_local_sort(0, 1, 5);", 64, true},
                  {"topk_local_sort<true>(0, 0, 5);", 64},
                  {"topk_local_sort(0, 0, 4); topk_local_sort(0, 0, 5, 5, 4, 6);", 64}});
    check_sorted({{"topk_local_sort(0, 0, 5);", 64}, {tournament(32), 32}}, Kind::halves);
}

TEST_F(SortTiles, TheTopOfThem) {
    check_sorted(
        {{"topk_local_sort(0, 1, 4); topk_merge<true>(0, 0, 32); topk_rebuild(0, true, 0, 32, 5, 1);", 32, true},
         {tournament(32), 32},
         {tournament(16), 16},
         {tournament(8), 8},
         {tournament(4), 4}});
}

// The greatest of each column with the place it comes from: of nine rows of a tile, and of nine or all of the sticks of
// 32 that follow each other in Dst.
TEST_F(SortTiles, GreatestWithIndices) {
    std::vector<Tile> inputs(3, Tile(1024));
    for (std::size_t i = 0; i < 1024; ++i) {
        inputs[0][i] = std::bit_cast<unsigned>(static_cast<float>(i * 389 % 1024) - 500);
        inputs[1][i] = std::bit_cast<unsigned>(static_cast<float>(i * 565 % 1024) - 500.5f);
        inputs[2][i] = static_cast<unsigned>(i);
    }
    const std::string sticks = "<32, ckernel::DataLayout::ROW_MAJOR, true>";
    const std::string calls[] = {
        "max_reduce_with_indices_init(); max_reduce_with_indices(0, 2);",
        "max_reduce_with_indices_init<ckernel::DataLayout::ROW_MAJOR>(); "
        "max_reduce_with_indices<9, ckernel::DataLayout::ROW_MAJOR>(0, 2);",
        "max_reduce_with_indices_init<ckernel::DataLayout::ROW_MAJOR>(); "
        "max_reduce_with_indices<20, ckernel::DataLayout::ROW_MAJOR>(0, 2);",
        "max_reduce_with_indices" + sticks +
            "(0, 2, 0); copy_tile(tt::CBIndex::c_0, 1, 0); "
            "copy_tile(tt::CBIndex::c_0, 2, 2); add_unary_tile_int32(2, 1024); max_reduce_with_indices" +
            sticks + "(0, 2, 1);"};
    std::vector<TileCall> tiles;
    for (const std::string& call : calls) {
        const int out = &call == &calls[3] ? 1 : 0;
        tiles.push_back({call, "", call, out});
        tiles.push_back({call, "", call, out + 2});
    }
    // Where element n of a column lies, in inputs 0 and 1 one after the other.
    const auto place = [](std::size_t call, int n, int column) {
        return call == 0 ? place_of(n, column) : static_cast<std::size_t>(n * 32 + column);
    };
    const int rows[] = {9, 9, 32, 64};
    for (const arch::Arch* arch : arch::all()) {
        const auto results = run_tile_calls(std::string(arch->name), tiles, inputs);
        for (std::size_t call = 0; call < 4; ++call)
            for (int column = 0; column < 32; ++column) {
                const auto value = [&](std::size_t i) { return number(inputs[i / 1024][i % 1024]); };
                std::size_t greatest = place(call, 0, column);
                for (int n = 1; n < rows[call]; ++n)
                    if (value(place(call, n, column)) > value(greatest)) greatest = place(call, n, column);
                const std::size_t to = place(call, 0, column);
                ASSERT_EQ(number(results[2 * call][to]), value(greatest))
                    << arch->name << " " << calls[call] << " column " << column;
                ASSERT_EQ(results[2 * call + 1][to], greatest)
                    << arch->name << " " << calls[call] << " column " << column;
            }
    }
}

}  // namespace
}  // namespace sfpu_tiles
