#include "host/ops/rope/fused/options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/job/params.hpp"
#include "host/job/words.hpp"
#include "host/ops/rope/fused/generate.hpp"
#include "host/ops/rope/fused/structs.hpp"
#include "host/ops/rope/rows/parameters.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::fused {
namespace {

using fault::InputError;

constexpr const char *of_struct = "Struct", *of_arrays = "Files";

std::vector<Parameter> all_parameters() {
    using enum ParameterKind;
    std::vector<Parameter> all{
        {"kernel", word, "rope_neox_qkv_write_f16", "Kernel", fmt::format("{}", fmt::join(kernel_names(), ", ")),
         "NAME", kernel_names()},
        {"params", file, "", of_struct, "the bytes of its parameter struct; options of fields replace what they say"},
        {"seq-len", whole, "4", of_struct, "tokens"},
        {"head-dim", whole, "64", of_struct, "elements of a head, all of which turn"},
        {"n-heads", whole, "8", of_struct, "heads of Q"},
        {"n-kv-heads", whole, "2", of_struct, "heads of K and V"},
        {"max-seq-len", whole, "32", of_struct, "positions of a cache"},
        {"pos", whole, "5", of_struct, "position of the first token, in the caches too"},
        {"pos-offset", whole, "0", of_struct, "position of the first token of the kernels on x"},
        {"theta", real, "10000", of_struct, "base of the frequencies"},
        {"freq-scale", real, "1", of_struct, "multiplies the angles"},
        {"row-stride", whole, "0", of_struct, "elements from a row of x to the next; 0: no gap"},
        {"src-stride", whole, "0", of_struct, "elements from a row of src to the next; 0: no gap"},
        {"k-elem-offset", whole, "", of_struct,
         "where K begins in qkv, without it behind Q; in the batch kernels the tokens, without it 4"},
        {"v-elem-offset", whole, "", of_struct, "where V begins in qkv; without it behind K"},
        {"shift", whole, "4", of_struct, "positions by which a cache moves"},
        {"new-len", whole, "8", of_struct, "positions that move"},
        {"eps", real, "1e-6", of_struct, "head_rmsnorm_f16: added to the mean of the squares"},
        {"norm-eps", real, "1e-6", "Kernel",
         "head_norm_rope_neox_kv_write_f16: added to the mean of the squares, in a buffer of its own"}};
    const auto array = [&](const char* name, const char* text) { all.push_back({name, file, "", of_arrays, text}); };
    array("x",
          ".npy, float16 [seq_len, n_heads*head_dim or row_stride]; without a file arrays are uniform from --seed");
    array("qkv", ".npy, float16: Q, K and V of one token");
    array("q", ".npy, float16 [tokens, n_heads*head_dim]");
    array("k", ".npy, float16 [tokens, n_kv_heads*head_dim]");
    array("v", ".npy, float16 [tokens, n_kv_heads*head_dim]");
    array("k-cache", ".npy, float16 [n_kv_heads, max_seq_len, head_dim]");
    array("v-cache", ".npy, float16 [n_kv_heads, max_seq_len, head_dim]");
    array("src", ".npy, float16 [seq_len, n_kv_heads*head_dim or src_stride]");
    array("cache", ".npy, float16 [n_kv_heads, max_seq_len, head_dim]");
    array("q-norm-weight", ".npy, float16 [head_dim]");
    array("k-norm-weight", ".npy, float16 [head_dim]");
    array("weight", ".npy, float16 [head_dim]");
    array("freqs",
          ".npy, float32 [head_dim/2], divisors of the positions; theta: theta^(2d/head_dim); without it none");
    array("position-ids", ".npy, whole numbers [seq_len]; random: 0..511 from --seed; without it consecutive ones");
    for (Parameter& parameter : rotation_parameters()) all.push_back(std::move(parameter));
    return all;
}

std::string dashed(std::string_view name) {
    std::string out(name);
    std::ranges::replace(out, '_', '-');
    return out;
}

// Options that the user gave and that this kernel has no use for.
void refuse_others(const Settings& given, const KernelRow& kernel, const StructRow& row) {
    std::vector<std::string> fields, arrays;
    for (const Field& field : row.fields) fields.push_back(dashed(field.name));
    for (const auto* names : {&kernel.needed, &kernel.optional})
        for (const std::string_view name : *names) arrays.push_back(dashed(name));
    for (const Parameter& p : given.parameters()) {
        if (!given.gave(p.name) || p.name == "params" || (p.group != of_struct && p.group != of_arrays)) continue;
        if (p.group == of_struct && std::ranges::find(fields, p.name) == fields.end())
            throw InputError(fmt::format("--{}: {} of {} has no such field; {}", p.name, row.name, kernel.name,
                                         hint(p.name, fields)));
        if (p.group == of_arrays && std::ranges::find(arrays, p.name) == arrays.end())
            throw InputError(
                fmt::format("--{}: {} takes no such array; {}", p.name, kernel.name, hint(p.name, arrays)));
    }
    if (given.gave("norm-eps") && !(kernel.normed && kernel.family == Family::qkv))
        throw InputError(fmt::format("--norm-eps: {} takes no such buffer; leave it out", kernel.name));
}

// Fields that nobody gave are the fallbacks of their options; K and V follow Q.
std::vector<std::byte> params_of(const Settings& given, const KernelRow& kernel, const StructRow& row) {
    const bool from_file = given.gave("params");
    std::vector<std::byte> bytes =
        from_file ? read_block(given.text("params"), fmt::format("--params {}", given.text("params")))
                  : std::vector<std::byte>(row.padded());
    if (from_file) check_bytes(row, bytes);
    for (const Field& field : row.fields) {
        const std::string option = dashed(field.name);
        if (!given.gave(option) && (from_file || given.text(option).empty())) continue;
        if (field.real)
            patch(bytes, field, given.real(option));
        else
            patch(bytes, field, given.whole(option));
    }
    if (from_file || (kernel.family != Family::qkv && kernel.family != Family::batch)) return bytes;
    const auto p = decode<RopeQkvWriteParams>(bytes);
    const auto fill = [&](const char* name, std::uint64_t value) {
        if (!given.gave(dashed(name))) patch(bytes, *row.find(name), static_cast<std::int64_t>(value));
    };
    const bool batch = kernel.family == Family::batch;
    fill("k_elem_offset", batch ? 4 : std::uint64_t{p.n_heads} * p.head_dim);
    fill("v_elem_offset", batch ? 0 : (std::uint64_t{p.n_heads} + p.n_kv_heads) * p.head_dim);
    return bytes;
}

}  // namespace

std::span<const Parameter> parameters() {
    static const std::vector<Parameter> all = all_parameters();
    return all;
}

Call call_of(const Settings& given, std::uint64_t seed) {
    Call call;
    call.kernel = &kernel_rows()[given.choice("kernel")];
    const StructRow& row = struct_row(call.kernel->params);
    refuse_others(given, *call.kernel, row);
    call.params = params_of(given, *call.kernel, row);
    call.norm_eps = static_cast<float>(given.real("norm-eps"));
    for (const Buffer& buffer : buffers_of(*call.kernel, call.params)) {
        const std::string option = dashed(buffer.name), text = given.text(option);
        const bool generates = text.empty()                           ? buffer.needed
                               : buffer.kind == BufferKind::divisors  ? text == "theta"
                               : buffer.kind == BufferKind::positions ? text == "random"
                                                                      : false;
        if (generates)
            call.arrays[std::string(buffer.name)] = generated_array(buffer, *call.kernel, call.params, seed);
        else if (!text.empty())
            call.arrays[std::string(buffer.name)] = given.array(option);
    }
    return call;
}

}  // namespace tessera::host::fused
