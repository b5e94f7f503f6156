#include "host/ops/rope/ggml/golden.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/ops/manifest_case.hpp"

namespace tessera::host {
namespace {

using nlohmann::json;
using tensix::DataFormat;

constexpr double ggml_limit = 1e-7;  // of GGML's test of rope, NMSE
constexpr std::array ops{"rope", "rope_back", "rms_norm_mul_rope", "rope_set_rows"};

DType dtype_of_format(DataFormat format) { return format == DataFormat::fp16 ? DType::f2 : DType::f4; }

GgmlParameters parameters_of(const ManifestCase& one) {
    GgmlParameters p;
    for (const GgmlField& field : ggml_fields())
        field.of(p, OfType{[&](GgmlMode& mode) { mode = static_cast<GgmlMode>(one.whole_32("mode_id")); },
                           [&](std::int32_t& value) { value = one.whole_32(field.name()); },
                           [&](float& value) { value = static_cast<float>(one.real(field.name())); },
                           [&](std::array<std::int32_t, 4>& sections) {
                               std::ranges::copy(one.wholes_32(field.name(), sections.size()), sections.begin());
                           }});
    return p;
}

GgmlSetRows set_rows_of(const ManifestCase& one, const GgmlExtents& ne) {
    GgmlSetRows out;
    const std::int32_t rows = one.whole_32("n_rows_dst");
    if (rows < 1) one.refuse(fmt::format("`n_rows_dst` is {}; nearest: 1", rows));
    out.rows = static_cast<std::size_t>(rows);
    out.ids = one.values<std::int64_t>("row_ids");
    // Of the rows that no token becomes the manifest's arrays say that they were zero.
    out.before = contents_of(std::vector<std::uint16_t>(out.rows * static_cast<std::size_t>(ne[0] * ne[1])));
    out.before.dtype = DType::f2;
    return out;
}

GgmlCall call_of(const ManifestCase& one) {
    const std::string op = one.word("op"), type = one.word("type");
    if (type != "f32" && type != "f16") one.refuse(fmt::format("`type` is {}; f32 or f16 is expected", type));
    const DataFormat format = type == "f16" ? DataFormat::fp16 : DataFormat::fp32;
    GgmlCall call;
    GgmlExtents ne;
    std::ranges::copy(one.wholes_32("ne", ne.size()), ne.begin());
    if (const auto least = std::ranges::min(ne); least < 1) one.refuse(fmt::format("`ne` holds {}; nearest: 1", least));
    NpyArray x = one.array("x", dtype_of_format(format));
    if (x.shape != c_shape(ne))
        one.refuse(fmt::format("x is {}; {} is expected for `ne`", shape_text(x.shape), shape_text(c_shape(ne))));
    call.a = ggml_tensor(format, ne, contents_of(std::move(x)));
    call.parameters = parameters_of(one);
    call.positions = one.values<std::int32_t>("pos");
    if (one.has("freq_factors")) call.factors = one.values<float>("freq_factors");
    call.backward = !one.flag("forward");
    if (call.backward != (op == "rope_back")) one.refuse(fmt::format("`forward` is {} of {}", !call.backward, op));
    call.inplace = one.flag("inplace");
    if (op == "rms_norm_mul_rope")
        call.norm = GgmlNorm{static_cast<float>(one.real("eps")), {one.values<float>("weight")}};
    if (op == "rope_set_rows") call.set_rows = set_rows_of(one, ne);
    check(call);
    return call;
}

GoldenArray golden_array(const ManifestCase& one, const GgmlCall& call, const char* role, DType dtype) {
    GoldenArray out{.name = role, .expected = one.array(role, dtype), .nmse_limit = ggml_limit};
    const auto [ne0, ne1, ne2, ne3] = call.a.ne;
    const std::size_t rows = call.set_rows ? call.set_rows->rows : static_cast<std::size_t>(ne2 * ne3);
    if (const std::size_t expected = rows * static_cast<std::size_t>(ne0 * ne1); out.expected.count() != expected)
        one.refuse(fmt::format("{} is {}; {} elements are expected", role, shape_text(out.expected.shape), expected));
    return out;
}

}  // namespace

void allow_for_ggml(GoldenArray& y, double limit, double own) {
    y.nmse_limit = limit + 4 * own;
    if (4 * own > 0.01 * limit)
        y.remark =
            fmt::format("GGML's own result lies {:.1e} from the exact one, of which four times are allowed", own);
}

bool is_ggml_golden(const json& one_case) {
    return one_case.is_object() && one_case.contains("op") && one_case.contains("mode_id") &&
           std::ranges::find(ops, one_case.at("op")) != ops.end();
}

GgmlGolden ggml_golden(const json& one_case, const std::filesystem::path& folder) {
    const ManifestCase one(one_case, folder);
    GgmlGolden out{.name = one.name(), .call = call_of(one), .arrays = {}};
    const DataFormat format = out.call.set_rows ? out.call.set_rows->format : out.call.a.format;
    out.arrays.push_back(golden_array(one, out.call, "y_exact", DType::f8));
    GoldenArray& y = out.arrays.emplace_back(golden_array(one, out.call, "y", dtype_of_format(format)));
    allow_for_ggml(y, ggml_limit, one.real("nmse_y_vs_exact"));
    return out;
}

}  // namespace tessera::host
