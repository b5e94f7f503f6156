#include "apps/accuracy_fit.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <memory>
#include <thread>

#include "apps/accuracy_fit_report.hpp"
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
        fmt::print("{}\n", fit_json(given, request, fit));
    else if (!given.common.quiet)
        fmt::print("{}", fit_text(given, request, fit));
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
