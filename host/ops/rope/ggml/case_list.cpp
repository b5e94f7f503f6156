#include "host/ops/rope/ggml/case_list.hpp"

#include <fmt/format.h>

#include "host/ops/rope/ggml/cases.hpp"
#include "host/ops/rope/ggml/golden.hpp"
#include "host/ops/rope/ggml/model.hpp"
#include "host/ops/rope/rows/bound.hpp"
#include "host/ops/rope/rows/job.hpp"
#include "host/tensor/numbers.hpp"
#include "sim/views/check.hpp"

namespace tessera::host {
namespace {

// How far GGML itself is from the exact result.
double nmse(const NpyArray& model, const NpyArray& exact) {
    views::DeviationMeter meter;
    const std::vector<double> got = numbers(model.dtype, model.data);
    for (std::size_t i = 0; i < got.size(); ++i) meter.add(got[i], exact.as<double>()[i]);
    return meter.result().nmse;
}

class GgmlCases final : public CaseList {
  public:
    GgmlCases(const std::filesystem::path& file, std::uint64_t seed) : cases_(read_ggml_cases(file)), seed_(seed) {}

    std::size_t size() const override { return cases_.size(); }
    std::string suite(std::size_t i) const override { return cases_[i].suite; }
    std::string name(std::size_t i) const override { return fmt::format("{}: {}", cases_[i].line, cases_[i].title()); }

    GoldenCase make(std::size_t i, const arch::Arch& arch, bool arrays) const override {
        const GgmlCase& one = cases_[i];
        const GgmlCall call = call_of(one, seed_ + one.line);
        const Rotation rotation = rotation_of(call);
        GoldenCase out{.name = name(i), .job = rotation_job(arch, rotation, {}), .arrays = {}};
        if (!arrays) return out;
        const auto result = static_cast<std::uint32_t>(std::ranges::find_if(rotation.tensors, &RowTensor::result) -
                                                       rotation.tensors.begin());
        NpyArray exact = exact_result(rotation, result);
        // In place the result lies among the rest of its parent, which the model's has not.
        if (!call.is_chained() && (!call.inplace || call.a.is_contiguous())) {
            NpyArray model = ggml_model(call);
            const double own = nmse(model, exact);
            out.arrays.push_back({.name = "y", .expected = std::move(model)});
            allow_for_ggml(out.arrays.back(), one.nmse_limit, own);
        }
        out.arrays.push_back({.name = "y_exact", .expected = std::move(exact), .nmse_limit = one.nmse_limit});
        return out;
    }

  private:
    std::vector<GgmlCase> cases_;
    std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<CaseList> ggml_case_list(const std::filesystem::path& file, std::uint64_t seed) {
    return std::make_unique<GgmlCases>(file, seed);
}

}  // namespace tessera::host
