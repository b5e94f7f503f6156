// What a softmax makes of its exponential's error.
#include "host/study/composition.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "host/study/weights.hpp"
#include "host/tensor/npy.hpp"
#include "sim/fault/fault.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::accuracy {
namespace {

const Composition& named(std::string_view name) {
    for (const Composition& one : compositions())
        if (one.name == name) return one;
    throw std::out_of_range("no such composition");
}

std::vector<float> rows(std::size_t count) {
    const Inputs inputs{.count = count, .kind = Inputs::Kind::uniform, .low = -6, .high = 6, .seed = 3};
    std::vector<float> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(std::bit_cast<float>(inputs.at(i)));
    return values;
}

Composed of(const char* composition, const char* function, const Format& dst, const std::vector<float>& values,
            std::size_t row) {
    const Function& f = *find_builtin(function);
    const Built built = build(f, {.arch = arch::wormhole_b0(), .dst = dst});
    return compose(named(composition), built.recorded, *f.reference, values, row);
}

// A share of a sum of which it is a part: errors of the exponential add at most twice, those of fp32 are the floor.
TEST(Composition, SoftmaxStaysWithinTwiceItsExponential) {
    const std::vector<float> values = rows(64 * 32);
    for (const char* function : {"exp_21f_expanded", "exp_61f", "exp_fp32"}) {
        const Composed done = of("softmax", function, fp32, values, 64);
        EXPECT_TRUE(done.whole.is_finite);
        EXPECT_EQ(done.whole.count, values.size());
        EXPECT_LE(done.whole.max_relative, 2.1 * done.function.max_relative + 64 * 0x1p-24) << function;
        EXPECT_GT(done.whole.max_relative, 0) << function;
    }
    EXPECT_LT(of("softmax", "exp_fp32", fp32, values, 64).whole.max_relative,
              of("softmax", "exp_21f_expanded", fp32, values, 64).whole.max_relative / 100);
}

// x - max, up to 12 here, loses half a bf16 step of 2^-4, which is the relative error of its exponential.
TEST(Composition, CountsTheFormatOfDst) {
    const std::vector<float> values = rows(64 * 8);
    const Composed done = of("softmax", "exp_bf16", bf16, values, 64);
    EXPECT_GT(done.whole.max_relative, 0x1p-9);
    EXPECT_LT(done.whole.max_relative, 0x1p-4);
    EXPECT_EQ(of("logsumexp", "exp_fp32", fp32, values, 64).whole.count, 8u);
}

TEST(ListedInputs, AreTheNumbersOfAFile) {
    const test::TemporaryFolder folder;
    const auto write = [&](const char* name, auto values) {
        using T = typename decltype(values)::value_type;
        host::write_npy(folder.path() / name, host::npy_array(std::span<const T>(values), {2, 2}), true);
        return (folder.path() / name).string();
    };
    const std::vector<float> expected{1, -2, 0.5f, 3};
    const ListedInputs f4 = read_inputs(write("f4.npy", expected));
    EXPECT_EQ(f4.values, expected);
    EXPECT_EQ(f4.row, 2u);
    EXPECT_EQ(read_inputs(write("f8.npy", std::vector<double>{1, -2, 0.5, 3})).values, expected);
    EXPECT_EQ(read_inputs(write("u2.npy", std::vector<std::uint16_t>{0x3f80, 0xc000, 0x3f00, 0x4040})).values,
              expected);
    EXPECT_THROW(read_inputs(write("i4.npy", std::vector<std::int32_t>{1, 2, 3, 4})), fault::InputError);
}

}  // namespace
}  // namespace tessera::accuracy
