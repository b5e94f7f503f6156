// The models of ../shared/models, where they are: tokens, texts and logits of an independent double-precision run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/examples/decoder/reference.hpp"
#include "apps/examples/decoder/tokenizer.hpp"
#include "tests/support/paths.hpp"

namespace tessera {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Tokens = std::vector<std::uint32_t>;

class Models : public testing::Test {
  protected:
    void SetUp() override {
        if (!fs::is_directory(folder)) GTEST_SKIP() << folder << " is not there";
    }
    json expected(const char* name) const { return json::parse(std::ifstream(folder / name)); }
    std::shared_ptr<const decoder::File> file(const std::string& name) const {
        return decoder::read_file(folder / name);
    }

    static fs::path shared() {
        const char* path = std::getenv("TESSERA_SHARED");
        return path ? path : TESSERA_SOURCE_DIR "/../shared";
    }
    const fs::path folder = shared() / "models";
};

std::uint32_t likeliest(std::span<const double> logits) {
    return static_cast<std::uint32_t>(std::ranges::max_element(logits) - logits.begin());
}

double distance(std::span<const double> logits, const json& expected) {
    const auto values = expected.get<std::vector<double>>();
    EXPECT_EQ(logits.size(), values.size());
    double worst = 0;
    for (std::size_t i = 0; i < std::min(logits.size(), values.size()); ++i)
        worst = std::max(worst, std::abs(logits[i] - values[i]));
    return worst;
}

// Goes on from a prompt to a number of tokens; logits_at holds some positions' logits.
Tokens continued(const decoder::Model& model, Tokens tokens, std::size_t count, const json& logits_at, double& worst) {
    decoder::Reference reference(model);
    for (std::size_t position = 0; position + 1 < count; ++position) {
        const auto logits = reference.logits(tokens[position], position);
        const std::string key = std::to_string(position);
        if (logits_at.contains(key)) worst = std::max(worst, distance(logits, logits_at.at(key)));
        if (position + 1 == tokens.size()) tokens.push_back(likeliest(logits));
    }
    return tokens;
}

std::string text_of(const decoder::Tokenizer& tokenizer, const Tokens& tokens) {
    std::string out;
    for (std::size_t i = 1; i < tokens.size(); ++i) out += tokenizer.decode(tokens[i - 1], tokens[i]);
    return out;
}

TEST_F(Models, CheckpointTellsItsPublishedStory) {
    const json greedy = expected("stories260K/greedy.json");
    const auto model = decoder::load_model(file("stories260K/stories260K.bin"));
    const auto tokenizer = decoder::load_tokenizer(file("stories260K/tok512.bin"), model.vocabulary);
    double worst = 0;
    const Tokens tokens = continued(model, {1}, 257, greedy.at("logits_at"), worst);
    EXPECT_EQ(tokens, greedy.at("tokens").get<Tokens>());
    EXPECT_EQ(text_of(tokenizer, tokens), greedy.at("text"));
    EXPECT_LE(worst, 1e-5);
    RecordProperty("worst", decoder::joined(worst));
}

TEST_F(Models, CheckpointContinuesPrompts) {
    const auto model = decoder::load_model(file("stories260K/stories260K.bin"));
    const auto tokenizer = decoder::load_tokenizer(file("stories260K/tok512.bin"), model.vocabulary);
    for (const json& prompt : expected("stories260K/prompts.json")) {
        const Tokens tokens = tokenizer.encode(prompt.at("prompt").get<std::string>());
        EXPECT_EQ(tokens, prompt.at("prompt_tokens").get<Tokens>());
        double none = 0;
        const Tokens all = continued(model, tokens, 96, json::object(), none);
        EXPECT_EQ(all, prompt.at("tokens").get<Tokens>());
        EXPECT_EQ(text_of(tokenizer, all), prompt.at("text"));
    }
}

TEST_F(Models, GgufFilesGiveTheirLogits) {
    for (const json& c : expected("stories260K/gguf.json")) {
        const std::string name = c.at("file");
        const auto model = decoder::load_model(file("stories260K/" + name));
        double worst = 0;
        EXPECT_EQ(continued(model, {1}, 65, c.at("logits_at"), worst), c.at("tokens").get<Tokens>()) << name;
        EXPECT_LE(worst, 1e-5) << name;
        RecordProperty(name.substr(12, 2), decoder::joined(worst));
    }
}

TEST_F(Models, TokenizersOfBothFormatsAgree) {
    const auto bin = decoder::load_tokenizer(file("stories260K/tok512.bin"), 512);
    const auto gguf = decoder::load_tokenizer(file("stories260K/stories260K-f16.gguf"), 512);
    for (const char* text : {"Tom and his dog", "", " two  blanks", "\xE2\x82\xAC 5\n\xFF!", "Once upon a time"}) {
        const Tokens tokens = bin.encode(text);
        EXPECT_EQ(gguf.encode(text), tokens) << text;
        EXPECT_EQ(text_of(bin, tokens), text);
        EXPECT_EQ(text_of(gguf, tokens), text);
    }
}

TEST_F(Models, HeadNormNeoxPairsAndBlocksOf256) {
    const json c = expected("tiny-qwen3/logits.json");
    const auto model = decoder::load_model(file("tiny-qwen3/tiny-qwen3-q4_k.gguf"));
    EXPECT_TRUE(model.head_norm);
    EXPECT_EQ(model.pairs, decoder::Pairs::neox);
    decoder::Reference reference(model);
    double worst = 0;
    for (std::size_t i = 0; i < c.at("prompt_tokens").size(); ++i) {
        const auto logits = reference.logits(c.at("prompt_tokens").at(i), i);
        worst = std::max(worst, distance(logits, c.at("logits").at(i)));
        EXPECT_EQ(likeliest(logits), c.at("greedy_next").at(i).get<std::uint32_t>()) << i;
    }
    EXPECT_LE(worst, 1e-5);
    RecordProperty("worst", decoder::joined(worst));
}

}  // namespace
}  // namespace tessera
