// apps/examples/decoder under `tessera exec`: a model decoded on the chip, through the vendor's host API alone.
#include <cstring>
#include <nlohmann/json.hpp>

#include "apps/examples/decoder/reference.hpp"
#include "tests/apps/decoder/small_models.hpp"
#include "tests/apps/decoder/stored_rows.hpp"
#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class DecoderExample : public Command, public testing::WithParamInterface<const char*> {
  protected:
    static bool on_wormhole() { return std::string_view(GetParam()) == "wormhole_b0"; }
    Outcome decode(std::vector<std::string> arguments) const {
        std::vector<std::string> all{"exec", "-q", "--arch", GetParam(), "--", TESSERA_BINARY_DIR "/tests/decoder"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return run(all);
    }
    // The largest difference of the logits in a file, after the last `rows` of the tokens, from those of the formulas
    // in double precision.
    double largest_error(const std::string& model, const std::string& file, const std::vector<std::uint32_t>& tokens,
                         std::size_t rows, decoder::Reference::Stored stored = {}) const {
        const decoder::Model loaded = decoder::load_model(decoder::read_file(scratch / model));
        decoder::Reference reference(loaded, std::move(stored));
        const host::NpyArray logits = host::read_npy(scratch / file);
        EXPECT_EQ(logits.shape, (std::vector<std::size_t>{rows, loaded.vocabulary}));
        double worst = 0;
        for (std::size_t at = 0; at < tokens.size(); ++at) {
            const auto exact = reference.logits(tokens[at], at);
            if (at + rows < tokens.size()) continue;
            const float* given = logits.as<float>().data() + (at + rows - tokens.size()) * exact.size();
            for (std::size_t i = 0; i < exact.size(); ++i)
                worst = std::max(worst, std::abs(exact[i] - static_cast<double>(given[i])));
        }
        return worst;
    }
};

// Most of the time of these tests compiles kernels, anew for every shape and format. What does not depend on the chip
// runs on one.
class DecoderOnOneChip : public DecoderExample {};

// Heads of 4, a hidden width of 6: nothing is a multiple of a tile. Each model on one of the chips.
TEST_P(DecoderExample, GivesTheLogitsOfTheFormulas) {
    write_text(scratch / "small.gguf", test::small_gguf(on_wormhole() ? "llama" : "qwen3").text());
    const Outcome outcome = decode({"small.gguf", "--prompt-tokens", "1,3,4", "--one-by-one", "--tokens", "1",
                                    "--logits", "l.npy", "--print-tokens"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, testing::StartsWith("1 3 4 "));
    EXPECT_LT(largest_error("small.gguf", "l.npy", {1, 3, 4}, 3), 1e-5);
}

// Types mixed within a product, both one by one and as a prompt, and a bias for every product that may have one. Each
// way compiles kernels of its own, which is most of its time, so each runs on one of the chips.
TEST_P(DecoderExample, MultipliesWeightsAsTheFileHasThem) {
    using enum decoder::WeightType;
    using Way = std::tuple<decoder::WeightType, decoder::WeightType, const char*>;
    const std::vector<Way> ways = on_wormhole() ? std::vector<Way>{{f16, bf16, "packed"}, {q8_0, q4_0, "packed"}}
                                                : std::vector<Way>{{q4_k, q6_k, "packed"}, {q8_0, q4_0, "fp32"}};
    for (const auto& [one, other, way] : ways) {
        write_text(scratch / "packed.gguf", test::small_packed_gguf(one, other).text());
        const Outcome outcome = decode({"packed.gguf", "--prompt-tokens", "1,3,44", "--one-by-one", "--tokens", "1",
                                        "--logits", "l.npy", "--print-tokens", "--weights", way});
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_LT(largest_error("packed.gguf", "l.npy", {1, 3, 44}, 3), 1e-5) << way;
        if (one != q4_k) continue;
        const Outcome at_once = decode(
            {"packed.gguf", "--prompt-tokens", "1,3,44", "--tokens", "1", "--logits", "p.npy", "--print-tokens"});
        EXPECT_EQ(at_once.status, 0) << at_once.err;
        EXPECT_LT(largest_error("packed.gguf", "p.npy", {1, 3, 44}, 1), 1e-5);
    }
}

// Weights of more bits than bf16 has, so that its rounding shows.
TEST_P(DecoderOnOneChip, MultipliesWeightsAsTilesOfAFormat) {
    write_text(scratch / "packed.gguf",
               test::small_packed_gguf(decoder::WeightType::q4_k, decoder::WeightType::q6_k).text());
    const Outcome outcome = decode({"packed.gguf", "--prompt-tokens", "1,3,44", "--one-by-one", "--tokens", "1",
                                    "--logits", "l.npy", "--print-tokens", "--weights", "bf16"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const double error = largest_error("packed.gguf", "l.npy", {1, 3, 44}, 3);
    EXPECT_LT(error, 0.02);
    EXPECT_GT(error, 1e-5) << "bf16 is not used";
}

TEST_P(DecoderOnOneChip, TimesAShapeWithoutAModel) {
    const Outcome outcome =
        run({"exec", "--limits", "--blind-time", "--arch", GetParam(), "--", TESSERA_BINARY_DIR "/tests/decoder",
             "--shape", "64,96,1,2,1,32,40,Q8_0", "--from", "38", "--tokens", "1", "--cores", "2"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("packed_gemv"));
    for (const auto& [shape, part] : {std::pair("64,96,1,2,1,32", "CONTEXT"),
                                      {"64,96,1,3,1,32,40", "divide DIM"},
                                      {"64,96,1,2,1,32,40,Q9", "no type"},
                                      {"64,96,1,2,1,32,40,Q4_K", "blocks of 256"}}) {
        const Outcome refused = decode({"--shape", shape});
        EXPECT_EQ(refused.status, 2);
        EXPECT_THAT(refused.err, HasSubstr(part));
    }
    EXPECT_THAT(decode({"--shape", "64,96,1,2,1,32,40", "--from", "40"}).err, HasSubstr("--from 40"));
}

// Errors of a format far above those of fp32, so a row that is rounded in another way, or not at all, would show. Each
// model on one of the chips, since every format compiles kernels of its own.
TEST_P(DecoderExample, KeepsCachesOfFewerBits) {
    using Stored = decoder::Reference::Stored;
    const char* architecture = on_wormhole() ? "llama" : "qwen3";
    write_text(scratch / "small.gguf", test::small_gguf(architecture).text());
    for (const auto& [name, stored] : {std::pair("bf16", Stored(test::stored_as_bf16)),
                                       {"f16", Stored(test::stored_as_fp16)},
                                       {"bfp8", Stored(test::stored_as_bfp8)}}) {
        const Outcome outcome = decode({"small.gguf", "--prompt-tokens", "1,3,4", "--one-by-one", "--tokens", "1",
                                        "--logits", "l.npy", "--cache", name});
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_LT(largest_error("small.gguf", "l.npy", {1, 3, 4}, 3, stored), 1e-5) << architecture << " " << name;
    }
}

// Beyond the positions of the training; pair 0 keeps its frequency, pair 1 is scaled.
TEST_P(DecoderExample, TurnsByYarn) {
    const std::string text = test::small_gguf()
                                 .string("llama.rope.scaling.type", "yarn")
                                 .f32("llama.rope.scaling.factor", 4)
                                 .u32("llama.rope.scaling.original_context_length", 2)
                                 .text();
    write_text(scratch / "small.gguf", text);
    for (const char* phase : {"turns", "split", "computed"}) {
        const Outcome outcome = decode({"small.gguf", "--prompt-tokens", "1,3,4", "--one-by-one", "--tokens", "1",
                                        "--logits", "l.npy", "--phase", phase});
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_LT(largest_error("small.gguf", "l.npy", {1, 3, 4}, 3), 1e-5) << phase;
    }
}

// The matrix unit's phases, the vendor's approximate functions and each e^x run, and cost what they are known to. Each
// compiles kernels of its own, so the phases run on one of the chips.
TEST_P(DecoderExample, TakesCheaperArithmetic) {
    write_text(scratch / "small.gguf", test::small_gguf().text());
    using Way = std::tuple<const char*, const char*, double>;
    const Way fewer_phases = on_wormhole() ? Way("--fidelity", "LoFi", 0.1) : Way("--fidelity", "HiFi4", 0.02);
    for (const auto& [option, value, most] : {fewer_phases, Way("--functions", "approximate", 0.1)}) {
        const Outcome outcome =
            decode({"small.gguf", "--prompt-tokens", "1,3,4", "--one-by-one", "--tokens", "1", "--logits", "l.npy",
                    "--precision", std::string_view(option) == "--fidelity" ? "matrix" : "exact", option, value});
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        const double error = largest_error("small.gguf", "l.npy", {1, 3, 4}, 3);
        EXPECT_LT(error, most) << option << " " << value;
        EXPECT_GT(error, 1e-5) << option << " " << value;
    }
}

TEST_P(DecoderExample, RefusesInALine) {
    write_text(scratch / "small.gguf", test::small_gguf().text());
    for (const auto& [arguments, part] : {std::pair(std::vector<std::string>{"nowhere.gguf"}, "nowhere.gguf"),
                                          {{"small.gguf", "--prompt-tokens", "5"}, "token 5: expected less than 5"},
                                          {{"small.gguf", "--tokens", "0"}, "--tokens"},
                                          {{"small.gguf", "--weights", "int8"}, "expected one of packed, fp32"},
                                          {{"small.gguf", "--cache", "fp8"}, "expected one of fp32, bf16, f16, bfp8"},
                                          {{"small.gguf", "--exp", "exp_9"}, "expected one of exp_weight"}}) {
        const Outcome outcome = decode(arguments);
        EXPECT_EQ(outcome.status, 2) << outcome.err;
        const std::string first = outcome.err.substr(0, outcome.err.find('\n'));  // `exec` says the exit code behind it
        EXPECT_THAT(first, testing::StartsWith("decoder: "));
        EXPECT_THAT(first, HasSubstr(part));
    }
}

// The text that its authors print, as far as takes a few seconds.
TEST_P(DecoderExample, TellsThePublishedStory) {
    const fs::path models = fs::path(TESSERA_SOURCE_DIR) / "../shared/models/stories260K";
    if (!fs::is_directory(models)) GTEST_SKIP() << models << " is not there";
    const json published = json::parse(read_text(models / "greedy.json"));
    const Outcome outcome = decode({(models / "stories260K.bin").string(), (models / "tok512.bin").string(), "--tokens",
                                    "16", "--logits", "l.npy"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    std::string text = outcome.out;
    while (!text.empty() && text.back() == '\n') text.pop_back();
    EXPECT_GT(text.size(), 40u);
    EXPECT_THAT(published.at("text").get<std::string>(), testing::StartsWith(text));
    const host::NpyArray logits = host::read_npy(scratch / "l.npy");
    for (const int position : {0, 1, 7}) {
        const auto exact = published.at("logits_at").at(std::to_string(position)).get<std::vector<double>>();
        for (std::size_t i = 0; i < exact.size(); ++i)
            ASSERT_NEAR(logits.as<float>()[static_cast<std::size_t>(position) * exact.size() + i], exact[i], 1e-4)
                << position;
    }
}

INSTANTIATE_TEST_SUITE_P(Decoder, DecoderExample, testing::Values("wormhole_b0", "blackhole"),
                         [](const auto& arch) { return std::string(arch.param); });
INSTANTIATE_TEST_SUITE_P(Decoder, DecoderOnOneChip, testing::Values("wormhole_b0"),
                         [](const auto& arch) { return std::string(arch.param); });

}  // namespace
}  // namespace tessera::end_to_end
