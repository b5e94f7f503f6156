#include "apps/accuracy_compose.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <thread>

#include "apps/accuracy_options.hpp"
#include "host/compile/parallel.hpp"
#include "host/run/options.hpp"
#include "host/study/choose.hpp"
#include "host/study/composition.hpp"
#include "host/study/weights.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::apps {
namespace {

using namespace accuracy;
using fault::InputError;

struct ComposeCommand : Conditions {
    OwnFunctions own;
    std::string composition, inputs, range = "-8:8";
    std::vector<std::string> names;
    std::int64_t row = 0, rows = 1024;
};

struct ComposedInputs {
    std::vector<float> values;
    std::size_t row;
    std::string text;
};

ComposedInputs composed_inputs(const ComposeCommand& given, const Format& dst) {
    ComposedInputs inputs;
    if (!given.inputs.empty()) {
        ListedInputs listed = read_inputs(given.inputs);
        inputs.row = given.row == 0 ? listed.row : static_cast<std::size_t>(given.row);
        if (listed.values.size() % inputs.row != 0)
            throw InputError(
                fmt::format("{}: {} numbers make no whole rows of {}", given.inputs, listed.values.size(), inputs.row));
        inputs.values = std::move(listed.values);
        inputs.text = fmt::format("{} rows of {} from {}", inputs.values.size() / inputs.row, inputs.row, given.inputs);
    } else {
        const Span span = span_of("--range", given.range);
        inputs.row = given.row == 0 ? 128 : static_cast<std::size_t>(given.row);
        constexpr std::int64_t most_values = 1 << 28;
        if (given.rows < 1 || given.rows > most_values / static_cast<std::int64_t>(inputs.row))
            throw InputError(
                fmt::format("--rows {} --row {}: expected 1 to 2^28 values in all", given.rows, inputs.row));
        const Inputs uniform{.count = inputs.row * static_cast<std::size_t>(given.rows),
                             .kind = Inputs::Kind::uniform,
                             .low = span.low,
                             .high = span.high,
                             .seed = given.common.seed};
        for (std::uint64_t i = 0; i < uniform.count; ++i) inputs.values.push_back(std::bit_cast<float>(uniform.at(i)));
        inputs.text = fmt::format("{} rows of {}, uniform in {:g}..{:g}, seed {}", given.rows, inputs.row, span.low,
                                  span.high, given.common.seed);
    }
    if (dst != fp32) round_to(dst, inputs.values);
    return inputs;
}

std::vector<Function> composed_functions(const ComposeCommand& given, const Reference& reference) {
    std::vector<Function> functions;
    for (const std::string& name : given.names) {
        const Function* known = find_builtin(name);
        std::vector<std::string> names;
        for (const Function& f : candidates_for(reference, chosen_arch(given.common))) names.push_back(f.name);
        if (known == nullptr || known->reference == nullptr || known->reference->name != reference.name)
            throw InputError(fmt::format("no function {} for {}: {}", name, reference.name, hint(name, names)));
        functions.push_back(*known);
    }
    for (Function& own : given.own.made(reference)) functions.push_back(std::move(own));
    return functions.empty() ? candidates_for(reference, chosen_arch(given.common)) : functions;
}

nlohmann::ordered_json json_of(const ErrorTally& tally) {
    return {{"max_relative", tally.max_relative},
            {"mean_relative", tally.mean_relative},
            {"max_absolute", tally.max_absolute},
            {"mean_absolute", tally.mean_absolute},
            {"compared", tally.count},
            {"finite", tally.is_finite}};
}

// One function a row: its own errors, then those of what is built on it.
views::Table composed_table(const Composition& composition, std::span<const Function> functions,
                            std::span<const Built> built, std::span<const Composed> done) {
    std::vector<std::string> head{"function", "cycles/tile"};
    for (const std::string_view what : {std::string_view("alone"), composition.name})
        for (const char* measure : {"max rel", "mean rel", "max abs"})
            head.push_back(fmt::format("{} {}", what, measure));
    views::Table table(std::move(head));
    for (std::size_t i = 0; i < functions.size(); ++i) {
        std::vector<std::string> row{functions[i].name, fmt::format("{:.0f}", built[i].cost.cycles_per_tile())};
        for (const ErrorTally& tally : {done[i].function, done[i].whole})
            for (const double error : {tally.max_relative, tally.mean_relative, tally.max_absolute})
                row.push_back(tally.is_finite ? fmt::format("{:.2e}", error) : "not finite");
        table.add(std::move(row));
    }
    return table;
}

int run(const ComposeCommand& given) {
    const views::TableForm form = chosen_form(given.common, given.forms);
    std::vector<std::string> known;
    for (const Composition& one : compositions()) known.emplace_back(one.name);
    const Composition& composition = compositions()[choose("compose", given.composition, known)];
    const Reference& reference = *reference_for_choice(composition.reference);
    const Setting setting = given.setting();
    const std::vector<Function> functions = composed_functions(given, reference);
    const ComposedInputs inputs = composed_inputs(given, setting.dst);
    std::vector<Built> built;
    for (const Function& function : functions) built.push_back(build(function, setting));
    std::vector<Composed> done(functions.size());
    const unsigned threads = given.threads();
    in_parallel(functions.size(), threads, [&](std::size_t i) {
        done[i] = compose(composition, built[i].recorded, reference, inputs.values, inputs.row);
    });

    if (given.common.json) {
        nlohmann::ordered_json rows = nlohmann::ordered_json::array();
        for (std::size_t i = 0; i < functions.size(); ++i)
            rows.push_back({{"function", functions[i].name},
                            {"cycles_per_tile", built[i].cost.cycles_per_tile()},
                            {"alone", json_of(done[i].function)},
                            {"whole", json_of(done[i].whole)}});
        const nlohmann::ordered_json out{{"schema_version", 1},
                                         {"command", "accuracy compose"},
                                         {"composition", composition.name},
                                         {"reference", reference.name},
                                         {"arch", given.common.arch},
                                         {"lowering", given.lowering},
                                         {"dst", given.dst},
                                         {"inputs", inputs.text},
                                         {"row", inputs.row},
                                         {"functions", rows}};
        fmt::print("{}\n", views::json_dump(out, 2));
        return good;
    }
    if (given.common.quiet) return good;
    views::Document document;
    document.prose(fmt::format("compose    {}: {}, on {}, lowering {}, Dst {}\n", composition.name, composition.about,
                               given.common.arch, given.lowering, given.dst));
    document.prose(fmt::format("inputs     {}\n", inputs.text));
    document.prose("between    sums in fp32, in order; quotients and logarithms correctly rounded\n\n");
    document.table(composed_table(composition, functions, built, done));
    show(document, form);
    return good;
}

}  // namespace

void add_accuracy_compose(CLI::App& accuracy, CommandLine& line) {
    auto given = std::make_shared<ComposeCommand>();
    ComposeCommand& o = *given;
    CLI::App* command = accuracy.add_subcommand("compose", "the error of a softmax and the like beside its function's");
    if (!line.names(*command)) return;
    command->add_option("composition", o.composition, "softmax or logsumexp")->required();
    command->add_option("functions", o.names, "built-in functions to build it on; all of its reference without them");
    add_word(*command, "--inputs", o.inputs, "X.npy", "take the rows from there: the last dimension, or --row")
        ->group("Inputs");
    add_word(*command, "--range", o.range, "A:B", "else uniform in this range")->group("Inputs");
    add_number(*command, "--row", o.row, "values a row; 128 where no file says")->group("Inputs");
    add_number(*command, "--rows", o.rows, "so many of them")->group("Inputs");
    add_conditions(*command, o, "Function");
    add_own_functions(*command, o.own, "Function");
    command->footer(
        "Examples:\n"
        "  tessera accuracy compose softmax exp_21f exp_61f exp_fp32 --row 512\n"
        "  tessera accuracy compose softmax exp_21f exp_fp32 --latex\n"
        "  tessera accuracy compose softmax --inputs logits.npy --dst bf16 --json");
    command->callback([=, &line] { line.exit_code = run(*given); });
}

}  // namespace tessera::apps
