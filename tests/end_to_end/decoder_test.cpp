// apps/examples/decoder on both chips: texts that others published, and logits of a double-precision run.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;

fs::path shared() {
    const char* path = std::getenv("TESSERA_SHARED");
    return path != nullptr ? path : TESSERA_SOURCE_DIR "/../shared";
}
const fs::path models = shared() / "models";

class Decoder : public Command, public testing::WithParamInterface<const char*> {
  protected:
    void SetUp() override {
        if (!fs::exists(models)) GTEST_SKIP() << "no models in " << models;
    }
    Outcome decode(const std::string& model, std::vector<std::string> words) const {
        words.insert(words.begin(), {"exec", "-q", "--arch", GetParam(), "--",
                                     TESSERA_BINARY_DIR "/tests/decoder_program", (models / model).string()});
        words.insert(words.end(),
                     {"--logits", (scratch / "logits.npy").string(), "--kernels", TESSERA_SOURCE_DIR "/kernels"});
        return run(words);
    }
    Outcome stories(std::vector<std::string> words) const {
        words.insert(words.begin(), (models / "stories260K/tok512.bin").string());
        return decode("stories260K/stories260K.bin", std::move(words));
    }
    // Of the row `at` of what was written.
    double worst(std::size_t at, const std::vector<double>& exact) const {
        const host::NpyArray file = host::read_npy(scratch / "logits.npy");
        const auto all = file.as<float>();
        if (all.size() < (at + 1) * exact.size()) return INFINITY;
        double most = 0;
        for (std::size_t i = 0; i < exact.size(); ++i)
            most = std::max(most, std::abs(all[at * exact.size() + i] - exact[i]));
        return most;
    }
    static json read_json(const std::string& file) { return json::parse(read_text(models / file)); }
};

TEST_P(Decoder, TellsThePublishedStory) {
    const Outcome outcome = stories({"--tokens", "32", "--print-tokens"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const json greedy = read_json("stories260K/greedy.json");
    std::string expected;
    for (std::size_t i = 0; i <= 32; ++i) expected += (i == 0 ? "" : " ") + greedy["tokens"][i].dump();
    EXPECT_EQ(outcome.out, expected + "\n");
    for (const std::size_t at : {0, 1, 7, 31})
        EXPECT_LT(worst(at, greedy["logits_at"][std::to_string(at)].get<std::vector<double>>()), 1e-5);
}

TEST_P(Decoder, TakesAPromptInOnePass) {
    const json prompt = read_json("stories260K/prompts.json")[1];
    const Outcome outcome = stories({"--prompt", prompt["prompt"], "--tokens", "12", "--cores", "3"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::string text = prompt["text"];
    EXPECT_THAT(text, testing::StartsWith(outcome.out.substr(0, outcome.out.size() - 1)));
    EXPECT_GT(outcome.out.size(), prompt["prompt"].get<std::string>().size() + 12);
}

TEST_P(Decoder, NormalisesHeadsAndTurnsHalves) {
    const json given = read_json("tiny-qwen3/logits.json");
    std::string prompt;
    for (const json& token : given["prompt_tokens"]) prompt += (prompt.empty() ? "" : ",") + token.dump();
    for (const bool one_by_one : {true, false}) {
        std::vector<std::string> words{"--prompt-tokens", prompt, "--tokens", "1"};
        if (one_by_one) words.push_back("--one-by-one");
        const Outcome outcome = decode("tiny-qwen3/tiny-qwen3-q4_k.gguf", words);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        const std::size_t last = given["logits"].size() - 1;
        for (std::size_t at = one_by_one ? 0 : last; at <= last; ++at)
            EXPECT_LT(worst(one_by_one ? at : 0, given["logits"][at].get<std::vector<double>>()), 2e-6) << at;
    }
}

INSTANTIATE_TEST_SUITE_P(EachChip, Decoder, testing::Values("wormhole_b0", "blackhole"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace tessera::end_to_end
