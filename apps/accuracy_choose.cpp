#include "apps/accuracy_choose.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <thread>

#include "apps/accuracy_options.hpp"
#include "apps/interrupt.hpp"
#include "host/plots/folder.hpp"
#include "host/run/options.hpp"
#include "host/run/progress.hpp"
#include "host/study/choose.hpp"
#include "host/study/plots.hpp"
#include "host/study/plots_page.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::apps {
namespace {

using namespace accuracy;
using fault::InputError;

struct ChooseCommand : Conditions {
    OwnFunctions own;
    std::string reference, range, store, plots;
    Bound bound;
    AxisOptions axes;
    std::int64_t sample = 0;
    bool force = false;
};

std::atomic<bool> choice_stopped{false};

std::vector<Function> functions_of(const ChooseCommand& given, const Reference& reference) {
    std::vector<Function> functions = candidates_for(reference, chosen_arch(given.common));
    for (Function& own : given.own.made(reference)) functions.push_back(std::move(own));
    if (functions.empty())
        throw InputError(fmt::format("no function on {} states {} as its reference; give your own by --kernel",
                                     given.common.arch, reference.name));
    return functions;
}

// Without a range, what all candidates are meant for.
Span range_of(const ChooseCommand& given, std::span<const Function> functions) {
    if (!given.range.empty()) return span_of("--range", given.range);
    Span span{functions.front().low, functions.front().high};
    for (const Function& function : functions) {
        span.low = std::max(span.low, function.low);
        span.high = std::min(span.high, function.high);
    }
    return span;
}

bool is_sample(const ChooseCommand& given, const Choice& choice) { return given.sample != 0 && choice.sampled != 0; }

std::string verdict(const Candidate& candidate, const ChooseCommand& given) {
    if (!candidate.broken.empty()) return candidate.broken;
    return candidate.is_whole ? "holds" : given.sample != 0 ? "sampled" : "may hold";
}

std::string bound_text(const Bound& bound) {
    std::string text;
    for (const Measure& measure : measures())
        if (bound.*measure.bound != Bound::any)
            text += fmt::format("{}{} {:g}", text.empty() ? "" : ", ", measure.name, bound.*measure.bound);
    return text;
}

std::string head(const ChooseCommand& given, const ChoiceRequest& request, const Choice& choice) {
    std::string out =
        fmt::format("choose     {} on {}, lowering {}, Dst {}{}\n", given.reference, given.common.arch, given.lowering,
                    given.dst, given.store.empty() ? "" : fmt::format(", stored as {}", given.store));
    out +=
        fmt::format("range      {:g}..{:g}, {} {} numbers; means over {}\n", request.low, request.high, choice.inputs,
                    given.dst, choice.sampled == 0 ? "all" : fmt::format("{} by value", choice.sampled / 2));
    out += fmt::format("must hold  {}\n", bound_text(given.bound));
    if (is_sample(given, choice))
        out += fmt::format("sampled    {} of them, seed {}; a larger error may stand between\n", choice.sampled,
                           given.common.seed);
    return out;
}

// With as many digits as show on which side of the bound it lies, where that decided.
std::string beside_bound(double value, double bound, int digits, bool breaks) {
    std::string text;
    for (; digits < 18; ++digits) {
        text = fmt::format("{:.{}g}", value, digits);
        if (!breaks || std::strtod(text.c_str(), nullptr) > bound) break;
    }
    return text;
}

// Inputs whose results are zero where a number is due, or infinite: a few, and the worst of the zeros.
std::string notes(const Choice& choice) {
    std::string out;
    for (const Candidate& c : choice.candidates) {
        const Statistics& s = c.study.statistics;
        for (const Outcome what : {Outcome::zeroed, Outcome::overflown}) {
            if (s.of(what) == 0) continue;
            const bool is_zero = what == Outcome::zeroed;
            const std::vector<Point>& first =
                is_zero ? s.worst_zeroed.points : s.first_inputs[static_cast<std::size_t>(what)].points;
            out += fmt::format("{}: {} for {} input{}", c.function.name, is_zero ? "zero" : "infinite", s.of(what),
                               s.of(what) == 1 ? "" : "s");
            if (!first.empty())
                out += fmt::format(", the {}\n  at x = {:.9g} (0x{:08x}), where {:.4g} is due",
                                   is_zero ? "worst" : "first", value_of(first.front().x), first.front().x,
                                   first.front().exact);
            out += "\n";
        }
    }
    return out;
}

views::Table candidates_table(const ChooseCommand& given, const Choice& choice) {
    views::Table table({"function", "cycles/tile", "max rel", "max ULP", "max abs", "mean ULP", "holds?"}, {0, 6});
    for (const Candidate& c : choice.candidates) {
        const auto cell = [&](double Errors::*of, double Bound::*bound, int digits) {
            return beside_bound(c.errors.*of, given.bound.*bound, digits,
                                c.measure != nullptr && c.measure->bound == bound);
        };
        table.add({c.function.name, fmt::format("{:.0f}", c.cost.cycles_per_tile()),
                   cell(&Errors::max_relative, &Bound::max_relative, 3), cell(&Errors::max_ulp, &Bound::max_ulp, 4),
                   cell(&Errors::max_absolute, &Bound::max_absolute, 3), cell(&Errors::mean_ulp, &Bound::mean_ulp, 4),
                   verdict(c, given)});
    }
    return table;
}

// What the table leaves open.
std::string remarks(const ChooseCommand& given, const Choice& choice) {
    std::string out = "\nthe last column says what breaks where a function fails\n" + notes(choice);
    const bool guessed = std::ranges::any_of(
        choice.candidates, [&](const Candidate& c) { return c.holds && !c.is_whole && given.sample == 0; });
    if (guessed)
        out += fmt::format("may hold: on {} samples; it could not change the choice, so it was not run on all\n",
                           choice.sampled);
    return out;
}

std::string named(const Candidate& candidate, const Measure& measure) {
    return fmt::format("{}, {:.0f} cycles a tile, {} {:.3g}", candidate.function.name, candidate.cost.cycles_per_tile(),
                       measure.name, candidate.errors.*measure.of);
}

std::string answer(const ChooseCommand& given, const Choice& choice) {
    const Measure& measure = leading(given.bound);
    const std::vector<Candidate>& all = choice.candidates;
    if (!choice.chosen) {
        const auto closest =
            std::ranges::min_element(all, {}, [&](const Candidate& c) { return c.errors.*measure.of; });
        return fmt::format("\nnone       of {} holds; the closest is {}\n", all.size(), named(*closest, measure));
    }
    const Candidate& best = all[*choice.chosen];
    std::string out = fmt::format("\nchosen     {}\n", named(best, measure));
    const double cycles = best.cost.cycles_per_tile();
    if (choice.runner_up) {
        const Candidate& next = all[*choice.runner_up];
        out += fmt::format("runner-up  {} ({:+.1f} %)\n", named(next, measure),
                           100 * (next.cost.cycles_per_tile() / cycles - 1));
    } else {
        out += "runner-up  none\n";
    }
    if (choice.digit) {
        const Candidate& next = all[*choice.digit];
        const double ratio = best.errors.*measure.of / (next.errors.*measure.of);
        out += fmt::format("a digit    {}\n", named(next, measure));
        out += fmt::format("           {:+.0f} cycles for {:.3g} times less, {:.0f} for each factor of 10\n",
                           next.cost.cycles_per_tile() - cycles, ratio, price_of_digit(best, next, measure));
    } else {
        out += "a digit    no dearer candidate that holds is better\n";
    }
    return out;
}

views::Document document_of(const ChooseCommand& given, const ChoiceRequest& request, const Choice& choice) {
    views::Document out;
    out.prose(head(given, request, choice) + "\n");
    out.table(candidates_table(given, choice));
    out.prose(remarks(given, choice) + answer(given, choice));
    return out;
}

nlohmann::ordered_json json_of(const Candidate& candidate, const ChooseCommand& given) {
    nlohmann::ordered_json out{{"function", candidate.function.name},
                               {"built_in", candidate.function.is_builtin},
                               {"cycles_per_tile", candidate.cost.cycles_per_tile()},
                               {"instructions", candidate.cost.instructions},
                               {"tried", candidate.is_whole ? "every input" : "sample"},
                               {"holds", candidate.holds},
                               {"verdict", verdict(candidate, given)}};
    for (const Measure& measure : measures()) {
        std::string name(measure.name);
        std::ranges::replace(name, ' ', '_');
        out[name] = candidate.errors.*measure.of;
    }
    const Statistics& s = candidate.study.statistics;
    for (const auto& [name, what, points] :
         {std::tuple("zeroed", Outcome::zeroed, &s.worst_zeroed.points),
          std::tuple("infinite", Outcome::overflown,
                     &s.first_inputs[static_cast<std::size_t>(Outcome::overflown)].points)}) {
        out[name] = s.of(what);
        for (const Point& point : *points) out[fmt::format("{}_x", name)].push_back(value_of(point.x));
    }
    return out;
}

std::string json(const ChooseCommand& given, const ChoiceRequest& request, const Choice& choice) {
    using nlohmann::ordered_json;
    ordered_json bound, candidates = ordered_json::array();
    for (const Measure& measure : measures())
        if (given.bound.*measure.bound != Bound::any)
            bound[std::string(measure.option.substr(2))] = given.bound.*measure.bound;
    for (const Candidate& candidate : choice.candidates) candidates.push_back(json_of(candidate, given));
    const auto name_of = [&](const std::optional<std::size_t>& i) {
        return i ? ordered_json(choice.candidates[*i].function.name) : ordered_json(nullptr);
    };
    ordered_json out{{"schema_version", 1},
                     {"command", "accuracy choose"},
                     {"reference", given.reference},
                     {"arch", given.common.arch},
                     {"lowering", given.lowering},
                     {"dst", given.dst},
                     {"store", given.store},
                     {"low", request.low},
                     {"high", request.high},
                     {"inputs", choice.inputs},
                     {"sampled", choice.sampled},
                     {"seed", given.common.seed},
                     {"bound", bound},
                     {"chosen", name_of(choice.chosen)},
                     {"runner_up", name_of(choice.runner_up)},
                     {"digit", name_of(choice.digit)}};
    if (choice.digit)
        out["cycles_per_digit"] =
            price_of_digit(choice.candidates[*choice.chosen], choice.candidates[*choice.digit], leading(given.bound));
    out["candidates"] = candidates;
    return views::json_dump(out, 2);
}

void draw(const ChooseCommand& given, const Choice& choice) {
    std::vector<Study> studies;
    for (const Candidate& candidate : choice.candidates) studies.push_back(candidate.study);
    const CostAxes axes = given.axes.axes(given.plots);
    const std::vector<Plot> plots = plots_of(studies, false, axes);
    write_folder(given.plots, plots, given.force,
                 [&](const Drawings& drawings) { return plots_page(studies, plots, drawings, axes); });
}

int run(const ChooseCommand& given) {
    const views::TableForm form = chosen_form(given.common, given.forms);
    given.axes.axes(given.plots);  // refused before the long work
    if (bound_text(given.bound).empty())
        throw InputError("say what must hold: --max-rel 1e-5, --max-ulp, --max-abs, --mean-rel or --mean-ulp");
    const Reference* reference = reference_for_choice(given.reference);
    if (reference == nullptr || reference->value_of_two != nullptr)
        throw InputError(fmt::format("no reference {} of one argument: {}", given.reference,
                                     hint(given.reference, references_for_choice())));
    const arch::Arch& arch = chosen_arch(given.common);
    ChoiceRequest request{.reference = reference,
                          .setting = given.setting(),
                          .store = given.store,
                          .bound = given.bound,
                          .sample = static_cast<std::uint64_t>(given.sample),
                          .seed = given.common.seed,
                          .stop = &choice_stopped};
    if (!given.store.empty() && request.setting.dst != fp32)
        throw InputError("--store takes the packer's way from an fp32 Dst; leave --dst bf16 out");
    store_rounding(arch, given.store);
    const std::vector<Function> functions = functions_of(given, *reference);
    const Span span = range_of(given, functions);
    request.low = std::max(span.low, -fp32.largest());
    request.high = std::min(span.high, fp32.largest());
    request.threads = given.threads();
    std::vector<std::string> names;
    for (const Function& function : functions) names.push_back(function.name);
    if (!given.plots.empty()) check_folder(given.plots, plot_names(names, false), given.force);

    Progress progress(!given.common.quiet);
    request.progress = [&](const std::string& stage, double share) { progress.show_stage(stage, share); };
    stop_when_interrupted(choice_stopped);
    const Choice choice = choose_function(request, functions);
    progress.erase();
    finish_after_interrupt();
    if (choice_stopped) {
        say("tessera: interrupted; nothing was chosen (--sample N is quick)\n");
        return interrupted_code;
    }
    if (given.common.json)
        fmt::print("{}\n", json(given, request, choice));
    else if (!given.common.quiet)
        show(document_of(given, request, choice), form);
    if (!given.plots.empty()) draw(given, choice);
    if (!choice.chosen && (given.common.json || given.common.quiet))
        say(fmt::format("tessera: no function of {} holds {}\n", functions.size(), bound_text(given.bound)));
    return choice.chosen ? good : check_failed;
}

}  // namespace

void add_accuracy_choose(CLI::App& accuracy, CommandLine& line) {
    auto given = std::make_shared<ChooseCommand>();
    ChooseCommand& o = *given;
    CLI::App* command = accuracy.add_subcommand("choose", "the cheapest function that stays within a bound");
    if (!line.names(*command)) return;
    const auto limit = [&](const char* flag, double& value, const char* text) {
        command->add_option(flag, value, text)
            ->type_name("X")
            ->check([](const std::string& word) {
                char* end = nullptr;
                const double number = std::strtod(word.c_str(), &end);
                const bool is_bound = !word.empty() && *end == '\0' && std::isfinite(number) && number > 0;
                return is_bound ? std::string() : fmt::format("`{}` is not a number above 0", word);
            })
            ->group("Must hold");
    };
    command->add_option("reference", o.reference, "what it should be: exp, sin, reciprocal and the like")->required();
    add_word(*command, "--range", o.range, "A:B", "where; without it, what all candidates are meant for");
    limit("--max-rel", o.bound.max_relative, "largest relative error");
    limit("--max-ulp", o.bound.max_ulp, "largest error in ULP of the result's format, at the exact result");
    limit("--max-abs", o.bound.max_absolute, "largest absolute error");
    limit("--mean-rel", o.bound.mean_relative, "mean relative error of inputs uniform in value");
    limit("--mean-ulp", o.bound.mean_ulp, "the same in ULP");
    add_conditions(*command, o, "Candidates");
    add_own_functions(*command, o.own, "Candidates");
    add_word(*command, "--store", o.store, "FORMAT", "count the packer's rounding to bf16 or fp16 in")
        ->group("Candidates");
    add_number(*command, "--sample", o.sample, "this many inputs by value and by bits each, instead of every one")
        ->group("Run");
    add_word(*command, "-o,--plots", o.plots, "DIR", "plots of all candidates, error against cycles first")
        ->group("Result");
    add_axis_options(*command, o.axes);
    command->add_flag("--force", o.force, "overwrite existing output files")->group("Result");
    command->footer(
        "Candidates are the built-in functions that state this reference (`tessera list functions`), and yours. "
        "Exit code 1\nwhen none holds.\n"
        "Examples:\n"
        "  tessera accuracy choose exp --range -10:0 --max-rel 1e-5\n"
        "  tessera accuracy choose exp --range -87:0 --dst bf16 --max-ulp 1\n"
        "  tessera accuracy choose tanh --max-rel 1e-3 --sample 4000 --md\n"
        "  tessera accuracy choose exp --max-ulp 2 --kernel mine.cpp --function my_exp -o plots");
    command->callback([=, &line] { line.exit_code = run(*given); });
}

}  // namespace tessera::apps
