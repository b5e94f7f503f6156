#include "host/ops/rope/onnx/options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "host/job/generate.hpp"
#include "host/ops/rope/onnx/rules.hpp"
#include "host/ops/rope/rows/parameters.hpp"
#include "host/tensor/numbers.hpp"
#include "host/tensor/random_word.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::onnx {
namespace {

using fault::InputError;
using tensix::DataFormat;

constexpr std::uint64_t id_stream = 0x696473, cosine_stream = 0x636F73, sine_stream = 0x73696E;  // apart from X
constexpr std::size_t max_elements = std::size_t{1} << 31;
constexpr double base = 10000;  // of real caches

std::vector<Parameter> all_parameters() {
    using enum ParameterKind;
    std::vector<Parameter> all{
        {"shape", word, "1x8x32x64", "Node",
         "of X without --input: batch x heads x sequence x head size, or batch x sequence x hidden", "AxBx.."},
        {"type",
         word,
         "float",
         "Node",
         "T of X, the caches and Y; without it by --input",
         "NAME",
         {"float", "float16", "bfloat16"}}};
    for (const Attribute& attribute : attributes()) all.push_back(attribute.option);
    const std::vector<Parameter> others{
        {"caches",
         word,
         "real",
         "Node",
         "without files of them: real, base 10000, or uniform in -1..1",
         "NAME",
         {"real", "uniform"}},
        {"positions", whole, "512", "Node", "rows of caches that no file gives, with position ids"},
        {"input", file, "", "Files", ".npy X; without it uniform in -1..1 from --seed"},
        {"cos-cache", file, "", "Files", ".npy [positions, R/2], or [batch, sequence, R/2] without position ids"},
        {"sin-cache", file, "", "Files", ".npy of the same shape"},
        {"position-ids", file, "", "Files",
         ".npy, int64 [batch, sequence]; random from --seed, for caches of rank 2 the default; or none"}};
    all.insert(all.end(), others.begin(), others.end());
    for (Parameter& parameter : rotation_parameters()) all.push_back(std::move(parameter));
    return all;
}

std::vector<std::size_t> shape_from(const std::string& text) {
    std::vector<std::size_t> shape;
    std::size_t count = 1;
    const char *at = text.data(), *const end = at + text.size();
    for (;; ++at) {
        std::size_t n = 0;
        const auto [next, error] = std::from_chars(at, end, n);
        if (error != std::errc{} || n == 0 || (next != end && *next != 'x'))
            throw InputError(
                fmt::format("--shape {}: sizes of 1 or more with x between are expected, as 2x4x3x8", text));
        if (n > max_elements / count)
            throw InputError(
                fmt::format("--shape {}: has more than {} elements; give smaller sizes", text, max_elements));
        shape.push_back(n);
        count *= n;
        at = next;
        if (at == end) return shape;
    }
}

// float32, or float16 where T is that.
NpyArray array_of(std::span<const float> values, std::vector<std::size_t> shape, DataFormat type) {
    return type == DataFormat::fp16 ? halves(values, std::move(shape))
                                    : npy_array(std::span<const float>(values), std::move(shape));
}

// Cosine and sine of position * base^(-2j/R); without position ids the token of a batch entry is its position.
void add_real_caches(Node& node, const std::vector<std::size_t>& shape, std::size_t half) {
    const std::size_t count = element_count(shape), period = shape[shape.size() - 2];
    std::vector<float> cosines(count), sines(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double exponent = -static_cast<double>(i % half) / static_cast<double>(half);
        const double angle = static_cast<double>(i / half % period) * std::pow(base, exponent);
        cosines[i] = static_cast<float>(std::cos(angle));
        sines[i] = static_cast<float>(std::sin(angle));
    }
    node.cos_cache = array_of(cosines, shape, node.type);
    node.sin_cache = array_of(sines, shape, node.type);
}

void generate_caches(const Settings& given, std::uint64_t seed, Node& node, const Sizes& sizes, bool with_ids) {
    const std::int64_t positions = given.whole("positions");
    const std::size_t half = sizes.rotary / 2;
    if (positions < 1 || static_cast<std::size_t>(positions) > max_elements / half)
        throw InputError(fmt::format("--positions {}: 1 to {} are expected; nearest: {}", positions,
                                     max_elements / half, positions < 1 ? 1 : max_elements / half));
    const std::vector<std::size_t> shape = with_ids ? std::vector{static_cast<std::size_t>(positions), half}
                                                    : std::vector{sizes.batch, sizes.sequence, half};
    if (given.choice("caches") == 0) return add_real_caches(node, shape, half);
    const std::size_t count = element_count(shape);
    node.cos_cache = array_of(generate_values(seed ^ cosine_stream, count), shape, node.type);
    node.sin_cache = array_of(generate_values(seed ^ sine_stream, count), shape, node.type);
}

NpyArray generated_ids(std::uint64_t seed, const Sizes& sizes, std::size_t positions) {
    std::vector<std::int64_t> ids(sizes.batch * sizes.sequence);
    for (std::size_t i = 0; i < ids.size(); ++i)
        ids[i] = static_cast<std::int64_t>(random_word(seed ^ id_stream, i) % positions);
    return npy_array(std::span<const std::int64_t>(ids), {sizes.batch, sizes.sequence});
}

void take_x(const Settings& given, std::uint64_t seed, Node& node) {
    const bool from_file = given.gave("input");
    if (from_file) node.x = given.array("input");
    if (from_file && given.gave("shape") && shape_from(given.text("shape")) != node.x.shape)
        throw InputError(fmt::format("--shape {} contradicts --input {}, of shape {}; leave --shape out",
                                     given.text("shape"), given.text("input"), shape_text(node.x.shape)));
    constexpr std::array types{DataFormat::fp32, DataFormat::fp16, DataFormat::bf16};
    const bool by_file = from_file && !given.gave("type") && node.x.dtype == DType::f2;
    node.type = by_file ? DataFormat::fp16 : types[given.choice("type")];
    if (from_file) return;
    const std::vector<std::size_t> shape = shape_from(given.text("shape"));
    node.x = array_of(generate_values(seed, element_count(shape)), shape, node.type);
}

}  // namespace

std::span<const Parameter> parameters() {
    static const std::vector<Parameter> all = all_parameters();
    return all;
}

Node node_of(const Settings& given, std::uint64_t seed) {
    Node node;
    for (const Attribute& attribute : attributes())
        if (const Parameter& option = attribute.option; given.gave(option.name)) {
            const bool flag = option.kind == ParameterKind::flag;
            attribute.of(node, [&](auto& value) { value = flag ? given.flag(option.name) : given.whole(option.name); });
        }
    take_x(given, seed, node);
    const bool from_files = given.gave("cos-cache");
    if (from_files != given.gave("sin-cache"))
        throw InputError(fmt::format("--{} is given without --{}; both caches are files or neither is",
                                     from_files ? "cos-cache" : "sin-cache", from_files ? "sin-cache" : "cos-cache"));
    for (const char* name : {"caches", "positions"})
        if (from_files && given.gave(name))
            throw InputError(
                fmt::format("--{} {} is of caches that no file gives; leave it out", name, given.text(name)));
    if (from_files) {
        node.cos_cache = given.array("cos-cache");
        node.sin_cache = given.array("sin-cache");
    }
    const std::string ids = given.text("position-ids");
    const bool with_ids = ids.empty() ? !from_files || node.cos_cache.shape.size() == 2 : ids != "none";
    const bool random_ids = with_ids && (ids.empty() || ids == "random");
    if (with_ids && !random_ids) node.position_ids = given.array("position-ids");
    if (from_files && !random_ids) return node;
    Sizes sizes = x_sizes(node);
    sizes.rotary = rotary_size(node, sizes.head_size);
    if (!from_files) generate_caches(given, seed, node, sizes, with_ids);
    const std::size_t positions = node.cos_cache.shape.empty() ? 0 : node.cos_cache.shape.front();
    if (random_ids) node.position_ids = generated_ids(seed, sizes, std::max<std::size_t>(1, positions));
    return node;
}

}  // namespace tessera::host::onnx
