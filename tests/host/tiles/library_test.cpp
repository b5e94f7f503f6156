// Kernels of the vendor's library, unchanged: one of each family that is about single tiles, against plain arithmetic.
#include <cmath>

#include "tests/host/tiles/library.hpp"

namespace tessera::host::tiles {
namespace {

INSTANTIATE_TEST_SUITE_P(Machines, LibraryKernel, testing::ValuesIn(arch::all()),
                         [](const auto& machine) { return std::string(machine.param->name); });

TEST_P(LibraryKernel, AddsTiles) {
    const Words a = bf16_values(3, 1), b = bf16_values(3, 2);
    const Words sum = LibraryRun{.arch = *GetParam(),
                                 .kernel = "eltwise/binary_ng/device/kernels/compute/eltwise_binary_no_bcast.cpp",
                                 .compile_args = {1},
                                 .args = {3},
                                 .defines = {{"PROCESS_LHS_ACTIVATIONS(i)", ""},
                                             {"PROCESS_RHS_ACTIVATIONS(i)", ""},
                                             {"PROCESS_POST_ACTIVATIONS(i)", ""},
                                             {"BINARY_OP_TYPE", "EltwiseBinaryType::ELWADD"},
                                             {"BINARY_OP", "add_tiles"}},
                                 .inputs = {{0, a}, {1, b}},
                                 .out = 2,
                                 .tiles = 3}
                          .result();
    for (std::size_t i = 0; i < sum.size(); ++i) {
        const double x = value(a, i), y = value(b, i);
        ASSERT_NEAR(value(sum, i), x + y, (std::abs(x) + std::abs(y)) / 128) << i;
    }
}

TEST_P(LibraryKernel, SumsRows) {
    const Words in = bf16_values(4, 3);
    Words scaler(tensix::tile_datums, 0);
    for (std::size_t face = 0; face < 4; ++face)
        std::fill_n(scaler.begin() + static_cast<long>(256 * face), 16, 0x3F800000);
    const Words sums = LibraryRun{.arch = *GetParam(),
                                  .kernel = "reduction/generic/device/kernels/compute/reduce_w.cpp",
                                  .compile_args = {2, 2, 1},
                                  .defines = {{"REDUCE_OP", "PoolType::SUM"}, {"REDUCE_DIM", "ReduceDim::REDUCE_ROW"}},
                                  .inputs = {{0, in}, {2, scaler}},
                                  .out = 3,
                                  .tiles = 2}
                           .result();
    for (int r = 0; r < 64; ++r) {
        double sum = 0, size = 0;
        for (int c = 0; c < 64; ++c) {
            const double x = value(in, at(2 * (r / 32) + c / 32, r % 32, c % 32));
            sum += x;
            size += std::abs(x);
        }
        ASSERT_NEAR(value(sums, at(r / 32, r % 32, 0)), sum, size / 64) << r;
    }
}

// 64 x 64 by 64 x 64: the reader brings a pair of tiles for each step of each output tile.
TEST_P(LibraryKernel, MultipliesMatrices) {
    const Words a = bf16_values(4, 4), b = bf16_values(4, 5);
    Words left, right;
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column)
            for (int inner = 0; inner < 2; ++inner) {
                const auto tile_of = [](const Words& from, int tile, Words& to) {
                    to.insert(to.end(), from.begin() + tensix::tile_datums * tile,
                              from.begin() + tensix::tile_datums * (tile + 1));
                };
                tile_of(a, 2 * row + inner, left);
                tile_of(b, 2 * inner + column, right);
            }
    const Words product = LibraryRun{.arch = *GetParam(),
                                     .kernel = "matmul/device/kernels/compute/bmm.cpp",
                                     .compile_args = {1, 2, 2, 2},
                                     .inputs = {{0, left}, {1, right}},
                                     .tiles = 4}
                              .result();
    const auto in_matrix = [](int r, int c) { return at(2 * (r / 32) + c / 32, r % 32, c % 32); };
    for (int r = 0; r < 64; r += 3)
        for (int c = 0; c < 64; c += 5) {
            double sum = 0, size = 0;
            for (int i = 0; i < 64; ++i) {
                const double x = value(a, in_matrix(r, i)) * value(b, in_matrix(i, c));
                sum += x;
                size += std::abs(x);
            }
            ASSERT_NEAR(value(product, in_matrix(r, c)), sum, size / 64) << r << " " << c;
        }
}

// A row of an input takes the place of row 5 of a cache two tiles wide.
TEST_P(LibraryKernel, UpdatesACache) {
    const Words cache = bf16_values(2, 6), in = bf16_values(2, 7);
    const Words updated = LibraryRun{.arch = *GetParam(),
                                     .kernel = "kv_cache/device/kernels/compute/update_cache.cpp",
                                     .compile_args = {0, 1, 24, 25, 26, 16, 1, 2, 1, 1},
                                     .inputs = {{0, cache}, {1, in}},
                                     .between = {{24, 2}, {25, 2}, {26, 2}},
                                     .tiles = 2,
                                     .updates_a_row = true}
                              .result();
    for (int tile = 0; tile < 2; ++tile)
        for (int r = 0; r < 32; ++r)
            for (int c = 0; c < 32; ++c)
                ASSERT_EQ(updated[at(tile, r, c)], r == 5 ? in[at(tile, 0, c)] : cache[at(tile, r, c)])
                    << tile << " " << r << " " << c;
}

TEST_P(LibraryKernel, TilizesEmbeddings) {
    const Words rows = bf16_values(4, 8);  // two blocks of 32 rows of 64
    const Words tiles = LibraryRun{.arch = *GetParam(),
                                   .kernel = "embedding/device/kernels/compute/tilize_chunked.cpp",
                                   .compile_args = {0, 16, 2, 2, 1},
                                   .inputs = {{0, rows}},
                                   .tiles = 4}
                            .result();
    for (int block = 0; block < 2; ++block)
        for (int r = 0; r < 32; ++r)
            for (int c = 0; c < 64; ++c)
                ASSERT_EQ(tiles[at(2 * block + c / 32, r, c % 32)],
                          rows[static_cast<std::size_t>(2048 * block + 64 * r + c)]);
}

}  // namespace
}  // namespace tessera::host::tiles
