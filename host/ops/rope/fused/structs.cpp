#include "host/ops/rope/fused/structs.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <string>
#include <type_traits>

#include "host/job/words.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::fused {
namespace {

using fault::InputError;

static_assert(std::endian::native == std::endian::little, "structs are copied as they lie");

// Name, offset and type of a member in one breath.
#define FIELD(S, member) \
    Field { #member, offsetof(S, member), std::is_same_v < decltype(S::member), float> }
#define PATCHED(S, member) \
    Field { #member, offsetof(S, member), false, true }

const std::array<StructRow, 9>& struct_table() {
    static const std::array<StructRow, 9> rows{{
        {RopeParams::struct_name,
         32,
         {FIELD(RopeParams, seq_len), FIELD(RopeParams, head_dim), FIELD(RopeParams, n_heads),
          PATCHED(RopeParams, pos_offset), FIELD(RopeParams, theta), FIELD(RopeParams, row_stride)}},
        {RopeQkvWriteParams::struct_name,
         36,
         {FIELD(RopeQkvWriteParams, n_kv_heads), FIELD(RopeQkvWriteParams, head_dim),
          FIELD(RopeQkvWriteParams, max_seq_len), PATCHED(RopeQkvWriteParams, pos), FIELD(RopeQkvWriteParams, theta),
          FIELD(RopeQkvWriteParams, n_heads), FIELD(RopeQkvWriteParams, k_elem_offset),
          FIELD(RopeQkvWriteParams, v_elem_offset), FIELD(RopeQkvWriteParams, freq_scale)}},
        {KvCacheWriteParams::struct_name,
         32,
         {FIELD(KvCacheWriteParams, n_kv_heads), FIELD(KvCacheWriteParams, head_dim),
          FIELD(KvCacheWriteParams, max_seq_len), PATCHED(KvCacheWriteParams, pos),
          FIELD(KvCacheWriteParams, src_stride), FIELD(KvCacheWriteParams, seq_len)}},
        {KvCacheShiftParams::struct_name,
         32,
         {FIELD(KvCacheShiftParams, n_kv_heads), FIELD(KvCacheShiftParams, head_dim),
          FIELD(KvCacheShiftParams, max_seq_len), FIELD(KvCacheShiftParams, shift),
          FIELD(KvCacheShiftParams, new_len)}},
        {HeadNormParams::struct_name,
         32,
         {FIELD(HeadNormParams, head_dim), FIELD(HeadNormParams, n_heads), FIELD(HeadNormParams, seq_len),
          FIELD(HeadNormParams, eps)}},
        {GemvHeadNormParams::struct_name,
         32,
         {FIELD(GemvHeadNormParams, N), FIELD(GemvHeadNormParams, K), FIELD(GemvHeadNormParams, head_dim),
          FIELD(GemvHeadNormParams, n_heads), FIELD(GemvHeadNormParams, eps)}},
        {GemvKvParams::struct_name,
         32,
         {FIELD(GemvKvParams, N), FIELD(GemvKvParams, K), FIELD(GemvKvParams, head_dim),
          FIELD(GemvKvParams, max_seq_len), PATCHED(GemvKvParams, pos)}},
        {RmsNormParams::struct_name, 16, {FIELD(RmsNormParams, dim), FIELD(RmsNormParams, eps)}},
        {AttentionParams::struct_name,
         32,
         {FIELD(AttentionParams, seq_len), PATCHED(AttentionParams, kv_seq_len), FIELD(AttentionParams, head_dim),
          FIELD(AttentionParams, n_heads), FIELD(AttentionParams, n_kv_heads), FIELD(AttentionParams, scale),
          FIELD(AttentionParams, kv_stride), FIELD(AttentionParams, q_stride)}},
    }};
    return rows;
}

#undef FIELD
#undef PATCHED

void put(std::span<std::byte> bytes, const Field& field, auto value) {
    std::memcpy(bytes.subspan(field.offset, sizeof value).data(), &value, sizeof value);
}

}  // namespace

const Field* StructRow::find(std::string_view field) const {
    for (const Field& one : fields)
        if (one.name == field) return &one;
    return nullptr;
}

std::span<const StructRow> struct_rows() { return struct_table(); }

const StructRow& struct_row(std::string_view name) {
    std::vector<std::string> names;
    for (const StructRow& row : struct_table()) {
        if (row.name == name) return row;
        names.emplace_back(row.name);
    }
    throw InputError(fmt::format("no struct {}; {}", name, hint(name, names)));
}

void check_bytes(const StructRow& row, std::span<const std::byte> bytes) {
    if (bytes.size() == row.bytes || bytes.size() == row.padded()) return;
    const std::string or_padded = row.padded() == row.bytes ? "" : fmt::format(" or, padded, {}", row.padded());
    throw InputError(fmt::format("{}: {} bytes are given; it has {}{}; nearest: {}", row.name, bytes.size(), row.bytes,
                                 or_padded, bytes.size() > row.bytes ? row.padded() : row.bytes));
}

void patch(std::span<std::byte> bytes, const Field& field, std::int64_t value) {
    if (field.real) return put(bytes, field, static_cast<float>(value));
    if (value < 0 || value > UINT32_MAX)
        throw InputError(fmt::format("{} {}: 0 to {} is expected; nearest: {}", field.name, value, UINT32_MAX,
                                     value < 0 ? 0u : UINT32_MAX));
    put(bytes, field, static_cast<std::uint32_t>(value));
}

void patch(std::span<std::byte> bytes, const Field& field, double value) {
    if (!field.real) throw InputError(fmt::format("{} {}: a whole number is expected", field.name, value));
    put(bytes, field, static_cast<float>(value));
}

}  // namespace tessera::host::fused
