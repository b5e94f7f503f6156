// What a call of GGML's rope is read into: rows, their places and their positions (rope-variants.md (a)).
#include "host/ops/rope/ggml/problem.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "host/ops/rope/ggml/inputs.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using tensix::DataFormat;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

GgmlCall call(const GgmlExtents& ne, GgmlParameters parameters, DataFormat format = DataFormat::fp32) {
    GgmlCall out;
    out.a = ggml_tensor(format, ne, ggml_values(1, GgmlArray::a, format, element_count(c_shape(ne))));
    out.parameters = parameters;
    for (std::size_t i = 0; i < static_cast<std::size_t>(ne[2]) * parameters.positions(); ++i)
        out.positions.push_back(static_cast<std::int32_t>(100 + i));
    return out;
}

void expect_refused(const GgmlCall& call, const std::string& what, const std::string& expected = "") {
    EXPECT_THAT([&] { rotation_of(call); },
                ThrowsMessage<fault::InputError>(AllOf(HasSubstr(what), HasSubstr(expected), Not(HasSubstr("\n")))));
}

TEST(GgmlRotation, RowsAreThoseOfTheResultInItsOrder) {
    const GgmlCall given = call({8, 2, 3, 2}, {.n_dims = 4, .mode = GgmlMode::neox, .attn_factor = 1.5f, .n_offs = 2});
    const Rotation r = rotation_of(given);
    ASSERT_EQ(r.tensors.size(), 2u);
    EXPECT_FALSE(r.tensors[0].result);
    EXPECT_TRUE(r.tensors[1].result);
    EXPECT_THAT(r.tensors[1].shape, ElementsAre(2, 3, 2, 8));
    EXPECT_EQ(r.width, 8u);
    EXPECT_EQ(r.magnitude, 1.5);
    ASSERT_EQ(r.rows.size(), 12u);
    for (std::size_t i = 0; i < r.rows.size(); ++i) {
        EXPECT_EQ(r.rows[i].source_element, 8 * i);
        EXPECT_EQ(r.rows[i].target_element, 8 * i);
        EXPECT_EQ(r.rows[i].target, 1u);
        EXPECT_TRUE(r.rows[i].turns);
        EXPECT_EQ(r.rows[i].positions[0], 100 + static_cast<std::int32_t>(i / 2 % 3)) << "of the token alone";
    }
}

TEST(GgmlRotation, StreamsOfATokenLieATokenCountApart) {
    const Rotation r =
        rotation_of(call({8, 2, 3, 1}, {.n_dims = 8, .mode = GgmlMode::mrope, .sections = {1, 1, 1, 1}}));
    EXPECT_THAT(r.rows[2].positions, ElementsAre(101, 104, 107, 110));
    EXPECT_THAT(r.rows[5].positions, ElementsAre(102, 105, 108, 111));
}

// Heads as the fastest but one, tokens before them: a permuted view.
TEST(GgmlRotation, RowsOfAViewLieWhereItsStridesSay) {
    GgmlCall given = call({8, 2, 3, 2}, {.n_dims = 8});
    given.a.ne = {4, 3, 2, 2};
    given.a.strides = {16, 8, 48};
    given.a.offset = 4;
    given.parameters.n_dims = 4;
    given.positions = {-7, 9};
    const Rotation r = rotation_of(given);
    ASSERT_EQ(r.rows.size(), 12u);
    EXPECT_EQ(r.rows[1].source_element, 4u + 16);
    EXPECT_EQ(r.rows[3].source_element, 4u + 8);
    EXPECT_EQ(r.rows[11].source_element, 4u + 2 * 16 + 8 + 48);
    EXPECT_EQ(r.rows[11].target_element, 44u);
    EXPECT_EQ(r.rows[3].positions[0], 9);
    EXPECT_EQ(r.rows[2].positions[0], -7);
    EXPECT_THAT(r.tensors[0].shape, ElementsAre(2, 3, 2, 8));

    given.inplace = true;
    const Rotation in_place = rotation_of(given);
    ASSERT_EQ(in_place.tensors.size(), 1u);
    EXPECT_TRUE(in_place.tensors[0].result);
    for (std::size_t i = 0; i < 12; ++i) {
        EXPECT_EQ(in_place.rows[i].source_element, r.rows[i].source_element);
        EXPECT_EQ(in_place.rows[i].target_element, r.rows[i].source_element);
        EXPECT_EQ(in_place.rows[i].target, 0u);
    }
}

TEST(GgmlRotation, OverlappingRowsAreReadButNotWritten) {
    GgmlCall given = call({8, 2, 3, 2}, {.n_dims = 8});
    given.a.strides = {0, 8, 0};
    EXPECT_EQ(rotation_of(given).rows[1].source_element, 0u);
    given.inplace = true;
    expect_refused(given, "rows at elements 0 and 0 overlap", "leave --inplace out");
}

TEST(GgmlRotation, ViewsStayWithinTheirTensor) {
    GgmlCall given = call({8, 2, 3, 2}, {.n_dims = 8});
    given.a.offset = 1;
    expect_refused(given, "ends before element 97, and its tensor has 96");
    given.a.offset = 0;
    given.a.strides[2] = std::uint64_t{1} << 63;
    expect_refused(given, "stride nb3 9223372036854775808", "nearest: 4294967296");
    given = call({8, 2, 3, 2}, {.n_dims = 8});
    given.a.ne = {8, 0, 3, 2};
    expect_refused(given, "ne1 0 is below 1", "nearest: 1");
    given.a.ne = {1 << 20, 1 << 20, 3, 2};
    expect_refused(given, "more than 2147483648 elements", "nearest ne1: 2048");
    given = call({8, 2, 3, 2}, {.n_dims = 8});
    given.a.format = DataFormat::fp16;
    expect_refused(given, "a: elements are <f4; <f2 is expected");
    given.a.format = DataFormat::bf16;
    expect_refused(given, "bf16 is no type of GGML's rope", "fp32 or fp16");
}

TEST(GgmlRotation, PositionsAndFactorsAreAsManyAsNeeded) {
    GgmlCall given = call({8, 2, 3, 2}, {.n_dims = 8});
    given.positions.push_back(0);
    expect_refused(given, "4 positions for 3 tokens of mode normal", "3 are expected");
    given = call({8, 2, 3, 2}, {.n_dims = 8, .mode = GgmlMode::imrope, .sections = {1, 1, 1, 0}});
    given.positions.resize(3);
    expect_refused(given, "which have 4 each", "12 are expected");
    given = call({8, 2, 3, 2}, {.n_dims = 8});
    given.factors = {1, 1, 1};
    expect_refused(given, "3 frequency factors; at least 4");
    given.factors = {1, 0, 1, 1};
    expect_refused(given, "frequency factor 1 is 0", "usual: 1");
    given.factors = {1, 2, 1, 1, NAN};
    EXPECT_NO_THROW(rotation_of(given)) << "beyond the pairs they have no effect";
    // Half as many would do for GGML, which then reads behind them.
    given = call({8, 2, 3, 2}, {.n_dims = 4, .mode = GgmlMode::vision, .sections = {2, 2, 0, 0}});
    given.factors = {1, 1};
    expect_refused(given, "2 frequency factors; at least 4");
}

TEST(GgmlRotation, OfNormsHasAWeightForAllRowsOrForEach) {
    GgmlCall given = call({4, 2, 3, 1}, {.n_dims = 4});
    given.norm = GgmlNorm{1e-6f, {{1, 2, 3, 4}}};
    Rotation r = rotation_of(given);
    ASSERT_TRUE(r.norm);
    EXPECT_EQ(r.norm->eps, static_cast<double>(1e-6f));
    EXPECT_EQ(r.rows[5].weight, 0u);
    given.norm->weights.resize(6, {5, 6, 7, 8});
    r = rotation_of(given);
    EXPECT_EQ(r.rows[5].weight, 5u);
    given.norm->weights.resize(5);
    expect_refused(given, "5 weights for 6 rows");
    given.norm = GgmlNorm{1e-6f, {{1, 2, 3}}};
    expect_refused(given, "a weight has 3 elements; 4");
    given.norm = GgmlNorm{NAN, {{1, 2, 3, 4}}};
    expect_refused(given, "eps nan", "usual: 1e-6");
    given.norm->eps = 0;
    given.inplace = true;
    expect_refused(given, "in place");
}

TEST(GgmlRotation, SetsWholeTokensAsRows) {
    GgmlCall given = call({4, 2, 3, 1}, {.n_dims = 4});
    given.set_rows = GgmlSetRows{DataFormat::fp16, 5, {4, 0, 2}, ggml_values(1, GgmlArray::dst, DataFormat::fp16, 40)};
    const Rotation r = rotation_of(given);
    ASSERT_EQ(r.tensors.size(), 2u);
    EXPECT_EQ(r.tensors[0].format, DataFormat::fp32);
    EXPECT_EQ(r.tensors[1].format, DataFormat::fp16);
    EXPECT_TRUE(r.tensors[1].contents.has_value());
    EXPECT_THAT(r.tensors[1].shape, ElementsAre(5, 8));
    EXPECT_EQ(r.rows[1].target_element, 4u * 8 + 4);
    EXPECT_EQ(r.rows[2].target_element, 0u);
    EXPECT_EQ(r.rows[4].target_element, 16u);
    EXPECT_EQ(r.rows[4].positions[0], 102) << "by where the token is, not where it goes";
    given.set_rows->ids = {4, 0, 4};
    expect_refused(given, "row id 4 appears twice");
    given.set_rows->ids = {4, 0, 5};
    expect_refused(given, "row id 5: 0 to 4", "nearest: 4");
    given.set_rows->ids = {4, 0};
    expect_refused(given, "2 row ids for 3 tokens");
    given = call({4, 2, 3, 2}, {.n_dims = 4});
    given.set_rows = GgmlSetRows{DataFormat::fp16, 5, {4, 0, 2}, ggml_values(1, GgmlArray::dst, DataFormat::fp16, 40)};
    expect_refused(given, "one batch, and ne3 is 2", "nearest: 1");
}

}  // namespace
}  // namespace tessera::host
