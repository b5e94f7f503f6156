#include "host/ops/rope/operation.hpp"

#include "host/ops/rope/ggml/case_list.hpp"
#include "host/ops/rope/ggml/golden.hpp"
#include "host/ops/rope/ggml/options.hpp"
#include "host/ops/rope/rows/parameters.hpp"

namespace tessera::host {
namespace {

class RopeGgml final : public Operation {
  public:
    std::string name() const override { return "rope_ggml"; }
    std::string_view about() const override { return "rotary position embedding by GGML's contract"; }
    std::span<const Parameter> parameters() const override { return ggml_parameters(); }

    std::vector<std::string> examples() const override {
        return {"rope_ggml --ne 80,32,10,1 --mode neox --n-dims 20",
                "rope_ggml --ne 64,8,4,1 --type f16 --factors random --path rows",
                "rope_ggml --mode mrope --ne 128,12,2,1 --sections 16,24,24,0 --freq-base 1e6",
                "rope_ggml --ne 64,4,3,1 --strides 128,2048,18432 --offset 64 --inplace",
                "rope_ggml --params block.bin --input x.npy --positions p.npy --output y.npy"};
    }

    Job plan(const Settings& settings, const arch::Arch& arch, std::uint64_t seed) const override {
        const GgmlCall call = ggml_call(settings, seed);
        Job job = contract_job(arch, name(), ggml_json(call), rotation_of(call), rotation_options(settings));
        job.seed = seed;
        return job;
    }

    bool knows(const nlohmann::json& /*manifest*/, const nlohmann::json& one_case) const override {
        return is_ggml_golden(one_case);
    }
    GoldenCase golden(const nlohmann::json& /*manifest*/, const nlohmann::json& one_case,
                      const std::filesystem::path& folder, const arch::Arch& arch) const override {
        GgmlGolden golden = ggml_golden(one_case, folder);
        Job job = contract_job(arch, name(), ggml_json(golden.call), rotation_of(golden.call), {});
        return {.name = golden.name, .job = std::move(job), .arrays = std::move(golden.arrays)};
    }

    std::string_view case_list() const override { return "ggml-cases"; }
    std::unique_ptr<CaseList> cases(const std::filesystem::path& file, std::uint64_t seed) const override {
        return ggml_case_list(file, seed);
    }
};

}  // namespace

const Operation& rope_ggml_operation() {
    static const RopeGgml rope_ggml;
    return rope_ggml;
}

}  // namespace tessera::host
