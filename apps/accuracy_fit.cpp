#include "apps/accuracy_fit.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "apps/accuracy_options.hpp"
#include "host/run/options.hpp"
#include "host/run/progress.hpp"
#include "host/study/choose.hpp"
#include "host/study/fit/fit.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::apps {
namespace {

using namespace accuracy;
using fault::InputError;

struct FitCommand : Conditions {
    std::string name, range, kernel, function, init, reference, measure = "rel";
    std::vector<std::size_t> constants;
    std::int64_t sample = 0, tries = 4000, degree = 0;
    bool odd = false;
};

std::atomic<bool> fit_stopped{false};
void stop_fit(int) { fit_stopped = true; }

Function fitted_function(const FitCommand& given) {
    if (given.kernel.empty()) {
        if (!given.function.empty())
            throw InputError("--function names one of a kernel file; give the file by --kernel");
        std::vector<std::string> names;
        for (const Function& function : builtin_functions()) names.push_back(function.name);
        if (given.name.empty())
            throw InputError(
                "name a function, as exp_24f (`tessera list functions`), or your own by --kernel FILE "
                "--function NAME --reference NAME");
        const Function* known = find_builtin(given.name);
        if (known == nullptr) throw InputError(fmt::format("no function {}: {}", given.name, hint(given.name, names)));
        return *known;
    }
    if (!given.name.empty()) throw InputError("--kernel fits the function of --function; name no other");
    if (given.function.empty()) throw InputError("--kernel needs --function NAME, a function of one vFloat");
    Function own;
    own.name = own.expression = given.function;
    own.file = given.kernel;
    own.init = given.init;
    own.reference = nullptr;
    return own;
}

const Reference& fitted_reference(const FitCommand& given, const Function& function) {
    const Reference* reference = function.reference;
    if (!given.reference.empty() || reference == nullptr) {
        if (given.reference.empty())
            throw InputError(fmt::format("{}: say what it should be by --reference", function.name));
        reference = reference_for_choice(given.reference);
    }
    if (reference != nullptr && reference->value_of_two != nullptr)
        throw InputError(fmt::format("{} is a function of two arguments; `fit` finds constants of functions of one",
                                     reference->name));
    if (reference == nullptr)
        throw InputError(
            fmt::format("--reference {}: {}", given.reference, hint(given.reference, references_for_choice())));
    return *reference;
}

std::string line_of(const char* what, double before, double after) {
    return fmt::format("  {:<26} {:>14.7g} {:>14.7g} {:>+12.4f} %\n", what, before, after,
                       before == 0 ? 0 : 100 * (after / before - 1));
}

std::string table(const Fit& fit) {
    const Statistics &a = fit.published.all, &b = fit.found.all, &va = fit.published.by_value, &vb = fit.found.by_value;
    std::string out = fmt::format("\n  {:<26} {:>14} {:>14} {:>14}\n", "error", "published", "found", "change");
    out += line_of("max relative", fit.published.max_relative(), fit.found.max_relative());
    out += line_of("mean relative, all inputs", a.mean_relative(), b.mean_relative());
    out += line_of("mean relative, by value", va.mean_relative(), vb.mean_relative());
    out += line_of("max ULP", fit.published.max_ulp(), fit.found.max_ulp());
    out += line_of("mean ULP, all inputs", a.mean(), b.mean());
    out += line_of("mean ULP, by value", va.mean(), vb.mean());
    out += line_of("max absolute", fit.published.max_absolute(), fit.found.max_absolute());
    out += line_of("correctly rounded %", 100 * a.share_exact(), 100 * b.share_exact());
    return out;
}

std::string constants_text(const Fit& fit, bool all) {
    std::string out;
    if (!fit.fitted.empty())
        out += fmt::format("\n  {:>3} {:<24} {:>18} {:>18}  {}\n", "", "line", "published", "found", "steps");
    for (std::size_t k = 0; k < fit.fitted.size(); ++k) {
        const Literal& c = fit.constants[fit.fitted[k]];
        const std::uint32_t word = fit.found.words[k];
        out += fmt::format("  {:>3} {:<24} {:>18} {:>18}  {:+}\n", fit.fitted[k], c.line.substr(c.line.rfind('/') + 1),
                           source_text(c.word, c.is_integer), source_text(word, c.is_integer),
                           steps_between(c.word, word, c.is_integer));
    }
    if (!all && !fit.fitted.empty()) return out;
    out += "\nother literals\n";
    for (std::size_t i = 0; i < fit.constants.size(); ++i) {
        const Literal& c = fit.constants[i];
        if (std::ranges::find(fit.fitted, i) == fit.fitted.end())
            out += fmt::format("  {:>3} {:<24} {:>18} {:>18}  {}\n", i, c.line.substr(c.line.rfind('/') + 1),
                               source_text(c.word, c.is_integer), number_text(c.word, c.is_integer), name(c.role));
    }
    return out;
}

double largest(const Checked& checked, ErrorKind kind) {
    return kind == ErrorKind::relative ? checked.max_relative() : checked.max_ulp();
}

std::string left_text(const Fit& fit, ErrorKind kind) {
    if (!fit.least)
        return "left       no bound: the form of this function is not stated (--degree N of a polynomial in x)\n";
    const LeastError& least = *fit.least;
    const double now = largest(fit.found, kind);
    std::string out =
        least.level - least.roundings > least.format
            ? fmt::format(
                  "left       no constants of this form get below {:.6g}: its polynomials reach {:.6g} at\n"
                  "           best with the machine's reduced arguments, roundings take off {:.2g} at most;\n",
                  least.floor(), least.level, least.roundings)
            : fmt::format(
                  "left       no function gets below {:.6g}, what correct rounding leaves; the polynomials of\n"
                  "           this form reach {:.3g}, so the rest is the roundings on the way;\n",
                  least.floor(), least.level);
    out += fmt::format("           what is found is {:.4f} % above, the published {:.4f} %\n",
                       100 * (now / least.floor() - 1), 100 * (largest(fit.published, kind) / least.floor() - 1));
    return out;
}

std::string found_text(const Fit& fit, ErrorKind kind) {
    if (!fit.is_better) return "found      nothing better than the published constants\n";
    if (is_nowhere_worse(fit.found, fit.published, std::array{ErrorKind::relative, ErrorKind::ulp}))
        return "found      no worse in any maximum or mean, better in some\n";
    return fmt::format(
        "found      no worse in maximum and mean of the {} error, better in one; to hold those of the other\n"
        "           as well left nothing\n",
        kind == ErrorKind::relative ? "relative" : "ULP");
}

std::string text(const FitCommand& given, const FitRequest& request, const Fit& fit) {
    std::string out = fmt::format("fit        {} against {} on {}, lowering {}, Dst {}\n", request.function.name,
                                  request.reference->name, given.common.arch, given.lowering, given.dst);
    out += fmt::format("inputs     {} in {:g}..{:g}\n",
                       fit.is_whole ? fmt::format("every {}", given.dst)
                                    : fmt::format("{} samples by bits, seed {}", request.sample, given.common.seed),
                       request.low, request.high);
    out += fmt::format("search     largest {} error, then mean; {} sets of {} constants tried, seed {};\n",
                       request.kind == ErrorKind::relative ? "relative" : "ULP", fit.tried, fit.fitted.size(),
                       given.common.seed);
    out += fmt::format("           {} of them tried on all inputs; none takes more than {} instructions\n", fit.checks,
                       fit.instructions);
    out += table(fit) + constants_text(fit, given.common.verbose) + "\n";
    if (fit.fitted.empty())
        out += "found      nothing to fit: no literal behind the reduction moves results smoothly\n";
    else
        out += found_text(fit, request.kind);
    return out + left_text(fit, request.kind);
}

nlohmann::ordered_json figures_json(const Checked& checked) {
    const Statistics& s = checked.all;
    return {{"max_relative", checked.max_relative()},
            {"mean_relative", s.mean_relative()},
            {"mean_relative_by_value", checked.by_value.mean_relative()},
            {"max_ulp", checked.max_ulp()},
            {"mean_ulp", s.mean()},
            {"mean_ulp_by_value", checked.by_value.mean()},
            {"max_absolute", checked.max_absolute()},
            {"correctly_rounded", s.share_exact()},
            {"compared", s.compared()}};
}

std::string json(const FitCommand& given, const FitRequest& request, const Fit& fit) {
    using nlohmann::ordered_json;
    ordered_json constants = ordered_json::array();
    for (std::size_t i = 0; i < fit.constants.size(); ++i) {
        const Literal& c = fit.constants[i];
        const auto at = std::ranges::find(fit.fitted, i);
        ordered_json row{{"number", i},
                         {"line", c.line},
                         {"role", name(c.role)},
                         {"type", c.is_integer ? "integer" : "float"},
                         {"published", source_text(c.word, c.is_integer)}};
        if (at != fit.fitted.end())
            row["found"] =
                source_text(fit.found.words[static_cast<std::size_t>(at - fit.fitted.begin())], c.is_integer);
        constants.push_back(row);
    }
    ordered_json out{{"schema_version", 1},
                     {"command", "accuracy fit"},
                     {"function", request.function.name},
                     {"reference", request.reference->name},
                     {"arch", given.common.arch},
                     {"lowering", given.lowering},
                     {"dst", given.dst},
                     {"low", request.low},
                     {"high", request.high},
                     {"every_input", fit.is_whole},
                     {"measure", given.measure},
                     {"seed", given.common.seed},
                     {"tried", fit.tried},
                     {"checks", fit.checks},
                     {"better", fit.is_better},
                     {"held", fit.held.size() > 1 ? "relative and ulp" : given.measure},
                     {"published", figures_json(fit.published)},
                     {"found", figures_json(fit.found)},
                     {"least", nullptr},
                     {"constants", constants}};
    if (fit.least)
        out["least"] = {{"error", fit.least->floor()},
                        {"polynomial", fit.least->level},
                        {"roundings", fit.least->roundings},
                        {"distance", fit.least->distance},
                        {"correct_rounding", fit.least->format}};
    return out.dump(2);
}

int run(const FitCommand& given) {
    const Function function = fitted_function(given);
    const Reference& reference = fitted_reference(given, function);
    const Span span = given.range.empty() ? Span{function.low, function.high} : span_of("--range", given.range);
    FitRequest request{.function = function, .reference = &reference, .setting = given.setting()};
    request.low = std::max(span.low, -fp32.largest());
    request.high = std::min(span.high, fp32.largest());
    request.kind = choose("--measure", given.measure, {"rel", "ulp"}) == 0 ? ErrorKind::relative : ErrorKind::ulp;
    request.constants = given.constants;
    if (given.degree != 0) request.form = polynomial(static_cast<int>(given.degree), given.odd);
    request.sample = static_cast<std::uint64_t>(given.sample);
    request.tries = static_cast<std::size_t>(given.tries);
    request.seed = given.common.seed;
    request.threads = given.threads();
    Progress progress(!given.common.quiet);
    request.progress = [&](const std::string& line) { progress.show(fmt::format("{}: {}", function.name, line)); };
    request.stop = &fit_stopped;
    std::signal(SIGINT, stop_fit);
    std::signal(SIGTERM, stop_fit);
    const Fit fit = fit_constants(request);
    progress.erase();
    if (fit_stopped) {
        say("tessera: interrupted before anything found was held to all inputs (--sample N is quick)\n");
        return 130;
    }
    if (given.common.json)
        fmt::print("{}\n", json(given, request, fit));
    else if (!given.common.quiet)
        fmt::print("{}", text(given, request, fit));
    return good;
}

}  // namespace

void add_accuracy_fit(CLI::App& accuracy, CommandLine& line) {
    auto given = std::make_shared<FitCommand>();
    FitCommand& o = *given;
    CLI::App* command = accuracy.add_subcommand("fit", "better constants for a function, by the machine's arithmetic");
    if (!line.names(*command)) return;
    command->add_option("function", o.name, "a function of `tessera list functions`");
    add_word(*command, "--kernel", o.kernel, "FILE", "a file with your own SFPI function")->group("Function");
    add_word(*command, "--function", o.function, "NAME", "its name, or an expression in x")->group("Function");
    add_word(*command, "--init", o.init, "EXPR", "what programs its constants first; those are not fitted")
        ->group("Function");
    add_word(*command, "--reference", o.reference, "NAME", "what it should be")->group("Function");
    add_conditions(*command, o, "Function");
    add_word(*command, "--range", o.range, "A:B", "inputs that count; the function's own without it")->group("Search");
    command->add_option("--constants", o.constants, "numbers of the literals to fit (-v lists them)")
        ->type_name("N,N...")
        ->delimiter(',')
        ->group("Search");
    add_word(*command, "--measure", o.measure, "KIND", "whose maximum is made least: rel or ulp")->group("Search");
    add_number(*command, "--tries", o.tries, "sets of constants a round")->group("Search");
    add_number(*command, "--degree", o.degree, "the function is a polynomial of this degree in x: gives the bound")
        ->group("Search");
    command->add_flag("--odd", o.odd, "of odd powers only")->group("Search");
    add_number(*command, "--sample", o.sample, "hold what is found to so many inputs instead of all")->group("Run");
    command->footer(
        "Takes the literals behind the reduction of the argument, in the formats they have, and looks for better ones; "
        "no\nmaximum and no mean may be worse, relative and in ULP or else by --measure, and no instruction may be "
        "added.\n"
        "Examples:\n"
        "  tessera accuracy fit exp_21f\n"
        "  tessera accuracy fit sinpi_reduced --measure ulp --json\n"
        "  tessera accuracy fit --kernel mine.cpp --function my_exp2 --reference exp2 --range 0:1 --degree 3");
    command->callback([=, &line] { line.exit_code = run(*given); });
}

}  // namespace tessera::apps
