#include "host/ops/rope/ggml/problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "host/ops/rope/ggml/angles.hpp"

namespace tessera::host {
namespace {

std::vector<std::pair<std::string, std::string>> details_of(const GgmlCall& call) {
    const GgmlParameters& p = call.parameters;
    std::string kind = fmt::format("{}, {} elements turn", name(p.mode), p.pairs().count * 2);
    if (p.n_offs != 0) kind += fmt::format(" from {} on", p.n_offs);
    if (has_sections(p.mode)) kind += fmt::format(", sections {}", fmt::join(p.sections, ","));
    if (call.backward) kind += ", backward";
    if (!call.factors.empty()) kind += ", frequency factors";
    if (p.freq_scale != 1) kind += fmt::format(", angles times {:g}", p.freq_scale);
    if (call.norm) kind += ", after an RMS norm";
    if (call.set_rows) kind += ", rows set in dst";
    if (p.ext_factor != 0) kind += fmt::format(", YaRN by {:g}", p.ext_factor);
    std::vector<std::pair<std::string, std::string>> out{
        {"ne", fmt::format("{}, base {:g}", fmt::join(call.a.ne, ","), p.freq_base)}, {"kind", std::move(kind)}};
    if (!call.a.is_contiguous() || call.inplace)
        out.emplace_back(
            "view", fmt::format("of {} at element {}, strides {}{}", shape_text(call.a.parent_shape), call.a.offset,
                                fmt::join(call.a.strides, ","), call.inplace ? ", changed in place" : ""));
    out.insert(out.end(), call.details.begin(), call.details.end());
    return out;
}

std::vector<RowTensor> tensors_of(const GgmlCall& call) {
    std::vector<RowTensor> out{
        {.name = "a", .format = call.a.format, .shape = call.a.parent_shape, .contents = call.a.parent}};
    if (call.inplace)
        out.front().result = true;
    else if (const auto& set = call.set_rows)
        out.push_back({.name = "dst",
                       .format = set->format,
                       .shape = {set->rows, static_cast<std::size_t>(call.a.ne[0] * call.a.ne[1])},
                       .contents = set->before,
                       .result = true});
    else
        out.push_back({.name = "y", .format = call.a.format, .shape = c_shape(call.a.ne), .result = true});
    return out;
}

std::vector<RowMove> rows_of(const GgmlCall& call) {
    const auto [ne0, ne1, ne2, ne3] = call.a.ne;
    std::vector<RowMove> out;
    out.reserve(static_cast<std::size_t>(ne1 * ne2 * ne3));
    for (std::int64_t i3 = 0; i3 < ne3; ++i3)
        for (std::int64_t i2 = 0; i2 < ne2; ++i2)
            for (std::int64_t i1 = 0; i1 < ne1; ++i1) {
                const std::int64_t token = call.set_rows ? call.set_rows->ids[static_cast<std::size_t>(i2)] : i2;
                const auto index = static_cast<std::uint32_t>(out.size());
                RowMove row{.source = 0,
                            .target = call.inplace ? 0u : 1u,
                            .source_element = call.a.row(i1, i2, i3),
                            .positions = call.positions_of(i2),
                            .weight = call.norm && call.norm->weights.size() > 1 ? index : 0};
                row.target_element = call.inplace ? row.source_element
                                                  : static_cast<std::uint64_t>(((i3 * ne2 + token) * ne1 + i1) * ne0);
                out.push_back(row);
            }
    return out;
}

}  // namespace

std::vector<std::size_t> c_shape(const GgmlExtents& ne) { return {ne.rbegin(), ne.rend()}; }

std::array<std::uint64_t, 3> contiguous_strides(const GgmlExtents& ne) {
    const auto n = [&](std::size_t i) { return static_cast<std::uint64_t>(ne[i]); };
    return {n(0), n(0) * n(1), n(0) * n(1) * n(2)};
}

GgmlTensor ggml_tensor(tensix::DataFormat format, const GgmlExtents& ne, Contents contents) {
    return {format, ne, contiguous_strides(ne), 0, c_shape(ne), std::move(contents)};
}

std::uint64_t GgmlTensor::row(std::int64_t i1, std::int64_t i2, std::int64_t i3) const {
    return offset + static_cast<std::uint64_t>(i1) * strides[0] + static_cast<std::uint64_t>(i2) * strides[1] +
           static_cast<std::uint64_t>(i3) * strides[2];
}

std::uint64_t GgmlTensor::end() const {
    return row(ne[1] - 1, ne[2] - 1, ne[3] - 1) + static_cast<std::uint64_t>(ne[0]);
}

bool GgmlTensor::is_contiguous() const {
    return offset == 0 && strides == contiguous_strides(ne) && element_count(parent_shape) == end();
}

std::array<std::int32_t, 4> GgmlCall::positions_of(std::int64_t i2) const {
    std::array<std::int32_t, 4> out{};
    for (std::size_t stream = 0; stream < parameters.positions(); ++stream)
        out[stream] = positions[static_cast<std::size_t>(i2) + stream * static_cast<std::size_t>(a.ne[2])];
    return out;
}

Rotation rotation_of(const GgmlCall& call) {
    check(call);
    Rotation out;
    out.name = "rope_ggml";
    out.tensors = tensors_of(call);
    out.rows = rows_of(call);
    out.width = static_cast<std::size_t>(call.a.ne[0]);
    out.pairs = call.parameters.pairs();
    out.angles = ggml_angles(call.parameters, call.factors, call.backward);
    out.magnitude = magnitude(call.parameters.yarn());
    if (call.norm) out.norm = RowNorm{call.norm->eps, call.norm->weights};
    out.details = details_of(call);
    return out;
}

}  // namespace tessera::host
