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
    std::vector<ParamsField> all;
    const auto add = [&]<class T>(const char* name, T Params::*member, const char* fallback, const char* text) {
        constexpr ParameterKind kind = std::is_same_v<T, float> ? ParameterKind::real : ParameterKind::whole;
        all.push_back({{name, kind, fallback, "Struct", text}, member});
    };
    using P = Params;
    add("seq-len", &P::seq_len, "4", "tokens");
    add("head-dim", &P::head_dim, "64", "elements of a head, all of which turn");
    add("n-heads", &P::n_heads, "8", "heads of Q");
    add("n-kv-heads", &P::n_kv_heads, "2", "heads of K and V");
    add("max-seq-len", &P::max_seq_len, "32", "positions of a cache");
    add("pos", &P::pos, "5", "position of the first token, in the caches too");
    add("pos-offset", &P::pos_offset, "0", "position of the first token of the kernels on x");
    add("theta", &P::theta, "10000", "base of the frequencies");
    add("freq-scale", &P::freq_scale, "1", "multiplies the angles");
    add("row-stride", &P::row_stride, "0", "elements from a row of x to the next; 0: no gap");
    add("src-stride", &P::src_stride, "0", "elements from a row of src to the next; 0: no gap");
    add("k-elem-offset", &P::k_elem_offset, "",
        "where K begins in qkv, without it behind Q; in the batch kernels the tokens, without it 4");
    add("v-elem-offset", &P::v_elem_offset, "", "where V begins in qkv; without it behind K");
    add("shift", &P::shift, "4", "positions by which a cache moves");
    add("new-len", &P::new_len, "8", "positions that move");
    add("eps", &P::eps, "1e-6", "head_rmsnorm_f16: added to the mean of the squares");
    return all;
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
