// GGML's own results against the model of its arithmetic, bit for bit, and against the rotation that each case is read
// into (rope-variants.md (a)).
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "host/ops/rope/ggml/golden.hpp"
#include "host/ops/rope/ggml/model.hpp"
#include "tests/golden/rope/cases.hpp"
#include "tests/golden/rope/turned.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<json> ggml_cases(const fs::path& folder) {
    std::vector<json> out;
    const json manifest = json::parse(std::ifstream(folder / "manifest.json"));
    for (const json& one : manifest.at("cases")) {
        EXPECT_TRUE(is_ggml_golden(one)) << one.at("name");
        out.push_back(one);
    }
    return out;
}

// GGML's result without fused products: y_strict, or y where that is the same.
NpyArray strict(const json& one, const fs::path& folder) {
    const json& files = one.at("files");
    EXPECT_NE(files.contains("y_strict"), one.at("y_strict_same_as_y").get<bool>());
    return read_npy(folder / files.at(files.contains("y_strict") ? "y_strict" : "y").at("file").get<std::string>());
}

void expect_bits(const fs::path& folder, std::size_t at_least) {
    std::size_t cases = 0;
    for (const json& one : ggml_cases(folder)) {
        const std::string name = one.at("name");
        const GgmlCall call = ggml_golden(one, folder).call;
        if (call.is_chained()) {
            EXPECT_THROW(ggml_model(call), fault::InputError) << name;
            continue;
        }
        ++cases;
        const NpyArray expected = strict(one, folder), got = ggml_model(call);
        EXPECT_EQ(got.dtype, expected.dtype) << name;
        EXPECT_EQ(got.shape, expected.shape) << name;
        ASSERT_EQ(got.data.size(), expected.data.size()) << name;
        const std::size_t bytes = size_of(got.dtype);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < got.count(); ++i)
            wrong += std::memcmp(&got.data[i * bytes], &expected.data[i * bytes], bytes) != 0;
        EXPECT_EQ(wrong, 0u) << name << ": of " << got.count() << " elements";
    }
    EXPECT_GE(cases, at_least);
}

// y_exact is the same formula in double: a product of position and frequency is wrong by 2^-52 of itself, and 131071 is
// the largest position.
constexpr double double_angles = 131072 * 0x1p-52 * 4;

void expect_rotations(const fs::path& folder, std::size_t at_least) {
    std::size_t cases = 0;
    for (const json& one : ggml_cases(folder)) {
        const std::string name = one.at("name");
        ++cases;
        const GgmlGolden golden = ggml_golden(one, folder);
        const std::vector<double> got = golden::turned(rotation_of(golden.call));
        const auto exact = golden.arrays.front().expected.as<double>();
        ASSERT_EQ(got.size(), exact.size()) << name;
        double worst = 0;
        for (std::size_t i = 0; i < got.size(); ++i) worst = std::max(worst, std::abs(got[i] - exact[i]));
        EXPECT_LE(worst, double_angles) << name;
    }
    EXPECT_GE(cases, at_least);
}

TEST(GgmlModel, GivesKeptBits) { expect_bits(golden::small_rope_folder(), 18); }
TEST(GgmlRotation, OfKeptCasesGivesExactResults) { expect_rotations(golden::small_rope_folder(), 20); }

TEST(GgmlModel, GivesAllBits) {
    const fs::path folder = golden::whole_rope_folder();
    if (!fs::exists(folder)) GTEST_SKIP() << "the whole set of vectors is not here";
    expect_bits(folder, 42);
}
TEST(GgmlRotation, OfAllCasesGivesExactResults) {
    const fs::path folder = golden::whole_rope_folder();
    if (!fs::exists(folder)) GTEST_SKIP() << "the whole set of vectors is not here";
    expect_rotations(folder, 45);
}

}  // namespace
}  // namespace tessera::host
