#include "host/ops/rope/fused/structs.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <stdexcept>

#include "sim/fault/fault.hpp"

namespace tessera::host::fused {
namespace {

using fault::InputError;

static_assert(std::endian::native == std::endian::little, "words are copied as they lie");

std::vector<ParamsField> all_fields() {
    using P = Params;
    constexpr const char* group = "Struct";
    return {
        {"seq-len", &P::seq_len, "4", group, "tokens"},
        {"head-dim", &P::head_dim, "64", group, "elements of a head, all of which turn"},
        {"n-heads", &P::n_heads, "8", group, "heads of Q"},
        {"n-kv-heads", &P::n_kv_heads, "2", group, "heads of K and V"},
        {"max-seq-len", &P::max_seq_len, "32", group, "positions of a cache"},
        {"pos", &P::pos, "5", group, "position of the first token, in the caches too"},
        {"pos-offset", &P::pos_offset, "0", group, "position of the first token of the kernels on x"},
        {"theta", &P::theta, "10000", group, "base of the frequencies"},
        {"freq-scale", &P::freq_scale, "1", group, "multiplies the angles"},
        {"row-stride", &P::row_stride, "0", group, "elements from a row of x to the next; 0: no gap"},
        {"src-stride", &P::src_stride, "0", group, "elements from a row of src to the next; 0: no gap"},
        {"k-elem-offset", &P::k_elem_offset, "", group,
         "where K begins in qkv, without it behind Q; in the batch kernels the tokens, without it 4"},
        {"v-elem-offset", &P::v_elem_offset, "", group, "where V begins in qkv; without it behind K"},
        {"shift", &P::shift, "4", group, "positions by which a cache moves"},
        {"new-len", &P::new_len, "8", group, "positions that move"},
        {"eps", &P::eps, "1e-6", group, "head_rmsnorm_f16: added to the mean of the squares"},
    };
}

StructRow listed(std::string_view name, std::size_t bytes, std::initializer_list<std::string_view> fields) {
    StructRow row{name, bytes, {}};
    for (const std::string_view field : fields)
        row.fields.push_back(&*std::ranges::find(params_fields(), field, &ParamsField::name));
    return row;
}

}  // namespace

std::span<const ParamsField> params_fields() {
    static const std::vector<ParamsField> all = all_fields();
    return all;
}

std::span<const StructRow> struct_rows() {
    static const std::vector<StructRow> rows{
        listed("RoPEParams", 32, {"seq_len", "head_dim", "n_heads", "pos_offset", "theta", "row_stride"}),
        listed("RoPEQKVWriteParams", 36,
               {"n_kv_heads", "head_dim", "max_seq_len", "pos", "theta", "n_heads", "k_elem_offset", "v_elem_offset",
                "freq_scale"}),
        listed("KVCacheWriteParams", 32, {"n_kv_heads", "head_dim", "max_seq_len", "pos", "src_stride", "seq_len"}),
        listed("KVCacheShiftParams", 32, {"n_kv_heads", "head_dim", "max_seq_len", "shift", "new_len"}),
        listed("HeadNormParams", 32, {"head_dim", "n_heads", "seq_len", "eps"}),
    };
    return rows;
}

const StructRow& struct_row(std::string_view name) {
    const auto at = std::ranges::find(struct_rows(), name, &StructRow::name);
    if (at == struct_rows().end()) throw std::logic_error(fmt::format("no struct {}", name));
    return *at;
}

std::uint32_t word_of(const std::string& field, std::int64_t value) {
    if (value < 0 || value > UINT32_MAX)
        throw InputError(fmt::format("{} {}: 0 to {} is expected; nearest: {}", field, value, UINT32_MAX,
                                     value < 0 ? 0u : UINT32_MAX));
    return static_cast<std::uint32_t>(value);
}

Params StructRow::decode(std::span<const std::byte> given) const {
    if (given.size() != bytes && given.size() != padded()) {
        const std::string or_padded = padded() == bytes ? "" : fmt::format(" or, padded, {}", padded());
        throw InputError(fmt::format("{}: {} bytes are given; it has {}{}; nearest: {}", name, given.size(), bytes,
                                     or_padded, given.size() > bytes ? padded() : bytes));
    }
    Params out;
    for (std::size_t i = 0; i < fields.size(); ++i)
        fields[i]->of(out, [&](auto& value) { std::memcpy(&value, given.data() + i * sizeof value, sizeof value); });
    return out;
}

}  // namespace tessera::host::fused
