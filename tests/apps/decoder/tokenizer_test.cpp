#include "apps/examples/decoder/tokenizer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "tests/apps/decoder/small_models.hpp"

namespace tessera {
namespace {

using decoder::GgufType, decoder::Piece, decoder::Tokenizer;
using test::Bytes, test::GgufBytes;
using testing::ElementsAre, testing::HasSubstr;

Tokenizer read(const std::string& text, std::size_t vocabulary = 5) {
    return decoder::load_tokenizer(test::file_of(text, "t"), vocabulary);
}
std::string refusing(const std::string& text, std::size_t vocabulary = 5) {
    return test::error_of([&] { read(text, vocabulary); });
}

// Tokens 0 to 2 are special, then all bytes, then the pieces with their scores.
Tokenizer with_pieces(const std::vector<std::pair<std::string, float>>& texts) {
    std::vector<Piece> pieces{{.text = "<unk>"}, {.text = "<s>"}, {.text = "</s>"}};
    for (int byte = 0; byte < 256; ++byte) {
        constexpr std::string_view digits = "0123456789ABCDEF";
        const std::string text{
            '<', '0', 'x', digits[static_cast<std::size_t>(byte / 16)], digits[static_cast<std::size_t>(byte % 16)],
            '>'};
        pieces.push_back({.text = text, .byte = decoder::byte_of(text)});
    }
    for (const auto& [text, score] : texts) pieces.push_back({.text = text, .score = score});
    return Tokenizer(std::move(pieces));
}

TEST(DecoderTokenizer, BothFormatsMeanTheSame) {
    for (const std::string& text : {test::small_tokenizer(), test::small_gguf().text()}) {
        const Tokenizer t = read(text);
        EXPECT_THAT(t.encode("A"), ElementsAre(1, 3, 2));
        EXPECT_THAT(t.encode(""), ElementsAre(1));
        EXPECT_THAT(t.encode("B"), ElementsAre(1, 3, 0)) << "no such byte";
        EXPECT_EQ(t.decode(1, 3), "");
        EXPECT_EQ(t.decode(3, 3), " ");
        EXPECT_EQ(t.decode(1, 2), "A");
        EXPECT_TRUE(t.ends(1));
        EXPECT_FALSE(t.ends(2));
    }
}

TEST(DecoderTokenizer, BestScoreThenLeftmost) {
    const Tokenizer t =
        with_pieces({{" ", -9}, {"a", -9}, {"b", -9}, {"aa", -2}, {"ab", -1}, {"aab", -3}, {"aaa", -2}});
    constexpr std::uint32_t blank = 259, a = 260, ab = 263, aab = 264, aaa = 265;
    EXPECT_THAT(t.encode("aab"), ElementsAre(1, blank, aab)) << "ab first, then a with it";
    EXPECT_THAT(t.encode("aaaa"), ElementsAre(1, blank, aaa, a)) << "of equal scores the leftmost";
    EXPECT_THAT(t.encode("aaa"), ElementsAre(1, blank, aaa));
    EXPECT_THAT(t.encode("ba"), ElementsAre(1, blank, 261, a));
    EXPECT_THAT(t.encode("abab"), ElementsAre(1, blank, ab, ab));
}

TEST(DecoderTokenizer, CodePointsWithoutAPieceBecomeBytes) {
    const Tokenizer t = with_pieces({{" ", 0}, {"\xE2\x82\xAC", 0}});
    EXPECT_THAT(t.encode("\xE2\x82\xAC"), ElementsAre(1, 259, 260));
    EXPECT_THAT(t.encode("\xC3\xA9"), ElementsAre(1, 259, 3 + 0xC3, 3 + 0xA9));
    EXPECT_THAT(t.encode("\xFF\x80"), ElementsAre(1, 259, 3 + 0xFF, 3 + 0x80));
    EXPECT_THAT(t.encode(std::string(1, '\0')), ElementsAre(1, 259, 3));
    EXPECT_EQ(t.decode(5, 3 + 0xC3), "\xC3");
}

// llama2.c's loop: the whole list is searched for each merge.
std::vector<std::uint32_t> merged_slowly(const Tokenizer& t, std::vector<std::uint32_t> tokens) {
    std::map<std::string, std::uint32_t> ids;
    for (std::uint32_t i = 0; i < t.size(); ++i) ids.try_emplace(t.piece(i).text, i);
    while (true) {
        std::size_t best = tokens.size();
        std::uint32_t into = 0;
        for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
            const auto found = ids.find(t.piece(tokens[i]).text + t.piece(tokens[i + 1]).text);
            if (found == ids.end()) continue;
            if (best == tokens.size() || t.piece(found->second).score > t.piece(into).score)
                best = i, into = found->second;
        }
        if (best == tokens.size()) return tokens;
        tokens[best] = into;
        tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    }
}

TEST(DecoderTokenizer, TheQueueOfMergesFindsWhatASearchFinds) {
    std::mt19937 random{5};
    for (int round = 0; round < 200; ++round) {
        std::vector<std::pair<std::string, float>> pieces{{" ", 0}, {"a", 0}, {"b", 0}, {"c", 0}};
        for (int i = 0; i < 30; ++i) {
            std::string text;
            for (std::size_t length = 2 + random() % 4; length > 0; --length) text += " abc"[random() % 4];
            pieces.emplace_back(text, -static_cast<float>(random() % 6));
        }
        const Tokenizer t = with_pieces(pieces);
        std::string text;
        for (std::size_t length = random() % 60; length > 0; --length) text += " abc"[random() % 4];
        std::vector<std::uint32_t> characters;
        for (const char c : text.empty() ? "" : " " + text)
            characters.push_back(259 + static_cast<std::uint32_t>(std::string_view(" abc").find(c)));
        auto expected = merged_slowly(t, characters);
        expected.insert(expected.begin(), 1);
        ASSERT_EQ(t.encode(text), expected) << text;
        std::string back;
        for (std::size_t i = 1; i < expected.size(); ++i) back += t.decode(expected[i - 1], expected[i]);
        ASSERT_EQ(back, text);
    }
}

TEST(DecoderTokenizer, LongTextsTakeNoSquareOfTheirLength) {
    const Tokenizer t = with_pieces({{" ", 0}, {"a", 0}, {"aa", 0}, {"aaaa", 0}});
    EXPECT_EQ(t.encode(std::string(200000, 'a')).size(), 2u + 50000);
}

TEST(DecoderTokenizer, BytesAreTwoUpperDigits) {
    EXPECT_EQ(decoder::byte_of("<0x0A>"), 10);
    EXPECT_EQ(decoder::byte_of("<0xFF>"), 255);
    for (const char* other : {"<0xff>", "<0x0A", "<0x00A>", "<0xG0>", "", "abcdef"})
        EXPECT_EQ(decoder::byte_of(other), std::nullopt) << other;
}

TEST(DecoderTokenizer, FilesAreChecked) {
    const auto piece = [](float score, std::int32_t length) {
        return refusing(Bytes().put<std::int32_t>(4).put(score).put(length).raw("abc").text());
    };
    EXPECT_THAT(piece(0, -1), HasSubstr("t: piece of -1 bytes, at byte 8, expected 0 to 4"));
    EXPECT_THAT(piece(0, 5), HasSubstr("piece of 5 bytes"));
    EXPECT_THAT(piece(0, 4), HasSubstr("ends inside a piece, at byte 12, expected 4 bytes, 3 are left"));
    EXPECT_THAT(piece(NAN, 3), HasSubstr("at byte 4, expected a finite number"));
    EXPECT_THAT(piece(0, 3), HasSubstr("1 pieces"));
    EXPECT_THAT(refusing(""), HasSubstr("ends inside the length of the longest piece"));
    EXPECT_THAT(refusing(test::small_tokenizer() + "x"), HasSubstr("ends inside a score"));
    EXPECT_THAT(refusing(test::small_tokenizer(), 6), HasSubstr("5 tokens, at byte 0, expected 6, the vocabulary"));
}

TEST(DecoderTokenizer, KeysOfGgufAreChecked) {
    const auto with = [](const char* model, std::uint64_t scores, std::int32_t type, std::uint32_t begin) {
        GgufBytes out;
        out.string("tokenizer.ggml.model", model).u32("tokenizer.ggml.bos_token_id", begin);
        out.array("tokenizer.ggml.tokens", GgufType::string, 3, Bytes().string("a").string("b").string("c").text());
        out.array("tokenizer.ggml.scores", GgufType::f32, scores, std::string(scores * 4, '\0'));
        out.array("tokenizer.ggml.token_type", GgufType::i32, 3, Bytes().put(1).put(1).put(type).text());
        return refusing(out.text(), 3);
    };
    EXPECT_EQ(with("llama", 3, 1, 1), "");
    EXPECT_THAT(with("gpt2", 3, 1, 1), HasSubstr("key \"tokenizer.ggml.model\" is \"gpt2\", at byte"));
    EXPECT_THAT(with("llama", 2, 1, 1), HasSubstr("key \"tokenizer.ggml.scores\" is 2 values"));
    EXPECT_THAT(with("llama", 3, 7, 1), HasSubstr("7 for token 2, at byte"));
    EXPECT_THAT(with("llama", 3, 6, 1), HasSubstr("expected a piece <0xNN>"));
    EXPECT_THAT(with("llama", 3, 1, 3), HasSubstr("expected less than 3, the number of tokens"));
    EXPECT_THAT(refusing(GgufBytes().text()), HasSubstr("key \"tokenizer.ggml.model\" is missing"));
}

}  // namespace
}  // namespace tessera
