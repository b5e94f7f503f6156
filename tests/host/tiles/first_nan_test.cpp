// Where NaNs and infinities are said to come from and to go (spec/design.md 6): who makes them is a unit, who only has
// them is not, bits that no float operation takes are none, and who watches changes nothing.
#include <gmock/gmock.h>

#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {
namespace {

using testing::HasSubstr;
using watch::NonFinite;
using watch::NonFinites;

class FirstNan : public TileTest {
  protected:
    static constexpr std::uint32_t nan = 0x7fc00000, infinity = 0x7f800000, huge = 0x7e800000, one = 0x3f800000;

    DataFormat format() const { return GetParam().fp32 ? DataFormat::fp32 : DataFormat::bf16; }
    TileRun run_of(std::vector<Words> inputs, const std::string& body) {
        TileRun run{.arch = *GetParam().arch};
        run.mode.fp32_dest_acc = GetParam().fp32;
        for (const Words& words : inputs) run.inputs.push_back({format(), in_l1(words)});
        run.out = format();
        run.body = body;
        run.followed = &followed;
        return run;
    }
    // Unlike the packer this keeps NaNs.
    Bytes in_l1(const Words& fp32) const {
        const int bits = tensix::datum_bits(format());
        Bytes bytes(fp32.size() * static_cast<std::size_t>(bits) / 8);
        for (std::size_t i = 0; i < fp32.size(); ++i)
            tensix::write_datum(bytes.data(), static_cast<int>(i), bits, fp32[i] >> (32 - bits));
        return bytes;
    }
    const NonFinites::Origin* first(NonFinite kind) const {
        const auto id = followed.found.first(kind);
        return id ? &followed.found.at(*id) : nullptr;
    }
    static Words tile(std::uint32_t value) { return Words(tensix::tile_datums, value); }
    static Words tile_with(std::uint32_t value, int row, int column) {
        Words words = tile(one);
        words[at(0, row, column)] = value;
        return words;
    }

    core::FollowedValues followed;
};
INSTANTIATE_TEST_SUITE_P(Modes, FirstNan, ::testing::ValuesIn(modes()), testing::PrintToStringParamName());

const std::string copied = R"(
    init_sfpu(0, 16);
)" + packed_copy + R"(
    tile_regs_release();
)";

TEST_P(FirstNan, WhatLiesInDataCameInWithThem) {
    run_of({tile_with(nan, 3, 21)}, copied).outcome();
    EXPECT_EQ(first(NonFinite::infinity), nullptr);
    const NonFinites::Origin* origin = first(NonFinite::nan);
    ASSERT_NE(origin, nullptr);
    EXPECT_THAT(origin->made, HasSubstr("came in with the buffer at"));
    const auto datum_bytes = static_cast<std::size_t>(GetParam().fp32 ? 4 : 2);
    EXPECT_EQ(origin->element, fmt::format("page 0, byte {}", at(0, 3, 21) * datum_bytes));
    EXPECT_EQ(origin->where.risc, "BRISC");
    EXPECT_EQ(origin->where.file, "reader.cpp");
    EXPECT_EQ(origin->count, 1u);
    ASSERT_GE(origin->stops.size(), 4u);
    EXPECT_EQ(origin->stops[0].what, "unpacked to SrcA from cb 0");
    EXPECT_EQ(origin->stops[1].element, "row 3, column 21 of Dst tile 0");
    EXPECT_EQ(origin->stops[2].what, "packed to cb 16, as infinity now");
    EXPECT_THAT(origin->stops[3].what, HasSubstr("written to the buffer at"));
    for (const NonFinites::Stop& stop : origin->stops) EXPECT_EQ(stop.count, 1u) << stop.what;
}

TEST_P(FirstNan, AProductBeyondTheRangeIsMadeByTheMatrixUnit) {
    const std::string body = "    binary_op_init_common(0, 1, 16);\n    mul_tiles_init(0, 1);\n" +
                             one_tile("    mul_tiles(0, 1, 0, 0, 0);\n");
    constexpr std::uint32_t two_to_64 = 0x5f800000;
    run_of({tile_with(two_to_64, 17, 2), tile_with(two_to_64, 17, 2)}, body).outcome();
    EXPECT_EQ(first(NonFinite::nan), nullptr);
    const NonFinites::Origin* origin = first(NonFinite::infinity);
    ASSERT_NE(origin, nullptr);
    EXPECT_THAT(origin->made, HasSubstr("by the matrix unit"));
    EXPECT_EQ(origin->element, "row 17, column 2 of Dst tile 0");
    EXPECT_EQ(origin->where.risc, "TRISC1");
    EXPECT_EQ(origin->where.file, "compute.cpp");
    EXPECT_EQ(origin->count, 1u);
    EXPECT_EQ(origin->cores, std::set<int>{0});
}

// The vector unit on the first rows of the tile.
std::string on_vectors(const std::string& operation) {
    return "    init_sfpu(0, 16);\n" +
           one_tile(
               "    copy_tile(0, 0, 0);\n    MATH((_llk_math_eltwise_unary_sfpu_params_<false>([] {\n"
               "        using namespace sfpi;\n" +
               operation + "    }, 0, (int)VectorMode::RC_custom)));\n");
}
const std::string vectors = on_vectors(R"(
        vFloat x = dst_reg[0];
        vFloat many = x * 16.0f;
        dst_reg[0] = many - many;
)");

TEST_P(FirstNan, AnInfinityThatBecomesANanIsItsCause) {
    run_of({tile_with(huge, 2, 6)}, vectors).outcome();
    const NonFinites::Origin *made = first(NonFinite::nan), *cause = first(NonFinite::infinity);
    ASSERT_NE(made, nullptr);
    ASSERT_NE(cause, nullptr);
    EXPECT_THAT(made->made, HasSubstr("SFP"));
    EXPECT_EQ(&followed.found.at(made->because), cause);
    EXPECT_EQ(made->element, "lane 19: row 2, column 6 of Dst tile 0");
    EXPECT_EQ(cause->element, made->element);
    EXPECT_LT(cause->when, made->when);
    EXPECT_GT(made->where.line, 0);
    ASSERT_FALSE(made->operands.empty());
    EXPECT_THAT(made->operands[0].value + made->operands.back().value, HasSubstr("inf"));
    ASSERT_GE(made->stops.size(), 3u);
    EXPECT_EQ(made->stops[0].what, "stored to Dst");
    EXPECT_EQ(made->stops[0].element, "row 2, column 6 of Dst tile 0");
    EXPECT_TRUE(cause->stops.empty());
}

TEST_P(FirstNan, BitsThatNoFloatOperationTakesAreNone) {
    const std::string body = on_vectors(R"(
        vInt pattern = 0x7fc00000;
        vInt exponent = pattern & 0x3f800000;
        dst_reg[0] = reinterpret<vFloat>(exponent) + 1.0f;
)");
    run_of({tile(one)}, body).outcome();
    EXPECT_EQ(first(NonFinite::nan), nullptr);
    EXPECT_EQ(first(NonFinite::infinity), nullptr);
}

TEST_P(FirstNan, WatchingChangesNeitherBitsNorCycles) {
    Words words = random_reals(1, 5);
    words[at(0, 1, 4)] = nan;
    words[at(0, 20, 31)] = infinity;
    words[at(0, 0, 0)] = huge;
    TileRun run = run_of({words}, vectors);
    const TileRun::Outcome watched = run.outcome();
    run.followed = nullptr;
    const TileRun::Outcome alone = run.outcome();
    EXPECT_EQ(watched.bytes, alone.bytes);
    EXPECT_EQ(watched.cycles, alone.cycles);
}

}  // namespace
}  // namespace tessera::host::tiles
