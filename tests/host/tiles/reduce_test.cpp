// reduce_tile against pooling of faces in the documented order (spec/kernel-api.md 3.4).
#include <algorithm>
#include <bit>

#include "tests/host/tiles/tiles.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host::tiles {
namespace {

class Reduce : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, Reduce, ::testing::ValuesIn(modes()), testing::PrintToStringParamName());

// What only an fp32 Dst can show.
class ReduceToFp32 : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, ReduceToFp32,
                         ::testing::Values(Mode{&arch::wormhole_b0(), true}, Mode{&arch::blackhole(), true}),
                         testing::PrintToStringParamName());

enum class ReducedDim { row, column, scalar };

enum class PoolKind { sum, average, maximum };

constexpr const char* reduce_kernel = R"(
#define REDUCE(op, dim)                                                                                    \
    reduce_init<PoolType::op, ReduceDim::dim>(0, 1, 16);                                                   \
    tile_regs_acquire();                                                                                   \
    for (uint32_t tile = 0; tile < 2; ++tile) reduce_tile<PoolType::op, ReduceDim::dim>(0, 1, tile, 0, 0); \
    tile_regs_commit();
    compute_kernel_hw_startup(0, 1, 16);
    switch (get_arg_val<uint32_t>(3)) {
        case 0: REDUCE(SUM, REDUCE_ROW) break;
        case 1: REDUCE(SUM, REDUCE_COL) break;
        case 2: REDUCE(SUM, REDUCE_SCALAR) break;
        case 3: REDUCE(AVG, REDUCE_ROW) break;
        case 6: REDUCE(MAX, REDUCE_ROW) break;
        case 7: REDUCE(MAX, REDUCE_COL) break;
        case 8: REDUCE(MAX, REDUCE_SCALAR) break;
#if !defined(TESSERA_VENDOR_LIBRARY)
        // By the names of earlier generations.
        case 9:
            binary_op_init_common(0, 1, 16);
            reduce_init_short(PoolType::SUM, ReduceDim::REDUCE_ROW, 0, 1, 16);
            tile_regs_acquire();
            for (uint32_t tile = 0; tile < 2; ++tile)
                reduce_tile(PoolType::SUM, ReduceDim::REDUCE_ROW, 0, 1, tile, 0, 0);
            tile_regs_commit();
            break;
        case 10:
            binary_op_init_common(0, 1, 16);
            reduce_init_delta<false, PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1, 16);
            tile_regs_acquire();
            for (uint32_t tile = 0; tile < 2; ++tile)
                reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1, tile, 0, 0);
            tile_regs_commit();
            break;
#endif
    }
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    if (get_arg_val<uint32_t>(0) == 1) {
        reduce_uninit();
    } else {
#if !defined(TESSERA_VENDOR_LIBRARY)
        reduce_revert_delta<ReduceDim::REDUCE_ROW>(16);
        copy_tile_init(0);
        tile_regs_acquire();
        copy_tile(0, 1, 0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
#endif
    })";

Bytes scaler_tile(DataFormat format, std::uint32_t fp32) {
    Words words(tensix::tile_datums, 0);
    for (std::size_t face = 0; face < 4; ++face) std::fill_n(words.begin() + static_cast<long>(256 * face), 16, fp32);
    return tiles_of(format, words);
}

TileRun run_of(const Mode& mode, PoolKind type, ReducedDim dim, DataFormat format, std::uint32_t scale) {
    TileRun run{.arch = *mode.arch,
                .mode = {.fidelity_phases = 4, .fp32_dest_acc = mode.fp32},
                .inputs = {{format, tiles_of(format, random_reals(2, 7))},
                           {DataFormat::bf16, scaler_tile(DataFormat::bf16, scale)}},
                .out = mode.fp32 ? DataFormat::fp32 : DataFormat::bf16};
    run.args = {static_cast<std::uint32_t>(type) * 3 + static_cast<std::uint32_t>(dim)};
    run.body = reduce_kernel;
    return run;
}

// The scaler is bf16, and what goes from Dst through SrcB is read in the form of the scaler on either machine.
std::uint32_t through_srcb(const tensix::Fpu& fpu, std::uint32_t d) {
    return fpu.dst_is_32_bit ? d >> 16 << 3 : d << 3;
}

TEST_P(Reduce, SumsAreMatrixProductsWithTheScaler) {
    for (const ReducedDim dim : {ReducedDim::row, ReducedDim::column, ReducedDim::scalar}) {
        const TileRun run = run_of(GetParam(), PoolKind::sum, dim, DataFormat::bf16, 0x3F200000);
        const Words a = src_words(run.inputs[0], run.mode.fp32_dest_acc);
        const std::uint32_t scale = 0x3F20 << 3;
        const tensix::Fpu fpu = fpu_of(run);
        Words d(tensix::tile_datums, 0);
        const auto sixteen = [&](int tile, int r, int c, int step_r, int step_c) {
            std::array<std::uint32_t, 16> values;
            for (int i = 0; i < 16; ++i)
                values[static_cast<std::size_t>(i)] = a[at(tile, r + i * step_r, c + i * step_c)];
            return values;
        };
        for (int tile = 0; tile < 2; ++tile) {
            if (dim == ReducedDim::scalar) {
                std::array<std::uint32_t, 16> row_of{};
                for (const auto& [fr, fc] : {std::pair(0, 0), std::pair(0, 16), std::pair(16, 0), std::pair(16, 16)})
                    for (int c = 0; c < 16; ++c) {
                        std::uint32_t& x = row_of[static_cast<std::size_t>(c)];
                        x = pooled(fpu, 4, sixteen(tile, fr, fc + c, 1, 0), scale, x);
                    }
                for (std::uint32_t& x : row_of) x = through_srcb(fpu, x);
                d[0] = pooled(fpu, 4, row_of, scale, d[0]);
                continue;
            }
            for (int i = 0; i < 32; ++i)
                for (const int half : {0, 16}) {
                    std::uint32_t& x = d[dim == ReducedDim::row ? at(0, i, 0) : at(0, 0, i)];
                    x = pooled(fpu, 4,
                               dim == ReducedDim::row ? sixteen(tile, i, half, 0, 1) : sixteen(tile, half, i, 1, 0),
                               scale, x);
                    if (dim == ReducedDim::row && half == 16) x = tensix::elw_add(fpu, 0, through_srcb(fpu, x), 0);
                }
        }
        EXPECT_EQ(run.result(), packed(d, run.out, run)) << static_cast<int>(dim);
    }
}

// The same tile by either of them; what is packed after reduce_revert_delta is whole.
TEST_P(Reduce, OlderNamesDoTheSame) {
    if (by_vendor_library()) GTEST_SKIP() << "the names are those of the tree";
    TileRun run = run_of(GetParam(), PoolKind::sum, ReducedDim::row, DataFormat::bf16, 0x3F200000);
    run.out = DataFormat::fp32;
    const Bytes reduced = run.result();
    const std::size_t bytes = tensix::tile_bytes(run.out);
    run.tiles = 2;
    for (const std::uint32_t older : {9u, 10u}) {
        run.args = {older};
        const Bytes result = run.result();
        EXPECT_EQ(Bytes(result.begin(), result.begin() + static_cast<long>(bytes)), reduced) << older;
        for (int i = 0; i < tensix::tile_datums; ++i)
            ASSERT_EQ(tensix::read_datum(result.data() + bytes, i, 32),
                      tensix::read_datum(run.inputs[0].bytes.data(), i + tensix::tile_datums, 16) << 16);
    }
}

// bf16 data with an fp32 scaler: Wormhole moves the pooled row in the form of SrcA, Blackhole in that of SrcB.
TEST_P(ReduceToFp32, TheWayThroughSrcBTakesItsForm) {
    TileRun run = run_of(GetParam(), PoolKind::sum, ReducedDim::row, DataFormat::bf16, 0);
    run.inputs[1] = {DataFormat::fp32, scaler_tile(DataFormat::fp32, 0x3F200000)};
    const Words a = src_words(run.inputs[0], true);
    tensix::Fpu fpu = fpu_of(run);
    fpu.form = tensix::SrcForm::tf32;
    const bool by_bank = GetParam().arch == &arch::blackhole();
    Words d(tensix::tile_datums, 0);
    for (int tile = 0; tile < 2; ++tile)
        for (int i = 0; i < 32; ++i) {
            std::uint32_t& x = d[at(0, i, 0)];
            for (const int half : {0, 16}) {
                std::array<std::uint32_t, 16> values;
                for (int c = 0; c < 16; ++c) values[static_cast<std::size_t>(c)] = a[at(tile, i, half + c)];
                x = pooled(fpu, 4, values, 0x3F200000 >> 13, x);
            }
            x = tensix::elw_add(fpu, 0, by_bank ? x >> 13 : x >> 16 << 3, 0);
        }
    EXPECT_EQ(run.result(), packed(d, run.out, run));
}

TEST_P(Reduce, MaximaAreExact) {
    for (const ReducedDim dim : {ReducedDim::row, ReducedDim::column, ReducedDim::scalar}) {
        const TileRun run = run_of(GetParam(), PoolKind::maximum, dim, DataFormat::bf16, 0x3F800000);
        Words d(tensix::tile_datums, 0);
        std::vector<bool> seen(tensix::tile_datums, false);
        const std::vector<std::uint8_t>& bytes = run.inputs[0].bytes;
        for (int tile = 0; tile < 2; ++tile)
            for (int r = 0; r < 32; ++r)
                for (int c = 0; c < 32; ++c) {
                    const std::uint32_t x = tensix::read_datum(bytes.data(), static_cast<int>(at(tile, r, c)), 16)
                                            << 16;
                    const std::size_t to = dim == ReducedDim::row      ? at(0, r, 0)
                                           : dim == ReducedDim::column ? at(0, 0, c)
                                                                       : 0;
                    if (!seen[to] || std::bit_cast<float>(x) > std::bit_cast<float>(d[to])) d[to] = x;
                    seen[to] = true;
                }
        if (!run.mode.fp32_dest_acc)
            for (std::uint32_t& x : d) x >>= 16;
        EXPECT_EQ(run.result(), packed(d, run.out, run)) << static_cast<int>(dim);
    }
}

// Ones with an averaging scaler: exactly one in every row, and the packer masks the rest.
TEST_P(Reduce, TheAverageOfOnesIsOne) {
    TileRun run = run_of(GetParam(), PoolKind::average, ReducedDim::row, DataFormat::fp32,
                         0x3C800000);  // 1/64, two tiles of 32 columns
    run.inputs[0].bytes = tiles_of(DataFormat::fp32, Words(2 * tensix::tile_datums, 0x3F800000));
    run.out = DataFormat::fp32;
    const Bytes result = run.result();
    for (int i = 0; i < tensix::tile_datums; ++i)
        ASSERT_EQ(tensix::read_datum(result.data(), i, 32), tensix::datum_column(i) == 0 ? 0x3F800000u : 0u) << i;
}

// GMPOOL takes the exponent of the scaler alone (spec/tensix-core.md 1.6).
TEST(ReduceScaler, OfAMaximumCountsByItsExponent) {
    test::Variable cache("XDG_CACHE_HOME", TESSERA_TEST_CACHE);
    for (const arch::Arch* arch : arch::all()) {
        const auto maxima = [&](std::uint32_t scaler) {
            return run_of({arch, false}, PoolKind::maximum, ReducedDim::column, DataFormat::bf16, scaler).result();
        };
        const Bytes of_one = maxima(0x3F800000);
        for (const auto& [scaler, exponent] : {std::pair{0x3F000000u, -1}, std::pair{0xC0400000u, 1}}) {
            const Bytes scaled = maxima(scaler);
            int compared = 0;
            for (int i = 0; i < tensix::tile_datums; ++i) {
                const std::uint32_t one = tensix::read_datum(of_one.data(), i, 16);
                const int now = static_cast<int>(one >> 7 & 255) + exponent;
                if (one == 0 || now < 1 || now > 254) continue;
                ASSERT_EQ(tensix::read_datum(scaled.data(), i, 16), (one & 0x807f) | static_cast<unsigned>(now) << 7)
                    << i << " with " << scaler << " on " << arch->name;
                ++compared;
            }
            EXPECT_GE(compared, 16);
        }
    }
}

}  // namespace
}  // namespace tessera::host::tiles
