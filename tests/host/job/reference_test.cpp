// References over whole tensors (host/job/file/reference.hpp).
#include "host/job/file/reference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/fault/fault.hpp"

namespace tessera::host::job_file {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

class References : public testing::Test {
  protected:
    References() {
        tensor("x", {2, 3}, {1, -2, 3, -4, 5, -6});
        tensor("row", {3}, {10, 20, 30});
        tensor("column", {2, 1}, {100, 200});
        tensor("cube", {2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
        tensor("ids", {2}, {1, 0});
    }
    void tensor(const std::string& name, Shape shape, std::vector<float> values) {
        scope_.tensors.push_back({.name = name,
                                  .shape = std::move(shape),
                                  .layout = Layout::rows,
                                  .contents = contents_of(std::move(values))});
    }
    Field of(const std::string& text) const {
        const Reference reference(text, scope_);
        Field out = reference.evaluate();
        EXPECT_EQ(out.shape, reference.shape()) << text;
        return out;
    }
    std::vector<double> values(const std::string& text) const { return of(text).values; }
    Shape shape(const std::string& text) const { return Reference(text, scope_).shape(); }
    std::string refusal(const std::string& text) const {
        try {
            Reference(text, scope_).evaluate();
        } catch (const fault::InputError& error) {
            return error.what();
        }
        return "accepted";
    }

    std::vector<Parameter> parameters_{{"K", ParameterKind::whole, "2", "", ""}};
    Settings settings_{parameters_};
    Scope scope_{.settings = &settings_};
};

TEST_F(References, ShapesGoTogetherAsNumpysDo) {
    EXPECT_THAT(values("x + row"), ElementsAre(11, 18, 33, 6, 25, 24));
    EXPECT_THAT(values("column + row"), ElementsAre(110, 120, 130, 210, 220, 230));
    EXPECT_EQ(shape("column + row"), (Shape{2, 3}));
    EXPECT_THAT(refusal("row + ids"), HasSubstr("+: shapes (3,) and (2,) do not go together"));
}

TEST_F(References, CompareAndChoose) {
    EXPECT_THAT(values("x > 0 && x <= 3"), ElementsAre(1, 0, 1, 0, 0, 0));
    EXPECT_THAT(values("where(x > 0, x, -infinity)"), ElementsAre(1, -INFINITY, 3, -INFINITY, 5, -INFINITY));
    EXPECT_THAT(values("1 + 1 == 2 || 0 != 0"), ElementsAre(1));
}

TEST_F(References, KnowTheFunctionsOfStudies) {
    EXPECT_THAT(values("floor(x / 2)"), ElementsAre(0, -1, 1, -2, 2, -3));
    EXPECT_THAT(values("gelu(x)")[1], DoubleNear(-2.0 / 2 * std::erfc(2 / std::sqrt(2.0)), 1e-15));
    EXPECT_THAT(values("silu(row)")[0], DoubleNear(10 / (1 + std::exp(-10.0)), 1e-14));
    EXPECT_THAT(values("gelu_tanh(x)")[0], DoubleNear(0.8411919906082768, 1e-14));
    EXPECT_THAT(values("cospi(1 / 3) + pow(2, 0.5) + sin(pi)"), ElementsAre(DoubleNear(0.5 + std::sqrt(2.0), 1e-15)));
    EXPECT_THAT(refusal("gelo(x)"), HasSubstr("unknown function gelo; did you mean `gelu`?"));
    EXPECT_THAT(refusal("quotient(x, x)"), HasSubstr("unknown function quotient"));
}

TEST_F(References, ReduceADimension) {
    EXPECT_THAT(values("sum_along(x, 1)"), ElementsAre(2, -5));
    EXPECT_EQ(shape("sum_along(x, -1)"), (Shape{2, 1}));
    EXPECT_THAT(values("mean_along(x, 0)"), ElementsAre(-1.5, 1.5, -1.5));
    EXPECT_THAT(values("max_along(cube, 1) - min_along(cube, 1)"), ElementsAre(2, 2, 2, 2));
    EXPECT_THAT(refusal("sum_along(x, 2)"), HasSubstr("sum_along(x, d): dimension 2: shape (2, 3) has 2, from 0 on"));
}

// A line each, as a model's papers have them.
TEST_F(References, SoftmaxAndLayerNorm) {
    const std::vector<double> softmax = values("exp(x - max_along(x, 1)) / sum_along(exp(x - max_along(x, 1)), 1)");
    EXPECT_THAT(softmax[0] + softmax[1] + softmax[2], DoubleNear(1, 1e-15));
    EXPECT_THAT(softmax[0] / softmax[2], DoubleNear(std::exp(-2.0), 1e-15));
    const std::vector<double> norm =
        values("(x - mean_along(x, 1)) * rsqrt(mean_along((x - mean_along(x, 1)) * (x - mean_along(x, 1)), 1)) * row");
    EXPECT_THAT(norm[0] / 10 + norm[1] / 20 + norm[2] / 30, DoubleNear(0, 1e-14));
}

TEST_F(References, TakePartsOfTensors) {
    EXPECT_THAT(values("slice(x, 1, 1, $K)"), ElementsAre(-2, 3, 5, -6));
    EXPECT_THAT(values("place(x, slice(x, 1, 0, 1) * 10, 1, $K)"), ElementsAre(1, -2, 10, -4, 5, -40));
    EXPECT_THAT(values("reshape(x, 3, 2)"), ElementsAre(1, -2, 3, -4, 5, -6));
    EXPECT_THAT(values("swap(cube, 0, 2)"), ElementsAre(1, 5, 3, 7, 2, 6, 4, 8));
    EXPECT_THAT(values("transpose(x)"), ElementsAre(1, -4, -2, 5, 3, -6));
    EXPECT_THAT(values("take(x, ids)"), ElementsAre(-4, 5, -6, 1, -2, 3));
    EXPECT_THAT(values("windows(row, 0, $K, 1)"), ElementsAre(10, 20, 20, 30));
    EXPECT_EQ(shape("windows(x, 1, 2, 1)"), (Shape{2, 2, 2}));
    EXPECT_THAT(values("index(3) * 2 + zeros(3)"), ElementsAre(0, 2, 4));
    EXPECT_THAT(refusal("slice(x, 1, 2, 2)"),
                HasSubstr("slice(x, d, begin, count): elements 2 to 3 of a dimension that has 3"));
    EXPECT_THAT(refusal("slice(x, 1, 2)"), HasSubstr("slice(x, d, begin, count) is expected, 3 argument(s) are given"));
    EXPECT_THAT(refusal("slice(x, 1, 0.5, 1)"), HasSubstr("argument 3 is no whole number"));
    EXPECT_THAT(refusal("place(x, row, 1, 0)"), HasSubstr("as many dimensions are expected"));
    EXPECT_THAT(refusal("reshape(x, 5)"), HasSubstr("(5,) has not as many elements as (2, 3)"));
    EXPECT_THAT(refusal("take(x, row)"), HasSubstr("take: there is no row 10; 2 are there"));
    EXPECT_THAT(refusal("zeros(99999, 99999)"), HasSubstr("a reference has at most"));
}

TEST_F(References, KnowNumbersOfFormats) {
    tensor("bits", {5}, {0x3C00, 0xC000, 1, 0x03FF, 0x7FFF});
    EXPECT_THAT(values("fp16_of(bits)"), ElementsAre(1, -2, 0x1p-24, 1023 * 0x1p-24, 131008));
    EXPECT_THAT(values("epsilon(bf16)"), ElementsAre(0x1p-8));
    EXPECT_THAT(values("matrix_loss(fp32) > matrix_loss(bf16)"), ElementsAre(1));
}

TEST_F(References, MultiplyMatricesOfEveryIndexBefore) {
    EXPECT_THAT(values("matmul(x, transpose(x))"), ElementsAre(14, -32, -32, 77));
    EXPECT_THAT(values("matmul(cube, slice(cube, 0, 0, 1))"), ElementsAre(7, 10, 15, 22, 23, 34, 31, 46));
    EXPECT_THAT(refusal("matmul(x, x)"), HasSubstr("do not go together; [.., M, K] and [.., K, N] do"));
}

// Grouped queries: both heads of a group see the keys of theirs.
TEST_F(References, CausalAttentionOfAGroup) {
    tensor("q", {4, 1, 2}, {1, 0, 0, 1, 1, 1, 2, 0});
    const Field scores = of("matmul(reshape(q, 2, 2, 1, 2), transpose(reshape(cube, 2, 1, 2, 2)))");
    EXPECT_EQ(scores.shape, (Shape{2, 2, 1, 2}));
    EXPECT_THAT(scores.values, ElementsAre(1, 3, 2, 4, 11, 15, 10, 14));
}

}  // namespace
}  // namespace tessera::host::job_file
