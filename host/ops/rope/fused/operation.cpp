#include "host/ops/rope/operation.hpp"

#include "host/ops/rope/fused/golden.hpp"
#include "host/ops/rope/fused/options.hpp"
#include "host/ops/rope/rows/parameters.hpp"

namespace tessera::host {
namespace {

nlohmann::ordered_json options_of(const fused::Call& call) {
    nlohmann::ordered_json out{{"kernel", call.kernel->name}};
    for (const fused::ParamsField* field : call.kernel->params->fields)
        field->of(call.params, [&](auto value) { out[field->name()] = value; });
    if (call.kernel->family == fused::Family::qkv && call.kernel->normed) out["norm_eps"] = call.norm_eps;
    for (const std::string_view name : call.kernel->optional) out[std::string(name)] = call.arrays.contains(name);
    return out;
}

class RopeFused final : public Operation {
  public:
    std::string name() const override { return "rope_fused"; }
    std::string_view about() const override { return "fused rotary embedding kernel with KV caches"; }
    std::span<const Parameter> parameters() const override { return fused::parameters(); }
    std::vector<std::string> examples() const override {
        return {
            "rope_fused --kernel rope_neox_qkv_write_f16 --n-heads 32 --n-kv-heads 8 --head-dim 128 --pos 17",
            "rope_fused --kernel rope_neox_f16 --seq-len 128 --position-ids ids.npy --freqs freqs.npy",
            "rope_fused --kernel rope_batch_kv_write_f16 --params params.bin --pos 9 --q q.npy --output q=q_out.npy",
            "rope_fused --kernel head_norm_rope_neox_kv_write_f16 --norm-eps 1e-5 --sweep pos=0,7,31"};
    }

    Job plan(const Settings& given, const arch::Arch& arch, std::uint64_t seed) const override {
        fused::Call call = fused::call_of(given, seed);
        nlohmann::ordered_json taken = options_of(call);
        Job job =
            contract_job(arch, name(), std::move(taken), fused::rotation_of(std::move(call)), rotation_options(given));
        job.seed = seed;
        return job;
    }

    bool knows(const nlohmann::json&, const nlohmann::json& one_case) const override {
        return fused::is_golden(one_case);
    }

    GoldenCase golden(const nlohmann::json&, const nlohmann::json& one_case, const std::filesystem::path& folder,
                      const arch::Arch& arch) const override {
        fused::Call call = fused::golden_call(one_case, folder);
        const fused::KernelRow& kernel = *call.kernel;
        nlohmann::ordered_json taken = options_of(call);
        Rotation rotation = fused::rotation_of(std::move(call));
        std::vector<GoldenArray> arrays = fused::golden_arrays(one_case, folder, kernel, rotation);
        return {one_case.at("name"), contract_job(arch, name(), std::move(taken), std::move(rotation), {}),
                std::move(arrays)};
    }
};

}  // namespace

const Operation& rope_fused_operation() {
    static const RopeFused operation;
    return operation;
}

}  // namespace tessera::host
