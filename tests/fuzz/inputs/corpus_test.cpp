// What libFuzzer once found, and seeds of every kind of record, through the readers again: `corpus/TARGET/*`.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "tests/fuzz/inputs/json_mutation.hpp"
#include "tests/fuzz/inputs/targets.hpp"
#include "tests/support/paths.hpp"

namespace tessera::fuzz {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
Input bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

// Those of JSON are taken, so that what is changed in them is what decides.
TEST(Corpus, EveryInputIsAnswered) {
    for (const Target& target : targets()) {
        int inputs = 0;
        for (const auto& entry :
             fs::directory_iterator(fs::path(TESSERA_SOURCE_DIR "/tests/fuzz/inputs/corpus") / target.name)) {
            const std::string input = contents(entry.path());
            EXPECT_NO_THROW(EXPECT_TRUE(target.run(bytes(input)) || !target.is_json) << entry.path()) << entry.path();
            ++inputs;
        }
        EXPECT_GT(inputs, 0) << target.name;
    }
}

// A poor relation of libFuzzer for builds without it: bytes of the corpus changed, cut and doubled at random.
TEST(Corpus, MutationsAreAnsweredToo) {
    std::mt19937 random{11};
    for (const Target& target : targets())
        for (const auto& entry :
             fs::directory_iterator(fs::path(TESSERA_SOURCE_DIR "/tests/fuzz/inputs/corpus") / target.name)) {
            const std::string seed = contents(entry.path());
            if (seed.empty()) continue;
            for (int round = 0; round < 40; ++round) {
                std::string input = seed;
                for (int change = 0; change < 3 && !input.empty(); ++change) {
                    const std::size_t at = random() % input.size(), length = random() % 12;
                    switch (random() % 4) {
                        case 0: input[at] = static_cast<char>(random()); break;
                        case 1: input.erase(at, length); break;
                        case 2: input.insert(at, input.substr(random() % input.size(), length)); break;
                        default: input[at] = "0fF-#\n= "[random() % 8]; break;
                    }
                }
                ASSERT_NO_THROW(target.run(bytes(input))) << entry.path() << " round " << round << "\n" << input;
            }
        }
}

// Behind the parser: values of other sizes, signs and types, members that are missing.
TEST(Corpus, ChangedValuesOfJsonAreAnsweredToo) {
    std::mt19937 random{12};
    for (const Target& target : targets()) {
        if (!target.is_json) continue;
        for (const auto& entry :
             fs::directory_iterator(fs::path(TESSERA_SOURCE_DIR "/tests/fuzz/inputs/corpus") / target.name)) {
            const std::string seed = contents(entry.path());
            for (int round = 0; round < 30; ++round) {
                const std::string input = mutated_json(seed, random);
                ASSERT_NO_THROW(target.run(bytes(input))) << entry.path() << " round " << round << "\n" << input;
            }
        }
    }
}

}  // namespace
}  // namespace tessera::fuzz
