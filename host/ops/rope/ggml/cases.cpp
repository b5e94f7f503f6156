#include "host/ops/rope/ggml/cases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "host/ops/rope/ggml/inputs.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using tensix::DataFormat;

std::size_t elements(const GgmlExtents& ne) { return element_count(c_shape(ne)); }

GgmlTensor tensor_of(const GgmlCase& one, DataFormat format, const GgmlExtents& ne, std::uint64_t seed) {
    GgmlExtents parent = ne;
    if (one.view == 1) parent = {2 * ne[0], 4 * ne[1], 3 * ne[2], ne[3]};
    if (one.view == 2) parent[0] *= 2;
    GgmlTensor out = ggml_tensor(format, parent, ggml_values(seed, GgmlArray::a, format, elements(parent)));
    out.ne = ne;
    if (one.view == 2) out.offset = static_cast<std::uint64_t>(ne[0]);
    return out;
}

// (a + b) + c, each sum rounded to fp32 as GGML's ADD rounds it.
void add_summands(GgmlCall& call, std::uint64_t seed) {
    const auto a = call.a.parent.as<float>();
    const std::vector<float> b = ggml_floats(seed, GgmlArray::b, a.size());
    const std::vector<float> c = ggml_floats(seed, GgmlArray::c, a.size());
    std::vector<float> sum(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) sum[i] = (a[i] + b[i]) + c[i];
    call.a.parent = contents_of(std::move(sum));
    call.details.emplace_back("input", "the sum of three tensors, added by the host");
}

GgmlNorm norm_of(const GgmlCase& one, const GgmlExtents& ne, std::uint64_t seed) {
    const auto width = static_cast<std::size_t>(ne[0]);
    GgmlNorm out{.eps = one.eps, .weights = {}};
    if (one.broadcast) {
        out.weights.push_back(ggml_floats(seed, GgmlArray::weight, width));
        return out;
    }
    const std::vector<float> b = ggml_floats(seed, GgmlArray::b, elements(ne));
    for (auto at = b.begin(); at != b.end(); at += static_cast<std::ptrdiff_t>(width))
        out.weights.emplace_back(at, at + static_cast<std::ptrdiff_t>(width));
    return out;
}

GgmlSetRows set_rows_of(const GgmlCase& one, DataFormat format, std::uint64_t seed) {
    GgmlSetRows out{.format = format, .rows = static_cast<std::size_t>(one.ne[2] * one.ne[3]), .ids = {}, .before = {}};
    out.ids = ggml_permutation(seed, GgmlArray::row_ids, static_cast<std::size_t>(one.ne[2]));
    out.before = ggml_values(seed, GgmlArray::dst, format, out.rows * static_cast<std::size_t>(one.ne[0] * one.ne[1]));
    return out;
}

std::vector<std::int32_t> positions_of(const GgmlCase& one, std::uint64_t seed) {
    const auto count = static_cast<std::size_t>(one.ne[2]) * one.parameters.positions();
    if (one.n_ctx != 0) return ggml_positions(seed, count, one.n_ctx);
    const std::vector<std::int64_t> order = ggml_permutation(seed, GgmlArray::positions, count);
    return {order.begin(), order.end()};
}

std::string_view name(GgmlOp op) {
    switch (op) {
        case GgmlOp::rope: return "ROPE";
        case GgmlOp::rope_back: return "ROPE_BACK";
        case GgmlOp::rope_set_rows: return "ROPE_SET_ROWS";
        case GgmlOp::rms_norm_mul_rope: return "RMS_NORM_MUL_ROPE";
    }
    throw fault::InputError("unknown operation of GGML");
}

}  // namespace

std::string GgmlCase::title() const {
    return fmt::format("{} {} {} {} n_dims {}", name(op), format == DataFormat::fp16 ? "f16" : "f32",
                       fmt::join(ne, ","), host::name(parameters.mode), parameters.n_dims);
}

GgmlCall call_of(const GgmlCase& one, std::uint64_t seed) {
    const bool fused = one.op == GgmlOp::rope_set_rows || one.op == GgmlOp::rms_norm_mul_rope;
    // The fused cases rotate one batch of float32; ne3 only makes room in the array whose rows are set.
    GgmlExtents ne = one.ne;
    if (fused) ne[3] = 1;
    GgmlCall out;
    out.a = tensor_of(one, fused ? DataFormat::fp32 : one.format, ne, seed);
    out.parameters = one.parameters;
    out.positions = positions_of(one, seed);
    if (one.factors) out.factors = ggml_factors(seed, one.parameters.pairs().count);
    out.backward = one.op == GgmlOp::rope_back;
    out.inplace = one.inplace;
    if (one.multi_add) add_summands(out, seed);
    if (one.op == GgmlOp::rms_norm_mul_rope) out.norm = norm_of(one, ne, seed);
    if (one.op == GgmlOp::rope_set_rows) out.set_rows = set_rows_of(one, one.format, seed);
    if (one.set_rows) out.set_rows = set_rows_of(one, DataFormat::fp16, seed);
    return out;
}

}  // namespace tessera::host
