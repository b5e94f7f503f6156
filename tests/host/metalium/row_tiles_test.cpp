// SFPU tile functions that reach across rows, keep state from call to call or draw random numbers, on both
// architectures (spec/kernel-api.md 3.5).
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "sim/arch/arch.hpp"
#include "sim/sfpu/ops/random.hpp"
#include "sim/sfpu/state.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/host/metalium/sfpu_tiles.hpp"

namespace sfpu_tiles {
namespace {

using namespace tessera;

class RowTiles : public tessera::host::test::Metalium {};

unsigned bits(float value) { return std::bit_cast<unsigned>(value); }

Tile floats(unsigned seed) {
    Tile tile(1024);
    for (unsigned& value : tile) {
        seed = seed * 1664525u + 1013904223u;
        value = bits(static_cast<float>(static_cast<int>(seed) >> 8) * 0x1p-21f);  // -4 to 4
    }
    return tile;
}
Tile small_integers(unsigned seed) {
    Tile tile = floats(seed);
    for (unsigned& value : tile) value = static_cast<unsigned>(static_cast<int>(number(value) * 250));
    return tile;
}

// What the tile should hold, at least in the rows from 0 on that the function defines.
struct ElementRule {
    TileCall tile;
    std::function<double(int row, int column)> expected;
    double error = 0;  // relative to what is expected, or to 1 below that
    int rows = 32, columns = 32;
};

constexpr double error_bf16 = 0.008;  // of all in a 16-bit Dst

void check_elements(const std::vector<ElementRule>& rules, const std::vector<Tile>& inputs, Kind kind = Kind::floats) {
    std::vector<TileCall> calls;
    for (const ElementRule& rule : rules) calls.push_back(rule.tile);
    for (const arch::Arch* arch : arch::all()) {
        const auto results = run_tile_calls(std::string(arch->name), calls, inputs, kind);
        for (std::size_t f = 0; f < rules.size(); ++f) {
            int wrong = 0;
            for (int row = 0; row < rules[f].rows; ++row)
                for (int column = 0; column < rules[f].columns; ++column) {
                    const unsigned result = results[f][place_of(row, column)];
                    const double want = rules[f].expected(row, column);
                    const double got =
                        kind == Kind::integers ? static_cast<int>(result) : static_cast<double>(number(result));
                    const double error = kind == Kind::halves ? error_bf16 : rules[f].error;
                    if (std::abs(got - want) > error * std::max(1.0, std::abs(want)) && ++wrong <= 3)
                        ADD_FAILURE() << arch->name << " " << calls[f].name << " at row " << row << ", column "
                                      << column << " is " << got << ", expected " << want;
                }
            EXPECT_EQ(wrong, 0) << arch->name << " " << calls[f].name;
        }
    }
}

// 0.75 is 0x3f400000, 0.25 is 0x3e800000.
void check_running_functions(Kind kind) {
    std::vector<Tile> in{floats(1), floats(2), floats(3)};
    if (kind == Kind::halves)
        for (Tile& tile : in)
            for (unsigned& value : tile) value &= 0xffff0000;
    const auto of = [&](std::size_t tile, int row, int column) { return number(in[tile][place_of(row, column)]); };
    const auto summed = [&](int tiles, int last, int column) {
        float sum = 0;
        for (int tile = 0; tile < tiles; ++tile)
            for (int row = 0; row < (tile + 1 == tiles ? last + 1 : 32); ++row)
                sum += of(static_cast<std::size_t>(tile), row, column);
        return static_cast<double>(sum);
    };
    // Of tile 0, and of tile 2 after it: ema writes the tile after its input.
    const auto averaged = [&](int tiles, int last, int column) {
        double average = 0;
        for (int tile = 0; tile < tiles; ++tile)
            for (int row = 0; row < (tile + 1 == tiles ? last + 1 : 32); ++row)
                average = 0.75 * average + 0.25 * static_cast<double>(of(tile == 0 ? 0 : 2, row, column));
        return average;
    };
    // Mean and variance of rows `first` to `last` of tile 0 and all of tile 1.
    const auto moment = [&](int order, int first, int last, int tiles, int column) {
        std::vector<double> values;
        for (int tile = 0; tile < tiles; ++tile)
            for (int row = tile == 0 ? first : 0; row < (tile == 0 ? last : 32); ++row)
                values.push_back(static_cast<double>(of(static_cast<std::size_t>(tile), row, column)));
        double mean = 0, squares = 0;
        for (const double value : values) mean += value / static_cast<double>(values.size());
        for (const double value : values) squares += (value - mean) * (value - mean);
        return order == 1 ? mean : squares / static_cast<double>(values.size());
    };
    const std::string none = "const std::array<uint32_t, 0> none{}; ";
    const std::string table =
        "std::array<uint32_t, 64> table; for (uint32_t i = 0; i < 64; ++i) "
        "table[i] = __builtin_bit_cast(uint32_t, 1.0f / static_cast<float>(i + 1)); ";
    const std::string over_two =
        "welford_init(); welford_update<64>(0, 0, table); welford_save_state(2); "
        "welford_clear(); welford_restore_state(2); welford_update<64>(1, 32, table); ";
    check_elements(
        {{{"cumsum", "cumsum_tile_init();", "cumsum_tile(0);"},
          [&](int row, int column) { return summed(1, row, column); }},
         {{"cumsum on", "cumsum_tile_init();", "cumsum_tile(0); cumsum_tile(1, false);", 1},
          [&](int row, int column) { return summed(2, row, column); }},
         {{"ema", "ema_init(0x3f400000, 0x3e800000); ema_clear_previous_output();", "ema_tile(0);", 1},
          [&](int row, int column) { return averaged(1, row, column); },
          3e-7},
         {{"ema on", "ema_init(0x3f400000, 0x3e800000); ema_clear_previous_output();", "ema_tile(0); ema_tile(2);", 3},
          [&](int row, int column) { return averaged(2, row, column); },
          3e-7},
         {{"welford mean", "", "{ " + table + over_two + "welford_finalize_to_row<64>(2, 63, table); }", 2},
          [&](int, int column) { return moment(1, 0, 32, 2, column); },
          1e-6,
          1},
         {{"welford variance", "", "{ " + table + over_two + "welford_finalize_to_row<64>(2, 63, table); }", 3},
          [&](int, int column) { return moment(2, 0, 32, 2, column); },
          1e-6,
          1},
         // As the registers lie: the first four rows' even columns are those of both faces, one after the other.
         {{"welford of rows", "",
           "{ " + none +
               "welford_init(); welford_update_rows<0>(0, 0, 5, 9, none); welford_finalize_to_face<0>(1, 8, none); }",
           2},
          [&](int row, int column) { return moment(2, 5, 14, 1, 16 * (row / 2) + row % 2 + column); },
          1e-6,
          4,
          1},
         {{"welford group", "",
           "{ " + none +
               "welford_init(); welford_update_rows<0>(0, 0, 0, 32, none); welford_save_state(1, 2); "
               "welford_clear(); welford_restore_state(1, 2); welford_finalize_to_face<0>(1, 3, 31, none); }",
           2},
          [&](int row, int column) {
              return row < 12 ? static_cast<double>(of(2, row, column))
                              : moment(2, 0, 32, 1, 16 * ((row - 12) / 2) + row % 2 + column);
          },
          1e-6,
          8,
          1}},
        in, kind);
}
TEST_F(RowTiles, RunningFunctions) { check_running_functions(Kind::floats); }
// Registers keep fp32; what goes through a 16-bit Dst is cut on its way.
TEST_F(RowTiles, RunningFunctionsOfBfloat16) { check_running_functions(Kind::halves); }

// sfpu_reduce over the rows of each column.
TileCall reduce(const std::string& pool, const std::string& format) {
    const std::string arguments = "<PoolType::" + pool + ", DataFormat::" + format + ">";
    return {"reduce " + pool, "sfpu_reduce_init" + arguments + "();", "sfpu_reduce" + arguments + "(0);"};
}
double over_rows(const auto& of, int column, auto combine, double value) {
    for (int row = 0; row < 32; ++row) value = combine(value, of(0, row, column));
    return value;
}

TEST_F(RowTiles, SumsAndExtremesOfColumns) {
    const std::vector<Tile> in{floats(4), floats(5), floats(6)};
    const auto of = [&](std::size_t tile, int row, int column) {
        return static_cast<double>(number(in[tile][place_of(row, column)]));
    };
    const auto reduced = [&](auto combine, double start) {
        return [&, combine, start](int, int column) { return over_rows(of, column, combine, start); };
    };
    check_elements(
        {{reduce("SUM", "Float32"), reduced([](double a, double b) { return a + b; }, 0), 1e-6, 1},
         {reduce("AVG", "Float32"), reduced([](double a, double b) { return a + b / 32; }, 0), 1e-6, 1},
         {reduce("MAX", "Float32"), reduced([](double a, double b) { return std::max(a, b); }, -9), 0, 1},
         {reduce("MIN", "Float32"), reduced([](double a, double b) { return std::min(a, b); }, 9), 0, 1},
         {{"add_top_row", "sfpu_add_top_row_init();", "sfpu_add_top_row<DataFormat::Float32>(0, 1, 2);", 2},
          [&](int row, int column) { return row < 4 ? of(0, row, column) + of(1, row, column) : of(2, row, column); },
          1e-6},
         {{"alt_complex_rotate90", "alt_complex_rotate90_tile_init();", "alt_complex_rotate90_tile(0);"},
          [&](int row, int column) { return column % 2 == 0 ? -of(0, row, column + 1) : of(0, row, column - 1); }}},
        in);
}

// A vector covers four rows' even or odd columns of a face; the product runs over the face's eight.
TEST_F(RowTiles, ProductsAndShuffledRows) {
    std::vector<Tile> in{floats(7), floats(8), Tile(1024)};
    // Bytes of the third tile: every row goes somewhere, rows 8 and 9 nowhere and row 10 to where 11 goes.
    const auto target = [](int row) { return row == 8 || row == 9 ? 200 : row == 10 ? 14 : (row * 5 + 23) % 32; };
    for (int row = 0; row < 32; ++row)
        in[2][static_cast<std::size_t>(row / 4)] |= static_cast<unsigned>(target(row)) << 8 * (row % 4);
    const auto of = [&](std::size_t tile, int row, int column) {
        return static_cast<double>(number(in[tile][place_of(row, column)]));
    };
    check_elements(
        {{{"tiled_prod", "tiled_prod_tile_init();", "tiled_prod_tile(0);"},
          [&](int row, int column) {
              double product = 1;
              for (int vector = 0; vector <= row % 16 / 4 * 2 + column % 2; ++vector)
                  product *= of(0, row / 16 * 16 + vector / 2 * 4 + row % 4, column / 2 * 2 + vector % 2);
              return product;
          },
          1e-5,
          4,
          16},
         {{"reshuffle_rows", "uint32_t* index; cb_get_tile(tt::CBIndex::c_0, 2, &index); reshuffle_rows_tile_init();",
           "reshuffle_rows_tile(0, reinterpret_cast<uint32_t>(index));", 1},
          [&](int row, int column) {
              double sum = of(1, row, column);
              for (int from = 0; from < 32; ++from)
                  if (target(from) == row) sum += of(0, from, column);
              return sum;
          },
          1e-6}},
        in);
}

TEST_F(RowTiles, OfIntegers) {
    const std::vector<Tile> in{small_integers(9), small_integers(10), small_integers(11)};
    const auto of = [&](std::size_t tile, int row, int column) {
        return static_cast<double>(static_cast<int>(in[tile][place_of(row, column)]));
    };
    const auto reduced = [&](auto combine, double start) {
        return [&, combine, start](int, int column) { return over_rows(of, column, combine, start); };
    };
    const auto sum = [](double a, double b) { return a + b; };
    check_elements(
        {{reduce("SUM", "Int32"), reduced(sum, 0), 0, 1},
         {reduce("AVG", "Int32"), [&](int, int column) { return std::trunc(reduced(sum, 0)(0, column) / 32); }, 0, 1},
         {reduce("MAX", "Int32"), reduced([](double a, double b) { return std::max(a, b); }, -9999), 0, 1},
         {reduce("MIN", "Int32"), reduced([](double a, double b) { return std::min(a, b); }, 9999), 0, 1},
         {{"add_top_row", "sfpu_add_top_row_init();", "sfpu_add_top_row<DataFormat::Int32>(0, 1, 2);", 2},
          [&](int row, int column) { return of(0, row, column) + of(1, row, column); },
          0,
          4},
         {{"add_int", "sfpu_sum_int_init();", "sfpu_add_int(1);", 1},
          [&](int row, int column) { return of(1, row, column) + of(2, row, column); }},
         {{"sum_int_col", "sfpu_sum_int_init();", "sfpu_sum_int_col(0);"},
          [&](int row, int column) {
              double value = 0;
              for (int group = 0; group < 8; ++group) value += of(0, row + 4 * group, column);
              return value;
          },
          0,
          4},
         {{"sum_int_row", "sfpu_sum_int_init();", "sfpu_sum_int_row(0);"},
          [&](int row, int column) {
              return column % 2 != 0 ? of(0, row, column)
                                     : of(0, row, column) + of(0, row, column + 1) + of(0, row, column + 16) +
                                           of(0, row, column + 17);
          },
          0,
          32,
          16}},
        in, Kind::integers);
}

// Scales in the second tile are fp32: 0.5 (0x3f000000), the zero point is 3 (0x40400000) or, to take off, -3.
TEST_F(RowTiles, Quantisation) {
    std::vector<Tile> in{floats(12), Tile(1024, 0x3f000000), small_integers(13)};
    for (unsigned& value : in[0]) value = bits(std::nearbyint(number(value) * 200) / 2);  // halves, to 400
    const auto rounded = [](double x) { return std::clamp(std::round(x), -127.0, 127.0); };
    check_elements({{{"quant", "quant_tile_init(0x40400000);", "quant_tile(0, 1, 2);", 2},
                     [&](int row, int column) {
                         return rounded(static_cast<double>(number(in[0][place_of(row, column)])) * 0.5 + 3);
                     }},
                    {{"requant", "requant_tile_init(0x40400000);", "requant_tile(2, 1, 0);"},
                     [&](int row, int column) {
                         return rounded(static_cast<double>(static_cast<int>(in[2][place_of(row, column)])) * 0.5 + 3);
                     }},
                    {{"dequant", "dequant_tile_init(0xc0400000);", "dequant_tile(2, 1, 0);"},
                     [&](int row, int column) {
                         const auto x = static_cast<double>(static_cast<int>(in[2][place_of(row, column)]));
                         return static_cast<double>(static_cast<int>(bits(static_cast<float>((x - 3) * 0.5))));
                     }}},
                   in, Kind::integers);
}

// The generator of every lane, vector by vector of a tile.
class Generator {
  public:
    explicit Generator(unsigned seed) { sfpu::seed_prng(state_, seed); }
    // Random words where a tile has its elements.
    Tile tile() {
        Tile words(1024);
        for (int face = 0; face < 4; ++face)
            for (int vector = 0; vector < 8; ++vector)
                for (int lane = 0; lane < 32; ++lane) {
                    const int row = 16 * (face / 2) + 4 * (vector / 2) + lane / 8;
                    const int column = 16 * (face % 2) + 2 * (lane % 8) + vector % 2;
                    auto& word = state_.prng[lane];
                    words[place_of(row, column)] = word;
                    word = sfpu::prng_step(word);
                }
        return words;
    }

  private:
    sfpu::State state_{};
};

// A lane's number is 1 + 4 u, u of 23 bits; a lane is dropped where 31 bits are at most the probability.
TEST_F(RowTiles, RandomNumbersAreThoseOfTheSeed) {
    const std::vector<Tile> in{floats(14), floats(15), floats(16)};
    Generator of_seven(7), of_nine(9), of_five(5);
    const Tile first = of_seven.tile(), second = of_seven.tile(), drop = of_nine.tile(), round = of_five.tile();
    const auto uniform = [](const Tile& words) {
        return
            [&words](int row, int column) { return 1 + 4.0 * (words[place_of(row, column)] & 0x7fffff) / 8388608.0; };
    };
    check_elements(
        {{{"rand", "rand_tile_init(7);", "rand_tile(0, 0x3f800000, 0x40800000);"}, uniform(first), 6e-8},
         {{"rand on", "", "rand_tile(1, 0x3f800000, 0x40800000);", 1}, uniform(second), 6e-8},
         {{"dropout", "dropout_kernel_init(9);", "dropout_tile(0, 0x40000000, 0x40000000);"},
          [&](int row, int column) {
              const std::size_t i = place_of(row, column);
              return (drop[i] & 0x7fffffff) <= 0x40000000 ? 0 : 2 * static_cast<double>(number(in[0][i]));
          }},
         {{"stochastic_round", "rand_tile_init(5);", "stochastic_round_tile(0);"},
          [&](int row, int column) {
              const std::size_t i = place_of(row, column);
              const unsigned fraction = (in[0][i] & 0xffff) << 7, threshold = round[i] & 0x7fffff;
              return static_cast<double>(number((in[0][i] & 0xffff0000) + (fraction >= threshold ? 0x10000 : 0)));
          }}},
        in);
}

}  // namespace
}  // namespace sfpu_tiles
