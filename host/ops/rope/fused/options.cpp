#include "host/ops/rope/fused/options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/job/params.hpp"
#include "host/job/words.hpp"
#include "host/ops/rope/fused/generate.hpp"
#include "host/ops/rope/rows/parameters.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::fused {
namespace {

using fault::InputError;

constexpr const char* of_arrays = "Files";

std::string dashed(std::string_view name) {
    std::string out(name);
    std::ranges::replace(out, '_', '-');
    return out;
}

std::vector<Parameter> all_parameters() {
    using enum ParameterKind;
    std::vector<Parameter> all{
        {"kernel", word, "rope_neox_qkv_write_f16", "Kernel", fmt::format("{}", fmt::join(kernel_names(), ", ")),
         "NAME", kernel_names()},
        {"params", file, "", "Struct", "the bytes of its parameter struct; options of fields replace what they say"}};
    for (const ParamsField& field : params_fields()) all.push_back(field.option);
    all.push_back({"norm-eps", real, "1e-6", "Kernel",
                   "head_norm_rope_neox_kv_write_f16: added to the mean of the squares, in a buffer of its own"});
    for (const ArrayRow& row : array_rows()) all.push_back({dashed(row.name), file, "", of_arrays, row.text});
    for (Parameter& parameter : rotation_parameters()) all.push_back(std::move(parameter));
    return all;
}

// Options that the user gave and that this kernel has no use for.
void refuse_others(const Settings& given, const KernelRow& kernel) {
    std::vector<std::string> fields, arrays;
    for (const ParamsField* field : kernel.params->fields) fields.push_back(field->option.name);
    for (const auto* names : {&kernel.needed, &kernel.optional})
        for (const std::string_view name : *names) arrays.push_back(dashed(name));
    for (const ParamsField& field : params_fields())
        if (const std::string& name = field.option.name;
            given.gave(name) && std::ranges::find(fields, name) == fields.end())
            throw InputError(fmt::format("--{}: {} of {} has no such field; {}", name, kernel.params->name, kernel.name,
                                         hint(name, fields)));
    for (const ArrayRow& row : array_rows())
        if (const std::string name = dashed(row.name); given.gave(name) && !kernel.takes(row.name))
            throw InputError(fmt::format("--{}: {} takes no such array; {}", name, kernel.name, hint(name, arrays)));
    if (given.gave("norm-eps") && !(kernel.normed && kernel.family == Family::qkv))
        throw InputError(fmt::format("--norm-eps: {} takes no such buffer; leave it out", kernel.name));
}

// Fields that nobody gave are the fallbacks of their options; K and V follow Q.
Params params_of(const Settings& given, const KernelRow& kernel) {
    const bool from_file = given.gave("params");
    Params p;
    if (from_file)
        p = kernel.params->decode(read_block(given.text("params"), fmt::format("--params {}", given.text("params"))));
    for (const ParamsField* field : kernel.params->fields)
        if (given.gave(field->option.name) || !(from_file || field->option.fallback.empty())) take(p, *field, given);
    if (from_file || (kernel.family != Family::qkv && kernel.family != Family::batch)) return p;
    const bool batch = kernel.family == Family::batch;
    const std::uint64_t q = std::uint64_t{p.n_heads} * p.head_dim, kv = std::uint64_t{p.n_kv_heads} * p.head_dim;
    const auto fill = [&](const char* name, std::uint32_t& field, std::uint64_t value) {
        if (!given.gave(name)) field = word_of(name, static_cast<std::int64_t>(value));
    };
    fill("k_elem_offset", p.k_elem_offset, batch ? 4 : q);
    fill("v_elem_offset", p.v_elem_offset, batch ? 0 : q + kv);
    return p;
}

}  // namespace

std::span<const Parameter> parameters() {
    static const std::vector<Parameter> all = all_parameters();
    return all;
}

Call call_of(const Settings& given, std::uint64_t seed) {
    Call call;
    call.kernel = &kernel_rows()[given.choice("kernel")];
    refuse_others(given, *call.kernel);
    call.params = params_of(given, *call.kernel);
    call.norm_eps = static_cast<float>(given.real("norm-eps"));
    for (const Buffer& buffer : buffers_of(*call.kernel, call.params)) {
        const std::string option = dashed(buffer.name), text = given.text(option);
        const bool generates = text.empty()                           ? buffer.needed
                               : buffer.kind == BufferKind::divisors  ? text == "theta"
                               : buffer.kind == BufferKind::positions ? text == "random"
                                                                      : false;
        if (generates)
            call.arrays[std::string(buffer.name)] = generated_array(buffer, call.params, seed);
        else if (!text.empty())
            call.arrays[std::string(buffer.name)] = given.array(option);
    }
    return call;
}

}  // namespace tessera::host::fused
