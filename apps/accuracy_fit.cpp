#include "apps/accuracy_fit.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <memory>
#include <thread>

#include "apps/accuracy_fit_report.hpp"
#include "apps/accuracy_options.hpp"
#include "apps/help_tree.hpp"
#include "apps/interrupt.hpp"
#include "host/run/options.hpp"
#include "host/run/progress.hpp"
#include "host/run/view_files.hpp"
#include "host/study/choose.hpp"
#include "host/study/fit/fit.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/text_file.hpp"

namespace tessera::apps {
namespace {

using namespace accuracy;
using fault::InputError;

constexpr std::int64_t most_degree = 64;  // of a bound; a form's own is less

std::atomic<bool> fit_stopped{false};

Function fitted_function(const FitCommand& given) {
    if (given.kernel.empty()) {
        if (!given.function.empty())
            throw InputError("--function names one of a kernel file; give the file by --kernel");
        std::vector<std::string> names;
        for (const Function& function : builtin_functions()) names.push_back(function.name);
        if (given.name.empty())
            throw InputError(
                "name a function, as exp_24f (`tessera list functions`), your own by --kernel FILE "
                "--function NAME --reference NAME, or a form by --reference NAME --degree N");
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

// `given_one` keeps one that is given as an expression or a table.
const Reference& fitted_reference(const FitCommand& given, const Function& function,
                                  std::shared_ptr<const Reference>& given_one) {
    const Reference* reference = function.reference;
    if (!given.reference.empty() || reference == nullptr) {
        if (given.reference.empty())
            throw InputError(fmt::format("{}: say what it should be by --reference", function.name));
        reference = reference_for_choice(given.reference);
        if (reference == nullptr) {
            given_one = reference_given(given.reference);
            reference = given_one.get();
        }
    }
    if (reference->arguments() != 1)
        throw InputError(fmt::format("{} is a function of two arguments; `fit` finds constants of functions of one",
                                     reference->name));
    return *reference;
}

bool is_identifier(const std::string& text) {
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
           std::ranges::all_of(text,
                               [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

// The name that the function of a form gets: its own, or one that tells what it should be.
std::string name_of_form(const FitCommand& given) {
    if (given.function.empty()) return is_identifier(given.reference) ? "my_" + given.reference : "fitted";
    if (!is_identifier(given.function))
        throw InputError(fmt::format("--function {}: expected a name for the function of the form", given.function));
    return given.function;
}

// Where the functions that there are for it are meant to be used.
Span range_of_form(const FitCommand& given, const Reference& reference) {
    if (!given.range.empty()) return span_of("--range", given.range);
    const std::vector<Function> known = candidates_for(reference, chosen_arch(given.common));
    constexpr double wide = 1e6;
    if (known.empty() || known.front().low < -wide || known.front().high > wide)
        throw InputError("a form needs --range LOW:HIGH, where its polynomials are to hold");
    return {known.front().low, known.front().high};
}

Design design_of(const FitCommand& given, const Reference& reference) {
    if (given.degree == 0) throw InputError("a form needs --degree N, of its polynomials");
    if (!given.constants.empty() || !given.init.empty())
        throw InputError("--constants and --init are of a function that exists; all constants of a form are fitted");
    constexpr std::int64_t beyond = 1000;
    const Span span = range_of_form(given, reference);
    Design design;
    design.name = name_of_form(given);
    design.low = std::max(span.low, -fp32.largest());
    design.high = std::min(span.high, fp32.largest());
    design.segments = static_cast<int>(std::min(given.segments, beyond));
    design.degree = static_cast<int>(std::min(given.degree, beyond));
    design.odd = given.odd;
    design.by_exponent = choose("--reduce", given.reduce, {"none", "exp2"}) == 1;
    design.constants =
        static_cast<Design::Constants>(choose("--coefficients", given.coefficients, {"float", "bf16", "integer"}));
    design.outside = static_cast<Design::Outside>(choose("--outside", given.outside, {"clamp", "identity", "free"}));
    return design;
}

// What only a form has.
void refuse_form(const FitCommand& given) {
    const FitCommand plain;
    if (given.segments != plain.segments || given.coefficients != plain.coefficients || given.reduce != plain.reduce ||
        given.outside != plain.outside || !given.emit.empty())
        throw InputError(
            "--segments, --coefficients, --reduce, --outside and --emit are of a form: name what it should be by "
            "--reference, and no function");
}

int run(const FitCommand& given) {
    const views::TableForm output_form = chosen_form(given.common, given.forms);
    check_init(given.init, !given.kernel.empty() || given.is_form());
    Function function;
    if (given.is_form()) {
        function.name = name_of_form(given);
        function.reference = nullptr;
        if (!given.emit.empty()) check_outputs({{"--emit", given.emit}}, false, given.force);
    } else {
        refuse_form(given);
        function = fitted_function(given);
    }
    std::shared_ptr<const Reference> given_one;
    const Reference& reference = fitted_reference(given, function, given_one);
    FitRequest request{.function = function, .reference = &reference, .setting = given.setting()};
    std::optional<Design> design;
    if (given.is_form()) design = design_of(given, reference);
    const Span span = design                ? Span{design->low, design->high}
                      : given.range.empty() ? Span{function.low, function.high}
                                            : span_of("--range", given.range);
    request.low = std::max(span.low, -fp32.largest());
    request.high = std::min(span.high, fp32.largest());
    request.kind = static_cast<ErrorKind>(choose("--measure", given.measure, {"rel", "ulp", "abs"}));
    request.constants = given.constants;
    if (given.degree > most_degree)
        throw InputError(fmt::format("--degree {}: expected 1 to {}", given.degree, most_degree));
    if (given.tries < 1) throw InputError("--tries 0: expected 1 or more sets of constants a round");
    if (given.degree != 0 && !design) request.form = polynomial(static_cast<int>(given.degree), given.odd);
    request.sample = static_cast<std::uint64_t>(given.sample);
    request.tries = static_cast<std::size_t>(given.tries);
    request.seed = given.common.seed;
    request.threads = given.threads();
    Progress progress(!given.common.quiet);
    request.progress = [&](const std::string& stage, double share) {
        progress.show_stage(fmt::format("{}: {}", function.name, stage), share);
    };
    request.stop = &fit_stopped;
    stop_when_interrupted(fit_stopped);
    std::optional<FormFit> form;
    if (design) form = fit_form(*design, request, candidates_for(reference, request.setting.arch));
    const Fit fit = design ? std::move(form->fit) : fit_constants(request);
    progress.erase();
    finish_after_interrupt();
    if (fit_stopped) {
        say("tessera: interrupted before anything found was held to all inputs (--sample N is quick)\n");
        return interrupted_code;
    }
    if (!given.emit.empty()) {
        views::TextFile file(given.emit, given.force);
        file.text(form->source);
        file.finish();
    }
    const FormFit* of_form = form ? &*form : nullptr;
    if (given.common.json)
        fmt::print("{}\n", fit_json(given, request, fit, of_form));
    else if (!given.common.quiet)
        show(fit_document(given, request, fit, of_form), output_form);
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
    add_word(*command, "--function", o.function, "NAME", "its name, or an expression in x; of a form, the name it gets")
        ->group("Function");
    add_word(*command, "--init", o.init, "EXPR", "what programs its constants first; those are not fitted")
        ->group("Function");
    add_word(*command, "--reference", o.reference, "WHAT",
             "what it should be: a name, an expression in x, a table; with no function named, --degree and what "
             "follows are a form to make one of")
        ->group("Function");
    add_conditions(*command, o, "Function");
    add_word(*command, "--range", o.range, "A:B", "inputs that count; the function's own without it")->group("Search");
    command->add_option("--constants", o.constants, "numbers of the literals to fit (-v lists them)")
        ->type_name("N,N...")
        ->delimiter(',')
        ->group("Search");
    offer(add_word(*command, "--measure", o.measure, "KIND",
                   "whose maximum is made least: rel, ulp, or abs, of functions through zero")
              ->group("Search"),
          {"rel", "ulp", "abs"});
    add_number(*command, "--tries", o.tries, "sets of constants a round")->group("Search");
    add_number(*command, "--degree", o.degree,
               "the form is a polynomial of this degree; of a function that exists, in x: gives the bound")
        ->group("Form");
    command->add_flag("--odd", o.odd, "of odd powers only")->group("Form");
    add_number(*command, "--segments", o.segments, "one on each of so many stretches of the range")->group("Form");
    offer(add_word(*command, "--coefficients", o.coefficients, "KIND",
                   "float; bf16, which loads in one instruction; integer, two linear factors as in exp_21f")
              ->group("Form"),
          {"float", "bf16", "integer"});
    offer(add_word(*command, "--reduce", o.reduce, "WAY",
                   "none; exp2: of b^x the whole part of x log2(b) becomes the exponent, the polynomial is of the rest")
              ->group("Form"),
          {"none", "exp2"});
    offer(add_word(*command, "--outside", o.outside, "WAY",
                   "clamp: as at the nearest end; identity: x above, clamped below; free: whatever comes")
              ->group("Form"),
          {"clamp", "identity", "free"});
    add_word(*command, "--emit", o.emit, "FILE", "write the function as a kernel file")->group("Form");
    command->add_flag("--force", o.force, "overwrite an existing file")->group("Form");
    add_number(*command, "--sample", o.sample, "hold what is found to so many inputs instead of all")->group("Run");
    command->footer(
        "Takes the literals behind the reduction of the argument, in the formats they have, and looks for better ones; "
        "no\nmaximum and no mean may be worse, relative and in ULP or else by --measure, and no instruction may be "
        "added.\n"
        "Examples:\n"
        "  tessera accuracy fit exp_21f\n"
        "  tessera accuracy fit sinpi_reduced --measure ulp --json\n"
        "  tessera accuracy fit exp_21f --sample 4000 --latex\n"
        "  tessera accuracy fit --kernel mine.cpp --function my_exp2 --reference exp2 --range 0:1 --degree 3\n"
        "  tessera accuracy fit --reference sigmoid --range -4:4 --segments 4 --degree 2 --emit mine.cpp\n"
        "  tessera accuracy fit --reference exp --reduce exp2 --degree 2 --coefficients integer");
    command->callback([=, &line] { line.exit_code = run(*given); });
}

}  // namespace tessera::apps
