// The parameter structs of the fused kernels, byte for byte (rope-variants.md (b)): fields of 4 bytes one behind the
// other, little endian, then padding. A host patches single fields of them for each token, so each is also known by its
// name and offset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace tessera::host::fused {

struct RopeParams {
    static constexpr std::string_view struct_name = "RoPEParams";
    std::uint32_t seq_len = 0, head_dim = 0, n_heads = 0, pos_offset = 0;
    float theta = 0;
    std::uint32_t row_stride = 0;  // elements; 0: n_heads * head_dim
};

struct RopeQkvWriteParams {
    static constexpr std::string_view struct_name = "RoPEQKVWriteParams";
    std::uint32_t n_kv_heads = 0, head_dim = 0, max_seq_len = 0, pos = 0;
    float theta = 0;
    std::uint32_t n_heads = 0;
    std::uint32_t k_elem_offset = 0;  // of K in qkv; in the batch kernels the number of tokens
    std::uint32_t v_elem_offset = 0;  // of V in qkv; unused in the batch kernels
    float freq_scale = 0;
};

struct KvCacheWriteParams {
    static constexpr std::string_view struct_name = "KVCacheWriteParams";
    std::uint32_t n_kv_heads = 0, head_dim = 0, max_seq_len = 0, pos = 0;
    std::uint32_t src_stride = 0;  // elements; 0: n_kv_heads * head_dim
    std::uint32_t seq_len = 0;
};

struct KvCacheShiftParams {
    static constexpr std::string_view struct_name = "KVCacheShiftParams";
    std::uint32_t n_kv_heads = 0, head_dim = 0, max_seq_len = 0, shift = 0, new_len = 0;
};

struct HeadNormParams {
    static constexpr std::string_view struct_name = "HeadNormParams";
    std::uint32_t head_dim = 0, n_heads = 0, seq_len = 0;
    float eps = 0;
};

// No kernel of this room takes the others; they are here so that a host's bytes can be read whole.
struct GemvHeadNormParams {
    static constexpr std::string_view struct_name = "GEMVHeadNormParams";
    std::uint32_t N = 0, K = 0, head_dim = 0, n_heads = 0;
    float eps = 0;
};

struct GemvKvParams {
    static constexpr std::string_view struct_name = "GEMVKVParams";
    std::uint32_t N = 0, K = 0, head_dim = 0, max_seq_len = 0, pos = 0;
};

struct RmsNormParams {
    static constexpr std::string_view struct_name = "RMSNormParams";
    std::uint32_t dim = 0;
    float eps = 0;
};

struct AttentionParams {
    static constexpr std::string_view struct_name = "AttentionParams";
    std::uint32_t seq_len = 0, kv_seq_len = 0, head_dim = 0, n_heads = 0, n_kv_heads = 0;
    float scale = 0;
    std::uint32_t kv_stride = 0, q_stride = 0;
};

struct Field {
    std::string_view name;
    std::size_t offset = 0;
    bool real = false;     // float32, else uint32
    bool patched = false;  // for each token, by the host
};

struct StructRow {
    std::string_view name;  // of the kernels' source
    std::size_t bytes = 0;  // with its padding
    std::vector<Field> fields;

    // All structs are said to be padded to a multiple of 16, and one is listed with 36 bytes. Both sizes are read;
    // what is written is padded, so that whoever reads either finds all of it.
    std::size_t padded() const { return (bytes + 15) / 16 * 16; }
    const Field* find(std::string_view field) const;  // nullptr: it has none of that name
};

std::span<const StructRow> struct_rows();
const StructRow& struct_row(std::string_view name);  // InputError for an unknown one, with the nearest

// InputError where the bytes are not as many as the struct has.
void check_bytes(const StructRow& row, std::span<const std::byte> bytes);

template <class Params>
Params decode(std::span<const std::byte> bytes) {
    check_bytes(struct_row(Params::struct_name), bytes);
    Params out;
    std::memcpy(&out, bytes.data(), sizeof out);
    return out;
}

template <class Params>
std::vector<std::byte> encode(const Params& params) {
    std::vector<std::byte> bytes(struct_row(Params::struct_name).padded());
    std::memcpy(bytes.data(), &params, sizeof params);
    return bytes;
}

// One field. InputError for whole numbers that 32 bits do not hold.
void patch(std::span<std::byte> bytes, const Field& field, std::int64_t value);
void patch(std::span<std::byte> bytes, const Field& field, double value);

}  // namespace tessera::host::fused
