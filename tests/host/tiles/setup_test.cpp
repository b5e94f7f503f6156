// Inits that set up only a part of the units, each by its own name after one that left something else there: other
// formats, another operation (kernel-api.md 3.2, 3.3, 3.4). Small integers, so that every result is exact in fp32.
#include <bit>
#include <span>

#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {
namespace {

class Setup : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, Setup,
                         ::testing::Values(Mode{&arch::wormhole_b0(), true}, Mode{&arch::blackhole(), true}),
                         testing::PrintToStringParamName());

// What a step packs: A and B are the first tiles of cb 0 and 1, one more of cb 0 follows where a step packs two tiles.
enum class Result {
    product,
    product_with_b_turned,
    sum,
    difference,
    factors,
    b_turned,
    a,
    both_of_a,
    rows_of_a,
    both_rows_of_a,
    both_as_rows
};

constexpr const char* one = "pack_tile(0, 16)";
// cb 0 is bf16, cb 1 bfp8, cb 2 fp32: what is unpacked with the format of another buffer is not what is expected.
struct Step {
    const char* before;  // leaves formats or an operation that are not the step's
    const char* init;
    const char* call;
    Result result;
    const char* pack = one;  // null: the call acquires Dst and packs by itself
};
constexpr Step steps[] = {
    {"mm_init(0, 2, 16)", "mm_init_short_with_dt(0, 1, 2)", "matmul_tiles(0, 1, 0, 0, 0)", Result::product},
    {"mm_init(0, 2, 16)", "mm_init_short_with_dt(0, 1, 2, 1)", "matmul_tiles(0, 1, 0, 0, 0, 1)",
     Result::product_with_b_turned},
    {"mm_init(0, 1, 16), copy_tile_init(1)", "mm_init_short(0, 1)", "matmul_tiles(0, 1, 0, 0, 0)", Result::product},
    {"mm_init(0, 1, 16), copy_tile_init(1)", "mm_block_init_short(0, 1, 0, 1, 1, 1)",
     "matmul_block(0, 1, 0, 0, 0, 0, 1, 1, 1)", Result::product},
    {"mm_block_init(0, 2, 16)", "mm_block_init_short_with_dt(0, 1, 2, 1, 1, 1, 1)",
     "matmul_block(0, 1, 0, 0, 0, 1, 1, 1, 1)", Result::product_with_b_turned},
    {"mm_block_init(2, 2, 16)", "mm_block_init_short_with_both_dt(0, 1, 2, 2, 0, 1, 1, 1)",
     "matmul_block(0, 1, 0, 0, 0, 0, 1, 1, 1)", Result::product},
    // The unpackers by the whole call, the matrix unit by its half alone.
    {"binary_op_init_common(0, 1, 16)", "mm_block_init(0, 1, 16)",
     "UNPACK(matmul_block(0, 1, 0, 0, 0, 0, 1, 1, 1);) MATH((matmul_block_math_dynamic_throttle(0, 1, 0, 0, 1, 1)))",
     Result::product},
    {"binary_op_init_common(0, 2, 16)",
     "reconfig_data_format_srcb(1), binary_tiles_init<true, EltwiseBinaryType::ELWADD>(0, 1)",
     "add_tiles(0, 1, 0, 0, 0)", Result::sum},
    {"binary_op_init_common(0, 2, 16), add_tiles_init(0, 2)",
     "reconfig_data_format_srcb(2, 1), binary_tiles_init<false, EltwiseBinaryType::ELWSUB>(0, 1)",
     "sub_tiles(0, 1, 0, 0, 0)", Result::difference},
    {"init_sfpu(1, 16)", "transpose_wh_init_short(1)", "transpose_wh_tile(1, 0, 0)", Result::b_turned},
    {"binary_op_init_common(1, 2, 16)", "unary_op_init_common(0, 16)", "copy_tile(0, 0, 0)", Result::a},
    {"mm_init(1, 1, 16)", "copy_tile_to_dst_init_short_with_dt(1, 0)", "copy_block_matmul_partials(0, 0, 2, 2)",
     Result::both_of_a, "pack_tile_block(2, 16, 2)"},
    {"unary_op_init_common(1, 16)", "tilize_init_short_with_dt(1, 0, 1, 16)", "tilize_block(0, 1, 16)",
     Result::rows_of_a, nullptr},
    {"reconfig_data_format_srca(2)", "tilize_uninit_with_dt(2, 0, 16), copy_tile_init(0)", "copy_tile(0, 0, 0)",
     Result::a},
    {"unary_op_init_common(0, 16)", "fast_tilize_init(0, 2, 16)", "fast_tilize_block(0, 2, 16)", Result::both_rows_of_a,
     nullptr},
    {"unary_op_init_common(1, 16)", "fast_tilize_init_with_dt(0, 2, 16)", "fast_tilize_block(0, 2, 16)",
     Result::both_rows_of_a, nullptr},
    {"(void)0", "fast_tilize_uninit(0, 16), copy_tile_init(0)", "copy_tile(0, 0, 0)", Result::a},
};
// The names of earlier generations, in a kernel of their own.
constexpr Step older_steps[] = {
    {"mm_init(2, 2, 16)", "mm_init_short_with_both_dt(0, 1, 2, 2, 1)", "matmul_tiles(0, 1, 0, 0, 0, 1)",
     Result::product_with_b_turned},
    {"binary_op_init_common(2, 2, 16)", "unpack_reconfig_data_format(0, 1), add_tiles_init_nof()",
     "add_tiles(0, 1, 0, 0, 0)", Result::sum},
    {"binary_op_init_common(2, 2, 16)", "unpack_reconfig_data_format(2, 0, 2, 1), sub_tiles_init_nof()",
     "sub_tiles(0, 1, 0, 0, 0)", Result::difference},
    {"binary_op_init_common(2, 2, 16)",
     "unpack_reconfig_data_format_srca(0), unpack_reconfig_data_format_srcb(1), mul_tiles_init_f()",
     "mul_tiles(0, 1, 0, 0, 0)", Result::factors},
    {"binary_op_init_common(2, 2, 16)",
     "unpack_reconfig_data_format_srca(2, 0), unpack_reconfig_data_format_srcb(2, 1), "
     "binary_op_specific_init<1, EltwiseBinaryType::ELWSUB>()",
     "sub_tiles(0, 1, 0, 0, 0)", Result::difference},
    {"mm_init(1, 0, 16)", "copy_tile_to_dst_init()", "copy_block_matmul_partials(0, 0, 1, 2)", Result::both_of_a,
     "matmul_pack_tile(1, 16, 2)"},
    {"mm_init(1, 1, 16)", "unary_op_init_common_no_pack(0)", "copy_tile(0, 0, 0)", Result::a},
    {"(void)0", "tilize_init_short(0, 2)", "tilize_block(0, 2, 16)", Result::both_rows_of_a, nullptr},
    {"tilize_uninit(0, 16)", "untilize_init_short(0)", "untilize_block(0, 2, 16)", Result::both_as_rows, nullptr},
};

std::uint32_t tiles_of_result(Result result) {
    const bool both = result == Result::both_of_a || result == Result::both_rows_of_a || result == Result::both_as_rows;
    return both ? 2 : 1;
}

// One kernel of all steps.
std::string kernel_of_steps(std::span<const Step> all) {
    std::string body = "cb_wait_front(2, 1);\n";
    for (const Step& step : all) {
        // The whole inits write registers while the units may still be at the step before.
        body += "UNPACK(tensix_sync();) PACK(tensix_sync();)\n" + std::string(step.before) + ";\n" + step.init + ";\n";
        body += step.pack == nullptr
                    ? std::string(step.call) + ";\n"
                    : "tile_regs_acquire();\n" + std::string(step.call) +
                          ";\ntile_regs_commit();\ntile_regs_wait();\n" + step.pack + ";\ntile_regs_release();\n";
        body += "cb_push_back(16, " + std::to_string(tiles_of_result(step.result)) + ");\n";
    }
    return body + "return;\n";
}

Words integers(int tiles, std::uint32_t seed) {
    Numbers numbers(seed);
    Words words(static_cast<std::size_t>(tiles * tensix::tile_datums));
    for (std::uint32_t& x : words) x = std::bit_cast<std::uint32_t>(static_cast<float>(numbers.next() % 9) - 4);
    return words;
}

float number(std::uint32_t bits) { return std::bit_cast<float>(bits); }

float expected(Result result, int tile, int r, int c, const Words& a, const Words& b) {
    // The datum of the rows of `tiles` tiles that becomes this one of a tile.
    const auto of_rows = [&](int tiles) { return a[static_cast<std::size_t>(32 * tiles * r + 32 * tile + c)]; };
    switch (result) {
        case Result::product:
        case Result::product_with_b_turned: {
            const bool turned = result == Result::product_with_b_turned;
            float total = 0;
            for (int k = 0; k < 32; ++k)
                total += number(a[at(0, r, k)]) * number(b[turned ? at(0, c, k) : at(0, k, c)]);
            return total;
        }
        case Result::sum: return number(a[at(0, r, c)]) + number(b[at(0, r, c)]);
        case Result::difference: return number(a[at(0, r, c)]) - number(b[at(0, r, c)]);
        case Result::factors: return number(a[at(0, r, c)]) * number(b[at(0, r, c)]);
        case Result::b_turned: return number(b[at(0, c, r)]);
        case Result::a:
        case Result::both_of_a: return number(a[at(tile, r, c)]);
        case Result::rows_of_a: return number(of_rows(1));
        case Result::both_rows_of_a: return number(of_rows(2));
        case Result::both_as_rows: {
            const int i = static_cast<int>(at(tile, r, c));
            return number(a[at(i % 64 / 32, i / 64, i % 32)]);
        }
    }
    return 0;
}

void check(const Mode& mode, std::span<const Step> all) {
    const Words a = integers(2, 1), b = integers(1, 2);
    TileRun run{.arch = *mode.arch,
                .mode = {.fidelity_phases = 4, .fp32_dest_acc = mode.fp32},
                .inputs = {{DataFormat::bf16, tiles_of(DataFormat::bf16, a)},
                           {DataFormat::bfp8, tiles_of(DataFormat::bfp8, b)},
                           {DataFormat::fp32, tiles_of(DataFormat::fp32, b)}},
                .out = DataFormat::fp32,
                .tiles = 0,
                .body = kernel_of_steps(all)};
    for (const Step& step : all) run.tiles += tiles_of_result(step.result);
    const Bytes result = run.result();
    int packed_tile = 0;
    for (const Step& step : all)
        for (int tile = 0; tile < static_cast<int>(tiles_of_result(step.result)); ++tile, ++packed_tile) {
            int wrong = 0;
            for (int r = 0; r < 32; ++r)
                for (int c = 0; c < 32; ++c)
                    wrong += number(tensix::read_datum(result.data(), static_cast<int>(at(packed_tile, r, c)), 32)) !=
                             expected(step.result, tile, r, c, a, b);
            EXPECT_EQ(wrong, 0) << "tile " << tile << " after " << step.init;
        }
}

TEST_P(Setup, AShortInitSetsWhatItsCallNeeds) { check(GetParam(), steps); }

TEST_P(Setup, OlderNamesDoTheSame) {
    if (by_vendor_library()) GTEST_SKIP() << "the names are those of the tree";
    check(GetParam(), older_steps);
}

}  // namespace
}  // namespace tessera::host::tiles
