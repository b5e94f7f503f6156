#include "host/ops/rope/ggml/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/ops/rope/ggml/inputs.hpp"
#include "host/ops/rope/ggml/settings.hpp"
#include "host/ops/rope/options.hpp"
#include "host/ops/rope/rows/parameters.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using tensix::DataFormat;

constexpr std::int64_t positions_below = 512;  // as in GGML's tests

std::vector<Parameter> all_parameters() {
    using enum ParameterKind;
    std::vector<Parameter> all{
        {"ne", word, "128,32,2,1", "Tensor", "elements of a row, rows, tokens, batches; missing ones are 1", "N,N,N,N"},
        {"type", word, "f32", "Tensor", "of the tensor: f32 or f16", "NAME", {"f32", "f16"}},
        {"strides", word, "", "Tensor", "nb1,nb2,nb3 of a view, in elements; without it contiguous", "N,N,N"},
        {"offset", whole, "0", "Tensor", "where the view begins in its tensor, in elements"},
        {"inplace", flag, "", "Tensor", "the result takes the place of the view"},
    };
    for (const GgmlField& field : ggml_fields().first(ggml_turning_fields)) all.push_back(field.option);
    all.push_back({"backward", flag, "", "Rotation", "ROPE_BACK: turn the other way, as the gradient does"});
    for (const GgmlField& field : ggml_fields().subspan(ggml_turning_fields)) all.push_back(field.option);
    const auto of_file = [&](const char* name, const char* group, const char* text) {
        all.push_back({name, file, "", group, text});
    };
    of_file("params", "Rotation", "the 16 words of GGML's parameter block, 64 bytes, instead of these options");
    of_file("factors", "Files", "frequency factors: .npy, float32, one a pair; or random, 0.9..1.1");
    of_file("input", "Files", ".npy, float32 or float16, C order; without it uniform in -1..1 from --seed");
    of_file("positions", "Files",
            ".npy, whole numbers, one a token, with sections four; without it 0..511 from --seed");
    for (Parameter& parameter : rotation_parameters()) all.push_back(std::move(parameter));
    return all;
}

// ne as typed, or the shape of the file from its last dimension on.
GgmlExtents extents_of(const Settings& given, const NpyArray* input) {
    const bool view = given.gave("strides") || given.gave("offset");
    if (input == nullptr || given.gave("ne")) {
        const GgmlExtents ne = up_to_four(given, "ne");
        if (input != nullptr && !view && element_count(c_shape(ne)) != input->count())
            throw InputError(
                fmt::format("--ne {} contradicts --input {}, which is {}; leave --ne out, or say with "
                            "--strides and --offset which part of it is meant",
                            given.text("ne"), given.text("input"), shape_text(input->shape)));
        return ne;
    }
    if (input->shape.empty() || input->shape.size() > 4)
        throw InputError(fmt::format("--input {}: shape {}; one to four dimensions are expected", given.text("input"),
                                     shape_text(input->shape)));
    GgmlExtents ne{1, 1, 1, 1};
    std::ranges::copy(input->shape.rbegin(), input->shape.rend(), ne.begin());
    return ne;
}

DataFormat format_of(const Settings& given, const NpyArray* input) {
    const DataFormat typed = given.choice("type") == 0 ? DataFormat::fp32 : DataFormat::fp16;
    if (input == nullptr) return typed;
    if (input->dtype != DType::f4 && input->dtype != DType::f2)
        throw InputError(fmt::format("--input {}: elements are {}; <f4 or <f2 is expected", given.text("input"),
                                     descr(input->dtype)));
    const DataFormat found = input->dtype == DType::f4 ? DataFormat::fp32 : DataFormat::fp16;
    if (given.gave("type") && typed != found)
        throw InputError(fmt::format("--type {} contradicts --input {}, whose elements are {}; leave --type out",
                                     given.text("type"), given.text("input"), descr(input->dtype)));
    return found;
}

GgmlTensor tensor_of(const Settings& given, std::uint64_t seed) {
    std::optional<NpyArray> input;
    if (!given.text("input").empty()) input = given.array("input");
    const NpyArray* const found = input ? &*input : nullptr;
    GgmlTensor out{.format = format_of(given, found), .ne = extents_of(given, found)};
    const bool view = given.gave("strides") || given.gave("offset");
    out.strides = given.text("strides").empty() ? contiguous_strides(out.ne) : strides_of(given);
    if (given.whole("offset") < 0)
        throw InputError(fmt::format("--offset {}: below 0; nearest: 0", given.whole("offset")));
    out.offset = static_cast<std::uint64_t>(given.whole("offset"));
    check_extents(out);
    if (input) {
        out.parent_shape = input->shape;
        out.parent = contents_of(std::move(*input));
        return out;
    }
    constexpr std::size_t most = std::size_t{1} << 31;
    out.parent_shape = view ? std::vector<std::size_t>{out.end()} : c_shape(out.ne);
    if (const std::size_t count = element_count(out.parent_shape); count > most)
        throw InputError(fmt::format("the view ends before element {} of its tensor; {} is the most", count, most));
    out.parent = ggml_values(seed, GgmlArray::a, out.format, element_count(out.parent_shape));
    return out;
}

std::vector<float> factors_of(const Settings& given, std::uint64_t seed, const GgmlParameters& parameters) {
    const std::string text = given.text("factors");
    if (text.empty()) return {};
    if (text == "random") return ggml_factors(seed, parameters.pairs().count);
    return about_file(given, "factors", [&] { return factors_from(given.array("factors")); });
}

}  // namespace

std::span<const Parameter> ggml_parameters() {
    static const std::vector<Parameter> all = all_parameters();
    return all;
}

GgmlCall ggml_call(const Settings& given, std::uint64_t seed) {
    GgmlCall call;
    call.a = tensor_of(given, seed);
    call.parameters = parameters_of(given, call.a.ne[0]);
    check(call.parameters, call.a.ne[0]);
    call.backward = given.flag("backward");
    call.inplace = given.flag("inplace");
    call.factors = factors_of(given, seed, call.parameters);
    const auto tokens = static_cast<std::size_t>(call.a.ne[2]);
    call.positions = given.text("positions").empty()
                         ? ggml_positions(seed, tokens * call.parameters.positions(), positions_below)
                         : positions_from(given);
    check(call);
    return call;
}

nlohmann::ordered_json ggml_json(const GgmlCall& call) {
    nlohmann::ordered_json out{{"ne", call.a.ne},
                               {"type", call.a.format == DataFormat::fp16 ? "f16" : "f32"},
                               {"strides", call.a.strides},
                               {"offset", call.a.offset},
                               {"inplace", call.inplace}};
    const auto add = [&](std::span<const GgmlField> fields) {
        for (const GgmlField& field : fields)
            field.of(call.parameters, OfType{[&](GgmlMode mode) { out[field.name()] = name(mode); },
                                             [&](const auto& value) { out[field.name()] = value; }});
    };
    add(ggml_fields().first(ggml_turning_fields));
    out["backward"] = call.backward;
    add(ggml_fields().subspan(ggml_turning_fields));
    out["factors"] = call.factors;
    return out;
}

}  // namespace tessera::host
