// The parameter structs of the fused kernels, byte for byte (rope-variants.md (b)): fields of 4 bytes one behind the
// other, little endian, then padding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/ops/rope/field.hpp"

namespace tessera::host::fused {

// The fields of all structs; those that a kernel's struct lacks stay 0.
struct Params {
    std::uint32_t seq_len = 0, head_dim = 0, n_heads = 0, n_kv_heads = 0, max_seq_len = 0, pos = 0, pos_offset = 0;
    float theta = 0, freq_scale = 0;
    std::uint32_t row_stride = 0, src_stride = 0;  // elements; 0: heads * head_dim
    std::uint32_t k_elem_offset = 0;               // of K in qkv; in the batch kernels the number of tokens
    std::uint32_t v_elem_offset = 0;               // of V in qkv; unused in the batch kernels
    std::uint32_t shift = 0, new_len = 0;
    float eps = 0;
};

using ParamsField = Field<Params, std::uint32_t, float>;
std::span<const ParamsField> params_fields();

// InputError for what 32 bits do not hold.
std::uint32_t word_of(const std::string& field, std::int64_t value);

// From a source of whole and real numbers by name.
void take(Params& params, const ParamsField& field, const auto& source) {
    field.of(params, OfType{[&](float& value) { value = static_cast<float>(source.real(field.name())); },
                            [&](std::uint32_t& value) { value = word_of(field.name(), source.whole(field.name())); }});
}

struct StructRow {
    std::string_view name;  // of the kernels' source
    std::size_t bytes = 0;  // with its padding
    std::vector<const ParamsField*> fields;

    // All structs are said to be padded to a multiple of 16, and one is listed with 36 bytes. Both sizes are read.
    std::size_t padded() const { return (bytes + 15) / 16 * 16; }
    // InputError where the bytes are not as many as the struct has.
    Params decode(std::span<const std::byte> bytes) const;
};

std::span<const StructRow> struct_rows();
const StructRow& struct_row(std::string_view name);  // one that there is

}  // namespace tessera::host::fused
