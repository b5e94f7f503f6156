#include "host/study/baseline.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <utility>

#include "host/study/study_json.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::accuracy {
namespace {

using fault::InputError;
using nlohmann::ordered_json;
using views::OrderedValue;

struct Compared {
    const char* name;
    bool less_is_better;
};
constexpr Compared compared_figures[] = {{"max_ulp", true},      {"mean_ulp", true},     {"rms_ulp", true},
                                         {"max_relative", true}, {"max_absolute", true}, {"correctly_rounded", false},
                                         {"faithful", false},    {"disorders", true},    {"asymmetries", true}};

// The report of that function, of that machine if there are several, with all that is compared.
class Baseline {
  public:
    Baseline(const std::string& text, const std::string& file, const std::string& function, const std::string& arch)
        : lead_(fmt::format("--baseline {}: not a report of tessera accuracy --json", file)),
          json_(views::parse_json<ordered_json>(text, lead_)) {
        const OrderedValue root(json_, lead_);
        const auto take = [&](const OrderedValue& one) {
            if (one.at("function").word() != function) return;
            const bool same_arch = one.at("arch").word() == arch;
            if (!then_ || (same_arch && then_->at("arch").word() != arch)) then_ = one;
        };
        if (root.is_list())
            root.each(take);
        else
            take(root);
        if (!then_) views::refuse_json(fmt::format("--baseline {}", file), "of another function");
        check(*then_);
        inputs();
        then_->at("cost").at("cycles_per_tile").real(0);
    }

    std::string arch() const { return then_->at("arch").word(); }
    std::string inputs() const { return then_->at("inputs").word(); }
    double cycles_per_tile() const { return then_->at("cost").at("cycles_per_tile").real(0); }
    OrderedValue figures() const { return then_->at("figures"); }
    // Figures over other ways of sampling, by the inputs in words.
    std::vector<std::pair<std::string, OrderedValue>> also() const {
        std::vector<std::pair<std::string, OrderedValue>> out;
        if (const std::optional<OrderedValue> ways = then_->find("also"))
            ways->each([&](const OrderedValue& way) {
                check(way);
                out.emplace_back(way.at("inputs").word(), way.at("figures"));
            });
        return out;
    }

  private:
    // A figure is a number, null where there was nothing to take the mean of, or a word such as "infinity".
    static void check(const OrderedValue& report) {
        for (const Compared& figure : compared_figures)
            if (const OrderedValue value = report.at("figures").at(figure.name); !value.is_number() && !value.is_null())
                value.word();
    }

    const std::string lead_;
    const ordered_json json_;
    std::optional<OrderedValue> then_;
};

}  // namespace

std::string baseline_arch(const std::string& baseline, const std::string& file, const std::string& function,
                          const std::string& arch) {
    return Baseline(baseline, file, function, arch).arch();
}

namespace {

// Figures of the results that are worse now, each a line that begins with `way`.
void add_worse(const OrderedValue& then, const ordered_json& now, const std::string& way,
               std::vector<std::string>& worse) {
    for (const auto& [name, less] : compared_figures) {
        const OrderedValue a = then.at(name);
        const ordered_json& b = now.at("figures").at(name);
        if (!a.is_number() || !b.is_number()) {
            if (a.is_number())
                worse.push_back(fmt::format("{}{} was {:.9g}, is {}", way, name, a.real(), views::json_shown(b)));
            continue;
        }
        const double before = a.real(), after = b.get<double>();
        const double slack = 1e-9 * std::abs(before);  // figures are printed, not bits
        if (less ? after > before + slack : after < before - slack)
            worse.push_back(fmt::format("{}{} was {}, is {}", way, name, before, after));
    }
}

}  // namespace

std::vector<std::string> regressions(const Study& study, const std::string& baseline, const std::string& file) {
    const Baseline then(baseline, file, study.request.function, study.request.arch);
    if (then.inputs() != study.request.inputs_text)
        throw InputError(fmt::format("--baseline {}: over other inputs", file));
    const ordered_json now = ordered_json::parse(to_report_json(study));
    std::vector<std::string> worse;
    add_worse(then.figures(), now, "", worse);
    // Another way of sampling counts where both have it.
    if (now.contains("also"))
        for (const ordered_json& here : now.at("also"))
            for (const auto& [inputs, figures] : then.also())
                if (inputs == here.at("inputs")) add_worse(figures, here, fmt::format("over {}: ", inputs), worse);
    const double before = then.cycles_per_tile(), after = now.at("cost").at("cycles_per_tile");
    if (after > before) worse.push_back(fmt::format("cycles_per_tile was {:g}, is {:g}", before, after));
    return worse;
}

}  // namespace tessera::accuracy
