// RotaryEmbedding-23: the stored cases to the bit by the model and closely by the rotation, how layouts and attributes
// say the same thing, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "host/job/generate.hpp"
#include "host/ops/rope/onnx/golden.hpp"
#include "host/ops/rope/onnx/model.hpp"
#include "host/ops/rope/onnx/options.hpp"
#include "sim/fault/fault.hpp"
#include "tests/host/ops/rope/plain_rotation.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host::onnx {
namespace {

using fault::InputError;
using tensix::DataFormat;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

const std::filesystem::path folder = TESSERA_SOURCE_DIR "/tests/data/rope_onnx";

nlohmann::json cases() { return nlohmann::json::parse(std::ifstream(folder / "manifest.json")).at("cases"); }

NpyArray floats(std::vector<std::size_t> shape, std::uint64_t seed = 1) {
    const std::vector<float> values = generate_values(seed, element_count(shape));
    return npy_array(std::span<const float>(values), std::move(shape));
}
NpyArray numbers(const std::vector<float>& values, std::vector<std::size_t> shape) {
    return npy_array(std::span<const float>(values), std::move(shape));
}
NpyArray ids(const std::vector<std::int64_t>& values, std::vector<std::size_t> shape) {
    return npy_array(std::span<const std::int64_t>(values), std::move(shape));
}

// Two batch entries, three heads, two tokens, four elements a head.
Node node() {
    return {.x = floats({2, 3, 2, 4}),
            .cos_cache = floats({5, 2}, 2),
            .sin_cache = floats({5, 2}, 3),
            .position_ids = ids({0, 4, 4, 1}, {2, 2})};
}

TEST(OnnxGolden, TheModelGivesEveryBit) {
    ASSERT_EQ(cases().size(), 10u);
    for (const nlohmann::json& one : cases()) {
        SCOPED_TRACE(one.at("name"));
        ASSERT_TRUE(is_golden(one));
        const Node given = golden_node(one, folder);
        const GoldenArray y = golden_y(one, folder, given);
        const NpyArray got = model_of(given).y;
        EXPECT_EQ(got.dtype, y.expected.dtype);
        EXPECT_EQ(got.shape, y.expected.shape);
        EXPECT_TRUE(got.data == y.expected.data);
        EXPECT_EQ(y.relative, 1e-3);
        EXPECT_EQ(y.absolute, 1e-7);
        EXPECT_EQ(y.bits, model_of(given).ordinary);
    }
}

// Without roundings of products; fp16 rounds three times.
TEST(OnnxGolden, TheRotationIsThatOfTheCase) {
    for (const nlohmann::json& one : cases()) {
        SCOPED_TRACE(one.at("name"));
        const Node given = golden_node(one, folder);
        const std::vector<double> expected = doubles(golden_y(one, folder, given).expected);
        const Rotation rotation = rotation_of(given);
        expect_any_order(rotation);
        EXPECT_TRUE(rotation.rounds_products);
        EXPECT_FALSE(rotation.tensors[0].result);
        EXPECT_TRUE(rotation.tensors[1].result);
        EXPECT_LT(nmse(rotated(rotation)[1], expected), given.type == DataFormat::fp16 ? 2e-7 : 1e-13);
    }
}

TEST(OnnxGolden, WhatIsMissingOrWrongIsNamed) {
    nlohmann::json one = cases()[0];
    const auto refused = [&](const std::string& what) {
        EXPECT_THAT([&] { golden_node(one, folder); }, ThrowsMessage<InputError>(HasSubstr(what)));
    };
    one["attributes"]["interleave"] = 1;
    refused("attribute interleave is none of RotaryEmbedding; did you mean `interleaved`?");
    one = cases()[0];
    one["files"].erase("sin_cache");
    refused("has no `sin_cache`; did you mean `cos_cache`?");
    one = cases()[0];
    one["files"]["X"]["file"] = "../rope_fused/std_prefill/x.npy";
    refused("is no path below the folder");
    one = cases()[0];
    one["files"]["X"]["shape"] = {2, 4, 3, 9};
    refused("`X` is float32 (2, 4, 3, 8) in its file; \"float32\" [2,4,3,9] is described");
}

// Worked out by hand: 0.5 and 0.25 of 3 and 5, exact in every type.
TEST(OnnxModel, IsTheFormula) {
    for (const std::int64_t interleaved : {0, 1}) {
        Node given{.x = numbers({3, 5, 7, 9}, {1, 1, 1, 4}),
                   .cos_cache = numbers({0.5f, 2}, {1, 1, 2}),
                   .sin_cache = numbers({0.25f, -1}, {1, 1, 2}),
                   .interleaved = interleaved};
        const NpyArray y = model_of(given).y;
        const std::vector<float> expected = interleaved == 1
                                                ? std::vector<float>{1.5f - 1.25f, 0.75f + 2.5f, 14 + 9, -7 + 18}
                                                : std::vector<float>{1.5f - 1.75f, 10 + 9, 0.75f + 3.5f, -5 + 18};
        EXPECT_THAT(y.as<float>(), testing::ElementsAreArray(expected));
        given.rotary_embedding_dim = 2;
        given.cos_cache = numbers({0.5f}, {1, 1, 1});
        given.sin_cache = numbers({0.25f}, {1, 1, 1});
        EXPECT_THAT(model_of(given).y.as<float>(), testing::ElementsAre(1.5f - 1.25f, 0.75f + 2.5f, 7, 9));
    }
}

// (1 + 2^-7)^2 = 1 + 2^-6 + 2^-14 loses its last bit as a product of bfloat16, before anything is added.
TEST(OnnxModel, RoundsEachProductToT) {
    const float a = 1 + 0x1p-7f;
    const Node given{.type = DataFormat::bf16,
                     .x = numbers({a + 0x1p-20f, 1}, {1, 1, 1, 2}),
                     .cos_cache = numbers({a}, {1, 1, 1}),
                     .sin_cache = numbers({1 + 0x1p-6f}, {1, 1, 1})};
    EXPECT_EQ(model_of(given).y.as<float>()[0], 0);
    EXPECT_EQ(rotation_of(given).tensors[0].contents->as<float>()[0], a) << "the input is rounded too";
    EXPECT_EQ(rotation_of(given).tensors[1].format, DataFormat::bf16);
}

TEST(OnnxModel, SaysWhereTheMachineHasItsOwnRules) {
    const auto ordinary = [](float x, float cosine) {
        return model_of({.x = numbers({x, 1}, {1, 1, 1, 2}),
                         .cos_cache = numbers({cosine}, {1, 1, 1}),
                         .sin_cache = numbers({0}, {1, 1, 1})})
            .ordinary;
    };
    EXPECT_TRUE(ordinary(1, 1));
    EXPECT_TRUE(ordinary(0, 1));
    EXPECT_FALSE(ordinary(1e-39f, 1)) << "denormal operand";
    EXPECT_FALSE(ordinary(1e-20f, 1e-20f)) << "denormal product";
    EXPECT_FALSE(ordinary(-0.0f, 1)) << "negative zero";
    EXPECT_FALSE(ordinary(INFINITY, 1));
}

// Heads precede tokens at rank 4 and follow them at rank 3.
TEST(OnnxNode, RankThreeIsRankFourTransposed) {
    for (const bool direct : {false, true}) {
        Node four = node();
        if (direct) {
            four.position_ids.reset();
            four.cos_cache = floats({2, 2, 2}, 2), four.sin_cache = floats({2, 2, 2}, 3);
        }
        Node three = four;
        const auto x = four.x.as<float>();
        std::vector<float> swapped(x.size());
        const auto place = [](std::size_t i) { return ((i / 24 * 2 + i / 4 % 2) * 3 + i / 8 % 3) * 4 + i % 4; };
        for (std::size_t i = 0; i < x.size(); ++i) swapped[place(i)] = x[i];
        three.x = numbers(swapped, {2, 2, 12});
        three.num_heads = 3;
        const NpyArray y4 = model_of(four).y, y3 = model_of(three).y;
        const std::vector<double> r4 = rotated(rotation_of(four))[1], r3 = rotated(rotation_of(three))[1];
        for (std::size_t i = 0; i < x.size(); ++i) {
            ASSERT_EQ(y3.as<float>()[place(i)], y4.as<float>()[i]);
            ASSERT_EQ(r3[place(i)], r4[i]);
        }
    }
}

TEST(OnnxNode, NumHeadsIsOfNoEffectAtRankFour) {
    Node given = node();
    const NpyArray y = model_of(given).y;
    for (const std::int64_t heads : {-1, 0, 3, 7}) {
        given.num_heads = heads;
        EXPECT_TRUE(model_of(given).y.data == y.data);
    }
}

void expect_refused(const Node& given, const std::string& rule, const std::string& nearest) {
    EXPECT_THAT([&] { rotation_of(given); },
                ThrowsMessage<InputError>(AllOf(HasSubstr(rule), HasSubstr(nearest), Not(HasSubstr("\n")))));
}

TEST(OnnxRules, ShapesOfX) {
    Node given = node();
    for (const std::vector<std::size_t>& shape : {std::vector<std::size_t>{48}, {4, 12}, {2, 3, 2, 2, 2}}) {
        given.x = floats(shape);
        expect_refused(given, "X: rank " + std::to_string(shape.size()),
                       shape.size() < 3 ? "nearest: 3" : "nearest: 4");
    }
    given.x = floats({2, 0, 2, 4});
    expect_refused(given, "X: shape (2, 0, 2, 4) has no elements", "nearest: 1");
    given.x = floats({2, 3, 2, 5});
    expect_refused(given, "head_size 5 is odd", "nearest: 6");
    given.x = floats({2, 2, 12});
    expect_refused(given, "num_heads is not given", "nearest: 1");
    for (const auto& [heads, nearest] : {std::pair{-2, 1}, {0, 1}, {4, 3}, {5, 3}, {100, 6}}) {
        given.num_heads = heads;
        expect_refused(given, "num_heads " + std::to_string(heads) + ": the 12 elements of a token",
                       "nearest: " + std::to_string(nearest));
    }
    given.x = floats({2, 2, 13});
    expect_refused(given, "13 elements a token", "nearest: 14");
}

TEST(OnnxRules, Attributes) {
    Node given = node();
    for (const auto& [dim, nearest] : {std::pair{-2, 0}, {3, 2}, {6, 4}, {INT32_MAX, 4}}) {
        given.rotary_embedding_dim = dim;
        expect_refused(given, "rotary_embedding_dim " + std::to_string(dim), "nearest: " + std::to_string(nearest));
    }
    given = node();
    for (const auto& [value, nearest] : {std::pair{-1, 0}, {2, 1}}) {
        given.interleaved = value;
        expect_refused(given, "interleaved " + std::to_string(value) + ": 0 or 1",
                       "nearest: " + std::to_string(nearest));
    }
}

TEST(OnnxRules, Types) {
    Node given = node();
    given.type = DataFormat::fp16;
    expect_refused(given, "X: elements are <f4; X and both caches are of one type, and float16 is read from <f2", "");
    given = node();
    given.sin_cache.dtype = DType::f2;
    expect_refused(given, "sin_cache: elements are <f2", "float is read from <f4");
    given = node();
    given.type = DataFormat::tf32;
    expect_refused(given, "type tf32", "float, float16 or bfloat16");
    given = node();
    given.position_ids = npy_array(std::span<const std::int32_t>(std::vector<std::int32_t>(4)), {2, 2});
    expect_refused(given, "position_ids: elements are <i4", "<i8 is expected");
}

TEST(OnnxRules, Caches) {
    Node given = node();
    given.sin_cache = floats({4, 2});
    expect_refused(given, "sin_cache: shape (4, 2)", "(5, 2), as of cos_cache");
    const auto with = [](std::vector<std::size_t> shape) {
        Node out = node();
        out.cos_cache = floats(shape), out.sin_cache = floats(shape);
        return out;
    };
    expect_refused(with({2, 2, 2}), "cos_cache: rank 3 (2, 2, 2), and position_ids are given", "rank 2 [positions, 2]");
    expect_refused(with({5, 4}), "cos_cache: last dimension 4 of (5, 4); half of the 4 elements", "nearest: 2");
    expect_refused(with({5, 1}), "cos_cache: last dimension 1", "nearest: 2");
    expect_refused(with({0, 2}), "cos_cache: 0 rows", "nearest: 1");
    given = with({5, 2});
    given.position_ids.reset();
    expect_refused(given, "cos_cache: rank 2 (5, 2), and no position_ids are given", "rank 3 (2, 2, 2)");
    given.cos_cache = floats({2, 2, 4}), given.sin_cache = given.cos_cache;
    expect_refused(given, "cos_cache: last dimension 4", "nearest: 2");
    given.cos_cache = floats({2, 3, 2}), given.sin_cache = given.cos_cache;
    expect_refused(given, "cos_cache: shape (2, 3, 2)", "(2, 2, 2), a row for each batch entry and token");
}

TEST(OnnxRules, PositionIds) {
    Node given = node();
    given.position_ids = ids({0, 1, 2, 3}, {4});
    expect_refused(given, "position_ids: shape (4,)", "(2, 2), one for each batch entry and token");
    given.position_ids = ids({0, 1, 2, 5}, {2, 2});
    expect_refused(given, "position_ids[1, 1] is 5; the caches have rows 0 to 4", "nearest: 4");
    given.position_ids = ids({0, -1, 2, 5}, {2, 2});
    expect_refused(given, "position_ids[0, 1] is -1", "nearest: 0");
}

Node settled(const std::vector<std::pair<std::string, std::string>>& options, std::uint64_t seed = 1) {
    Settings settings(parameters());
    for (const auto& [name, value] : options) settings.set(name, value, "--" + name);
    return node_of(settings, seed);
}

TEST(OnnxOptions, WhatNoFileGivesComesFromTheSeed) {
    const Node given = settled({{"shape", "2x3x5x8"}, {"type", "float16"}, {"rotary-embedding-dim", "4"}});
    EXPECT_EQ(given.x.shape, (std::vector<std::size_t>{2, 3, 5, 8}));
    EXPECT_EQ(given.x.dtype, DType::f2);
    EXPECT_EQ(given.cos_cache.shape, (std::vector<std::size_t>{512, 2}));
    EXPECT_NO_THROW(rotation_of(given));
    EXPECT_TRUE(settled({{"shape", "2x3x5x8"}}, 7).x.data == settled({{"shape", "2x3x5x8"}}, 7).x.data);
    EXPECT_FALSE(settled({{"shape", "2x3x5x8"}}, 7).x.data == settled({{"shape", "2x3x5x8"}}, 8).x.data);
    const Node real = settled({{"shape", "1x2x8"}, {"num-heads", "2"}, {"position-ids", "none"}});
    EXPECT_EQ(real.cos_cache.shape, (std::vector<std::size_t>{1, 2, 2}));
    EXPECT_NO_THROW(rotation_of(real));
    EXPECT_EQ(real.sin_cache.as<float>()[0], 0) << "position 0";
    EXPECT_FLOAT_EQ(real.sin_cache.as<float>()[2], std::sin(1.0f));
    EXPECT_FLOAT_EQ(real.sin_cache.as<float>()[3], std::sin(0.01f)) << "10000^(-1/2)";
    const Node uniform = settled({{"caches", "uniform"}, {"positions", "9"}});
    EXPECT_EQ(uniform.cos_cache.shape, (std::vector<std::size_t>{9, 32}));
    EXPECT_FALSE(uniform.cos_cache.data == uniform.sin_cache.data);
}

TEST(OnnxOptions, ContradictionsAreRefused) {
    const auto refused = [](const std::vector<std::pair<std::string, std::string>>& options, const std::string& what) {
        EXPECT_THAT([&] { rotation_of(settled(options)); }, ThrowsMessage<InputError>(HasSubstr(what)));
    };
    const std::string x = (folder / "test_rotary_embedding/X.npy").string();
    const std::string cache = (folder / "test_rotary_embedding/cos_cache.npy").string();
    for (const char* shape : {"", "4", "2x0x3x4", "2x", "x2", "2,3,4,8", "99999999999x9999999999x99999999x2"})
        refused({{"shape", shape}}, shape == std::string("4") ? "X: rank 1" : "--shape");
    refused({{"input", x}, {"shape", "2x4x3x4"}}, "--shape 2x4x3x4 contradicts --input");
    refused({{"input", x}, {"type", "float16"}}, "X: elements are <f4");
    refused({{"cos-cache", cache}}, "--cos-cache is given without --sin-cache");
    refused({{"cos-cache", cache}, {"sin-cache", cache}, {"caches", "real"}},
            "--caches real is of caches that no file");
    refused({{"cos-cache", cache}, {"sin-cache", cache}}, "cos_cache: last dimension 4");
    refused({{"positions", "0"}}, "--positions 0");
    refused({{"position-ids", "no_such_file.npy"}}, "no_such_file.npy");
    EXPECT_NO_THROW(rotation_of(settled({{"input", x}, {"cos-cache", cache}, {"sin-cache", cache}})));
}

}  // namespace
}  // namespace tessera::host::onnx
