#include "host/study/choose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

#include "sim/fault/fault.hpp"

namespace tessera::accuracy {
namespace {

using fault::InputError;

constexpr std::uint64_t screening = 1 << 15;  // inputs by value, and as many by bits, that sort out most

constexpr std::array<Measure, 5> all_measures{
    {{"max relative", "--max-rel", &Errors::max_relative, &Bound::max_relative},
     {"max ULP", "--max-ulp", &Errors::max_ulp, &Bound::max_ulp},
     {"max absolute", "--max-abs", &Errors::max_absolute, &Bound::max_absolute},
     {"mean relative", "--mean-rel", &Errors::mean_relative, &Bound::mean_relative},
     {"mean ULP", "--mean-ulp", &Errors::mean_ulp, &Bound::mean_ulp}}};

Request request_of(const ChoiceRequest& asked, const Function& function) {
    Request r;
    r.function = function.name;
    r.arch = asked.setting.arch.name;
    r.lowering = sfpu::name(asked.setting.lowering);
    r.dst = asked.setting.dst.name;
    r.store = asked.store;
    r.reference = asked.reference->name;
    r.low = asked.low;
    r.high = asked.high;
    return r;
}

Errors maxima(const Statistics& s) {
    return {.max_relative = std::max(s.max_relative(), s.of(Outcome::zeroed) != 0 ? 1.0 : 0.0),
            .max_ulp = std::max(s.max_ulp(), s.worst_zeroed.error()),
            .max_absolute = std::max(s.max_absolute(), s.worst_zeroed_absolute.error())};
}

double mean_over(double sum, const Statistics& s) {
    const std::uint64_t count = s.compared() + s.of(Outcome::zeroed);
    return count == 0 ? 0 : sum / static_cast<double>(count);
}
double mean_relative(const Statistics& s) {
    return mean_over(s.relative_magnitude.value() + static_cast<double>(s.of(Outcome::zeroed)), s);
}
double mean_ulp(const Statistics& s) { return mean_over(s.ulp_magnitude.value() + s.zeroed_ulp.value(), s); }

// What an error may exceed its bound by and still be within it: the reference leaves that open.
double left_open(const Measure& measure, const Statistics& s, const Format& format) {
    if (measure.bound == &Bound::max_ulp || measure.bound == &Bound::mean_ulp) return at_most(0, format);
    if (measure.bound != &Bound::max_absolute) return 2 * reference_error;
    double largest = 0;
    for (const Worst* worst : {&s.worst_absolute, &s.worst_zeroed_absolute})
        for (const Point& point : worst->points) largest = std::max(largest, std::abs(point.exact));
    return 2 * reference_error * largest;
}

// What the figures or the results themselves break.
void find_broken(const Bound& bound, const Statistics& s, const Format& format, Candidate& candidate) {
    candidate.broken = s.of(Outcome::overflown) != 0 ? "infinite" : "";
    candidate.measure = nullptr;
    for (const Measure& measure : all_measures)
        if (candidate.broken.empty() &&
            candidate.errors.*measure.of > bound.*measure.bound + left_open(measure, s, format)) {
            candidate.broken = measure.name;
            candidate.measure = &measure;
        }
    candidate.holds = candidate.broken.empty() && s.compared() + s.of(Outcome::zeroed) != 0;
}

class Chooser {
  public:
    Chooser(const ChoiceRequest& asked, std::span<const Function> functions) : asked_(asked) {
        every_ = inputs_of(asked.low, asked.high, asked.setting.dst);
        for (const Inputs& inputs : every_) choice_.inputs += inputs.count;
        choice_.sampled = is_small() ? 0 : 2 * (asked.sample != 0 ? asked.sample : screening);
        for (const Function& function : functions) {
            say(fmt::format("compiled, {}", function.name), built_.size(), functions.size());
            built_.push_back(build(function, asked.setting));
            const Built& built = built_.back();
            if (built.recorded.arguments() != 1)
                throw InputError(fmt::format("{} takes {} arguments; `choose` compares functions of one", function.name,
                                             built.recorded.arguments()));
            Candidate candidate{.function = function, .cost = built.cost, .study = {}, .errors = {}, .broken = {}};
            candidate.study.request = request_of(asked, function);
            candidate.study.cost = built.cost;
            candidate.study.request.source_hash = hash_of(built.recorded.program());
            choice_.candidates.push_back(std::move(candidate));
        }
        sort_by_cost();
        for (std::size_t i = 0; i < choice_.candidates.size(); ++i) {
            say(fmt::format("{}, {}", is_small() ? "every input" : "on a sample", choice_.candidates[i].function.name),
                i, choice_.candidates.size());
            screen(i);
        }
    }

    Choice chosen() {
        const Measure& measure = leading(asked_.bound);
        std::vector<Candidate>& all = choice_.candidates;
        choice_.chosen = next(0);
        if (choice_.chosen) {
            choice_.runner_up = next(*choice_.chosen + 1, all[*choice_.chosen].study.request.source_hash);
            const double error = all[*choice_.chosen].errors.*measure.of;
            // The bound on the way to a better one is that of the digit.
            for (std::size_t i = *choice_.chosen + 1; i < all.size() && !choice_.digit; ++i)
                if (all[i].holds && all[i].errors.*measure.of <= error / 10 && verify(i) &&
                    all[i].errors.*measure.of <= error / 10)
                    choice_.digit = i;
            if (!choice_.digit) choice_.digit = best_of_the_rest(measure, error);
        }
        return std::move(choice_);
    }

  private:
    void say(const std::string& stage, std::size_t done, std::size_t of) const {
        if (asked_.progress) asked_.progress(stage, static_cast<double>(done) / static_cast<double>(of));
    }

    // What has few inputs needs no sample; those of bf16 are its numbers, not what is rounded to them.
    bool is_small() const { return choice_.inputs <= 2 * screening; }

    void sort_by_cost() {
        std::vector<std::size_t> order(built_.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
            const auto key = [&](std::size_t i) {
                const Cost& cost = choice_.candidates[i].cost;
                return std::tuple(cost.cycles_per_tile(), cost.instructions);
            };
            return key(a) < key(b);
        });
        std::vector<Built> built;
        std::vector<Candidate> candidates;
        for (const std::size_t i : order) {
            built.push_back(std::move(built_[i]));
            candidates.push_back(std::move(choice_.candidates[i]));
        }
        built_ = std::move(built);
        choice_.candidates = std::move(candidates);
    }

    // `stage` is empty where it is short.
    Statistics statistics_of(std::size_t i, std::vector<Inputs> inputs, std::string text, std::string stage = "") {
        Study& study = choice_.candidates[i].study;
        study.request.inputs = std::move(inputs);
        study.request.inputs_text = std::move(text);
        study.done.clear();
        study.statistics = {};
        Watch watch;
        watch.stop = asked_.stop;
        watch.done = [&](double share) {
            if (asked_.progress && !stage.empty()) asked_.progress(stage, share);
        };
        work_on(study, built_[i].recorded, *asked_.reference, asked_.threads, watch);
        return study.statistics;
    }

    // A sample by value for the means, and by the size of numbers, which finds where a function breaks down.
    void screen(std::size_t i) {
        Candidate& candidate = choice_.candidates[i];
        if (is_small()) return void(verify(i));
        const std::uint64_t count = choice_.sampled / 2;
        const auto sample = [&](Inputs::Kind kind) {
            return Inputs{.count = count, .kind = kind, .low = asked_.low, .high = asked_.high, .seed = asked_.seed};
        };
        const std::string text =
            fmt::format("{} samples in {:g}..{:g}, seed {}", 2 * count, asked_.low, asked_.high, asked_.seed);
        const Statistics by_value = statistics_of(i, {sample(Inputs::Kind::uniform)}, text);
        Statistics both = statistics_of(i, {sample(Inputs::Kind::bits)}, text);
        both.append(by_value);
        candidate.study.statistics = both;
        candidate.errors = maxima(both);
        candidate.errors.mean_relative = mean_relative(by_value);
        candidate.errors.mean_ulp = mean_ulp(by_value);
        find_broken(asked_.bound, both, result_format(candidate.study.request), candidate);
    }

    // On every input; keeps the sample's figures where only a sample was asked for.
    bool verify(std::size_t i) {
        Candidate& candidate = choice_.candidates[i];
        if ((asked_.sample != 0 && !is_small()) || candidate.is_whole) return candidate.holds;
        const std::string text =
            fmt::format("every {} in {:g}..{:g}", asked_.setting.dst.name, asked_.low, asked_.high);
        const Statistics s =
            statistics_of(i, every_, text, is_small() ? "" : candidate.function.name + " on every input");
        const Errors means = candidate.errors;
        candidate.errors = maxima(s);
        candidate.errors.mean_relative = is_small() ? mean_relative(s) : means.mean_relative;
        candidate.errors.mean_ulp = is_small() ? mean_ulp(s) : means.mean_ulp;
        find_broken(asked_.bound, s, result_format(candidate.study.request), candidate);
        candidate.is_whole = candidate.study.is_complete();
        return candidate.holds;
    }

    // The same instructions under another name are no other choice.
    std::optional<std::size_t> next(std::size_t from, const std::string& but = "") {
        for (std::size_t i = from; i < choice_.candidates.size(); ++i)
            if (choice_.candidates[i].holds && choice_.candidates[i].study.request.source_hash != but && verify(i))
                return i;
        return std::nullopt;
    }

    std::optional<std::size_t> best_of_the_rest(const Measure& measure, double error) {
        std::optional<std::size_t> best;
        for (std::size_t i = *choice_.chosen + 1; i < choice_.candidates.size(); ++i) {
            const Candidate& candidate = choice_.candidates[i];
            if (candidate.holds && candidate.errors.*measure.of < error) {
                error = candidate.errors.*measure.of;
                best = i;
            }
        }
        if (best && !verify(*best)) return std::nullopt;
        return best;
    }

    const ChoiceRequest& asked_;
    std::vector<Inputs> every_;
    std::vector<Built> built_;
    Choice choice_;
};

}  // namespace

std::span<const Measure> measures() { return all_measures; }

const Measure& leading(const Bound& bound) {
    for (const Measure& measure : all_measures)
        if (bound.*measure.bound != Bound::any) return measure;
    return all_measures.front();
}

std::vector<Function> candidates_for(const Reference& reference, const arch::Arch& arch) {
    std::vector<Function> found;
    for (const Function& function : builtin_functions())
        if (function.reference != nullptr && function.reference->name == reference.name &&
            (function.arch.empty() || function.arch == arch.name))
            found.push_back(function);
    return found;
}

const Reference* reference_for_choice(std::string_view name) {
    if (const Reference* known = find_reference(name)) return known;
    for (const Function& function : builtin_functions())
        if (function.reference != nullptr && function.reference->name == name) return function.reference;
    return nullptr;
}

std::vector<std::string> references_for_choice() {
    std::set<std::string> names;
    for (const Function& function : builtin_functions())
        if (function.reference != nullptr && function.reference->value_of_two == nullptr)
            names.emplace(function.reference->name);
    return {names.begin(), names.end()};
}

std::vector<Inputs> inputs_of(double low, double high, const Format& format) {
    const std::uint32_t step = 1u << (fp32.fraction_bits - format.fraction_bits);
    std::vector<Inputs> kept;
    for (Inputs set : range(static_cast<float>(low), static_cast<float>(high))) {
        // Of a wider step, those whose lower bits are zero.
        const std::uint64_t last = set.first + (set.count - 1),
                            first = (std::uint64_t{set.first} + step - 1) & ~(step - 1ull);
        if (first > last) continue;
        set.first = static_cast<std::uint32_t>(first);
        set.step = step;
        set.count = (last - first) / step + 1;
        kept.push_back(set);
    }
    if (kept.empty()) throw InputError(fmt::format("--range {:g}:{:g} holds no {}", low, high, format.name));
    return kept;
}

Choice choose_function(const ChoiceRequest& request, std::span<const Function> functions) {
    return Chooser(request, functions).chosen();
}

double price_of_digit(const Candidate& from, const Candidate& to, const Measure& measure) {
    const double decades = std::log10(from.errors.*measure.of / to.errors.*measure.of);
    return (to.cost.cycles_per_tile() - from.cost.cycles_per_tile()) / decades;
}

}  // namespace tessera::accuracy
