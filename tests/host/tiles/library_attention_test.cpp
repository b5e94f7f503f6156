// Scaled dot-product attention by the vendor's library's kernel, unchanged, against plain arithmetic.
#include <cmath>

#include "tests/host/tiles/library.hpp"

namespace tessera::host::tiles {
namespace {

constexpr int tile_side = 32, depth = 64, chunk = 64, sequence_rows = 128, chunks = sequence_rows / chunk;
constexpr int chunk_tiles = chunk / tile_side, depth_tiles = depth / tile_side;
constexpr double score_scale = 0.125;  // 1 / sqrt(depth)

// A matrix of `rows` rows of numbers of bf16 between -limit and limit.
struct Matrix {
    std::vector<double> at;
    Matrix(std::uint32_t seed, double limit) {
        Numbers numbers(seed);
        for (int i = 0; i < sequence_rows * depth; ++i) {
            const auto number = static_cast<float>((numbers.next() % 4096 / 2048.0 - 1) * limit);
            at.push_back(static_cast<double>(std::bit_cast<float>(std::bit_cast<std::uint32_t>(number) & 0xFFFF0000)));
        }
    }
    double operator()(int row, int column) const { return at[static_cast<std::size_t>(row * depth + column)]; }
};

std::uint32_t bits(double x) { return std::bit_cast<std::uint32_t>(static_cast<float>(x)); }

// Tile (row, column) of something indexed by rows and columns, behind what `to` holds.
template <class F>
void append_tile(Words& to, int tile_row, int tile_column, F number) {
    const std::size_t begin = to.size();
    to.resize(begin + tensix::tile_datums);
    for (int r = 0; r < tile_side; ++r)
        for (int c = 0; c < tile_side; ++c)
            to[begin + at(0, r, c)] = bits(number(tile_side * tile_row + r, tile_side * tile_column + c));
}

// Rows of a chunk as tiles, row by row or, as keys are wanted, column by column.
void append_chunk(Words& to, const Matrix& matrix, int index, bool by_columns) {
    for (int i = 0; i < chunk_tiles * depth_tiles; ++i) {
        const int row = by_columns ? i % chunk_tiles : i / depth_tiles;
        append_tile(to, chunk_tiles * index + row, by_columns ? i / chunk_tiles : i % depth_tiles, matrix);
    }
}

// Where rows of keys after a row of queries are masked, one chunk of keys fewer is looked at. `approximate`: the
// rescaling of what was summed before, which else is a polynomial of instructions that the kernel pushes itself.
struct AttentionCase {
    const arch::Arch* arch;
    bool causal, fp32, approximate;
};
void PrintTo(const AttentionCase& one, std::ostream* out) {
    *out << one.arch->name << (one.causal ? "_causal" : "_whole") << (one.fp32 ? "_fp32" : "_16bit");
}

class LibraryAttention : public testing::TestWithParam<AttentionCase> {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(library_root())) GTEST_SKIP() << library_root() << " is not at hand";
    }
    // The buffers of a core that has all rows of queries, in the order in which the kernel takes chunks.
    std::map<std::uint32_t, Pages> inputs() const {
        const auto forbidden = [](int row, int column) { return column > row ? -INFINITY : 0.0; };
        Words queries, keys, values, masks, ones, first_column;
        for (int q = 0; q < chunks; ++q) {
            append_chunk(queries, q_, q, false);
            for (int k = 0; k < (GetParam().causal ? q + 1 : chunks); ++k) {
                append_chunk(keys, k_, k, true);
                append_chunk(values, v_, k, false);
            }
            for (int tile = 0; tile < chunk_tiles * chunk_tiles; ++tile)
                append_tile(masks, tile / chunk_tiles, tile % chunk_tiles, forbidden);
        }
        append_tile(ones, 0, 0, [](int row, int) { return row % 16 == 0 ? 1.0 : 0.0; });
        append_tile(first_column, 0, 0, [](int, int column) { return column == 0 ? 1.0 : 0.0; });
        std::map<std::uint32_t, Pages> all{{0, queries}, {1, keys}, {2, values}, {5, ones}, {7, first_column}};
        if (GetParam().causal) all.emplace(3, masks);
        return all;
    }
    LibraryRun run() const {
        const auto [arch, causal, fp32, approximate] = GetParam();
        constexpr std::uint32_t tiles = chunk_tiles, wide = depth_tiles, blocks = chunks,
                                all = sequence_rows / tile_side;
        return {.arch = *arch,
                .kernel = "transformer/sdpa/device/kernels/compute/sdpa.cpp",
                .mode = {.fp32_dest_acc = fp32},
                // Batches and heads; tiles of keys, of a head, of chunks and how many; the blocks of both products;
                // cores; masks; the scale; no window, no sink.
                .compile_args = {1,      1,     1,      all,  wide,  wide,  tiles,
                                 blocks, tiles, blocks, wide, tiles, 1,     tiles,
                                 1,      1,     tiles,  wide, 1,     tiles, 1,
                                 1,      1,     causal, 0,    0,     0,     bits(score_scale),
                                 0,      0},
                .args = {0, 0, 1, 0, 1, 0, blocks, 1, 0},
                .defines = {{"EXP_APPROX_MODE", approximate ? "1" : "0"},
                            {"STATS_GRANULARITY", "2"},
                            {"LOG2_STATS_GRANULARITY", "1"},
                            {"SUB_EXP_GRANULARITY", "2"},
                            {"LOG2_SUB_EXP_GRANULARITY", "1"},
                            {"DHT_GRANULARITY", "2"},
                            {"LOG2_DHT_GRANULARITY", "1"},
                            {"REDUCE_GRANULARITY", "2"},
                            {"LOG2_REDUCE_GRANULARITY", "1"}},
                .inputs = inputs(),
                .between = {{24, tiles * tiles},
                            {25, tiles * wide},
                            {26, tiles * wide},
                            {27, tiles},
                            {28, tiles},
                            {29, tiles},
                            {30, tiles},
                            {31, tiles}},
                .tiles = all * wide};
    }

    // By plain arithmetic: how much of each value a row of the output is.
    std::vector<double> weights_of(int row) const {
        std::vector<double> weights;
        double sum = 0;
        for (int key = 0; key < (GetParam().causal ? row + 1 : sequence_rows); ++key) {
            double score = 0;
            for (int i = 0; i < depth; ++i) score += q_(row, i) * k_(key, i);
            weights.push_back(std::exp(score * score_scale));
            sum += weights.back();
        }
        for (double& weight : weights) weight /= sum;
        return weights;
    }

    Matrix q_{1, 2.5}, k_{2, 2.5}, v_{3, 1};
};

// The kernel's exponential of scores is Schraudolph's line, up to 3.1 % off and 1.8 % on average (sfpu-math.md 3), and
// bf16 scores below 64 move an exponent by 0.016 at each rounding: weights are within 6.5 %, of which a weighted
// average can show twice.
TEST_P(LibraryAttention, WeighsValues) {
    const Words out = run().result();
    double errors = 0, squares = 0;
    for (int row = 0; row < sequence_rows; ++row) {
        const std::vector<double> weights = weights_of(row);
        for (int column = 0; column < depth; ++column) {
            double expected = 0, spread = 0;
            for (std::size_t key = 0; key < weights.size(); ++key)
                expected += weights[key] * v_(static_cast<int>(key), column);
            for (std::size_t key = 0; key < weights.size(); ++key)
                spread += weights[key] * std::abs(v_(static_cast<int>(key), column) - expected);
            const int tile = row / tile_side * depth_tiles + column / tile_side;
            const double error = value(out, at(tile, row % tile_side, column % tile_side)) - expected;
            ASSERT_LE(std::abs(error), 0.13 * spread + std::abs(expected) / 64) << row << " " << column;
            errors += error * error;
            squares += expected * expected;
        }
    }
    EXPECT_LE(std::sqrt(errors / squares), 0.03);
}

std::vector<AttentionCase> cases() {
    std::vector<AttentionCase> all;
    for (const arch::Arch* arch : arch::all())
        for (const bool causal : {false, true})
            for (const bool fp32 : {false, true}) all.push_back({arch, causal, fp32, causal != fp32});
    return all;
}
INSTANTIATE_TEST_SUITE_P(Cases, LibraryAttention, testing::ValuesIn(cases()), testing::PrintToStringParamName());

}  // namespace
}  // namespace tessera::host::tiles
