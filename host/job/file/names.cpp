// Names of a job file: of parameters, tensors and data formats.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "host/job/file/scope.hpp"
#include "host/job/words.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::job_file {
namespace {

using fault::InputError;
using tensix::DataFormat;

// What the vendor's headers and its Python library call formats, beside our names (kernel-api.md 5.4).
constexpr std::pair<std::string_view, DataFormat> vendor_names[] = {
    {"float32", DataFormat::fp32},   {"Float32", DataFormat::fp32},  {"bfloat16", DataFormat::bf16},
    {"Float16_b", DataFormat::bf16}, {"float16", DataFormat::fp16},  {"Float16", DataFormat::fp16},
    {"bfloat8_b", DataFormat::bfp8}, {"Bfp8_b", DataFormat::bfp8},   {"bfloat4_b", DataFormat::bfp4},
    {"Bfp4_b", DataFormat::bfp4},    {"Bfp2_b", DataFormat::bfp2},   {"Bfp8", DataFormat::bfp8a},
    {"Bfp4", DataFormat::bfp4a},     {"Bfp2", DataFormat::bfp2a},    {"Tf32", DataFormat::tf32},
    {"Int32", DataFormat::int32},    {"UInt32", DataFormat::uint32}, {"uint16", DataFormat::int16},
    {"UInt16", DataFormat::int16},   {"Int8", DataFormat::int8},     {"UInt8", DataFormat::uint8},
    {"Lf8", DataFormat::fp8},
};

const Parameter& known_parameter(const std::string& name, const Scope& scope) {
    if (const Parameter* found = scope.settings->find(name)) return *found;
    std::vector<std::string> names;
    for (const Parameter& p : scope.settings->parameters()) names.push_back(p.name);
    for (const auto& [value, number] : scope.values) names.push_back(value);
    throw InputError(fmt::format("unknown parameter ${}; {}", name,
                                 names.empty() ? "the file has no [parameters]" : hint(name, names)));
}

}  // namespace

Value parameter_value(const std::string& name, const Scope& scope) {
    if (const auto value = scope.values.find(name); value != scope.values.end()) return value->second;
    const Settings& settings = *scope.settings;
    switch (known_parameter(name, scope).kind) {
        case ParameterKind::whole: return settings.whole(name);
        case ParameterKind::real: return settings.real(name);
        case ParameterKind::flag: return std::int64_t{settings.flag(name)};
        default:
            throw InputError(
                fmt::format("${} is the text \"{}\" where a number is expected", name, settings.text(name)));
    }
}

std::size_t tensor_named(const std::string& name, const std::vector<Tensor>& tensors) {
    const auto at = std::ranges::find(tensors, name, &Tensor::name);
    if (at != tensors.end()) return static_cast<std::size_t>(at - tensors.begin());
    std::vector<std::string> names;
    for (const Tensor& tensor : tensors) names.push_back(tensor.name);
    throw InputError(
        fmt::format("unknown tensor {}; {}", name, names.empty() ? "none stands before" : hint(name, names)));
}

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const auto& [vendors, ours] : vendor_names) {
        std::string own(tensix::name(ours));
        if (std::ranges::find(names, own) == names.end()) names.push_back(std::move(own));
    }
    for (const auto& [vendors, ours] : vendor_names) names.emplace_back(vendors);
    return names;
}

DataFormat format_named(const std::string& name) {
    DataFormat format{};
    if (tensix::find_format(name, format)) return format;
    for (const auto& [vendors, ours] : vendor_names)
        if (vendors == name) return ours;
    const std::string meant = nearest(name, format_names());
    throw InputError(fmt::format("unknown format {}; {}", name,
                                 meant.empty() ? "expected fp32, bf16, fp16, tf32, bfp8, bfp4, bfp2, int32, uint32, "
                                                 "int16, int8, uint8 or the vendor's name of one"
                                               : fmt::format("did you mean `{}`?", meant)));
}

DataFormat format_of(const Expression& call, const Scope& scope) {
    const Expression& operand = call.operands.at(0);
    if (operand.kind == Expression::Kind::parameter)
        return format_named(scope.settings->text(known_parameter(operand.name, scope).name));
    if (operand.kind != Expression::Kind::name)
        throw InputError(fmt::format("{}(FORMAT): the name of a format is expected", call.name));
    return format_named(operand.name);
}

std::string interpolated(const std::string& text, const Scope& scope) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at++];
        if (c != '$') {
            out += c;
            continue;
        }
        const std::size_t begin = at;
        while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_')) ++at;
        const std::string name = text.substr(begin, at - begin);
        const auto value = scope.values.find(name);
        if (value == scope.values.end())
            out += scope.settings->text(known_parameter(name, scope).name);
        else if (const auto* whole = std::get_if<std::int64_t>(&value->second))
            out += fmt::format("{}", *whole);
        else
            out += fmt::format("{}", std::get<double>(value->second));
    }
    return out;
}

}  // namespace tessera::host::job_file
