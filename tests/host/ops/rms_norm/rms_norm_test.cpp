// RMSNorm: what may be asked, the reference and its bound, and kernels held against it at many shapes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "host/job/generate.hpp"
#include "host/ops/rms_norm/operation.hpp"
#include "host/run/execute.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using tensix::DataFormat;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::vector<float> weight_of(const RmsNormOptions& options, std::uint64_t seed) {
    return options.weighted ? generate_values(seed + 1, options.width()) : std::vector<float>{};
}

Job job_of(const arch::Arch& arch, const RmsNormOptions& options, std::uint64_t seed = 3) {
    return rms_norm_job(arch, options, contents_of(generate_values(seed, options.rows() * options.width())),
                        weight_of(options, seed));
}

views::Check checked(const Job& job) {
    Device device(*job.arch);
    return *execute(device, job, {}).check;
}

TEST(RmsNormRules, NameWhatCannotBe) {
    const auto refuses = [](const RmsNormOptions& options, const std::string& text) {
        EXPECT_THAT([&] { check_rms_norm(options); }, ThrowsMessage<InputError>(HasSubstr(text)));
    };
    EXPECT_NO_THROW(check_rms_norm({.shape = {1, 8192}}));
    EXPECT_NO_THROW(check_rms_norm({.shape = {1}}));
    refuses({.shape = {1, 8193}}, "8192 is the most");
    refuses({.shape = {std::size_t{1} << 40, 64}}, "nearest: 33554432");
    refuses({.eps = 0}, "eps 0");
    refuses({.eps = NAN}, "eps nan");
    refuses({.format = DataFormat::bf16, .through_srca = false}, "--unpack-to-dst is for fp32");
    refuses({.format = DataFormat::fp16}, "fp32 or bf16");
}

TEST(RmsNormRules, RowsWhoseSquaresOverflowAreRefused) {
    std::vector<float> x(128, 1.0f);
    for (const float bad : {2e19f, INFINITY, NAN}) {
        x[70] = bad;
        EXPECT_THAT(
            [&] {
                rms_norm_job(arch::blackhole(), {.shape = {2, 64}, .weighted = false}, contents_of(x), {});
            },
            ThrowsMessage<InputError>(HasSubstr("row 1: the sum of the squares")));
    }
}

// Worked out by hand: (3, 4) has a mean of squares of 12.5.
TEST(RmsNormReference, IsTheFormula) {
    const RmsNormOptions options{.shape = {1, 2}, .eps = 0.5};
    const auto root = static_cast<float>(std::sqrt(13.0));
    const std::vector<float> x{3, 4}, weight{1, -2};
    std::vector<float> y{3 / root, -8 / root};
    const views::Check check = judge_rms_norm(options, x, weight, y);
    EXPECT_TRUE(check.within);
    EXPECT_LT(check.deviation.max_abs, 1e-6);
    EXPECT_FLOAT_EQ(static_cast<float>(check.deviation.expected), y[check.deviation.worst]);
    y[1] *= 1.01f;
    const views::Check wrong = judge_rms_norm(options, x, weight, y);
    EXPECT_FALSE(wrong.within);
    EXPECT_EQ(wrong.worst, 1u);
    EXPECT_THROW(judge_rms_norm(options, x, {}, y), InputError);
}

// What each way of the data costs is what its format loses.
TEST(RmsNormBounds, FollowTheWayOfTheData) {
    const auto relative = [](const RmsNormOptions& options) { return RmsNormBound(options).relative(1); };
    const double exact = relative({.shape = {1, 32}, .through_srca = false});
    EXPECT_GT(exact, 2 * 0x1p-24);
    EXPECT_LT(exact, 1e-6);
    EXPECT_NEAR(relative({.shape = {1, 32}, .weighted = false}), 0x1p-10, 3e-6);
    EXPECT_NEAR(relative({.shape = {1, 32}}), 0x1p-9, 3e-6);
    EXPECT_NEAR(relative({.shape = {1, 32}, .format = DataFormat::bf16}), 0x1p-8, 1e-6);
    EXPECT_GT(relative({.shape = {1, 8192}, .through_srca = false}), 10 * exact) << "more tiles, more roundings";
    EXPECT_GT(RmsNormBound({.shape = {1, 32}}).of(1e-38, 1, 1e-30), 1e-38) << "what counts as zero may be lost";
}

struct Shape {
    std::string name;
    std::vector<std::size_t> shape;
    std::uint32_t cores;
};
void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

class RmsNormShapes : public testing::TestWithParam<Shape> {};

TEST_P(RmsNormShapes, StayWithinTheBound) {
    for (const arch::Arch* arch : arch::all())
        for (const auto& [format, through_srca] :
             {std::pair(DataFormat::fp32, true), {DataFormat::fp32, false}, {DataFormat::bf16, true}}) {
            RmsNormOptions options{.shape = GetParam().shape,
                                   .format = format,
                                   .through_srca = through_srca,
                                   .weighted = GetParam().cores == 1,
                                   .cores = GetParam().cores};
            SCOPED_TRACE(testing::Message() << arch->name << " " << tensix::name(format) << " " << through_srca);
            const views::Check check = checked(job_of(*arch, options));
            EXPECT_TRUE(check.within) << worst_element(check);
            if (options.rows() > 1 || options.width() > 1) {  // a single element may be nearly exact
                EXPECT_GT(check.worst_ratio, 0.001) << "a bound that nothing comes near would hold anything";
            }
            EXPECT_EQ(check.shape, options.shape);
        }
}

INSTANTIATE_TEST_SUITE_P(All, RmsNormShapes,
                         testing::Values(Shape{"one", {1}, 1}, Shape{"one_column", {33, 1}, 1},
                                         Shape{"w31", {33, 31}, 1}, Shape{"w33", {1, 33}, 1},
                                         Shape{"w100", {2, 3, 5, 100}, 1}, Shape{"w1024_cores", {70, 1024}, 3},
                                         Shape{"w8192", {1, 8192}, 1}, Shape{"two_rows_w8192", {33, 8192}, 1},
                                         Shape{"w96_cores", {200, 96}, 7}),
                         [](const auto& given) { return given.param.name; });

// Values of every size, eps among them and far above them.
TEST(RmsNorm, HoldsForLargeAndSmallNumbers) {
    for (const float size : {1e-25f, 1e-3f, 1e15f}) {
        const RmsNormOptions options{.shape = {4, 40}, .eps = 1e-12, .through_srca = false};
        std::vector<float> x = generate_values(5, 160);
        for (float& value : x) value *= size;
        const views::Check check =
            checked(rms_norm_job(arch::wormhole_b0(), options, contents_of(std::move(x)), weight_of(options, 5)));
        EXPECT_TRUE(check.within) << size << " " << worst_element(check);
    }
}

// A kernel that does something else is found out.
TEST(RmsNorm, TheCheckFailsForASpoiledJob) {
    const auto fails = [](const RmsNormOptions& options, auto&& spoil) {
        Job job = job_of(arch::wormhole_b0(), options);
        spoil(job);
        return !checked(job).within;
    };
    const auto argument = [](std::size_t index, float value) {
        return [=](Job& job) {
            for (auto& [core, args] : job.kernels[rms_norm_compute].args)
                args[index] = std::bit_cast<std::uint32_t>(value);
        };
    };
    const RmsNormOptions plain{.shape = {32, 64}, .through_srca = false};
    EXPECT_FALSE(fails(plain, [](Job&) {}));
    EXPECT_TRUE(fails(plain, argument(4, 1.0f / 65))) << "another width";
    EXPECT_TRUE(fails(plain, argument(5, 1e-3f))) << "another eps";
    EXPECT_TRUE(fails(plain, [](Job& job) { job.kernels[rms_norm_compute].spec.compute->unpack_to_dst.fill(false); }))
        << "inputs through SrcA";
    EXPECT_TRUE(fails(plain, [](Job& job) {
        for (JobKernel& kernel : job.kernels) kernel.spec.defines.erase("RMS_NORM_WEIGHT");
    })) << "no weight";
}

}  // namespace
}  // namespace tessera::host
