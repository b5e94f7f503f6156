// Operations of two tiles, with a broadcast part and with Dst as an operand, datum by datum.
#include "tests/host/tiles/tiles.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host::tiles {
namespace {

class Eltwise : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, Eltwise, ::testing::ValuesIn(modes()), testing::PrintToStringParamName());

using Function = std::uint32_t (*)(const tensix::Fpu&, std::uint32_t, std::uint32_t, std::uint32_t);
constexpr Function functions[] = {tensix::elw_add, tensix::elw_sub, tensix::elw_mul};
constexpr const char* names[] = {"add", "sub", "mul"};
constexpr const char* enumerators[] = {"ELWADD", "ELWSUB", "ELWMUL"};
enum Part { none, column_part, row_part, scalar_part };
constexpr const char* parts[] = {"NONE", "COL", "ROW", "SCALAR"};

std::uint32_t combine(tensix::Fpu fpu, int op, int phases, std::uint32_t a, std::uint32_t b, std::uint32_t d) {
    if (op != 2) return functions[op](fpu, a, b, d);
    for (fpu.phase = 0; fpu.phase < phases; ++fpu.phase) d = functions[op](fpu, a, b, d);
    return d;
}

std::size_t part_at(int part, int r, int c) {
    return at(0, part == row_part || part == scalar_part ? 0 : r, part == column_part || part == scalar_part ? 0 : c);
}

std::string dim(int part) { return std::string("<BroadcastType::") + parts[part] + ">"; }
std::string reuse(int op, bool to_a) {
    return "<EltwiseBinaryType::" + std::string(enumerators[op]) +
           ", EltwiseBinaryReuseDestType::" + (to_a ? "DEST_TO_SRCA" : "DEST_TO_SRCB") + ">";
}

enum EltwiseCase : std::uint32_t { with_part, with_dst, accumulate, spread, of_integers };

// Each case in the order in which its test expects the tiles.
std::string eltwise_kernel() {
    std::string cases[5] = {"init_bcast<EltwiseBinaryType::ELWADD, BroadcastType::COL>(0, 1, 16);\n",
                            "binary_op_init_common(0, 1, 16);\n", "binary_op_init_common(0, 1, 16);\n", "",
                            "binary_op_init_common(0, 1, 16);\n"};
    for (int op = 0; op < 3; ++op) {
        for (const int part : {column_part, row_part, scalar_part}) {
            const std::string name = names[op], short_part = part == column_part ? "cols"
                                                             : part == row_part  ? "rows"
                                                                                 : "scalar";
            cases[with_part] += name + "_bcast_" + short_part + "_init_short(0, 1);\n" +
                                one_tile(name + "_tiles_bcast" + dim(part) + "(0, 1, 0, 0, 0);\n");
        }
        for (const bool to_a : {true, false})
            cases[with_dst] += one_tile(
                "copy_tile_to_dst_init_short(0);\ncopy_tile(0, 0, 0);\n"
                "binary_dest_reuse_tiles_init" +
                reuse(op, to_a) +
                "(1);\n"
                "binary_dest_reuse_tiles" +
                reuse(op, to_a) + "(1, 0, 0);\n");
    }
    cases[accumulate] +=
        "mul_tiles_init(0, 1);\n" + one_tile("mul_tiles(0, 1, 0, 0, 0);\nmul_tiles(0, 1, 0, 0, 0);\n") +
        "sub_tiles_init(0, 1, true);\n" + one_tile("sub_tiles(0, 1, 0, 0, 0);\nsub_tiles(0, 1, 0, 0, 0);\n");
    for (const int part : {column_part, row_part, scalar_part})
        cases[spread] +=
            "unary_bcast_init" + dim(part) + "(1, 16);\n" + one_tile("unary_bcast" + dim(part) + "(1, 0, 0);\n");
    cases[of_integers] += "mul_tiles_init(0, 1);\n" + one_tile("mul_tiles(0, 1, 0, 0, 0);\n") +
                          "sub_tiles_init(0, 1);\n" + one_tile("sub_tiles(0, 1, 0, 0, 0);\n");
    std::string body = "switch (get_arg_val<uint32_t>(3)) {\n";
    for (std::size_t i = 0; i < 5; ++i) body += "case " + std::to_string(i) + ":\n" + cases[i] + "break;\n";
    return body + "}\n";
}

TileRun run_of(const Mode& mode, DataFormat format) {
    return {.arch = *mode.arch,
            .mode = {.fidelity_phases = 3, .fp32_dest_acc = mode.fp32},
            .inputs = {{format, tiles_of(format, random_reals(1, 3))}, {format, tiles_of(format, random_reals(1, 4))}},
            .out = mode.fp32 ? DataFormat::fp32 : DataFormat::bf16,
            .tiles = 1,
            .body = eltwise_kernel()};
}

// All operations with all parts in one kernel, every tile after an init of its own.
TEST_P(Eltwise, APartOfTheSecondTileStandsForAll) {
    TileRun run = run_of(GetParam(), DataFormat::fp32);
    run.tiles = 9;
    run.args = {with_part};
    Words expected;
    const Words a = src_words(run.inputs[0], run.mode.fp32_dest_acc),
                b = src_words(run.inputs[1], run.mode.fp32_dest_acc);
    for (int op = 0; op < 3; ++op)
        for (const int part : {column_part, row_part, scalar_part}) {
            const std::size_t first = expected.size();
            expected.resize(first + tensix::tile_datums);
            for (int r = 0; r < 32; ++r)
                for (int c = 0; c < 32; ++c)
                    expected[first + at(0, r, c)] =
                        combine(fpu_of(run), op, run.mode.fidelity_phases, a[at(0, r, c)], b[part_at(part, r, c)], 0);
        }
    EXPECT_EQ(run.result(), packed(expected, run.out, run));
}

// Dst first holds a copy of the first tile; a product starts from zero, a sum is not added to what was there.
TEST_P(Eltwise, DstBecomesEitherOperand) {
    TileRun run = run_of(GetParam(), DataFormat::bf16);
    run.tiles = 6;
    run.args = {with_dst};
    const Words a = src_words(run.inputs[0], run.mode.fp32_dest_acc),
                b = src_words(run.inputs[1], run.mode.fp32_dest_acc);
    Words expected;
    for (int op = 0; op < 3; ++op)
        for (const bool to_a : {true, false}) {
            const std::size_t first = expected.size();
            expected.resize(first + tensix::tile_datums);
            for (std::size_t i = 0; i < tensix::tile_datums; ++i)
                expected[first + i] =
                    combine(fpu_of(run), op, run.mode.fidelity_phases, to_a ? a[i] : b[i], to_a ? b[i] : a[i], 0);
        }
    EXPECT_EQ(run.result(), packed(expected, run.out, run));
}

// ELWMUL adds to Dst by itself, the others where their init says so.
TEST_P(Eltwise, ResultsAccumulate) {
    TileRun run = run_of(GetParam(), DataFormat::bf16);
    run.tiles = 2;
    run.args = {accumulate};
    const Words a = src_words(run.inputs[0], run.mode.fp32_dest_acc),
                b = src_words(run.inputs[1], run.mode.fp32_dest_acc);
    Words expected(2 * tensix::tile_datums);
    for (std::size_t t = 0; t < 2; ++t)
        for (std::size_t i = 0; i < tensix::tile_datums; ++i) {
            std::uint32_t& d = expected[t * tensix::tile_datums + i];
            for (int times = 0; times < 2; ++times)
                d = combine(fpu_of(run), t == 0 ? 2 : 1, run.mode.fidelity_phases, a[i], b[i], d);
        }
    EXPECT_EQ(run.result(), packed(expected, run.out, run));
}

TEST_P(Eltwise, APartOfOneTileIsSpread) {
    TileRun run = run_of(GetParam(), DataFormat::fp32);
    run.tiles = 3;
    run.args = {spread};
    const Words b = src_words(run.inputs[1], run.mode.fp32_dest_acc);
    Words expected;
    for (const int part : {column_part, row_part, scalar_part}) {
        const std::size_t first = expected.size();
        expected.resize(first + tensix::tile_datums);
        for (int r = 0; r < 32; ++r)
            for (int c = 0; c < 32; ++c) {
                const std::uint32_t x = b[part_at(part, r, c)];
                const tensix::Fpu fpu = fpu_of(run);
                expected[first + at(0, r, c)] =
                    part == row_part ? tensix::mova2d(fpu.form, x) : tensix::elw_add(fpu, 0, x, 0);
            }
    }
    EXPECT_EQ(run.result(), packed(expected, run.out, run));
}

// 8-bit integers in an INT32 Dst. Three phases see the whole product where the second factor has no low four bits.
TEST(EltwiseIntegers, AreExact) {
    test::Variable cache("XDG_CACHE_HOME", TESSERA_TEST_CACHE);
    TileRun run = run_of({&arch::wormhole_b0(), true}, DataFormat::bf16);
    run.inputs.clear();
    run.out = DataFormat::int32;
    run.tiles = 2;
    Numbers numbers(5);
    for (int i = 0; i < 2; ++i) {
        run.inputs.push_back({DataFormat::int8, Bytes(tensix::tile_datums)});
        for (std::uint8_t& x : run.inputs.back().bytes)
            x = static_cast<std::uint8_t>(numbers.next() & (i == 0 ? 0xFF : 0xF0));
    }
    run.args = {of_integers};
    const Bytes result = run.result();
    const auto value = [](std::uint8_t x) { return x & 0x80 ? -(x & 0x7F) : x & 0x7F; };
    for (int i = 0; i < tensix::tile_datums; ++i) {
        const auto n = static_cast<std::size_t>(i);
        const int a = value(run.inputs[0].bytes[n]), b = value(run.inputs[1].bytes[n]);
        for (const auto& [tile, exact] : {std::pair(0, a * b), std::pair(1, a - b)}) {
            const std::uint32_t word = tensix::read_datum(result.data() + 4096 * tile, i, 32);
            const int got = static_cast<int>(word & 0x7FFFFFFF);
            ASSERT_EQ(word >> 31 ? -got : got, exact) << i;
        }
    }
}

}  // namespace
}  // namespace tessera::host::tiles
