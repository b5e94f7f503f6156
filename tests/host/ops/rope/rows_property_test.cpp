// What rotations are by their algebra, on the machine: a rotation undone, two in a row, what passes through, and rows
// in another order.
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/host/ops/rope/rotations.hpp"

namespace tessera::host {
namespace {

using tensix::DataFormat;

// The same rows of what came out of a run, at other positions.
Rotation after(const Rotation& r, const NpyArray& y, std::int32_t position, long double direction = 1) {
    Rotation next = r;
    next.tensors[0].contents = contents_of(NpyArray(y));
    for (RowMove& row : next.rows) row.positions = {position, 0, 0, 0};
    for (PairAngle& angle : next.angles) angle.frequency *= direction;
    return next;
}
Rotation at(const Rotation& r, std::int32_t position) {
    return after(
        r, {DType::f4, r.tensors[0].shape, {r.tensors[0].contents->data.begin(), r.tensors[0].contents->data.end()}},
        position);
}

// Every pair of both within what the bounds of the two runs of `first` and `second` add up to, pair by pair; a pair
// that is off by so much is off by no more after it has turned. `more` of them again where both sides ran.
void expect_near(const Rotation& first, const Rotation& second, std::span<const float> got,
                 std::span<const float> wanted, double more) {
    RowJudge of_first(first), of_second(second);
    const auto x = first.tensors[0].contents->as<float>(), between = second.tensors[0].contents->as<float>();
    for (std::size_t i = 0; i < first.rows.size(); ++i) {
        const std::size_t begin = i * first.width;
        const auto one = of_first.row(i, x.subspan(begin, first.width));
        const std::vector<RowJudge::Pair> kept(one.begin(), one.end());
        const auto two = of_second.row(i, between.subspan(begin, first.width));
        for (std::size_t k = 0; k < first.pairs.count; ++k) {
            const double limit =
                std::hypot(kept[k].limit, kept[k].other_limit) + std::hypot(two[k].limit, two[k].other_limit);
            for (const std::size_t e : {begin + first.pairs.one(k), begin + first.pairs.other(k)})
                ASSERT_NEAR(got[e], wanted[e], limit * (1 + more)) << "row " << i << " pair " << k;
        }
    }
}

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> all{{.rows = 9, .width = 64},
                                        {.rows = 33, .width = 40, .pairs = {4, 1, 18, 18}},
                                        {.rows = 5, .width = 70, .pairs = {2, 2, 1, 34}}};
    return all;
}

TEST(RowProperties, BackwardAfterForwardIsTheIdentityWithinBothBounds) {
    for (const Shape& shape : shapes()) {
        const Rotation forward = at(rotation(shape), 12345);
        const NpyArray y = run_on_rows(forward).outputs[0];
        const Rotation back = after(forward, y, 12345, -1);
        expect_near(forward, back, run_on_rows(back).outputs[0].as<float>(), forward.tensors[0].contents->as<float>(),
                    0);
    }
}

TEST(RowProperties, TurningByTwoPositionsIsTurningByTheirSum) {
    for (const Shape& shape : shapes()) {
        const Rotation first = at(rotation(shape), 70001);
        const Rotation second = after(first, run_on_rows(first).outputs[0], -1234567);
        expect_near(first, second, run_on_rows(second).outputs[0].as<float>(),
                    run_on_rows(at(rotation(shape), 70001 - 1234567)).outputs[0].as<float>(), 1);
    }
}

// Numbers that no arithmetic would leave alone: NaN with a payload, infinities, subnormal ones, both zeros.
TEST(RowProperties, WhatDoesNotTurnKeepsEveryBit) {
    const std::vector<std::uint32_t> words{0x7FC12345, 0xFF800000, 0x00000001, 0x80000000, 0x7F800001};
    const std::vector<std::uint16_t> halves{0x7E55, 0xFC00, 0x0001, 0x8000, 0x7C01};
    for (const DataFormat format : {DataFormat::fp32, DataFormat::fp16}) {
        Rotation r = rotation({.rows = 8, .width = 48, .pairs = {10, 1, 12, 12}, .format = format});
        NpyArray x{dtype_of_bits(format), {8, 48}, {}};
        const Contents& contents = *r.tensors[0].contents;
        x.data.assign(contents.data.begin(), contents.data.end());
        const std::size_t bytes = size_of(x.dtype);
        for (std::size_t row = 0; row < 8; ++row)
            for (std::size_t e = 0; e < 48; ++e)
                if (e < 10 || e >= 34)
                    std::memcpy(x.data.data() + (row * 48 + e) * bytes,
                                format == DataFormat::fp32 ? static_cast<const void*>(&words[e % 5]) : &halves[e % 5],
                                bytes);
        r.tensors[0].contents = contents_of(NpyArray(x));
        const Executed done = run_on_rows(r);
        EXPECT_TRUE(done.check->within) << views::worst_element(*done.check);
        for (std::size_t i = 0; i < 8 * 48; ++i) {
            if (i % 48 >= 10 && i % 48 < 34) continue;
            ASSERT_EQ(std::memcmp(&x.data[i * bytes], &done.outputs[0].data[i * bytes], bytes), 0) << i;
        }
    }
}

// Batch entries exchanged, with what they turn by: the same rows come out in the other order, bit for bit, on whatever
// core each has landed.
TEST(RowProperties, AnOrderOfRowsIsKept) {
    const Rotation r = rotation({.rows = 40, .width = 64, .run = 5});
    Rotation other = r;
    std::rotate(other.rows.begin(), other.rows.begin() + 15, other.rows.end());
    for (std::size_t i = 0; i < other.rows.size(); ++i) other.rows[i].target_element = i * r.width;
    const NpyArray y = run_on_rows(r).outputs[0], exchanged = run_on_rows(other, RotationPath::rows, 7).outputs[0];
    for (std::size_t i = 0; i < 40; ++i)
        for (std::size_t e = 0; e < 64; ++e)
            ASSERT_EQ(exchanged.as<float>()[i * 64 + e], y.as<float>()[(i + 15) % 40 * 64 + e]);
}

}  // namespace
}  // namespace tessera::host
