// What settings of `tessera rope_ggml` make: the tensor and its view, the parameter block, positions and factors.
#include "host/ops/rope/ggml/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numeric>

#include "host/ops/rope/ggml/golden.hpp"
#include "host/ops/rope/rows/parameters.hpp"
#include "sim/fault/fault.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host {
namespace {

using tensix::DataFormat;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

using Typed = std::vector<std::pair<std::string, std::string>>;

Settings settings(const Typed& typed) {
    Settings out(ggml_parameters());
    for (const auto& [name, value] : typed) out.set(name, value, "--" + name);
    return out;
}
GgmlCall call(const Typed& typed) { return ggml_call(settings(typed), 1); }

void expect_refused(const Settings& given, const std::string& what, const std::string& expected = "") {
    EXPECT_THAT([&] { ggml_call(given, 1); },
                ThrowsMessage<fault::InputError>(AllOf(HasSubstr(what), HasSubstr(expected), Not(HasSubstr("\n")))));
}
void expect_refused(const Typed& typed, const std::string& what, const std::string& expected = "") {
    expect_refused(settings(typed), what, expected);
}

NpyArray numbers(std::vector<std::size_t> shape) {
    std::vector<float> values(element_count(shape));
    std::iota(values.begin(), values.end(), 0.0f);
    return npy_array<float>(values, std::move(shape));
}

TEST(GgmlOptions, WithoutAnyAreThePlainCall) {
    const GgmlCall plain = call({});
    EXPECT_THAT(plain.a.ne, ElementsAre(128, 32, 2, 1));
    EXPECT_TRUE(plain.a.is_contiguous());
    EXPECT_EQ(plain.parameters.n_dims, 128);
    EXPECT_EQ(plain.parameters.mode, GgmlMode::normal);
    EXPECT_EQ(plain.parameters.freq_base, 10000);
    EXPECT_EQ(plain.positions.size(), 2u);
    EXPECT_TRUE(plain.factors.empty());
    EXPECT_FALSE(plain.backward || plain.inplace);
    EXPECT_EQ(rotation_options(settings({})).path, RotationPath::fitting);
    EXPECT_EQ(rotation_options(settings({{"path", "rows"}, {"cores", "7"}})).cores, 7u);
}

TEST(GgmlOptions, OfEachMode) {
    EXPECT_EQ(call({{"mode", "vision"}}).parameters.n_dims, 64) << "half of ne0";
    EXPECT_THAT(call({{"mode", "vision"}}).parameters.sections, ElementsAre(32, 32, 0, 0)) << "as GGML's tests";
    EXPECT_THAT(call({{"mode", "imrope"}}).parameters.sections, ElementsAre(42, 42, 42, 0));
    const GgmlCall mrope = call({{"mode", "mrope"}, {"sections", "1,2,3,4"}, {"factors", "random"}});
    EXPECT_THAT(mrope.parameters.sections, ElementsAre(1, 2, 3, 4));
    EXPECT_EQ(mrope.positions.size(), 8u);
    EXPECT_EQ(mrope.factors.size(), 64u);
    EXPECT_EQ(call({{"ne", "6"}, {"type", "f16"}}).a.parent.dtype, DType::f2);
    EXPECT_THAT(call({{"ne", "7,3"}}).a.ne, ElementsAre(7, 3, 1, 1));
    expect_refused({{"mode", "neoz"}}, "--mode neoz", "did you mean `neox`?");
    expect_refused({{"sections", "1,2,3,4"}}, "--sections 1,2,3,4 has no effect with --mode normal");
    expect_refused({{"mode", "mrope"}, {"sections", "1,2,3"}}, "--sections 1,2,3: 3 numbers; 4 are expected");
    expect_refused({{"n-dims", "4294967296"}}, "does not fit in 32 bits", "nearest: 2147483647");
    expect_refused({{"n-dims", "130"}}, "n_dims 130", "nearest: 128");
}

TEST(GgmlOptions, ExtentsAndViews) {
    const GgmlCall view = call({{"ne", "4,3,2,1"}, {"strides", "16,64,0"}, {"offset", "8"}, {"inplace", "true"}});
    EXPECT_THAT(view.a.parent_shape, ElementsAre(8 + 64 + 2 * 16 + 4));
    EXPECT_TRUE(view.inplace);
    expect_refused({{"ne", "4,3,2,1,1"}}, "--ne 4,3,2,1,1: 5 numbers; up to 4");
    expect_refused({{"ne", "4,,2"}}, "--ne 4,,2", "is not a whole number");
    expect_refused({{"ne", "4,0"}}, "ne1 0 is below 1", "nearest: 1");
    expect_refused({{"ne", "9000000000000000000,9"}}, "more than 2147483648 elements");
    expect_refused({{"strides", "1,2"}}, "--strides 1,2: 2 numbers; 3 are expected");
    expect_refused({{"strides", "-1,2,3"}}, "-1 is below 0", "nearest: 0");
    expect_refused({{"offset", "-1"}}, "--offset -1", "nearest: 0");
    expect_refused({{"strides", "128,4294967295,8192"}}, "ends before element", "is the most");
}

TEST(GgmlOptions, AnInputSaysItsExtentsAndType) {
    Settings given = settings({});
    given.set("input", numbers({3, 2, 8}), "--input");
    EXPECT_THAT(ggml_call(given, 1).a.ne, ElementsAre(8, 2, 3, 1));
    given.set("ne", "8,2,2", "--ne");
    expect_refused(given, "--ne 8,2,2 contradicts --input", "leave --ne out");
    given.set("strides", "8,16,0", "--strides");
    given.set("offset", "16", "--offset");
    const GgmlCall part = ggml_call(given, 1);
    EXPECT_EQ(part.a.row(0, 0, 0), 16u);
    EXPECT_THAT(part.a.parent_shape, ElementsAre(3, 2, 8));
    given.set("offset", "17", "--offset");
    expect_refused(given, "its tensor has 48");
    given = settings({{"type", "f16"}});
    given.set("input", numbers({3, 2, 8}), "--input");
    expect_refused(given, "--type f16 contradicts --input", "leave --type out");
    given = settings({});
    given.set("input", npy_array<double>(std::vector<double>(8), {8}), "--input");
    expect_refused(given, "elements are <f8; <f4 or <f2 is expected");
    given.set("input", numbers({1, 1, 1, 1, 8}), "--input");
    expect_refused(given, "one to four dimensions");
}

TEST(GgmlOptions, PositionsAndFactorsOfFiles) {
    Settings given = settings({{"ne", "8,2,3"}});
    given.set("positions", npy_array<std::int64_t>(std::vector<std::int64_t>{-5, 0, 2147483647}, {3}), "--positions");
    EXPECT_THAT(ggml_call(given, 1).positions, ElementsAre(-5, 0, 2147483647));
    given.set("positions", npy_array<std::int64_t>(std::vector<std::int64_t>{1, 2, 2147483648}, {3}), "--positions");
    expect_refused(given, "2147483648 does not fit in 32 bits", "nearest: 2147483647");
    given.set("positions", npy_array<std::int64_t>(std::vector<std::int64_t>{1, 2}, {2}), "--positions");
    expect_refused(given, "2 positions for 3 tokens", "3 are expected");
    given.set("positions", numbers({3}), "--positions");
    expect_refused(given, "elements are <f4; whole numbers");
    given = settings({{"ne", "8,2,3"}});
    given.set("factors", numbers({3}), "--factors");
    expect_refused(given, "3 frequency factors; at least 4");
    given.set("factors", npy_array<double>(std::vector<double>(4), {4}), "--factors");
    expect_refused(given, "--factors array of <f8 (4,): the factors are <f8");
}

TEST(GgmlOptions, AParameterBlockStandsForThem) {
    const GgmlParameters block{.n_past = 3, .n_dims = 20, .mode = GgmlMode::neox, .freq_base = 500, .n_offs = 4};
    const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "ggml_block.bin";
    const auto write = [&](std::size_t bytes) {
        const GgmlBlock words = encode(block);
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(bytes));
    };
    write(64);
    EXPECT_EQ(call({{"ne", "32"}, {"params", path.string()}}).parameters, block);
    expect_refused({{"params", path.string()}, {"n-dims", "20"}}, "--n-dims contradicts --params",
                   "leave --n-dims out");
    write(60);
    expect_refused({{"params", path.string()}}, "60 bytes; 64 are expected");
    expect_refused({{"params", "no/such/file"}}, "no/such/file");
    Settings given = settings({{"ne", "32"}});
    std::vector<std::int32_t> words(16);
    std::memcpy(words.data(), encode(block).data(), 64);
    given.set("params", npy_array<std::int32_t>(words, {16}), "--params");
    EXPECT_EQ(ggml_call(given, 1).parameters, block);
    given.set("params", numbers({15}), "--params");
    expect_refused(given, "60 bytes of elements; 64 are expected");
}

// What a case of a manifest must have; the arrays are those of the kept ones.
TEST(GgmlGolden, CasesThatLackSomethingAreNamed) {
    const std::filesystem::path folder = TESSERA_SOURCE_DIR "/tests/data/rope_ggml";
    const auto all = nlohmann::json::parse(std::ifstream(folder / "manifest.json")).at("cases");
    const auto refused = [&](const char* name, auto&& spoil, const std::string& what) {
        nlohmann::json one = *std::ranges::find_if(all, [&](const auto& c) { return c.at("name") == name; });
        spoil(one);
        EXPECT_THAT([&] { ggml_golden(one, folder); },
                    ThrowsMessage<fault::InputError>(AllOf(HasSubstr(what), Not(HasSubstr("\n")))));
    };
    refused(
        "neox_ff", [](auto& c) { c.erase("n_dims"); }, "has no `n_dims`");
    refused(
        "neox_ff", [](auto& c) { c["n_dims"] = "64"; }, "`n_dims` is \"64\"; a whole number");
    refused(
        "neox_ff", [](auto& c) { c["n_dims"] = 66; }, "n_dims 66");
    refused(
        "neox_ff",
        [](auto& c) {
            c["ne"] = {64, 8};
        },
        "`ne` is [64,8]; a list of 4 whole numbers");
    refused(
        "neox_ff", [](auto& c) { c["ne"][3] = 2; }, "x is (1, 4, 8, 64); (2, 4, 8, 64) is expected");
    refused(
        "neox_ff", [](auto& c) { c["type"] = "f16"; }, "`x` is float32; float16 is expected");
    refused(
        "neox_ff", [](auto& c) { c["forward"] = false; }, "`forward` is false of rope");
    refused(
        "neox_ff", [](auto& c) { c["files"].erase("y_exact"); }, "has no `y_exact`");
    refused(
        "neox_ff", [](auto& c) { c["files"]["y"] = 3; }, "`y` is 3; an object with its file");
    refused(
        "neox_ff", [](auto& c) { c["files"]["pos"] = c["files"]["freq_factors"]; },
        "`pos` is float32; int32 is expected");
    refused(
        "neox_ff", [](auto& c) { c["freq_base"] = nullptr; }, "`freq_base` is null; a number");
    refused(
        "neox_ff", [](auto& c) { c["inplace"] = 0; }, "`inplace` is 0; true or false");
    refused(
        "neox_ff", [](auto& c) { c["sections"][2] = 3000000000; }, "3000000000 does not fit in 32 bits");
    refused(
        "neox_ff", [](auto& c) { c["files"]["x"]["file"] = "../rope_onnx/manifest.json"; }, "no path below the folder");
    refused(
        "neox_ff", [](auto& c) { c["files"]["x"]["shape"][0] = 2; }, "(1, 4, 8, 64) in its file");
    refused(
        "rope_set_rows_neox", [](auto& c) { c["n_rows_dst"] = 2; }, "row id");
    refused(
        "norm_mul_rope_normal", [](auto& c) { c["files"]["weight"] = c["files"]["x"]; }, "a weight has");
    EXPECT_FALSE(is_ggml_golden({{"op", "RotaryEmbedding"}}));
    EXPECT_FALSE(is_ggml_golden(nlohmann::json::array()));
}

// GGML's own limit against the exact result; against GGML's result four times its own error is added, and said where it
// counts.
TEST(GgmlGolden, LimitsAreGgmlsOwn) {
    const std::filesystem::path folder = TESSERA_SOURCE_DIR "/tests/data/rope_ggml";
    const auto manifest = nlohmann::json::parse(std::ifstream(folder / "manifest.json"));
    for (const auto& one : manifest.at("cases")) {
        const GgmlGolden golden = ggml_golden(one, folder);
        const double own = one.at("nmse_y_vs_exact");
        ASSERT_EQ(golden.arrays.size(), 2u);
        EXPECT_EQ(golden.arrays[0].name, "y_exact");
        EXPECT_EQ(golden.arrays[0].nmse_limit, 1e-7);
        EXPECT_EQ(golden.arrays[0].remark, "");
        EXPECT_EQ(golden.arrays[1].name, "y");
        EXPECT_EQ(golden.arrays[1].nmse_limit, 4 * own + 1e-7);
        EXPECT_EQ(golden.arrays[1].remark.empty(), own <= 2.5e-10) << golden.name;
    }
}

}  // namespace
}  // namespace tessera::host
