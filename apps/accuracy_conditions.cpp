#include "apps/accuracy_conditions.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <thread>

#include "apps/help_tree.hpp"
#include "host/run/options.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::apps {

using fault::InputError;

accuracy::Setting Conditions::setting() const {
    return {.arch = chosen_arch(common),
            .lowering = chosen_lowering(lowering),
            .dst = choose("--dst", dst, {"fp32", "bf16"}) == 0 ? accuracy::fp32 : accuracy::bf16};
}

unsigned Conditions::threads() const {
    if (jobs < 0 || jobs > 1024) throw InputError("--jobs: expected 1 to 1024");
    return jobs == 0 ? std::max(1u, std::thread::hardware_concurrency()) : static_cast<unsigned>(jobs);
}

std::vector<accuracy::Function> OwnFunctions::made(const accuracy::Reference& reference) const {
    if (kernel.empty() != functions.empty())
        throw InputError("--kernel FILE and --function NAME go together: a function of your own");
    check_init(init, !kernel.empty());
    std::vector<accuracy::Function> all;
    for (const std::string& name : functions) {
        accuracy::Function own;
        own.name = own.expression = name;
        own.file = kernel;
        own.init = init;
        own.reference = &reference;
        all.push_back(std::move(own));
    }
    return all;
}

accuracy::CostAxes AxisOptions::axes(const std::string& folder) const {
    using accuracy::Scale;
    const AxisOptions usual;
    if (folder.empty() && (error != usual.error || cost != usual.cost))
        throw InputError("--error-axis and --cost-axis are of a plot in the folder of -o DIR; give one");
    const auto scale = [](const char* option, const std::string& word) {
        return choose(option, word, {"log", "linear"}) == 0 ? Scale::log : Scale::linear;
    };
    return {.error = scale("--error-axis", error), .cost = scale("--cost-axis", cost)};
}

void add_axis_options(CLI::App& command, AxisOptions& options) {
    const auto add = [&](const char* flag, std::string& value, const char* text) {
        offer(add_word(command, flag, value, "SCALE", text)->group("Result"), {"log", "linear"});
    };
    add("--error-axis", options.error, "with -o: log or linear errors in the plot of error against cost");
    add("--cost-axis", options.cost, "log or linear cycles there");
}

void check_init(const std::string& init, bool has_kernel) {
    if (init.empty()) return;
    if (!has_kernel)
        throw InputError("--init programs constants of functions of your own; give their file by --kernel");
    if (init.find_first_of("(=") == std::string::npos || init.find_first_of("#\n") != std::string::npos ||
        init.find("//") != std::string::npos)
        throw InputError(fmt::format("--init {}: expected a call, as my_init()", init));
}

CLI::Option* add_word(CLI::App& command, const char* flag, std::string& value, const char* kind, const char* text) {
    return command.add_option(flag, value, text)->type_name(kind)->capture_default_str();
}

CLI::Option* add_number(CLI::App& command, const char* flag, std::int64_t& value, const char* text) {
    return command.add_option(flag, value, text)->type_name("N")->check(whole_number_from_zero)->capture_default_str();
}

void add_conditions(CLI::App& command, Conditions& conditions, const std::string& group) {
    add_common(command, conditions.common);
    add_table_forms(command, conditions.forms);
    std::vector<std::string> lowerings;
    for (const sfpu::Lowering lowering : sfpu::lowerings) lowerings.emplace_back(sfpu::name(lowering));
    offer(add_word(command, "--lowering", conditions.lowering, "NAME",
                   "how SFPI becomes instructions: sfpi-2025, sfpi-2023 or none")
              ->group(group),
          lowerings);
    offer(add_word(command, "--dst", conditions.dst, "FORMAT", "Dst of fp32 or bf16")->group(group), {"fp32", "bf16"});
    add_number(command, "--jobs", conditions.jobs, "host threads, 0 for all; what comes out is the same for any number")
        ->group("Run");
}

void add_own_functions(CLI::App& command, OwnFunctions& own, const std::string& group) {
    add_word(command, "--kernel", own.kernel, "FILE", "a file with functions of your own")->group(group);
    command.add_option("--function", own.functions, "one of them, or an expression in x; may be repeated")
        ->type_name("NAME")
        ->group(group);
    add_word(command, "--init", own.init, "EXPR", "what programs their constants first")->group(group);
}

}  // namespace tessera::apps
