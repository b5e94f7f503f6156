#include "apps/examples/decoder/gguf.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/apps/decoder/bytes.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera {
namespace {

using decoder::Gguf, decoder::GgufType, decoder::WeightType;
using test::Bytes, test::GgufBytes;
using testing::HasSubstr;

Gguf opened(const std::string& text) { return Gguf(test::file_of(text, "m.gguf")); }
std::string refusal(const std::string& text) {
    return test::error_of([&] { opened(text); });
}
// Magic, version 3 and counts.
Bytes head(std::uint64_t tensors, std::uint64_t keys) {
    return Bytes().raw("GGUF").put<std::uint32_t>(3).put(tensors).put(keys);
}
Bytes record(std::string_view name, std::vector<std::uint64_t> dims, std::uint32_t type, std::uint64_t offset) {
    Bytes out;
    out.string(name).put(static_cast<std::uint32_t>(dims.size()));
    for (const std::uint64_t n : dims) out.put(n);
    return out.put(type).put(offset);
}
std::string with_tensors(const std::vector<std::string>& records, std::size_t data_bytes) {
    Bytes out = head(records.size(), 0);
    for (const std::string& r : records) out.raw(r);
    return out.raw(std::string((32 - out.text().size() % 32) % 32 + data_bytes, '\0')).text();
}

TEST(GgufFile, KeysOfEveryType) {
    GgufBytes bytes;
    bytes.number("u8", GgufType::u8, std::uint8_t{200}).number("i8", GgufType::i8, std::int8_t{-5});
    bytes.number("u16", GgufType::u16, std::uint16_t{60000}).number("i16", GgufType::i16, std::int16_t{7});
    bytes.u32("u32", 4000000000).number("i32", GgufType::i32, std::int32_t{-1}).f32("f32", 1.5f);
    bytes.number("bool", GgufType::boolean, std::uint8_t{1}).string("text", "a\nb");
    bytes.number("u64", GgufType::u64, ~std::uint64_t{0}).number("f64", GgufType::f64, 0.1);
    bytes.array("strings", GgufType::string, 2, Bytes().string("one").string("").text());
    bytes.array("nested", GgufType::array, 1,
                Bytes().put(static_cast<std::uint32_t>(GgufType::u8)).put<std::uint64_t>(1).put('x').text());
    for (const std::uint32_t version : {2u, 3u}) {
        const Gguf gguf = opened(bytes.text(version));
        EXPECT_EQ(gguf.integer("u8"), 200u);
        EXPECT_EQ(gguf.integer("u16"), 60000u);
        EXPECT_EQ(gguf.integer("i16"), 7u);
        EXPECT_EQ(gguf.integer("u32"), 4000000000u);
        EXPECT_EQ(gguf.integer("u64"), ~std::uint64_t{0});
        EXPECT_EQ(gguf.number("i8"), -5);
        EXPECT_EQ(gguf.number("f32"), 1.5);
        EXPECT_EQ(gguf.number("f64"), 0.1);
        EXPECT_EQ(gguf.boolean("bool"), true);
        EXPECT_EQ(gguf.string("text"), "a\nb");
        EXPECT_THAT(*gguf.strings("strings"), testing::ElementsAre("one", ""));
        EXPECT_EQ(gguf.key("nested")->bytes.size(), 4u + 8 + 1);
        EXPECT_EQ(gguf.integer("other"), std::nullopt);
        EXPECT_THAT(test::error_of([&] { gguf.integer("i32"); }), HasSubstr("expected an integer of at least 0"));
        EXPECT_THAT(test::error_of([&] { gguf.integer("f32"); }), HasSubstr("key \"f32\" is f32, at byte"));
        EXPECT_THAT(test::error_of([&] { gguf.number("text"); }), HasSubstr("expected a number"));
        EXPECT_THAT(test::error_of([&] { gguf.array("strings", GgufType::f32); }),
                    HasSubstr("is an array of string, at byte"));
    }
}

TEST(GgufFile, TensorsAreWhereTheirOffsetsSay) {
    GgufBytes bytes;
    bytes.u32("general.alignment", 64);
    bytes.tensor("a", {3}, WeightType::f32, Bytes().floats(3).text());
    bytes.tensor("b", {32, 2}, WeightType::q4_0, std::string(36, 'q'));
    const Gguf gguf = opened(bytes.text(3, 64));
    ASSERT_NE(gguf.tensor("b"), nullptr);
    EXPECT_EQ(gguf.tensor("b")->bytes.size(), 36u);
    EXPECT_EQ(std::to_integer<char>(gguf.tensor("b")->bytes[0]), 'q');
    EXPECT_EQ(gguf.tensor("a")->dims, std::vector<std::size_t>{3});
    EXPECT_EQ(gguf.tensor("c"), nullptr);
}

TEST(GgufFile, HeadersAreChecked) {
    EXPECT_EQ(refusal("GGML...."), "m.gguf: no GGUF file, at byte 0, expected \"GGUF\"");
    EXPECT_EQ(refusal("GGUF"), "m.gguf: ends inside the version, at byte 4, expected 4 bytes, 0 are left");
    EXPECT_THAT(refusal(Bytes().raw("GGUF").put<std::uint32_t>(1).text()),
                HasSubstr("version 1, at byte 4, expected 2 or 3"));
    EXPECT_THAT(refusal(Bytes().raw("GGUF").put<std::uint32_t>(0x03000000).text()), HasSubstr("big endian"));
    EXPECT_EQ(refusal(head(0, ~std::uint64_t{0}).text()),
              "m.gguf: 18446744073709551615 keys, at byte 16, expected at most 0 in the bytes left");
    EXPECT_THAT(refusal(head(1, 0).text()), HasSubstr("1 tensors, at byte 8"));
}

TEST(GgufFile, ValuesAreChecked) {
    const auto key = [](std::uint32_t type, const std::string& value) {
        return refusal(head(0, 1).string("k").put(type).raw(value).text());
    };
    EXPECT_THAT(key(13, "12345678"), HasSubstr("value type 13, at byte 33, expected 0 to 12"));
    EXPECT_THAT(key(7, "\x02"), HasSubstr("boolean 2, at byte 37, expected 0 or 1"));
    EXPECT_THAT(key(4, "ab"), HasSubstr("ends inside a value"));
    EXPECT_THAT(key(8, Bytes().put(~std::uint64_t{0}).text()), HasSubstr("ends inside a string"));
    EXPECT_THAT(key(9, Bytes().put<std::uint32_t>(11).put(~std::uint64_t{0} / 8 + 2).put<std::uint64_t>(0).text()),
                HasSubstr("values of i64, at byte 49, expected at most 1"));
    std::string deep;
    for (int level = 0; level < 10000; ++level) deep += Bytes().put<std::uint32_t>(9).put<std::uint64_t>(1).text();
    EXPECT_THAT(key(9, deep), HasSubstr("arrays inside arrays"));
    EXPECT_THAT(refusal(GgufBytes().u32("k", 1).u32("k", 2).text()), HasSubstr("second key \"k\""));
    EXPECT_THAT(refusal(GgufBytes().u32("", 1).text()), HasSubstr("key name of 0 bytes"));
}

TEST(GgufFile, TensorsAreChecked) {
    const auto one = [](std::vector<std::uint64_t> dims, std::uint32_t type, std::uint64_t offset,
                        std::size_t bytes = 64) {
        return refusal(with_tensors({record("t\n", std::move(dims), type, offset).text()}, bytes));
    };
    EXPECT_EQ(one({16}, 0, 0), "");
    EXPECT_THAT(one({}, 0, 0), HasSubstr("tensor \"t\\x0A\" of 0 dimensions, at byte 24, expected 1 to 4"));
    EXPECT_THAT(one({1, 1, 1, 1, 1}, 0, 0), HasSubstr("of 5 dimensions"));
    EXPECT_THAT(one({4, 0}, 0, 0), HasSubstr("with a dimension of 0"));
    EXPECT_THAT(one({1ull << 33, 1ull << 31}, 0, 0), HasSubstr("larger than the file"));
    EXPECT_THAT(one({1ull << 62}, 0, 0), HasSubstr("larger than the file"));
    EXPECT_THAT(one({16}, 3, 0), HasSubstr("of type 3, at byte 24, expected F32 0"));
    EXPECT_THAT(one({48}, 8, 0), HasSubstr("of Q8_0 with rows of 48, at byte 24, expected a multiple of 32"));
    EXPECT_THAT(one({4}, 0, 8),
                HasSubstr("at 8 of the data, at byte 24, expected a multiple of 32 within the 64 bytes"));
    EXPECT_THAT(one({16}, 0, 32), HasSubstr("expected a multiple of 32 within"));
    EXPECT_THAT(one({4}, 0, ~std::uint64_t{31}), HasSubstr("expected a multiple of 32 within"));
    const auto two = [](std::string_view second, std::uint64_t offset) {
        return refusal(with_tensors({record("a", {12}, 0, 0).text(), record(second, {4}, 0, offset).text()}, 128));
    };
    EXPECT_EQ(two("b", 64), "");
    EXPECT_THAT(two("a", 64), HasSubstr("tensor \"a\" twice"));
    EXPECT_THAT(two("b", 32), HasSubstr("tensor \"b\" overlaps \"a\""));
    for (const std::uint32_t alignment : {0u, 4u, 48u, 1u << 31})
        EXPECT_THAT(refusal(GgufBytes().u32("general.alignment", alignment).tensor("a", {4}, WeightType::f32).text()),
                    HasSubstr("expected a power of two from 8"));
}

TEST(GgufFile, UnreadablePathsAreRefused) {
    const test::TemporaryFolder folder;
    EXPECT_THAT(test::error_of([&] { decoder::read_file(folder / "none"); }), HasSubstr("none: no such file"));
    EXPECT_THAT(test::error_of([&] { decoder::read_file(folder.path()); }), HasSubstr("not a regular file"));
}

}  // namespace
}  // namespace tessera
