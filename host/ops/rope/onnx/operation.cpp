#include "host/ops/rope/operation.hpp"

#include "host/ops/rope/onnx/golden.hpp"
#include "host/ops/rope/onnx/options.hpp"
#include "host/ops/rope/rows/parameters.hpp"

namespace tessera::host {
namespace {

nlohmann::ordered_json options_of(const onnx::Node& node) {
    const auto shape = [](const NpyArray& array) { return nlohmann::ordered_json(array.shape); };
    const bool rank_3 = node.x.shape.size() == 3;
    nlohmann::ordered_json out{{"type", onnx::type_name(node.type)},
                               {"shape", shape(node.x)},
                               {"cos_cache", shape(node.cos_cache)},
                               {"position_ids", node.position_ids ? shape(*node.position_ids) : nullptr}};
    for (const onnx::Attribute& attribute : onnx::attributes())
        attribute.of(node, OfType{[&](std::int64_t value) { out[attribute.name()] = value; },
                                  [&](const std::optional<std::int64_t>& value) {
                                      out[attribute.name()] =
                                          rank_3 ? nlohmann::ordered_json(value.value_or(0)) : nullptr;
                                  }});
    return out;
}

Job job_of(const arch::Arch& arch, onnx::Node node, const RotationOptions& options) {
    nlohmann::ordered_json asked = options_of(node);
    return contract_job(arch, "rope_onnx", std::move(asked), onnx::rotation_of(std::move(node)), options);
}

class RopeOnnx final : public Operation {
  public:
    std::string name() const override { return "rope_onnx"; }
    std::string_view about() const override { return "rotary position embedding as ONNX's RotaryEmbedding-23"; }
    std::span<const Parameter> parameters() const override { return onnx::parameters(); }
    std::vector<std::string> examples() const override {
        return {"rope_onnx --shape 2x4x3x8 --interleaved", "rope_onnx --shape 2x6x128 --num-heads 4 --type float16",
                "rope_onnx --input x.npy --cos-cache c.npy --sin-cache s.npy --position-ids ids.npy --output y.npy",
                "rope_onnx --shape 1x32x128x128 --rotary-embedding-dim 64 --sweep path=tiles,rows"};
    }

    Job plan(const Settings& given, const arch::Arch& arch, std::uint64_t seed) const override {
        Job job = job_of(arch, onnx::node_of(given, seed), rotation_options(given));
        job.seed = seed;
        return job;
    }

    bool knows(const nlohmann::json&, const nlohmann::json& one_case) const override {
        return onnx::is_golden(one_case);
    }

    GoldenCase golden(const nlohmann::json&, const nlohmann::json& one_case, const std::filesystem::path& folder,
                      const arch::Arch& arch) const override {
        onnx::Node node = onnx::golden_node(one_case, folder);
        GoldenArray y = onnx::golden_y(one_case, folder, node);
        return {one_case.at("name"), job_of(arch, std::move(node), {}), {std::move(y)}};
    }
};

}  // namespace

const Operation& rope_onnx_operation() {
    static const RopeOnnx operation;
    return operation;
}

}  // namespace tessera::host
