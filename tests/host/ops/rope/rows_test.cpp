// Rotations of rows (host/ops/rope/rows): every kind of pair, format and source of angles on the machine against the
// exact result, and what a rotation must not contradict.
#include <gmock/gmock.h>

#include "sim/fault/fault.hpp"
#include "tests/host/ops/rope/plain_rotation.hpp"
#include "tests/host/ops/rope/rotations.hpp"

namespace tessera::host {
namespace {

using tensix::DataFormat;

views::Check run(const Rotation& r, RotationPath path = RotationPath::rows, std::uint32_t cores = 3,
                 const char* arch = "wormhole_b0") {
    return *run_on_rows(r, path, cores, arch).check;
}

void expect_within(const views::Check& check) {
    EXPECT_TRUE(check.within) << views::worst_element(check);
    EXPECT_GT(check.worst_ratio, 0);
}

TEST(Rows, HalvesAndNeighboursOfAnyWidth) {
    for (const RowPairs pairs : {RowPairs{0, 1, 10, 10}, RowPairs{0, 2, 1, 10}, RowPairs{4, 1, 33, 33},
                                 RowPairs{6, 2, 1, 36}, RowPairs{0, 1, 40, 40}})
        expect_within(run(rotation({.rows = 37, .width = 80, .pairs = pairs})));
}

TEST(Rows, EveryFormatOnBothArchitectures) {
    for (const char* arch : {"wormhole_b0", "blackhole"})
        for (const DataFormat format : {DataFormat::fp32, DataFormat::fp16, DataFormat::bf16}) {
            const views::Check check =
                run(rotation({.width = 96, .pairs = {0, 1, 32, 32}, .format = format}), RotationPath::rows, 3, arch);
            expect_within(check);
            EXPECT_LT(check.deviation.nmse, format == DataFormat::fp32   ? 1e-13
                                            : format == DataFormat::fp16 ? 1e-7
                                                                         : 5e-6);
        }
}

TEST(Rows, RowsThatShareAPositionAndRowsInPlace) {
    expect_within(run(rotation({.rows = 24, .width = 64, .run = 8, .in_place = true})));
    expect_within(
        run(rotation({.rows = 24, .width = 64, .run = 8, .pairs = {0, 2, 1, 20}, .format = DataFormat::fp16})));
}

TEST(Rows, PairsOfSeveralPositionsAndAMagnitude) {
    Rotation r = rotation({.rows = 5, .width = 64});
    for (std::size_t k = 0; k < r.angles.size(); ++k) r.angles[k].stream = static_cast<std::uint8_t>(k % 4);
    r.magnitude = -1.25;
    for (PairAngle& angle : r.angles) angle.frequency = -angle.frequency;
    expect_within(run(r));
}

TEST(Rows, CachesRoundEveryProduct) {
    for (const DataFormat format : {DataFormat::fp32, DataFormat::fp16, DataFormat::bf16}) {
        Rotation r = rotation({.rows = 33, .width = 40, .pairs = {0, 1, 20, 20}, .format = format});
        r.angles.clear();
        r.caches = AngleCaches{values(5, 7 * 20, format), values(6, 7 * 20, format), 7};
        for (std::size_t i = 0; i < r.rows.size(); ++i) r.rows[i].positions = {static_cast<std::int32_t>(i * 5 % 7)};
        expect_within(run(r));
    }
}

TEST(Rows, NormalisedWithTheirWeightsBeforeTheyTurn) {
    for (const std::size_t width : {64, 200}) {
        Rotation r =
            rotation({.rows = 12, .width = width, .pairs = {0, 1, width / 2, width / 2}, .format = DataFormat::fp16});
        r.norm = RowNorm{1e-6, {generate_values(8, width), generate_values(9, width)}};
        for (std::size_t i = 7; i < 12; ++i) r.rows[i].weight = 1;
        expect_within(run(r));
    }
}

// Elements behind those that turn are normalised and weighted as well, in units of their own.
TEST(Rows, NormalisedWhereSomeElementsDoNotTurn) {
    const auto normalised = [](std::size_t width, const RowPairs& pairs, DataFormat format) {
        Rotation r = rotation({.rows = 12, .width = width, .pairs = pairs, .format = format});
        r.magnitude = 1.25;  // of what turns only
        r.norm = RowNorm{1e-6, {generate_values(8, width), generate_values(9, width)}};
        for (std::size_t i = 7; i < 12; ++i) r.rows[i].weight = 1;
        return r;
    };
    const char* arch = "wormhole_b0";
    for (const DataFormat format : {DataFormat::fp32, DataFormat::fp16})
        for (const auto& [width, pairs] :
             {std::pair{200, RowPairs{0, 1, 36, 36}}, {200, RowPairs{0, 2, 1, 36}}, {70, RowPairs{0, 1, 32, 32}}}) {
            const Rotation r = normalised(static_cast<std::size_t>(width), pairs, format);
            const Executed done = run_on_rows(r, RotationPath::rows, 3, arch);
            expect_within(*done.check);
            const std::vector<double> got = doubles(done.outputs[0]), exact = rotated(r)[1];
            const double relative = format == DataFormat::fp32 ? 2e-6 : 1e-3;
            for (std::size_t i = 0; i < exact.size(); ++i)
                ASSERT_NEAR(got[i], exact[i], relative * std::max(1.0, std::abs(exact[i]))) << width << " " << i;
            arch = "blackhole";
        }
    EXPECT_THROW(rotation_job(*arch::find(arch), normalised(80, {4, 2, 1, 36}, DataFormat::fp32), {}),
                 fault::InputError);
    EXPECT_THROW(rotation_job(*arch::find(arch), normalised(81, {0, 2, 1, 36}, DataFormat::fp32), {}),
                 fault::InputError);
}

// A cache slot begins where its row's alignment is another than the source's, and what is beside it stays.
TEST(Rows, CopiesAndTargetsOfAnotherAlignment) {
    Rotation r = rotation({.rows = 6, .width = 20, .pairs = {0, 1, 10, 10}, .format = DataFormat::fp16});
    r.tensors[1].contents = values(3, 200, DataFormat::fp16);
    r.tensors[1].shape = {200};
    for (std::size_t i = 0; i < 6; ++i) {
        r.rows[i].target_element = 3 + i * 25;
        r.rows[i].turns = i < 3;
    }
    expect_within(run(r));
}

// Rows of 16 bits that turn in all of their elements become tiles by the unpacker: pairs of either kind, blocks that
// are not full, rows on end that go in one transfer, caches, copies beside them.
TEST(Rows, WholeRowsOfSixteenBits) {
    for (const DataFormat format : {DataFormat::fp16, DataFormat::bf16})
        for (const RowPairs pairs : {RowPairs{0, 1, 64, 64}, RowPairs{0, 2, 1, 64}})
            for (const std::size_t run_length : {1, 5, 32}) {
                Rotation r = rotation(
                    {.rows = 70, .width = 128, .run = run_length, .pairs = pairs, .format = format, .in_place = true});
                expect_within(run(r));
                for (std::size_t i = 40; i < 50; ++i) r.rows[i].turns = false;
                expect_within(run(r, RotationPath::rows, 2, "blackhole"));
            }
    Rotation r = rotation({.rows = 33, .width = 64, .pairs = {0, 2, 1, 32}, .format = DataFormat::fp16});
    r.angles.clear();
    r.caches = AngleCaches{values(5, 7 * 32, DataFormat::fp16), values(6, 7 * 32, DataFormat::fp16), 7};
    for (std::size_t i = 0; i < r.rows.size(); ++i) r.rows[i].positions = {static_cast<std::int32_t>(i * 5 % 7)};
    expect_within(run(r));
    EXPECT_THAT(rotation_job(*arch::find("blackhole"), r, {}).words.details,
                testing::Contains(testing::Pair("work", testing::HasSubstr("tilized by the unpacker"))));
}

TEST(Rows, ResultsOfAnotherFormat) {
    Rotation r = rotation({.rows = 6, .width = 64});
    r.tensors[1].format = DataFormat::fp16;
    expect_within(run(r));
}

TEST(Rows, NumbersThatTheMachineCannotTurnAreRefused) {
    Rotation r = rotation({.rows = 3, .width = 64, .format = DataFormat::fp16});
    NpyArray x{DType::f2, {3, 64}, {r.tensors[0].contents->data.begin(), r.tensors[0].contents->data.end()}};
    x.data[2 * 70 + 1] = std::byte{0x7C};
    r.tensors[0].contents = contents_of(NpyArray(x));
    EXPECT_THROW(rotation_job(*arch::find("blackhole"), r, {}), fault::InputError);
    r.rows[1].turns = false;  // what is copied may be anything
    expect_within(run(r));
    Rotation still = rotation({.rows = 3, .width = 64});
    still.norm = RowNorm{0, {std::vector<float>(64, 1.0f)}};
    still.tensors[0].contents = contents_of(std::vector<float>(3 * 64));
    EXPECT_THROW(rotation_job(*arch::find("blackhole"), still, {}), fault::InputError);
    still.norm->eps = 1e-6;
    EXPECT_TRUE(run(still).within);
}

TEST(Rows, TilesWhereTheyFitGiveTheSame) {
    for (const std::size_t run_length : {1, 32}) {
        const Rotation r = rotation({.rows = 64, .width = 128, .run = run_length, .pairs = {0, 1, 32, 32}});
        expect_within(run(r, RotationPath::tiles));
        expect_within(run(r, RotationPath::fitting));
    }
    Rotation odd = rotation({.rows = 64, .width = 128, .pairs = {0, 1, 10, 10}});
    EXPECT_THROW(run(odd, RotationPath::tiles), fault::InputError);
}

}  // namespace
}  // namespace tessera::host
