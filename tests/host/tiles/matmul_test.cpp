// matmul_tiles and matmul_block against the sum they stand for: for each phase, for each inner face, one MVMUL.
#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {
namespace {

class Matmul : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, Matmul, ::testing::ValuesIn(modes()), testing::PrintToStringParamName());

// Dst tiles += a[rows x inner] * b[inner x columns], tiles row-major; `transposed` turns each tile of b.
Words product(const TileRun& run, int rows, int inner, int columns, bool transposed) {
    const Words a = src_words(run.inputs[0], run.mode.fp32_dest_acc),
                b = src_words(run.inputs[1], run.mode.fp32_dest_acc);
    Words d(static_cast<std::size_t>(rows * columns * tensix::tile_datums));
    tensix::Fpu fpu = fpu_of(run);
    const auto tile = [&](int row, int k, int column) {
        for (fpu.phase = 0; fpu.phase < run.mode.fidelity_phases; ++fpu.phase)
            for (int half = 0; half < 2; ++half)
                for (int r = 0; r < 32; ++r)
                    for (int side = 0; side < 2; ++side) {
                        std::array<std::uint32_t, 256> of_b;
                        std::array<std::uint32_t, 16> of_a, sum;
                        for (int i = 0; i < 16; ++i) {
                            of_a[static_cast<std::size_t>(i)] = a[at(row * inner + k, r, 16 * half + i)];
                            sum[static_cast<std::size_t>(i)] = d[at(row * columns + column, r, 16 * side + i)];
                            for (int j = 0; j < 16; ++j) {
                                const int y = 16 * half + i, x = 16 * side + j;
                                of_b[static_cast<std::size_t>(16 * i + j)] =
                                    b[transposed ? at(k * columns + column, x, y) : at(k * columns + column, y, x)];
                            }
                        }
                        tensix::mvmul(fpu, of_b, of_a, sum);
                        for (int i = 0; i < 16; ++i)
                            d[at(row * columns + column, r, 16 * side + i)] = sum[static_cast<std::size_t>(i)];
                    }
    };
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            for (int k = 0; k < inner; ++k) tile(row, k, column);
    return d;
}

// The loop of the vendor's single-core example, tile by tile or in one block.
constexpr const char* matmul_kernel = R"(
    const uint32_t rows = get_arg_val<uint32_t>(3), inner = get_arg_val<uint32_t>(4), columns = get_arg_val<uint32_t>(5);
    const uint32_t in_block = get_arg_val<uint32_t>(6), transpose = get_arg_val<uint32_t>(7);
    if (in_block) {
        mm_block_init(0, 1, 16, transpose, columns, rows, inner);
        tile_regs_acquire();
        for (uint32_t k = 0; k < inner; ++k) matmul_block(0, 1, k, k * columns, 0, transpose, columns, rows, inner);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile_block(0, 16, rows * columns);
        tile_regs_release();
        return cb_push_back(16, rows * columns);
    }
    mm_init(0, 1, 16, transpose);
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t column = 0; column < columns; ++column) {
            tile_regs_acquire();
            for (uint32_t k = 0; k < inner; ++k)
                matmul_tiles(0, 1, row * inner + k, k * columns + column, 0, transpose);
            tile_regs_commit();
            tile_regs_wait();
            pack_tile(0, 16);
            tile_regs_release();
        }
    )";

TileRun run_of(const Mode& mode, DataFormat format, std::uint32_t a_tiles, std::uint32_t b_tiles) {
    return {.arch = *mode.arch,
            .mode = {.fidelity_phases = 3, .fp32_dest_acc = mode.fp32},
            .inputs = {{format, tiles_of(format, random_reals(a_tiles, 1))},
                       {format, tiles_of(format, random_reals(b_tiles, 2))}},
            .out = mode.fp32 ? DataFormat::fp32 : DataFormat::bf16,
            .tiles = 1,
            .body = matmul_kernel};
}

TEST_P(Matmul, AMatrixOfTilesIsTheSumOverInnerTiles) {
    TileRun run = run_of(GetParam(), DataFormat::bf16, 6, 6);
    run.tiles = 4;
    run.args = {2, 3, 2, 0, 0};
    EXPECT_EQ(run.result(), packed(product(run, 2, 3, 2, false), run.out, run));
}

// Blocks in both directions of reuse, an odd and an even number of tiles kept.
TEST_P(Matmul, ABlockIsItsTilesOneByOne) {
    for (const auto& [rows, columns] : {std::pair(1, 4), std::pair(3, 1), std::pair(2, 2)}) {
        TileRun run = run_of(GetParam(), DataFormat::bfp8, static_cast<std::uint32_t>(rows * 2),
                             static_cast<std::uint32_t>(columns * 2));
        run.tiles = static_cast<std::uint32_t>(rows * columns);
        run.args = {static_cast<std::uint32_t>(rows), 2, static_cast<std::uint32_t>(columns), 1, 0};
        EXPECT_EQ(run.result(), packed(product(run, rows, 2, columns, false), run.out, run)) << rows << "x" << columns;
    }
}

TEST_P(Matmul, TransposeTurnsTheTilesOfTheSecondOperand) {
    TileRun run = run_of(GetParam(), DataFormat::fp32, 1, 1);
    run.args = {1, 1, 1, 0, 1};
    EXPECT_EQ(run.result(), packed(product(run, 1, 1, 1, true), run.out, run));
}

// Kernels of the vendor's operations name the unit's parts themselves where a sum must be finer than the kernel is.
TEST_P(Matmul, AProductMayHaveAFidelityOfItsOwn) {
    TileRun run = run_of(GetParam(), DataFormat::fp32, 4, 4);
    run.tiles = 4;
    run.args = {2, 2, 2, 1, 1};
    run.mode.fidelity_phases = 4;
    const Bytes fine = run.result();
    run.mode.fidelity_phases = 1;
    EXPECT_NE(run.result(), fine);
    run.body = R"(
        mm_init(0, 1, 16);
        UNPACK((llk_unpack_AB_matmul_init(0, 1, 1, 2, 2, 2)));
        MATH((llk_math_matmul_init<4, MM_THROTTLE>(0, 1, 1, 2, 2)));
        tile_regs_acquire();
        for (uint32_t k = 0; k < 2; ++k) {
            UNPACK((llk_unpack_AB_matmul(0, 1, k, k * 2, 2, 2, 2)));
            MATH((llk_math_matmul<4, MM_THROTTLE>(0, 2, 2)));
        }
        tile_regs_commit();
        tile_regs_wait();
        pack_tile_block(0, 16, 4);
        tile_regs_release();
    )";
    EXPECT_EQ(run.result(), fine);
}

// Three phases see every mantissa bit of the first operand: times one it is itself.
TEST_P(Matmul, TheIdentityCopies) {
    Words one(tensix::tile_datums, 0);
    for (int i = 0; i < 32; ++i) one[at(0, i, i)] = 0x3F800000;
    TileRun run = run_of(GetParam(), DataFormat::bf16, 1, 1);
    run.inputs[1].bytes = tiles_of(DataFormat::bf16, one);
    run.args = {1, 1, 1, 0, 0};
    run.out = DataFormat::bf16;
    EXPECT_EQ(run.result(), run.inputs[0].bytes);
}

}  // namespace
}  // namespace tessera::host::tiles
