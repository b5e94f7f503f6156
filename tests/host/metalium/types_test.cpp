// Values, cores, layouts and the ambient facilities, by the names of 2024 and with nothing included but the one header
// (spec/kernel-api.md 5.1, 5.3, 5.4).
#include "tt_metal/host_api.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/bfloat4.hpp>
#include <tt-metalium/bfloat8.hpp>
#include <tt-metalium/tilize_utils.hpp>

#include "common/bfloat16.hpp"
#include "tests/host/metalium/environment.hpp"

namespace {

using namespace tt;
using namespace tt::tt_metal;
using tessera::host::test::thrown_by;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Bfloat16, RoundsToNearestEven) {
    EXPECT_EQ(bfloat16(1.0f).to_uint16(), 0x3F80);
    EXPECT_EQ(bfloat16(0x1.01p0f).to_uint16(), 0x3F80);      // a tie, to the even one below
    EXPECT_EQ(bfloat16(0x1.03p0f).to_uint16(), 0x3F82);      // a tie, to the even one above
    EXPECT_EQ(bfloat16(0x1.010002p0f).to_uint16(), 0x3F81);  // above the tie
    EXPECT_EQ(bfloat16(-2.5).to_float(), -2.5f);
    EXPECT_EQ(bfloat16(3.4028235e38f).to_uint16(), 0x7F80);
    EXPECT_TRUE(std::isnan(bfloat16(std::nanf("")).to_float()));
    EXPECT_EQ(bfloat16(std::uint16_t{0xC000}).to_float(), -2.0f);
    EXPECT_EQ(bfloat16(std::uint32_t{0xABCD4000}).to_float(), 2.0f);
    EXPECT_EQ(std::vector<bfloat16>(2, 0), std::vector<bfloat16>(2, bfloat16(0.0f)));
    const float sum = bfloat16(1.5f) + bfloat16(0.25f);
    EXPECT_EQ(sum, 1.75f);
}

TEST(Bfloat16, PacksTheFirstValueLow) {
    EXPECT_EQ(pack_two_bfloat16_into_uint32({bfloat16(1.0f), bfloat16(-2.0f)}), 0xC0003F80u);
    const auto [low, high] = unpack_two_bfloat16_from_uint32(0xC0003F80);
    EXPECT_EQ(low, bfloat16(1.0f));
    EXPECT_EQ(high, bfloat16(-2.0f));
    const auto random = create_random_vector_of_bfloat16(64, 10, 3, -5);
    EXPECT_EQ(random.size(), 16u);
    EXPECT_EQ(pack_bfloat16_vec_into_uint32_vec(unpack_uint32_vec_into_bfloat16_vec(random)), random);
    EXPECT_EQ(random, create_random_vector_of_bfloat16(64, 10, 3, -5));
    EXPECT_NE(random, create_random_vector_of_bfloat16(64, 10, 4, -5));
    for (const bfloat16 value : unpack_uint32_vec_into_bfloat16_vec(random)) {
        EXPECT_GE(value.to_float(), -5.0f);
        EXPECT_LE(value.to_float(), 5.0f);
    }
    EXPECT_EQ(create_constant_vector_of_bfloat16(8, 1), std::vector<uint32_t>(2, 0x3F803F80));
    EXPECT_EQ(create_arange_vector_of_bfloat16(8), (std::vector<uint32_t>{0x3F800000, 0x40404000}));
    EXPECT_EQ(create_identity_matrix(2, 3, 2), (std::vector<bfloat16>{1, 0, 0, 0, 1, 0}));
    EXPECT_TRUE(is_close(100, 100.5));
    EXPECT_FALSE(is_close(100, 102));
    EXPECT_THAT(thrown_by([] { pack_bfloat16_vec_into_uint32_vec(std::vector<bfloat16>(3)); }),
                HasSubstr("even number"));
}

TEST(BlockFloats, KeepWhatTheirMantissaHolds) {
    std::vector<float> values(2048);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 16) - 8;
    for (const bool row_major : {true, false}) {
        const auto packed = pack_as_bfp8_tiles<float>(values, row_major, false);
        EXPECT_EQ(packed.size(), 2u * 1088 / 4);
        EXPECT_EQ(unpack_bfp8_tiles_into_float_vec(packed, row_major, false), values);
    }
    // By faces the second sixteen values lie below the first, by rows beside them.
    values[16] = 1024;
    const auto by_faces =
        unpack_bfp8_tiles_into_float_vec(pack_as_bfp8_tiles<float>(values, true, false), false, false);
    EXPECT_EQ(by_faces[256], 1024);
    EXPECT_EQ(pack_as_bfp4_tiles<float>(values, true, false).size(), 2u * 576 / 4);
    EXPECT_THAT(thrown_by([&] { pack_as_bfp4_tiles<float>(stl::Span<const float>(values).first(100), true, false); }),
                HasSubstr("no whole tiles"));
}

TEST(Cores, KeepTheVendorsOrderAndSplit) {
    const auto [cores, all, first, second, more, fewer] = split_work_to_cores(CoreCoord{8, 7}, 20);
    EXPECT_EQ(cores, 20u);
    EXPECT_EQ(more, 1u);
    EXPECT_EQ(fewer, 0u);
    EXPECT_TRUE(second.ranges().empty());
    EXPECT_EQ(all, first);
    const auto uneven = tt::tt_metal::split_work_to_cores(CoreCoord{8, 7}, 100);
    EXPECT_EQ(std::get<2>(uneven).num_cores(), 44u);
    EXPECT_EQ(std::get<3>(uneven).num_cores(), 12u);
    EXPECT_EQ(std::get<2>(uneven).merge(std::get<3>(uneven)).ranges().size(), 1u);
    EXPECT_THAT(grid_to_cores(3, 2, 2, false), ElementsAre(CoreCoord{0, 0}, CoreCoord{0, 1}, CoreCoord{1, 0}));
    EXPECT_EQ(num_cores_to_corerangeset(8, {8, 7}).num_cores(), 8u);
    std::vector<std::size_t> xs;
    for (const CoreCoord& core : CoreRange({0, 0}, {1, 1})) xs.push_back(core.x);
    EXPECT_THAT(xs, ElementsAre(0, 1, 0, 1));
    EXPECT_EQ(fmt::format("{} {}", CoreCoord{1, 2}, CoreRange({0, 0}, {1, 2})), "(x=1,y=2) [(x=0,y=0) - (x=1,y=2)]");
    EXPECT_EQ((std::unordered_map<CoreCoord, int>{{{1, 2}, 5}}.at({1, 2})), 5);
    const std::set<CoreRange> ranges{CoreRange({2, 0}, {2, 3}), CoreRange(CoreCoord{0, 0})};
    EXPECT_EQ(CoreRangeSet(ranges), CoreRangeSet({CoreRange({0, 0}, {0, 0}), CoreRange({2, 0}, {2, 3})}));
    static_assert(std::is_same_v<::CoreCoord, tt::tt_metal::CoreCoord>);
}

TEST(Layout, GoesToFacesAndBack) {
    std::vector<float> matrix(64 * 32);
    std::iota(matrix.begin(), matrix.end(), 0.0f);
    const auto tiles = tilize_nfaces(matrix, 64, 32);
    EXPECT_EQ(tiles[16], matrix[32]);         // second row of the first face
    EXPECT_EQ(tiles[256], matrix[16]);        // second face
    EXPECT_EQ(tiles[1024], matrix[32 * 32]);  // second tile
    EXPECT_EQ(untilize_nfaces(tiles, 64, 32), matrix);
    EXPECT_EQ(convert_layout<float>(matrix, {64, 32}, TensorLayoutType::LIN_ROW_MAJOR, TensorLayoutType::TILED_NFACES),
              tiles);
    EXPECT_EQ(convert_layout(tt::stl::make_const_span(matrix), PhysicalSize{64, 32}, TensorLayoutType::LIN_ROW_MAJOR,
                             TensorLayoutType::TILED_NFACES, PhysicalSize{32, 32}, PhysicalSize{16, 16}, false, false),
              tiles);
    // In two steps, as in 2024.
    std::vector<float> swizzled = matrix;
    tilize(swizzled, 64, 32);
    EXPECT_EQ(convert_to_tile_layout(swizzled), tiles);
    auto back = convert_to_flat_layout(tiles);
    untilize(back, 64, 32);
    EXPECT_EQ(back, matrix);
    EXPECT_THAT(thrown_by([&] { tilize_nfaces(matrix, 64, 31); }), HasSubstr("31"));
}

TEST(Names, HaveTheVendorsValues) {
    EXPECT_EQ(tile_size(DataFormat::Float32), 4096u);
    EXPECT_EQ(tile_size(DataFormat::Float16_b), 2048u);
    EXPECT_EQ(tile_size(DataFormat::Bfp8_b), 1088u);
    EXPECT_EQ(tile_size(DataFormat::Bfp4_b), 576u);
    EXPECT_EQ(detail::TileSize(DataFormat::UInt8), 1024u);
    EXPECT_THAT(thrown_by([] { tile_size(DataFormat::Invalid); }), HasSubstr("255"));
    EXPECT_EQ(fmt::format("{}", DataFormat::Bfp8_b), "Bfp8_b");
    EXPECT_EQ(+CB::c_in7, 7);
    EXPECT_EQ(+CB::c_out0, 16);
    EXPECT_EQ(+CB::c_intermed0, 24);
    EXPECT_EQ(+CBIndex::c_31, 31);
    static_assert(constants::TILE_WIDTH == 32 && constants::TILE_HW == 1024 && constants::FACE_HW == 256);
    static_assert(NOC::RISCV_0_default == NOC::NOC_0 && NOC::RISCV_1_default == NOC::NOC_1);
    EXPECT_EQ(tt::div_up(7, 2), 4);
    EXPECT_EQ(tt::round_up(7, 4), 8);
}

TEST(Names, RawNumbersHaveTheirWidth) {
    EXPECT_EQ(+static_cast<std::uint8_t>(DataFormat::RawUInt8), 0xF0);
    EXPECT_EQ(tile_size(DataFormat::RawUInt8), tile_size(DataFormat::UInt8));
    EXPECT_EQ(tile_size(DataFormat::RawUInt16), tile_size(DataFormat::UInt16));
    EXPECT_EQ(datum_size(DataFormat::RawUInt32), 4u);
    EXPECT_TRUE(is_integer_format(DataFormat::RawUInt16));
    EXPECT_EQ(fmt::format("{}", DataFormat::RawUInt8), "RawUInt8");
}

TEST(Ambient, ChecksThrowWithTheirTextAndLogsGoToStderr) {
    const int n = 3;
    TT_FATAL(n == 3, "never formatted {}", n);
    TT_ASSERT(n > 0);
    EXPECT_THAT(thrown_by([&] { TT_FATAL(n == 4, "n is {}", n); }),
                testing::MatchesRegex(".*types_test.cpp:[0-9]+: n == 4: n is 3"));
    EXPECT_THAT(thrown_by([&] { TT_ASSERT(n == 4); }), HasSubstr("n == 4"));
    EXPECT_THAT(thrown_by([] { TT_THROW("no {}", "way"); }), HasSubstr("no way"));
    EXPECT_THROW(TT_THROW("x"), std::runtime_error);

    testing::internal::CaptureStderr();
    log_info(tt::LogTest, "{} tiles", n);
    tt::log_warning("plain");
    log_debug(tt::LogTest, "dropped");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "info: 3 tiles\nwarning: plain\n");
    testing::internal::CaptureStdout();
    fmt::println("{} and {}", CoreCoord{1, 2}, n);
    std::fflush(stdout);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "(x=1,y=2) and 3\n");
}

}  // namespace
