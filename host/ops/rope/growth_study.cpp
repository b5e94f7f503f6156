#include "host/ops/rope/growth_study.hpp"

#include <fmt/format.h>

#include "host/job/words.hpp"
#include "host/ops/rope/growth_plots.hpp"
#include "host/ops/rope/growth_report.hpp"
#include "host/ops/rope/rules.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using namespace accuracy;
using fault::InputError;

Parameter list(std::string name, std::span<const std::string_view> names, std::string_view text) {
    return {std::move(name),
            ParameterKind::word,
            "all",
            "Ways to the angle",
            fmt::format("{}: all, none or some of {}", text, fmt::join(names, ", ")),
            "NAME,.."};
}

std::vector<Parameter> growth_parameter_rows() {
    using enum ParameterKind;
    const GrowthRequest usual;
    const auto number = [](auto value) { return fmt::format("{}", value); };
    return {list("exp", angle_exps(), "e^x of the frequency, or the host's table"),
            list("sine", angle_sines(), "sine and cosine"),
            list("remedy", angle_remedies(), "forms for large positions"),
            {"last", whole, number(usual.last), "Inputs", "the highest position, up to 2147483647"},
            {"sample", whole, number(usual.sample), "Inputs", "positions looked at in each range, seeded by --seed"},
            {"rotary-dim", whole, number(usual.rotary_dim), "Inputs", "columns that rotate, two a pair"},
            {"base", real, number(usual.base), "Inputs", "base of the frequencies"}};
}

// `all`, `none` or some of the names, each once, in the order of the names.
std::vector<std::string> selected(const Settings& given, const std::string& option,
                                  std::span<const std::string_view> names) {
    std::vector<std::string> words{"all", "none"};
    words.insert(words.end(), names.begin(), names.end());
    std::vector<bool> wanted(names.size());
    const std::string text = given.text(option);
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::size_t at = choose("--" + option, text.substr(begin, end - begin), words);
        if (at == 1 && end - begin < text.size())
            throw InputError(fmt::format("--{} none: goes with no other name", option));
        if (at == 0) wanted.assign(names.size(), true);
        if (at > 1) wanted[at - 2] = true;
        begin = end + 1;
    }
    std::vector<std::string> all;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (wanted[i]) all.emplace_back(names[i]);
    return all;
}

std::vector<AngleVariant> variants_of(const Settings& given) {
    std::vector<AngleVariant> variants =
        angle_variants(selected(given, "exp", angle_exps()), selected(given, "sine", angle_sines()),
                       selected(given, "remedy", angle_remedies()));
    if (variants.empty()) throw InputError("--exp, --sine and --remedy leave nothing to look at");
    return variants;
}

GrowthRequest request_of(const Settings& given) {
    const std::int64_t last = given.whole("last"), sample = given.whole("sample");
    if (last < 2 || last > 0x7fffffff)
        throw InputError(fmt::format("--last {}: expected a position from 2 to 2147483647", last));
    if (sample < 2 || sample > 1'000'000)
        throw InputError(fmt::format("--sample {}: expected 2 to 1000000 positions", sample));
    GrowthRequest request;
    request.rotary_dim = given.whole("rotary-dim");
    request.base = given.real("base");
    request.last = static_cast<std::uint32_t>(last);
    request.sample = static_cast<std::uint64_t>(sample);
    RopeOptions shape;
    shape.rotary_dim = shape.width = request.rotary_dim;
    shape.base = request.base;
    check_rope_rules(shape);
    return request;
}

class GrowthStudy final : public OperationStudy {
  public:
    std::string_view about() const override {
        return "how the errors of RoPE's sines and cosines grow with the position";
    }
    std::span<const Parameter> parameters() const override {
        static const std::vector<Parameter> all = growth_parameter_rows();
        return all;
    }
    std::vector<std::string> examples() const override {
        return {"accuracy rope", "accuracy rope --exp exp_24f,exp_fp32 --sine phase --last 1000000 -o growth"};
    }
    std::vector<std::string> check(const Settings& given) const override {
        request_of(given);
        return growth_plot_names(variants_of(given));
    }

    StudyReport run(const Settings& given, const StudySetting& how) const override {
        const Setting setting{.arch = how.arch, .lowering = how.lowering};
        GrowthRequest request = request_of(given);
        request.seed = how.seed;
        const std::vector<GrowthCurve> curves =
            growth_of(variants_of(given), request, setting, how.threads, [&](double share) {
                if (how.progress) how.progress(fmt::format("positions {:.0f} %", 100 * share));
            });
        if (how.progress) how.progress("kernels");
        const std::vector<KernelPrice> prices = kernel_prices(request, setting);
        const GrowthReport report{request, setting, curves, prices};
        StudyReport out;
        out.document = growth_document(report);
        out.json = growth_json(report);
        out.csv = growth_csv(curves);
        out.plots = growth_plots(curves, growth_conditions(report));
        out.page = [curves, plots = out.plots](const Drawings& drawings) {
            return growth_page(curves, plots, drawings);
        };
        return out;
    }
};

}  // namespace

const OperationStudy& rope_growth_study() {
    static const GrowthStudy study;
    return study;
}

}  // namespace tessera::host
