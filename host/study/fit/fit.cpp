#include "host/study/fit/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "host/study/choose.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::accuracy {
namespace {

using fault::InputError;

constexpr std::size_t probe_inputs = 512;  // that influence is tried on

// As many inputs of each kind as take a function of so many instructions some milliseconds.
std::size_t training_inputs(std::size_t instructions) {
    return std::clamp<std::size_t>(3'000'000 / instructions, 6000, 60000);
}
constexpr std::size_t most_checks = 6;

bool has_no_larger_means(const Checked& a, const Checked& b, ErrorKind kind) {
    const auto none_is_larger = [&](auto mean) {
        return mean(a.all) <= mean(b.all) && mean(a.by_value) <= mean(b.by_value);
    };
    switch (kind) {
        case ErrorKind::relative: return none_is_larger([](const Statistics& s) { return s.mean_relative(); });
        case ErrorKind::ulp: return none_is_larger([](const Statistics& s) { return s.mean(); });
        case ErrorKind::absolute: break;
    }
    return a.mean_absolute <= b.mean_absolute && a.mean_absolute_by_value <= b.mean_absolute_by_value;
}

class Fitter {
  public:
    explicit Fitter(const FitRequest& request) : request_(request), built_(build(request.function, request.setting)) {
        if (built_.recorded.arguments() != 1)
            throw InputError(fmt::format("{} takes {} arguments; `fit` finds constants of functions of one",
                                         request.function.name, built_.recorded.arguments()));
    }

    Fit run() {
        const Literals constants = chosen_constants();
        fit_.constants = constants.all();
        fit_.fitted = constants.fitted();
        fit_.cost = built_.cost;
        fit_.published =
            checked(constants, constants.published(), is_new() ? "minimax on all inputs" : "published on all inputs");
        fit_.is_whole = request_.sample == 0;
        TrainingSet set(*request_.reference, result(), request_.low, request_.high,
                        training_inputs(fit_.cost.instructions), request_.seed);
        learn(set, fit_.published);
        fit_.found = fit_.published;
        // Relative errors and those in ULP weigh an octave differently, and it may be that only one of them can fall.
        std::vector<std::vector<ErrorKind>> ways{{ErrorKind::relative, ErrorKind::ulp}, {request_.kind}};
        if (request_.kind == ErrorKind::absolute) ways = {{ErrorKind::absolute}};
        if (is_new()) ways = {{}};
        if (is_new() && is_near_the_least(set)) ways.clear();
        for (const std::vector<ErrorKind>& held : ways) {
            fit_.held = held;
            if (!fit_.fitted.empty() && !fit_.is_better && !is_stopped()) improve(constants, set);
        }
        if (is_new() && !fit_.fitted.empty()) hold_means(constants, set);
        fit_.least = least(set);
        return std::move(fit_);
    }

  private:
    bool is_stopped() const { return request_.stop != nullptr && *request_.stop; }
    bool is_new() const { return !request_.lines.empty(); }
    Format result() const { return request_.setting.dst; }
    // Inputs of a quick look, and those uniform in value.
    std::uint64_t looked_at() const { return request_.sample == 0 ? 1 << 20 : request_.sample; }

    std::optional<LeastError> least(const TrainingSet& set) const {
        const Form* stated = request_.form ? &*request_.form : find_form(request_.function.name);
        if (stated == nullptr || !(request_.form || request_.function.is_builtin)) return std::nullopt;
        return least_error(*stated, built_.recorded, set, request_.kind);
    }
    // So near that what a search could still take off the largest error is not worth its time.
    bool is_near_the_least(const TrainingSet& set) const {
        constexpr double near = 1e-4;
        const std::optional<LeastError> bound = least(set);
        return bound && largest(fit_.published, request_.kind) <= (1 + near) * bound->floor();
    }

    Literals chosen_constants() const {
        const Inputs probe{
            .count = probe_inputs, .kind = Inputs::Kind::even, .low = request_.low, .high = request_.high};
        std::vector<std::uint32_t> inputs(probe_inputs);
        probe.fill(0, inputs.data(), inputs.size());
        Literals constants(built_, inputs);
        for (const std::size_t i : request_.constants)
            if (i >= constants.all().size())
                throw InputError(fmt::format("--constants {}: {} has {} literals, numbered from 0", i,
                                             request_.function.name, constants.all().size()));
        if (!request_.constants.empty()) constants.choose(request_.constants);
        if (is_new()) constants.choose_lines(request_.lines, request_.step);
        return constants;
    }

    Statistics swept(const Recorded& function, std::vector<Inputs> inputs, const std::string& what) const {
        Study study;
        Request& r = study.request;
        r.function = request_.function.name;
        r.arch = request_.setting.arch.name;
        r.lowering = sfpu::name(request_.setting.lowering);
        r.dst = request_.setting.dst.name;
        r.reference = request_.reference->name;
        r.low = request_.low;
        r.high = request_.high;
        r.inputs = std::move(inputs);
        Watch watch;
        watch.stop = request_.stop;
        watch.done = [&](double share) {
            if (request_.progress) request_.progress(what, share);
        };
        work_on(study, function, *request_.reference, request_.threads, watch);
        return std::move(study.statistics);
    }

    Inputs some(Inputs::Kind kind, std::uint64_t count) const {
        return {.count = count, .kind = kind, .low = request_.low, .high = request_.high, .seed = request_.seed + 1};
    }

    Checked checked(const Literals& constants, const Words& words, const std::string& what) const {
        return checked(constants.with(words), words, what);
    }
    Checked checked(const Recorded& function, const Words& words, const std::string& what) const {
        Checked checked{words, {}, swept(function, {some(Inputs::Kind::uniform, looked_at())}, what)};
        if (request_.kind == ErrorKind::absolute) {
            const auto mean = [&](Inputs::Kind kind) {
                return mean_absolute(function, *request_.reference, result(), some(kind, looked_at()));
            };
            checked.mean_absolute = mean(Inputs::Kind::bits);
            checked.mean_absolute_by_value = mean(Inputs::Kind::uniform);
        }
        checked.all = swept(function,
                            request_.sample == 0 ? inputs_of(request_.low, request_.high, result())
                                                 : std::vector{some(Inputs::Kind::bits, request_.sample)},
                            what);
        return checked;
    }

    static void learn(TrainingSet& set, const Checked& checked) {
        for (const Statistics* s : {&checked.all, &checked.by_value})
            for (const Worst* worst : {&s->worst, &s->worst_relative, &s->worst_absolute}) {
                std::vector<std::uint32_t> inputs;
                for (const Point& point : worst->points) inputs.push_back(point.x);
                set.add(inputs);
            }
    }

    // What the search finds is held to all inputs; where one of them refutes it, the search goes on knowing that one. A
    // quick look at more inputs saves most of the long ones.
    void improve(const Literals& constants, TrainingSet& set) {
        Words start = fit_.published.words;
        std::size_t checks = 0;
        constexpr int most_rounds = 24;
        for (int round = 0; round < most_rounds && checks < most_checks && !is_stopped(); ++round) {
            const SearchRequest search_request{.constants = constants,
                                               .set = set,
                                               .kind = request_.kind,
                                               .held = fit_.held,
                                               .seed = request_.seed + static_cast<std::uint64_t>(round),
                                               .tries = request_.tries,
                                               .threads = request_.threads,
                                               .progress = request_.progress,
                                               .stop = request_.stop};
            const Found found = search(search_request, start, score(constants, set, fit_.published.words));
            fit_.tried += found.tried;
            if (found.words == fit_.published.words || is_stopped()) return;
            const Recorded function = constants.with(found.words);
            const Checked quick{found.words, swept(function, {some(Inputs::Kind::bits, looked_at())}, "quick look"),
                                swept(function, {some(Inputs::Kind::uniform, looked_at())}, "quick look")};
            learn(set, quick);
            std::vector<Words> trail = found.trail;
            if (trail.empty()) trail.push_back(found.words);
            start = latest_that_holds(constants, set, trail);
            if (start != found.words) continue;
            ++checks;
            ++fit_.checks;
            const Checked candidate = checked(constants, found.words, "found on all inputs");
            if (is_stopped()) return;
            if (is_nowhere_worse(candidate, fit_.published, fit_.held) &&
                (!is_new() || largest(candidate, request_.kind) < largest(fit_.published, request_.kind))) {
                fit_.found = candidate;
                fit_.is_better = true;
                return;
            }
            learn(set, candidate);
            start = latest_that_holds(constants, set, trail);
        }
    }

    // Of the functions there are for the same reference at no less cost: the most exact one whose maximum is not out of
    // reach is to be matched in its means too.
    void hold_means(const Literals& constants, TrainingSet& set) {
        struct Rival {
            std::string name;
            std::unique_ptr<const Recorded> function;
            double max;
        };
        std::vector<Rival> rivals;
        const auto kind = static_cast<std::size_t>(request_.kind);
        constexpr double reach = 0.8;  // of the maximum now: what another search may come down to
        const double within_reach = reach * score(constants, set, fit_.found.words).max[kind];
        for (const Function& function : request_.rivals) {
            Built built = build(function, request_.setting);
            if (built.recorded.arguments() != 1 || built.cost.cycles_per_tile() < fit_.cost.cycles_per_tile()) continue;
            const double max = set.score(built.recorded).max[kind];
            if (max >= within_reach && std::isfinite(max))
                rivals.push_back({function.name, std::make_unique<const Recorded>(std::move(built.recorded)), max});
        }
        std::ranges::stable_sort(rivals, {}, &Rival::max);
        for (const Rival& rival : rivals) {
            if (is_stopped()) return;
            if (!holds_to(*rival.function, rival.name, constants, set)) continue;
            fit_.rival = rival.name;
            return;
        }
    }

    bool holds_to(const Recorded& rival, const std::string& name, const Literals& constants, TrainingSet& set) {
        const std::array kinds{request_.kind};
        const auto kind = static_cast<std::size_t>(request_.kind);
        std::optional<Checked> theirs;  // where what is found stands the training inputs
        Words start = nearest(set.score(rival), constants, set);
        constexpr int most_rounds = 6;
        double margin = 0;  // of the means, which the training inputs only stand for
        for (int round = 0; round < most_rounds && !is_stopped(); ++round) {
            Score target = set.score(rival);
            for (auto* means : {&target.mean_by_value, &target.mean_by_bits})
                for (double& mean : *means) mean *= 1 - margin;
            const SearchRequest search_request{.constants = constants,
                                               .set = set,
                                               .kind = request_.kind,
                                               .held = {},
                                               .target = &target,
                                               .seed = request_.seed + static_cast<std::uint64_t>(round),
                                               .tries = request_.tries,
                                               .threads = request_.threads,
                                               .progress = request_.progress,
                                               .stop = request_.stop};
            const Found found = search(search_request, start, target);
            fit_.tried += found.tried;
            if (is_stopped()) return false;
            if (!found.score.is_nowhere_worse_than(target, kinds)) {
                constexpr double close = 1.01;  // where other seeds are worth a try
                if (found.words == start && found.score.excess_over(target, kind) > close) return false;
                start = found.words;
                continue;
            }
            if (!theirs) theirs = checked(rival, {}, name + " on all inputs");
            ++fit_.checks;
            const Checked candidate = checked(constants, found.words, "found on all inputs");
            if (is_stopped()) return false;
            if (is_nowhere_worse(candidate, *theirs, kinds)) {
                fit_.found = candidate;
                return true;
            }
            learn(set, candidate);
            learn(set, *theirs);
            if (!has_no_larger_means(candidate, *theirs, request_.kind)) margin += 1e-4;
            start = found.words;
        }
        return false;
    }

    // Of what it began with and what was found for the maximum alone: that whose worst figure is the better one.
    Words nearest(const Score& target, const Literals& constants, const TrainingSet& set) const {
        const auto kind = static_cast<std::size_t>(request_.kind);
        const auto excess = [&](const Checked& checked) {
            return score(constants, set, checked.words).excess_over(target, kind);
        };
        return excess(fit_.published) < excess(fit_.found) ? fit_.published.words : fit_.found.words;
    }

    static Score score(const Literals& constants, const TrainingSet& set, const Words& words) {
        return set.score(constants.with(words));
    }

    // With what is known by now; the published ones where none does.
    Words latest_that_holds(const Literals& constants, const TrainingSet& set, const std::vector<Words>& trail) const {
        const Score limit = score(constants, set, fit_.published.words);
        for (std::size_t i = trail.size(); i-- > 0;)
            if (score(constants, set, trail[i]).is_nowhere_worse_than(limit, fit_.held)) return trail[i];
        return fit_.published.words;
    }

    const FitRequest& request_;
    const Built built_;
    Fit fit_;
};

}  // namespace

bool is_nowhere_worse(const Checked& a, const Checked& b, std::span<const ErrorKind> kinds) {
    for (const ErrorKind kind : kinds) {
        if (largest(a, kind) > largest(b, kind) || !has_no_larger_means(a, b, kind)) return false;
    }
    return a.all.compared() >= b.all.compared();
}

double largest(const Checked& checked, ErrorKind kind) {
    switch (kind) {
        case ErrorKind::relative: return checked.max_relative();
        case ErrorKind::ulp: return checked.max_ulp();
        case ErrorKind::absolute: break;
    }
    return checked.max_absolute();
}

Fit fit_constants(const FitRequest& request) { return Fitter(request).run(); }

}  // namespace tessera::accuracy
