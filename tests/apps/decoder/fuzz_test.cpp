// Model files changed at random: they are read, or refused with the one error of files.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "apps/examples/decoder/model.hpp"
#include "apps/examples/decoder/reference.hpp"
#include "apps/examples/decoder/tokenizer.hpp"
#include "tests/apps/decoder/small_models.hpp"

namespace tessera {
namespace {

int rounds() {
    const char* more = std::getenv("TESSERA_FUZZ");
    return 3000 * (more ? std::atoi(more) : 1);
}

std::string mutated(std::string text, std::mt19937& random) {
    // Numbers at which lengths, counts, types and products break.
    static constexpr std::uint64_t edges[]{
        0, 1, 2, 9, 12, 0x7F, 0xFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1ull << 32, 1ull << 61, 1ull << 63, ~0ull};
    for (auto change = 1 + random() % 3; change > 0 && !text.empty(); --change) {
        // Most of the file is weights, where changes matter least.
        const std::size_t front = random() % 4 == 0 ? text.size() : std::min<std::size_t>(text.size(), 1600);
        const std::size_t at = random() % front, length = random() % 16;
        const std::uint64_t edge = edges[random() % std::size(edges)] - random() % 2;
        switch (random() % 7) {
            case 0: text[at] = static_cast<char>(random()); break;
            case 1: text[at] = static_cast<char>(text[at] ^ 1 << random() % 8); break;
            case 2: text.erase(at, length); break;
            case 3: text.insert(at, text.substr(random() % text.size(), length)); break;
            case 4: text.resize(at); break;
            default:
                std::memcpy(text.data() + at, &edge, std::min(text.size() - at, std::size_t{4} << random() % 2));
                break;
        }
    }
    return text;
}

// Reads every byte that an accepted file hands out.
void use(const decoder::Model& model) {
    decoder::Reference reference(model);
    reference.logits(0, 0);
}
void use(const decoder::Tokenizer& tokenizer) {
    for (std::uint32_t token = 0; token < tokenizer.size(); ++token) tokenizer.decode(token / 2, token);
    for (const std::uint32_t token : tokenizer.encode("ab A\xE2\x82\xAC\xFF")) tokenizer.decode(1, token);
}

struct Count {
    int read = 0, refused = 0;
};

template <class F>
void counted(Count& count, F f) {
    if (test::error_of(f).empty())
        ++count.read;
    else
        ++count.refused;
}

void expect_both(const Count& count) {
    EXPECT_GT(count.read, rounds() / 100);
    EXPECT_GT(count.refused, rounds() / 10);
    testing::Test::RecordProperty("read", count.read);
    testing::Test::RecordProperty("refused", count.refused);
}

TEST(ModelFileMutations, GgufFilesAreReadOrRefused) {
    std::mt19937 random{21};
    Count count;
    for (const char* architecture : {"llama", "qwen3"}) {
        const std::string seed = test::small_gguf(architecture).text();
        for (int round = 0; round < rounds(); ++round) {
            const auto file = test::file_of(mutated(seed, random));
            ASSERT_NO_THROW(counted(count, [&] { use(decoder::load_model(file)); })) << round;
            ASSERT_NO_THROW(counted(count, [&] { use(decoder::load_tokenizer(file, 5)); })) << round;
        }
    }
    expect_both(count);
}

TEST(ModelFileMutations, CheckpointsAreReadOrRefused) {
    std::mt19937 random{22};
    Count count;
    for (const bool is_shared : {true, false})
        for (int round = 0; round < rounds(); ++round)
            ASSERT_NO_THROW(counted(count, [&] {
                use(decoder::load_model(test::file_of(mutated(test::small_checkpoint(is_shared), random))));
            })) << round;
    expect_both(count);
}

TEST(ModelFileMutations, TokenizersAreReadOrRefused) {
    std::mt19937 random{23};
    Count count;
    for (int round = 0; round < rounds(); ++round)
        ASSERT_NO_THROW(counted(count, [&] {
            use(decoder::load_tokenizer(test::file_of(mutated(test::small_tokenizer(), random)), 5));
        })) << round;
    expect_both(count);
}

}  // namespace
}  // namespace tessera
