// Every function of the broadcast family by its own name (kernel-api.md 3.4), on small integers, whose sums and
// products are exact in bf16: what is asked is which operation and which part of the second tile a name stands for.
#include <bit>

#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {
namespace {

class Broadcast : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, Broadcast,
                         ::testing::Values(Mode{&arch::wormhole_b0(), false}, Mode{&arch::blackhole(), false}),
                         testing::PrintToStringParamName());

float sum(float a, float b) { return a + b; }
float difference(float a, float b) { return a - b; }
float product(float a, float b) { return a * b; }
float first(float a, float) { return a; }
float second(float, float b) { return b; }

// The datum of the second tile that meets row r and column c of the first.
using PartAt = std::size_t (*)(int r, int c);
std::size_t whole(int r, int c) { return at(0, r, c); }
std::size_t first_column(int r, int) { return at(0, r, 0); }
std::size_t first_row(int, int c) { return at(0, 0, c); }
std::size_t fifth_row(int, int c) { return at(0, 5, c); }
std::size_t first_datum(int, int) { return at(0, 0, 0); }

struct BroadcastCall {
    const char* init;
    const char* call;
    float (*expected)(float, float);
    PartAt part;
};
constexpr BroadcastCall broadcast_calls[] = {
    {"add_bcast_cols_init_short(0, 1)", "add_tiles_bcast_cols(0, 1, 0, 0, 0)", sum, first_column},
    {"add_bcast_rows_init_short(0, 1)", "add_tiles_bcast_rows(0, 1, 0, 0, 0)", sum, first_row},
    {"add_bcast_scalar_init_short(0, 1)", "add_tiles_bcast_scalar(0, 1, 0, 0, 0)", sum, first_datum},
    {"add_bcast_cols_init_short(0, 1)", "add_tiles_bcast<BroadcastType::COL>(0, 1, 0, 0, 0)", sum, first_column},
    {"sub_bcast_cols_init_short(0, 1)", "sub_tiles_bcast_cols(0, 1, 0, 0, 0)", difference, first_column},
    {"sub_bcast_rows_init_short(0, 1)", "sub_tiles_bcast<BroadcastType::ROW>(0, 1, 0, 0, 0)", difference, first_row},
    {"sub_tiles_bcast_scalar_init_short(0, 1)", "sub_tiles_bcast_scalar(0, 1, 0, 0, 0)", difference, first_datum},
    {"mul_bcast_cols_init_short(0, 1)", "mul_tiles_bcast_cols(0, 1, 0, 0, 0)", product, first_column},
    {"mul_bcast_rows_init_short(0, 1)", "mul_tiles_bcast_rows(0, 1, 0, 0, 0)", product, first_row},
    {"mul_tiles_bcast_scalar_init_short(0, 1)", "mul_tiles_bcast_scalar(0, 1, 0, 0, 0)", product, first_datum},
    {"mul_bcast_rows_init_short(0, 1)", "mul_tiles_bcast<BroadcastType::ROW>(0, 1, 0, 0, 0, 5)", product, fifth_row},
    {"init_bcast<EltwiseBinaryType::ELWSUB, BroadcastType::SCALAR>(0, 1, 16)",
     "any_tiles_bcast<EltwiseBinaryType::ELWSUB, BroadcastType::SCALAR>(0, 1, 0, 0, 0)", difference, first_datum},
    {"unary_bcast_init<BroadcastType::COL>(1, 16)", "unary_bcast<BroadcastType::COL>(1, 0, 0)", second, first_column},
    {"reconfigure_unary_bcast<BroadcastType::COL, BroadcastType::ROW>(1, 1, 16, 16)",
     "unary_bcast<BroadcastType::ROW>(1, 0, 0)", second, first_row},
    {"unary_bcast_uninit<BroadcastType::ROW>(1), copy_tile_init(0)", "copy_tile(0, 0, 0)", first, whole},
};

// One kernel of all calls, a tile of output for each.
std::string kernel_of_calls() {
    std::string body = "init_bcast<EltwiseBinaryType::ELWADD, BroadcastType::COL>(0, 1, 16);\n";
    for (const BroadcastCall& call : broadcast_calls)
        body += std::string(call.init) + ";\ntile_regs_acquire();\n" + call.call +
                ";\ntile_regs_commit();\ntile_regs_wait();\npack_tile(0, 16);\ntile_regs_release();\n";
    return body;
}

Words small_integers(std::uint32_t seed) {
    Numbers numbers(seed);
    Words tile(tensix::tile_datums);
    for (std::uint32_t& x : tile) x = std::bit_cast<std::uint32_t>(static_cast<float>(numbers.next() % 15) - 7);
    return tile;
}

TEST_P(Broadcast, EachNameMeansItsOperationAndItsPart) {
    const Words a = small_integers(1), b = small_integers(2);
    const TileRun run{.arch = *GetParam().arch,
                      .mode = {.fidelity_phases = 4},
                      .inputs = {{DataFormat::bf16, tiles_of(DataFormat::bf16, a)},
                                 {DataFormat::bf16, tiles_of(DataFormat::bf16, b)}},
                      .out = DataFormat::fp32,
                      .tiles = static_cast<std::uint32_t>(std::size(broadcast_calls)),
                      .body = kernel_of_calls()};
    const Bytes result = run.result();
    for (std::size_t tile = 0; tile < std::size(broadcast_calls); ++tile) {
        const BroadcastCall& call = broadcast_calls[tile];
        int wrong = 0;
        for (int r = 0; r < 32; ++r)
            for (int c = 0; c < 32; ++c) {
                const std::uint32_t bits =
                    tensix::read_datum(result.data(), static_cast<int>(at(static_cast<int>(tile), r, c)), 32);
                wrong += std::bit_cast<float>(bits) !=
                         call.expected(std::bit_cast<float>(a[at(0, r, c)]), std::bit_cast<float>(b[call.part(r, c)]));
            }
        EXPECT_EQ(wrong, 0) << call.init << "; " << call.call;
    }
}

}  // namespace
}  // namespace tessera::host::tiles
