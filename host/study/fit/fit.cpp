#include "host/study/fit/fit.hpp"

#include <fmt/format.h>

#include <algorithm>

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

bool has_no_larger_mean(const Statistics& a, const Statistics& b, ErrorKind kind) {
    return kind == ErrorKind::relative ? a.mean_relative() <= b.mean_relative() : a.mean() <= b.mean();
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
        if (is_new()) ways = {{}};
        for (const std::vector<ErrorKind>& held : ways) {
            fit_.held = held;
            if (!fit_.fitted.empty() && !fit_.is_better && !is_stopped()) improve(constants, set);
        }
        const Form* stated = request_.form ? &*request_.form : find_form(request_.function.name);
        if (stated != nullptr && (request_.form || request_.function.is_builtin))
            fit_.least = least_error(*stated, built_.recorded, set, request_.kind);
        return std::move(fit_);
    }

  private:
    bool is_stopped() const { return request_.stop != nullptr && *request_.stop; }
    bool is_new() const { return !request_.lines.empty(); }
    Format result() const { return request_.setting.dst; }
    // Inputs of a quick look, and those uniform in value.
    std::uint64_t looked_at() const { return request_.sample == 0 ? 1 << 20 : request_.sample; }

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
        const Recorded function = constants.with(words);
        Checked checked{words, {}, swept(function, {some(Inputs::Kind::uniform, looked_at())}, what)};
        checked.all = swept(function,
                            request_.sample == 0 ? inputs_of(request_.low, request_.high, result())
                                                 : std::vector{some(Inputs::Kind::bits, request_.sample)},
                            what);
        return checked;
    }

    static void learn(TrainingSet& set, const Checked& checked) {
        for (const Statistics* s : {&checked.all, &checked.by_value})
            for (const Worst* worst : {&s->worst, &s->worst_relative}) {
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
        const bool is_larger =
            kind == ErrorKind::relative ? a.max_relative() > b.max_relative() : a.max_ulp() > b.max_ulp();
        if (is_larger || !has_no_larger_mean(a.all, b.all, kind) || !has_no_larger_mean(a.by_value, b.by_value, kind))
            return false;
    }
    return a.all.compared() >= b.all.compared();
}

double largest(const Checked& checked, ErrorKind kind) {
    return kind == ErrorKind::relative ? checked.max_relative() : checked.max_ulp();
}

Fit fit_constants(const FitRequest& request) { return Fitter(request).run(); }

}  // namespace tessera::accuracy
