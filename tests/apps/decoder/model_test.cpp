#include "apps/examples/decoder/model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "apps/examples/decoder/reference.hpp"
#include "tests/apps/decoder/small_models.hpp"

namespace tessera {
namespace {

using decoder::Model, decoder::WeightType;
using testing::HasSubstr;

Model loaded(const std::string& text) { return decoder::load_model(test::file_of(text, "m")); }
std::string refused(const std::string& text) {
    return test::error_of([&] { loaded(text); });
}
std::string with_int(std::string text, std::size_t index, std::int32_t value) {
    std::memcpy(text.data() + 4 * index, &value, 4);
    return text;
}
// The small model with one key more; GGUF refuses keys twice, so the key must be new.
std::string with_key(const char* name, std::uint32_t value) {
    return refused(test::small_gguf().u32(name, value).text());
}

TEST(DecoderModel, CheckpointWithAndWithoutItsOwnOutput) {
    for (const bool is_shared : {true, false}) {
        const Model m = loaded(test::small_checkpoint(is_shared));
        EXPECT_EQ(m.dim, 8u);
        EXPECT_EQ(m.head_dim, 4u);
        EXPECT_EQ(m.kv_width(), 4u);
        EXPECT_EQ(m.vocabulary, 5u);
        EXPECT_EQ(m.shared_output, is_shared);
        EXPECT_EQ(m.output.bytes.data() == m.token_embedding.bytes.data(), is_shared);
        EXPECT_EQ(m.layers.at(0).ffn_down.columns, 6u);
        EXPECT_EQ(m.layers.at(0).attn_q.name, "blk.0.attn_q.weight");
    }
}

TEST(DecoderModel, CheckpointsAreChecked) {
    const std::string good = test::small_checkpoint();
    EXPECT_EQ(refused(with_int(good, 0, 0)), "m: dim is 0, at byte 0, expected at least 1");
    EXPECT_THAT(refused(with_int(good, 2, -1)), HasSubstr("n_layers is -1, at byte 8"));
    EXPECT_THAT(refused(with_int(good, 2, 0x7FFFFFFF)), HasSubstr("ends inside attn_norm"));
    EXPECT_THAT(refused(with_int(good, 3, 3)), HasSubstr("heads of the same even width"));
    EXPECT_THAT(refused(with_int(good, 3, 8)), HasSubstr("heads of the same even width"));
    EXPECT_THAT(refused(with_int(good, 4, 4)), HasSubstr("expected a divisor of n_heads"));
    EXPECT_THAT(refused(with_int(good, 5, 0)), HasSubstr("vocab_size is 0"));
    EXPECT_THAT(refused(with_int(good, 5, INT32_MIN)), HasSubstr("vocab_size is -2147483648"));
    EXPECT_THAT(refused(with_int(good, 5, 0x7FFFFFFF)), HasSubstr("ends inside token_embd.weight"));
    EXPECT_THAT(refused(with_int(good, 6, 0x7FFFFFFF)), HasSubstr("ends inside the tables of angles"));
    EXPECT_THAT(refused(with_int(good, 0, 0x616B3432)), HasSubstr("version 1 or later"));
    EXPECT_THAT(refused(good.substr(0, good.size() - 1)), HasSubstr("ends inside"));
    EXPECT_THAT(refused(good + "x"), HasSubstr("1 bytes behind the last array"));
    EXPECT_THAT(refused(""), HasSubstr("m: ends inside the header, at byte 0, expected 4 bytes"));
}

TEST(DecoderModel, ArchitecturesDifferInPairsAndHeadNorm) {
    EXPECT_EQ(loaded(test::small_gguf().text()).pairs, decoder::Pairs::interleaved);
    EXPECT_EQ(loaded(test::small_gguf("qwen2").text()).pairs, decoder::Pairs::neox);
    const Model qwen3 = loaded(test::small_gguf("qwen3").text());
    EXPECT_TRUE(qwen3.head_norm);
    EXPECT_EQ(qwen3.layers.at(0).attn_q_norm->columns, 4u);
    EXPECT_THAT(refused(test::small_gguf("gpt2").text()), HasSubstr("m: architecture \"gpt2\", at byte"));
}

TEST(DecoderModel, OptionalKeysAndTensors) {
    auto bytes = test::small_gguf("qwen2");
    bytes.string("qwen2.rope.scaling.type", "linear")
        .f32("qwen2.rope.scaling.factor", 4)
        .u32("qwen2.rope.dimension_count", 2);
    bytes.tensor("blk.0.attn_k.bias", {4}, WeightType::f32).tensor("rope_freqs.weight", {1}, WeightType::f32);
    bytes.tensor("output.weight", {8, 5}, WeightType::f16);
    const Model m = loaded(bytes.text());
    EXPECT_EQ(m.frequency_scale, 0.25);
    EXPECT_EQ(m.rotated, 2u);
    EXPECT_TRUE(m.layers.at(0).attn_k_bias.has_value());
    EXPECT_FALSE(m.layers.at(0).attn_q_bias.has_value());
    EXPECT_FALSE(m.shared_output);
    EXPECT_TRUE(m.frequency_factors.has_value());
}

TEST(DecoderModel, GgufModelsAreChecked) {
    const auto bytes = [] { return test::small_gguf(); };
    EXPECT_EQ(refused(bytes().without("blk.0.ffn_up.weight").text()),
              "m: tensor \"blk.0.ffn_up.weight\" is missing, at byte 0, expected it among the tensors");
    EXPECT_THAT(
        refused(bytes().without("output_norm.weight").tensor("output_norm.weight", {7}, WeightType::f32).text()),
        testing::EndsWith("expected [8]"));
    EXPECT_THAT(
        refused(bytes().without("token_embd.weight").tensor("token_embd.weight", {5, 8}, WeightType::f32).text()),
        HasSubstr("tensor \"token_embd.weight\" is [5, 8], at byte"));
    EXPECT_THAT(refused(bytes().tensor("blk.1.attn_norm.weight", {8}, WeightType::f32).text()),
                HasSubstr("tensor \"blk.1.attn_norm.weight\" is of no use"));
    EXPECT_THAT(with_key("llama.attention.value_length", 6), HasSubstr("expected 4, the length of keys"));
    EXPECT_THAT(with_key("llama.rope.dimension_count", 3), HasSubstr("expected an even number up to 4"));
    EXPECT_THAT(with_key("llama.rope.dimension_count", 6), HasSubstr("is 6, at byte"));
    EXPECT_THAT(with_key("llama.expert_count", 8), HasSubstr("key \"llama.expert_count\" is 8, at byte"));
    EXPECT_THAT(with_key("llama.attention.sliding_window", 8), HasSubstr("expected 0"));
    EXPECT_THAT(refused(bytes().string("llama.rope.scaling.type", "longrope").text()),
                HasSubstr("is \"longrope\", at byte"));
    EXPECT_THAT(refused(test::GgufBytes().string("general.architecture", "llama").text()),
                HasSubstr("key \"llama.embedding_length\" is missing"));
    EXPECT_THAT(refused(test::GgufBytes().text()), HasSubstr("architecture \"\""));
}

TEST(DecoderModel, KeysThatContradictAreRefused) {
    const auto dimensions = [](std::uint32_t dim, std::uint32_t heads, std::uint32_t kv_heads) {
        test::GgufBytes out;
        out.string("general.architecture", "llama").u32("llama.embedding_length", dim).u32("llama.context_length", 3);
        out.u32("llama.feed_forward_length", 6).u32("llama.attention.head_count", heads);
        return refused(out.u32("llama.attention.head_count_kv", kv_heads).text());
    };
    EXPECT_THAT(dimensions(8, 3, 1), HasSubstr("key \"llama.attention.head_count\" is 3, at byte"));
    EXPECT_THAT(dimensions(8, 4, 3), HasSubstr("key \"llama.attention.head_count_kv\" is 3, at byte"));
    EXPECT_THAT(dimensions(0, 4, 2), HasSubstr("expected 1 to 2147483647"));
    EXPECT_THAT(dimensions(12, 4, 2), HasSubstr("is missing and stands for 3"));
}

// The layout of both files differs, the numbers are the same ones in another order: only finite logits are certain.
TEST(DecoderModel, ReferenceRunsEveryForm) {
    for (const std::string& text :
         {test::small_checkpoint(), test::small_gguf().text(), test::small_gguf("qwen3").text()}) {
        const Model m = loaded(text);
        decoder::Reference reference(m);
        std::vector<double> first;
        for (std::size_t position = 0; position < 3; ++position)
            for (const double v : reference.logits(2, position)) {
                EXPECT_TRUE(std::isfinite(v));
                if (position == 1) first.push_back(v);
            }
        // A position again gives the same, what came after it is dropped.
        EXPECT_THAT(reference.logits(2, 1), testing::ElementsAreArray(first));
        EXPECT_THROW(reference.logits(5, 2), std::out_of_range);
        EXPECT_THROW(reference.logits(1, 3), std::out_of_range);
        decoder::Reference other(m);
        EXPECT_THROW(other.logits(1, 1), std::out_of_range);
    }
}

}  // namespace
}  // namespace tessera
