// GGML's own list of rope cases: every row is read, and what a case becomes is what its test in GGML builds.
#include "host/ops/rope/ggml/cases.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "host/ops/rope/ggml/inputs.hpp"
#include "host/ops/rope/ggml/model.hpp"
#include "sim/fault/fault.hpp"
#include "tests/golden/rope/turned.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host {
namespace {

using tensix::DataFormat;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

const std::vector<GgmlCase>& all_cases() {
    static const std::vector<GgmlCase> all = read_ggml_cases(TESSERA_SOURCE_DIR "/tests/data/rope_ggml/cases.csv");
    return all;
}

std::size_t elements(const GgmlCase& one) {
    return element_count(c_shape(one.ne)) * (one.view == 1 ? 24 : one.view == 2 ? 2 : 1);
}

// The first case that is as `wanted` says.
const GgmlCase& first(const std::function<bool(const GgmlCase&)>& wanted) {
    const auto found = std::ranges::find_if(all_cases(), wanted);
    if (found == all_cases().end()) throw std::logic_error("no such case");
    return *found;
}

// The counts of the spec.
TEST(GgmlCases, AreAllRead) {
    std::map<std::pair<std::string, GgmlOp>, int> counts;
    for (const GgmlCase& one : all_cases()) ++counts[{one.suite, one.op}];
    EXPECT_EQ(all_cases().size(), 1174u);
    EXPECT_EQ((counts[{"eval", GgmlOp::rope}]), 466);
    EXPECT_EQ((counts[{"eval", GgmlOp::rope_back}]), 404);
    EXPECT_EQ((counts[{"perf", GgmlOp::rope}] + counts[{"perf", GgmlOp::rope_back}]), 112);
    EXPECT_EQ((counts[{"eval_fused", GgmlOp::rope_set_rows}]), 48);
    EXPECT_EQ((counts[{"eval_fused", GgmlOp::rms_norm_mul_rope}]), 144);
    for (const GgmlCase& one : all_cases()) EXPECT_EQ(one.nmse_limit, one.suite == "perf" ? 0 : 1e-7) << one.line;
    EXPECT_EQ(all_cases().front().title(), "ROPE f32 128,32,2,1 normal n_dims 128");
}

TEST(GgmlCases, DataLieInTheRangesOfGgmlsTests) {
    const GgmlCase& one = first([](const GgmlCase& c) { return c.factors && c.format == DataFormat::fp16; });
    const GgmlCall call = call_of(one, 7);
    double low = 0, high = 0;
    for (std::size_t i = 0; i < element_count(call.a.parent_shape); ++i) {
        const double value = golden::element(call.a.parent, i);
        low = std::min(low, value), high = std::max(high, value);
    }
    EXPECT_GE(low, -1);
    EXPECT_LE(high, 1);
    EXPECT_LT(low, -0.99);
    EXPECT_GT(high, 0.99);
    EXPECT_EQ(call.a.parent.dtype, DType::f2);
    EXPECT_EQ(call.factors.size(), call.parameters.pairs().count);
    EXPECT_THAT(call.factors, Each(AllOf(testing::Ge(0.9f), testing::Le(1.1f))));
    const std::vector<std::int32_t> positions = ggml_positions(7, 10000, 512);
    EXPECT_EQ(std::ranges::min(positions), 0);
    EXPECT_EQ(std::ranges::max(positions), 511);
}

TEST(GgmlCases, SeedsMakeTheData) {
    const GgmlCase& one = all_cases().front();
    const auto data = [&](std::uint64_t seed) {
        const GgmlCall call = call_of(one, seed);
        return std::vector<std::byte>(call.a.parent.data.begin(), call.a.parent.data.end());
    };
    EXPECT_EQ(data(3), data(3));
    EXPECT_NE(data(3), data(4));
    EXPECT_EQ(call_of(one, 3).positions, call_of(one, 3).positions);
    EXPECT_NE(ggml_floats(3, GgmlArray::a, 9), ggml_floats(3, GgmlArray::b, 9));
}

TEST(GgmlCases, ViewsAreThoseOfGgmlsTests) {
    const GgmlCall beginning = call_of(first([](const GgmlCase& c) { return c.view == 1; }), 1);
    const auto [ne0, ne1, ne2, ne3] = beginning.a.ne;
    EXPECT_EQ(element_count(beginning.a.parent_shape), static_cast<std::size_t>(24 * ne0 * ne1 * ne2 * ne3));
    EXPECT_EQ(beginning.a.row(0, 0, 0), 0u);
    EXPECT_EQ(beginning.a.row(1, 0, 0), static_cast<std::uint64_t>(2 * ne0));
    EXPECT_EQ(beginning.a.row(0, 1, 0), static_cast<std::uint64_t>(2 * ne0 * 4 * ne1));
    EXPECT_EQ(beginning.a.row(0, 0, 1), static_cast<std::uint64_t>(2 * ne0 * 4 * ne1 * 3 * ne2));
    const GgmlCall half = call_of(first([](const GgmlCase& c) { return c.view == 2; }), 1);
    const auto width = static_cast<std::uint64_t>(half.a.ne[0]);
    EXPECT_EQ(half.a.row(0, 0, 0), width);
    EXPECT_EQ(half.a.row(1, 0, 0), 3 * width);
}

TEST(GgmlCases, SetRowsMovesTheTokensOfOneBatch) {
    const GgmlCase& one =
        first([](const GgmlCase& c) { return c.op == GgmlOp::rope_set_rows && c.ne[3] == 3 && c.ne[2] == 8; });
    const GgmlCall call = call_of(one, 1);
    EXPECT_EQ(call.a.ne[3], 1);
    EXPECT_EQ(call.a.format, DataFormat::fp32);
    ASSERT_TRUE(call.set_rows);
    EXPECT_EQ(call.set_rows->format, one.format);
    EXPECT_EQ(call.set_rows->rows, 24u);
    EXPECT_EQ(std::set<std::int64_t>(call.set_rows->ids.begin(), call.set_rows->ids.end()),
              (std::set<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(rotation_of(call).rows.size(), static_cast<std::size_t>(8 * call.a.ne[1]));
}

TEST(GgmlCases, NormsHaveTheWeightsOfGgmlsTests) {
    const auto norm = [](bool multi_add, bool broadcast, bool set_rows) -> GgmlCall {
        return call_of(first([&](const GgmlCase& c) {
                           return c.op == GgmlOp::rms_norm_mul_rope && c.ne[2] == 5 && c.multi_add == multi_add &&
                                  c.broadcast == broadcast && c.set_rows == set_rows;
                       }),
                       2);
    };
    const GgmlCall plain = norm(false, true, false);
    EXPECT_EQ(plain.norm->eps, 1e-6f);
    EXPECT_EQ(plain.norm->weights.size(), 1u);
    EXPECT_EQ(std::set<std::int32_t>(plain.positions.begin(), plain.positions.end()),
              (std::set<std::int32_t>{0, 1, 2, 3, 4}))
        << "each position once";
    const GgmlCall each = norm(false, false, true);
    EXPECT_EQ(each.norm->weights.size(), 15u);
    EXPECT_EQ(each.set_rows->format, DataFormat::fp16);
    // The second summand is the weight too, where there is one for each row.
    const GgmlCall sum = norm(true, false, false);
    const auto a = plain.a.parent.as<float>(), added = sum.a.parent.as<float>();
    const std::vector<float> c = ggml_floats(2, GgmlArray::c, added.size());
    for (std::size_t i = 0; i < added.size(); ++i)
        ASSERT_EQ(added[i], (a[i] + sum.norm->weights[i / 768][i % 768]) + c[i]) << i;
}

// GGML's arithmetic as modelled and the rotation that the case is read into agree as far as GGML's angles do: two ways
// through modes, views, factors, ramps and directions that share no more than which position a pair turns by.
TEST(GgmlCases, ModelAndRotationAgree) {
    std::set<std::pair<GgmlMode, int>> met;
    std::size_t compared = 0;
    for (const GgmlCase& one : all_cases()) {
        // Those of the second half of rows are large, all 320 of them; one in twenty has every mode.
        if (one.suite != "eval" || (one.view == 2 ? one.line % 20 != 0 : elements(one) > 500'000)) continue;
        ++compared;
        met.insert({one.parameters.mode, one.view});
        const GgmlCall call = call_of(one, one.line);
        const Rotation rotation = rotation_of(call);
        const std::vector<double> exact = golden::turned(rotation);
        const NpyArray model = ggml_model(call);
        const Contents got{model.dtype, model.data};
        double error = 0, sum = 0;
        const std::size_t width = rotation.width;
        for (std::size_t row = 0; row < rotation.rows.size(); ++row)
            for (std::size_t i = 0; i < width; ++i) {
                const double value = golden::element(got, row * width + i);
                const double off = value - exact[rotation.rows[row].target_element + i];
                error += off * off;
                sum += value * value;
            }
        EXPECT_LE(error / sum, one.nmse_limit) << one.line << ": " << one.title();
    }
    EXPECT_GE(compared, 400u);
    EXPECT_EQ(met.size(), 15u) << "five modes and three views";
}

class GgmlCaseRows : public testing::Test {
  protected:
    static std::string edited(const std::string& from, const std::string& to) {
        std::string row =
            "eval,ROPE,forward,f32,128,32,2,1,128,8,mrope,512,1,0,1,0,0,0,0,128,42,42,42,0,0,10000,1,1,8,1e-7,";
        return row.replace(row.find(from), from.size(), to);
    }
    static std::vector<GgmlCase> parse(const std::string& row) {
        std::istringstream in(
            "suite,op,direction,type,ne0,ne1,ne2,ne3,n_dims,mode,mode_name,n_ctx,fs,ef,af,ff,v,inplace,n_offs,op_n_"
            "dims,"
            "sec0,sec1,sec2,sec3,n_ctx_orig,freq_base,beta_fast,beta_slow,n_pos,nmse_limit,extra\n" +
            row + "\n");
        return parse_ggml_cases(in, "cases.csv");
    }
    static void expect_refused(const std::string& row, const std::string& where, const std::string& what) {
        EXPECT_THAT([&] { parse(row); },
                    ThrowsMessage<fault::InputError>(
                        AllOf(HasSubstr("cases.csv:2: "), HasSubstr(where), HasSubstr(what), Not(HasSubstr("\n")))));
    }
};

TEST_F(GgmlCaseRows, ThatAreMalformedAreNamed) {
    EXPECT_EQ(parse(edited("eval", "eval")).size(), 1u);
    expect_refused(edited("eval", "evil"), "column suite", "did you mean `eval`?");
    expect_refused(edited("forward", "backward"), "column direction", "`backward` of ROPE");
    expect_refused(edited("f32", "bf16"), "column type", "`bf16` is unknown");
    expect_refused(edited("128,32", "x,32"), "column ne0", "`x` is not a whole number");
    expect_refused(edited("128,32", "128,0"), "column ne1", "0 is not within 1 to 2147483647; nearest: 1");
    expect_refused(edited("8,mrope", "9,mrope"), "column mode_name", "mode 9");
    expect_refused(edited("8,mrope", "2,mrope"), "column mode_name", "mode 2 is neox");
    expect_refused(edited("512,1", "512,one"), "column fs", "`one` is not a number");
    expect_refused(edited("42,42,42", "42,42,84"), "op_n_dims", "they sum to 168, above ne0 128");
    expect_refused(edited(",8,1e-7", ",2,1e-7"), "column n_pos", "2, but 2 tokens of mode mrope have 8");
    expect_refused(edited("1e-7,", "1e-7,turns=2"), "column extra", "`turns=2` is unknown");
    expect_refused(edited("1e-7,", "1e-7,turns"), "column extra", "`turns` is not NAME=VALUE");
    expect_refused(edited("1e-7,", "1e-7"), "30 columns", "31 are expected");
    expect_refused("", "1 columns", "31 are expected");
    std::istringstream none("a,b\n");
    EXPECT_THAT([&] { parse_ggml_cases(none, "cases.csv"); },
                ThrowsMessage<fault::InputError>(HasSubstr("cases.csv:1: no table of cases")));
    EXPECT_THROW(read_ggml_cases("no/such/file.csv"), fault::InputError);
}

}  // namespace
}  // namespace tessera::host
