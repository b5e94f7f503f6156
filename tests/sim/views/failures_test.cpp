#include "sim/views/failures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "sim/views/failure_words.hpp"

namespace tessera::views {
namespace {

using testing::HasSubstr;

constexpr std::size_t rows = 64, columns = 128;  // 2 x 4 tiles

// Tiles shared among two cores: the first four, the others.
Written two_cores() { return {true, {0, 0, 0, 0, 1, 1, 1, 1}, {{0, 0}, {1, 0}}}; }

FailureMap map_of(const std::function<bool(std::size_t row, std::size_t column)>& fails,
                  const Written& written = two_cores()) {
    Failures failures;
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x)
            if (fails(y, x)) failures.add({y * columns + x, 1, 0, 0.5, 2});
    return failure_map(failures, {rows, columns}, written);
}

TEST(FailureMap, SaysThePatternInWords) {
    using At = std::size_t;
    EXPECT_EQ(map_of([](At, At) { return true; }).words, "every element");
    EXPECT_EQ(map_of([](At, At x) { return x % 2 == 1; }).words, "every second column from 1");
    EXPECT_EQ(map_of([](At y, At) { return y >= 16 && y < 32; }).words, "rows 16 to 31");
    EXPECT_EQ(map_of([](At y, At) { return y % 32 >= 16; }).words, "rows 16 to 31 of each tile");
    EXPECT_EQ(map_of([](At y, At x) { return y % 32 < 16 && x % 32 >= 16; }).words,
              "rows 0 to 15, columns 16 to 31 of each tile");
    EXPECT_EQ(map_of([](At, At x) { return x / 32 == 3; }).words, "the last tile of each core (columns 96 to 127)");
    EXPECT_EQ(map_of([](At, At x) { return x / 32 == 0; }).words, "the first tile of each core (columns 0 to 31)");
    EXPECT_EQ(map_of([](At, At x) { return x / 32 == 1; }).words,
              "tile 1 of each core, counted from 0 (columns 32 to 63)");
    EXPECT_EQ(map_of([](At y, At x) { return y / 32 == 1 && x / 32 == 2; }).words, "tile 6");
    EXPECT_EQ(map_of([](At y, At) { return y == 63; }).words, "the last row");
    EXPECT_EQ(map_of([](At y, At x) { return y % 32 == 31 && x / 32 == 3; }).words,
              "the last row of the last tile of each core (rows 31 and 63, columns 96 to 127)");
    EXPECT_EQ(map_of([](At y, At) { return y >= 32; }).words, "all of core (1,0) (rows 32 to 63)");
}

// A few wrong values lie within their bounds by chance, which hides no pattern; what is scattered has none.
TEST(FailureMap, APatternMayHaveHolesAndNoiseIsNone) {
    EXPECT_EQ(map_of([](std::size_t y, std::size_t x) { return x % 2 == 1 && (y * 37 + x) % 11 != 0; }).words,
              "every second column from 1, 90 % of them");
    EXPECT_EQ(map_of([](std::size_t y, std::size_t x) { return (y * 7919 + x * 104729) % 97 == 0; }).words, "");
    EXPECT_THAT(map_of([](std::size_t y, std::size_t x) { return y >= 48 && (y * 31 + x * 17) % 5 == 0; }).words,
                HasSubstr("only in rows 48 to 63"));
}

TEST(FailureMap, CountsByTileFaceRowColumnAndCore) {
    const FailureMap map = map_of([](std::size_t y, std::size_t x) { return y >= 48 && x < 16; });
    EXPECT_EQ(map.count, 256u);
    EXPECT_EQ(map.elements, rows * columns);
    EXPECT_EQ(map.tiles_failed, 1u);
    EXPECT_EQ(map.tiles, 8u);
    EXPECT_EQ(map.faces, (std::array<std::size_t, 4>{0, 0, 256, 0}));
    EXPECT_EQ(map.rows_failed, 16u);
    EXPECT_EQ(map.columns_failed, 16u);
    ASSERT_EQ(map.cores.size(), 1u);
    EXPECT_EQ(map.cores[0].name, "(1,0)");
    EXPECT_EQ(map.cores[0].failed, 256u);
    std::uint64_t shown = 0;
    for (const std::uint32_t cell : map.picture.failed) shown += cell;
    EXPECT_EQ(shown, 256u);
}

// Of what lies row by row the rows stand for the tiles.
TEST(FailureMap, RowsAreUnitsWhereThereAreNoTiles) {
    std::vector<std::int32_t> core(rows);
    for (std::size_t y = 0; y < rows; ++y) core[y] = static_cast<std::int32_t>(y / 16);
    const FailureMap map = map_of([](std::size_t y, std::size_t) { return y % 16 == 15; },
                                  {false, core, {{0, 0}, {1, 0}, {2, 0}, {3, 0}}});
    EXPECT_EQ(map.words, "the last row of each core (every 16th row from 15)");
    EXPECT_EQ(map.tiles, 0u);
}

TEST(FailureMap, KeepsTheWorstTenWhateverTheirOrder) {
    Failures up, down;
    for (std::size_t i = 0; i < 100; ++i) {
        up.add({i, 1, 0, 1, 2.0 + static_cast<double>(i % 50)});
        down.add({99 - i, 1, 0, 1, 2.0 + static_cast<double>((99 - i) % 50)});
    }
    ASSERT_EQ(up.worst().size(), 10u);
    EXPECT_EQ(up.worst().front().index, 49u);
    for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(up.worst()[i].index, down.worst()[i].index);
}

TEST(FailureMap, TextAndJsonHaveThePicture) {
    const FailureMap map = map_of([](std::size_t y, std::size_t) { return y < 32; });
    const std::string text = to_text(map, {});
    EXPECT_THAT(text, HasSubstr("failed 4096 of 8192 elements (50 %): all of core (0,0) (rows 0 to 31)"));
    EXPECT_THAT(text, HasSubstr("\n       ################"));
    EXPECT_THAT(text, HasSubstr("\n       ................"));
    EXPECT_THAT(text, HasSubstr("worst  [0, 0] is 1, exact 0"));
    for (std::size_t begin = 0, end = text.find('\n'); end != text.npos; begin = end + 1, end = text.find('\n', begin))
        EXPECT_LE(end - begin, 80u);
    const nlohmann::ordered_json json = to_json(map);
    EXPECT_EQ(json["map"]["failed"].size(), map.picture.high);
    EXPECT_EQ(json["worst"].size(), 10u);
}

TEST(FailureMap, ElementsBeyondTheShapeAreAList) {
    Failures failures;
    failures.add({900, 1, 0, 0.5, 2});
    EXPECT_EQ(failure_map(failures, {}, {}).elements, 901u);
    EXPECT_EQ(failure_map(failures, {4, 4}, two_cores()).words, "the last column");
}

TEST(FailureMap, ATensorWithoutTilesAndCoresHasAMapToo) {
    Failures failures;
    failures.add({5, NAN, 0, 1, INFINITY});
    const FailureMap map = failure_map(failures, {7}, {});
    EXPECT_EQ(map.words, "column 5");
    EXPECT_EQ(map.picture.wide, 7u);
    EXPECT_EQ(to_json(map)["worst"][0]["got"], "nan");
}

}  // namespace
}  // namespace tessera::views
