// The parameter structs of the fused kernels: sizes and offsets as published (rope-variants.md (b)).
#include "host/ops/rope/fused/structs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>

#include "sim/fault/fault.hpp"

namespace tessera::host::fused {
namespace {

using fault::InputError;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Offset, name and type, u or f.
struct Published {
    std::size_t bytes;
    std::vector<std::string> fields;
};
const std::map<std::string, Published>& published() {
    static const std::map<std::string, Published> all{
        {"RoPEParams",
         {32, {"0 seq_len u", "4 head_dim u", "8 n_heads u", "12 pos_offset u", "16 theta f", "20 row_stride u"}}},
        {"RoPEQKVWriteParams",
         {36,
          {"0 n_kv_heads u", "4 head_dim u", "8 max_seq_len u", "12 pos u", "16 theta f", "20 n_heads u",
           "24 k_elem_offset u", "28 v_elem_offset u", "32 freq_scale f"}}},
        {"KVCacheWriteParams",
         {32, {"0 n_kv_heads u", "4 head_dim u", "8 max_seq_len u", "12 pos u", "16 src_stride u", "20 seq_len u"}}},
        {"KVCacheShiftParams",
         {32, {"0 n_kv_heads u", "4 head_dim u", "8 max_seq_len u", "12 shift u", "16 new_len u"}}},
        {"HeadNormParams", {32, {"0 head_dim u", "4 n_heads u", "8 seq_len u", "12 eps f"}}},
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
        const std::vector<std::byte> bytes = counting(row.bytes);
        Params read = row.decode(bytes);
        std::vector<std::string> fields;
        for (const ParamsField* field : row.fields)
            field->of(read, [&](auto& value) {
                const std::size_t at = 4 * fields.size();
                EXPECT_EQ(std::memcmp(&value, bytes.data() + at, 4), 0) << row.name << " " << field->name();
                constexpr bool real = std::is_same_v<decltype(value), float&>;
                fields.push_back(std::to_string(at) + " " + field->name() + (real ? " f" : " u"));
            });
        EXPECT_EQ(fields, expected.fields) << name;
    }
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
    const Params p = struct_row("RoPEQKVWriteParams").decode(bytes);
    EXPECT_EQ(p.pos, 512u);
    EXPECT_EQ(p.theta, 10000);
    EXPECT_EQ(p.freq_scale, 0.25f);
    EXPECT_EQ(p.n_heads, 0u);
}

// Listed with 36 bytes, and with 48 by the rule that all are padded to a multiple of 16.
TEST(FusedStructs, QkvWriteParamsAreReadInBothSizes) {
    const StructRow& row = struct_row("RoPEQKVWriteParams");
    std::vector<std::byte> bytes = counting(48);
    const Params padded = row.decode(bytes);
    bytes.resize(36);
    const Params listed = row.decode(bytes);
    EXPECT_EQ(std::memcmp(&padded, &listed, sizeof padded), 0);
    for (const auto& [size, nearest] : {std::pair<std::size_t, int>{32, 36}, {37, 48}, {64, 48}, {0, 36}}) {
        bytes.resize(size);
        EXPECT_THAT([&] { row.decode(bytes); },
                    ThrowsMessage<InputError>(
                        AllOf(HasSubstr("RoPEQKVWriteParams: " + std::to_string(size) + " bytes are given; it has 36"),
                              HasSubstr("nearest: " + std::to_string(nearest)))));
    }
    bytes.resize(48);
    EXPECT_THAT([&] { struct_row("RoPEParams").decode(bytes); },
                ThrowsMessage<InputError>(HasSubstr("RoPEParams: 48 bytes")));
}

// As a host patches single fields for each token.
TEST(FusedStructs, AFieldIsTakenAlone) {
    struct Numbers {
        std::int64_t number;
        std::int64_t whole(const std::string&) const { return number; }
        double real(const std::string&) const { return static_cast<double>(number); }
    };
    const auto field = [](std::string_view name) {
        return *std::ranges::find(params_fields(), name, &ParamsField::name);
    };
    Params p{.seq_len = 3, .theta = 2};
    take(p, field("pos"), Numbers{0xABCD});
    take(p, field("theta"), Numbers{500});
    EXPECT_EQ(p.seq_len, 3u);
    EXPECT_EQ(p.pos, 0xABCDu);
    EXPECT_EQ(p.theta, 500);
    EXPECT_THAT([&] { take(p, field("seq_len"), Numbers{-1}); },
                ThrowsMessage<InputError>(AllOf(HasSubstr("seq_len -1"), HasSubstr("nearest: 0"))));
    EXPECT_THAT([&] { take(p, field("seq_len"), Numbers{std::int64_t{1} << 32}); },
                ThrowsMessage<InputError>(HasSubstr("nearest: 4294967295")));
}

}  // namespace
}  // namespace tessera::host::fused
