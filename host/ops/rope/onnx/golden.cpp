#include "host/ops/rope/onnx/golden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/job/words.hpp"
#include "host/ops/manifest_case.hpp"
#include "host/ops/rope/onnx/model.hpp"

namespace tessera::host::onnx {
namespace {

using tensix::DataFormat;

// The kernel multiplies, multiplies and adds, and rounds each product to the type of the elements: T arithmetic. Of
// bfloat16 it is not asked.
bool bits_agree(const Node& node) { return node.type != DataFormat::bf16 && model_of(node).ordinary; }

void take_attributes(const ManifestCase& given, Node& node) {
    const nlohmann::json& stated = given.object("attributes");
    for (const auto& [name, value] : stated.items()) {
        const std::int64_t whole = given.whole(stated, name);
        const auto at = std::ranges::find(attributes(), name, &Attribute::name);
        if (at == attributes().end()) {
            std::vector<std::string> names;
            std::ranges::transform(attributes(), std::back_inserter(names), &Attribute::name);
            throw fault::InputError(
                fmt::format("attribute {} is none of RotaryEmbedding; {}", name, hint(name, names)));
        }
        at->of(node, [&](auto& member) { member = whole; });
    }
}

}  // namespace

bool is_golden(const nlohmann::json& one_case) {
    return one_case.is_object() && one_case.contains("op") && one_case.at("op") == "RotaryEmbedding";
}

Node golden_node(const nlohmann::json& one_case, const std::filesystem::path& folder) {
    const ManifestCase given(one_case, folder);
    Node node{.x = given.array("X"), .cos_cache = given.array("cos_cache"), .sin_cache = given.array("sin_cache")};
    node.type = node.x.dtype == DType::f2 ? DataFormat::fp16 : DataFormat::fp32;
    if (given.has("position_ids")) node.position_ids = given.array("position_ids");
    take_attributes(given, node);
    return node;
}

GoldenArray golden_y(const nlohmann::json& one_case, const std::filesystem::path& folder, const Node& node) {
    GoldenArray y{.name = "Y",
                  .expected = ManifestCase(one_case, folder).array("Y"),
                  .relative = relative_tolerance,
                  .absolute = absolute_tolerance,
                  .bits = bits_agree(node)};
    y.remark = y.bits ? "every product is rounded before it is added, as in the reference"
                      : "some operand, product or sum is denormal, a negative zero or not finite";
    return y;
}

}  // namespace tessera::host::onnx
