#include "host/tensor/tilize.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using enum TensorLayoutType;

template <class T>
std::vector<T> iota(std::size_t n, T first = T{1}) {
    std::vector<T> out(n);
    std::iota(out.begin(), out.end(), first);
    return out;
}

TEST(Tilize, ElementLandsInItsFace) {
    const auto in = iota<std::uint32_t>(32 * 32);
    const auto tile = tilize<std::uint32_t>(in, 1, {32, 32});
    for (std::size_t r = 0; r < 32; ++r)
        for (std::size_t c = 0; c < 32; ++c) {
            const std::size_t face = 2 * (r / 16) + c / 16;
            EXPECT_EQ(tile[256 * face + 16 * (r % 16) + c % 16], in[32 * r + c]);
        }
}

TEST(Tilize, TilesAreRowMajorOverTheMatrixAndMatricesFollow) {
    const std::size_t rows = 64, columns = 96, count = 2;
    const auto in = iota<std::uint32_t>(count * rows * columns);
    const auto out = tilize<std::uint32_t>(in, count, {rows, columns});
    for (std::size_t m = 0; m < count; ++m)
        for (std::size_t tr = 0; tr < 2; ++tr)
            for (std::size_t tc = 0; tc < 3; ++tc)
                EXPECT_EQ(out[((m * 2 + tr) * 3 + tc) * 1024], in[(m * rows + tr * 32) * columns + tc * 32]);
}

template <class T>
class TilizeOf : public testing::Test {};
using Elements = testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, float>;
TYPED_TEST_SUITE(TilizeOf, Elements);

TYPED_TEST(TilizeOf, RoundTripsWithPaddingOfZeros) {
    using T = TypeParam;
    for (std::size_t count : {1, 3})
        for (std::size_t rows : {1, 15, 16, 17, 31, 32, 33, 100})
            for (std::size_t columns : {1, 10, 16, 31, 32, 33, 80, 2048 / 8}) {
                const std::vector<T> in(count * rows * columns, T{7});
                const auto tiles = tilize<T>(in, count, {rows, columns});
                ASSERT_EQ(tiles.size(), count * padded_to_tile(rows) * padded_to_tile(columns));
                EXPECT_EQ(std::count(tiles.begin(), tiles.end(), T{7}), static_cast<std::ptrdiff_t>(in.size()));
                EXPECT_EQ(std::count(tiles.begin(), tiles.end(), T{0}),
                          static_cast<std::ptrdiff_t>(tiles.size() - in.size()));
                const auto numbered = iota<T>(in.size());
                EXPECT_EQ(untilize<T>(tilize<T>(numbered, count, {rows, columns}), count, {rows, columns}), numbered);
            }
}

TEST(ConvertLayout, SwizzledTilesAreRowMajorBlocks) {
    const auto in = iota<std::uint16_t>(64 * 64);
    const auto out = convert_layout<std::uint16_t>(in, {64, 64}, LIN_ROW_MAJOR, TILED_SWIZZLED);
    for (std::size_t r = 0; r < 64; ++r)
        for (std::size_t c = 0; c < 64; ++c)
            EXPECT_EQ(out[(r / 32 * 2 + c / 32) * 1024 + r % 32 * 32 + c % 32], in[64 * r + c]);
}

// Any way through the three layouts and back is the identity, whatever the flags and shapes.
TEST(ConvertLayout, EveryPathRoundTrips) {
    const auto in = iota<std::uint32_t>(2 * 64 * 96);
    const std::vector layouts{LIN_ROW_MAJOR, TILED_SWIZZLED, TILED_NFACES};
    for (auto tile : {Extent2D{32, 32}, Extent2D{16, 32}, Extent2D{64, 48}})
        for (auto face : {Extent2D{16, 16}, Extent2D{8, 16}, Extent2D{16, 4}})
            for (bool within : {false, true})
                for (bool of : {false, true})
                    for (auto a : layouts)
                        for (auto b : layouts) {
                            const auto there =
                                convert_layout<std::uint32_t>(in, {64, 96}, a, b, tile, face, within, of);
                            const auto back =
                                convert_layout<std::uint32_t>(there, {64, 96}, b, a, tile, face, within, of);
                            EXPECT_EQ(back, in);
                            EXPECT_EQ(there == in, a == b);
                        }
}

TEST(ConvertLayout, FlagsTransposeFacesAndTheirOrder) {
    const auto in = iota<std::uint32_t>(32 * 32);
    const auto at = [&](bool within, bool of, std::size_t i) {
        return convert_layout<std::uint32_t>(in, {32, 32}, LIN_ROW_MAJOR, TILED_NFACES, {}, {}, within, of)[i];
    };
    EXPECT_EQ(at(false, false, 1), in[1]);
    EXPECT_EQ(at(true, false, 1), in[32]);         // next in a column of the face
    EXPECT_EQ(at(false, false, 256), in[16]);      // face (0,1)
    EXPECT_EQ(at(false, true, 256), in[16 * 32]);  // face (1,0)
    EXPECT_EQ(at(true, true, 257), in[17 * 32]);
}

TEST(ConvertLayout, AgreesWithTilize) {
    const auto in = iota<std::uint16_t>(3 * 64 * 32);
    EXPECT_EQ(convert_layout<std::uint16_t>(in, {64, 32}, LIN_ROW_MAJOR, TILED_NFACES),
              tilize<std::uint16_t>(in, 3, {64, 32}));
}

TEST(ConvertLayout, RefusesSizesThatDoNotFit) {
    const auto in = iota<std::uint32_t>(1024);
    const auto convert = [&](Extent2D extent, Extent2D tile = {32, 32}, Extent2D face = {16, 16}) {
        convert_layout<std::uint32_t>(in, extent, LIN_ROW_MAJOR, TILED_NFACES, tile, face);
    };
    EXPECT_NO_THROW(convert({32, 32}));
    EXPECT_THROW(convert({31, 32}), InputError);
    EXPECT_THROW(convert({64, 32}), InputError);
    EXPECT_THROW(convert({0, 32}), InputError);
    EXPECT_THROW(convert({32, 32}, {32, 32}, {5, 16}), InputError);
    EXPECT_THROW(convert({32, 32}, {0, 32}), InputError);
    EXPECT_THROW(convert({std::size_t{1} << 40, std::size_t{1} << 40}), InputError);
    EXPECT_THROW(tilize<std::uint32_t>(in, 1, {32, 31}), InputError);
    std::vector<std::byte> eight(8 * 1024);
    EXPECT_THROW(convert_bytes({1, {32, 32}, 8}, eight, eight), InputError);
}

}  // namespace
}  // namespace tessera::host
