// The parameter structs of the fused kernels: sizes and offsets as published (rope-variants.md (b)), and bytes that
// come back as they went.
#include "host/ops/rope/fused/structs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "sim/fault/fault.hpp"

namespace tessera::host::fused {
namespace {

using fault::InputError;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Offset, name, type u or f, and * where a host patches it for each token.
struct Published {
    std::size_t bytes;
    std::vector<std::string> fields;
};
const std::map<std::string, Published>& published() {
    static const std::map<std::string, Published> all{
        {"RoPEParams",
         {32, {"0 seq_len u", "4 head_dim u", "8 n_heads u", "12 pos_offset u*", "16 theta f", "20 row_stride u"}}},
        {"RoPEQKVWriteParams",
         {36,
          {"0 n_kv_heads u", "4 head_dim u", "8 max_seq_len u", "12 pos u*", "16 theta f", "20 n_heads u",
           "24 k_elem_offset u", "28 v_elem_offset u", "32 freq_scale f"}}},
        {"KVCacheWriteParams",
         {32, {"0 n_kv_heads u", "4 head_dim u", "8 max_seq_len u", "12 pos u*", "16 src_stride u", "20 seq_len u"}}},
        {"KVCacheShiftParams",
         {32, {"0 n_kv_heads u", "4 head_dim u", "8 max_seq_len u", "12 shift u", "16 new_len u"}}},
        {"HeadNormParams", {32, {"0 head_dim u", "4 n_heads u", "8 seq_len u", "12 eps f"}}},
        {"GEMVHeadNormParams", {32, {"0 N u", "4 K u", "8 head_dim u", "12 n_heads u", "16 eps f"}}},
        {"GEMVKVParams", {32, {"0 N u", "4 K u", "8 head_dim u", "12 max_seq_len u", "16 pos u*"}}},
        {"RMSNormParams", {16, {"0 dim u", "4 eps f"}}},
        {"AttentionParams",
         {32,
          {"0 seq_len u", "4 kv_seq_len u*", "8 head_dim u", "12 n_heads u", "16 n_kv_heads u", "20 scale f",
           "24 kv_stride u", "28 q_stride u"}}},
    };
    return all;
}

std::vector<std::byte> counting(std::size_t count) {
    std::vector<std::byte> bytes(count);
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i + 1);
    return bytes;
}

TEST(FusedStructs, LieAsPublished) {
    EXPECT_EQ(struct_rows().size(), published().size());
    for (const auto& [name, expected] : published()) {
        const StructRow& row = struct_row(name);
        EXPECT_EQ(row.bytes, expected.bytes) << name;
        std::vector<std::string> fields;
        for (const Field& field : row.fields)
            fields.push_back(std::to_string(field.offset) + " " + std::string(field.name) + (field.real ? " f" : " u") +
                             (field.patched ? "*" : ""));
        EXPECT_EQ(fields, expected.fields) << name;
    }
    EXPECT_THAT([] { struct_row("RopeParams"); }, ThrowsMessage<InputError>(HasSubstr("did you mean `RoPEParams`?")));
}

template <class Params>
void expect_round_trip() {
    const StructRow& row = struct_row(Params::struct_name);
    EXPECT_EQ(sizeof(Params), row.fields.back().offset + 4);
    const std::vector<std::byte> bytes = counting(row.bytes);
    const std::vector<std::byte> back = encode(decode<Params>(bytes));
    EXPECT_EQ(back.size(), row.padded());
    for (std::size_t i = 0; i < back.size(); ++i)
        EXPECT_EQ(back[i], i < sizeof(Params) ? bytes[i] : std::byte{0}) << row.name << " byte " << i;
}

TEST(FusedStructs, BytesComeBackAsTheyWent) {
    expect_round_trip<RopeParams>();
    expect_round_trip<RopeQkvWriteParams>();
    expect_round_trip<KvCacheWriteParams>();
    expect_round_trip<KvCacheShiftParams>();
    expect_round_trip<HeadNormParams>();
    expect_round_trip<GemvHeadNormParams>();
    expect_round_trip<GemvKvParams>();
    expect_round_trip<RmsNormParams>();
    expect_round_trip<AttentionParams>();
}

// Little endian, by hand.
TEST(FusedStructs, FieldsAreReadFromTheirBytes) {
    std::vector<std::byte> bytes(36);
    bytes[13] = std::byte{0x02};  // pos, second byte
    bytes[18] = std::byte{0x1C};  // theta 10000 is 461C4000
    bytes[19] = std::byte{0x46};
    bytes[17] = std::byte{0x40};
    bytes[34] = std::byte{0x80};  // freq_scale 0.25 is 3E800000
    bytes[35] = std::byte{0x3E};
    const auto p = decode<RopeQkvWriteParams>(bytes);
    EXPECT_EQ(p.pos, 512u);
    EXPECT_EQ(p.theta, 10000);
    EXPECT_EQ(p.freq_scale, 0.25f);
    EXPECT_EQ(p.n_heads, 0u);
}

// Listed with 36 bytes, and with 48 by the rule that all are padded to a multiple of 16.
TEST(FusedStructs, QkvWriteParamsAreReadInBothSizes) {
    std::vector<std::byte> bytes = counting(48);
    const auto padded = decode<RopeQkvWriteParams>(bytes);
    bytes.resize(36);
    const auto listed = decode<RopeQkvWriteParams>(bytes);
    EXPECT_EQ(std::memcmp(&padded, &listed, sizeof padded), 0);
    EXPECT_EQ(encode(listed).size(), 48u);
    for (const auto& [size, nearest] : {std::pair<std::size_t, int>{32, 36}, {37, 48}, {64, 48}, {0, 36}}) {
        bytes.resize(size);
        EXPECT_THAT([&] { decode<RopeQkvWriteParams>(bytes); },
                    ThrowsMessage<InputError>(
                        AllOf(HasSubstr("RoPEQKVWriteParams: " + std::to_string(size) + " bytes are given; it has 36"),
                              HasSubstr("nearest: " + std::to_string(nearest)))));
    }
    bytes.resize(48);
    EXPECT_THAT([&] { decode<RopeParams>(bytes); }, ThrowsMessage<InputError>(HasSubstr("RoPEParams: 48 bytes")));
}

TEST(FusedStructs, APatchChangesItsFieldAlone) {
    const StructRow& row = struct_row("AttentionParams");
    const std::vector<std::byte> before = counting(32);
    std::vector<std::byte> bytes = before;
    patch(bytes, *row.find("kv_seq_len"), std::int64_t{0xABCD});
    for (std::size_t i = 0; i < 32; ++i) EXPECT_TRUE(bytes[i] == before[i] || (i >= 4 && i < 8)) << i;
    EXPECT_EQ(decode<AttentionParams>(bytes).kv_seq_len, 0xABCDu);
    patch(bytes, *row.find("scale"), 0.5);
    EXPECT_EQ(decode<AttentionParams>(bytes).scale, 0.5f);
    EXPECT_EQ(row.find("pos"), nullptr);
    EXPECT_THAT([&] { patch(bytes, *row.find("seq_len"), std::int64_t{-1}); },
                ThrowsMessage<InputError>(AllOf(HasSubstr("seq_len -1"), HasSubstr("nearest: 0"))));
    EXPECT_THAT([&] { patch(bytes, *row.find("seq_len"), std::int64_t{1} << 32); },
                ThrowsMessage<InputError>(HasSubstr("nearest: 4294967295")));
}

}  // namespace
}  // namespace tessera::host::fused
