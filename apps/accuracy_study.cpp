#include "apps/accuracy_study.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <thread>

#include "apps/job_command.hpp"
#include "apps/table_forms.hpp"
#include "host/ops/operation.hpp"
#include "host/plots/folder.hpp"
#include "host/run/progress.hpp"
#include "host/run/view_files.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/text_file.hpp"

namespace tessera::apps {
namespace {

using fault::InputError;

struct StudyCommand {
    explicit StudyCommand(std::span<const Parameter> parameters) : settings(parameters) {}
    Common common;
    TableForms forms;
    Settings settings;
    std::string lowering = "sfpi-2025", csv, plots;
    std::int64_t jobs = 0;
    bool force = false;
};

int run(const OperationStudy& study, const StudyCommand& given) {
    const views::TableForm form = chosen_form(given.common, given.forms);
    if (given.jobs < 0 || given.jobs > 1024) throw InputError("--jobs: expected 1 to 1024");
    const std::vector<std::string> plots = study.check(given.settings);
    std::vector<OutputPath> files;
    if (!given.csv.empty()) files.push_back({"--csv", given.csv});
    if (!given.plots.empty()) files.push_back({"--plots", given.plots, OutputPath::Kind::folder});
    check_outputs(files, given.common.json, given.force);
    if (!given.plots.empty()) accuracy::check_folder(given.plots, plots, given.force);
    Progress progress(!given.common.quiet);
    const auto threads =
        given.jobs == 0 ? std::max(1u, std::thread::hardware_concurrency()) : static_cast<unsigned>(given.jobs);
    const StudyReport report =
        study.run(given.settings, {.arch = chosen_arch(given.common),
                                   .lowering = chosen_lowering(given.lowering),
                                   .seed = given.common.seed,
                                   .threads = threads,
                                   .progress = [&](const std::string& line) { progress.show(line); }});
    progress.erase();
    if (!given.csv.empty()) {
        views::TextFile file(given.csv, given.force);
        file.text(report.csv);
        file.finish();
    }
    if (!given.plots.empty()) accuracy::write_folder(given.plots, report.plots, given.force, report.page);
    if (given.common.json)
        fmt::print("{}\n", report.json);
    else if (!given.common.quiet)
        show(report.document, form, given.csv == "-" ? stderr : stdout);
    return good;
}

void add(CLI::App& accuracy, const Operation& operation, const OperationStudy& study, CommandLine& line) {
    auto given = std::make_shared<StudyCommand>(study.parameters());
    CLI::App* command = accuracy.add_subcommand(operation.name(), std::string(study.about()));
    if (!line.names(*command)) return;
    add_common(*command, given->common);
    add_table_forms(*command, given->forms);
    add_parameters(*command, given->settings);
    command->add_option("--lowering", given->lowering, "how SFPI becomes instructions: sfpi-2025, sfpi-2023 or none")
        ->type_name("NAME")
        ->capture_default_str()
        ->group("Run");
    command->add_option("--csv", given->csv, "the figures as a table")->type_name("FILE")->group("Result");
    command->add_option("-o,--plots", given->plots, "plots of the figures, and a page of them")
        ->type_name("DIR")
        ->group("Result");
    command->add_flag("--force", given->force, "overwrite existing output files")->group("Result");
    command->add_option("--jobs", given->jobs, "host threads, 0 for all; figures are the same for any number")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str()
        ->group("Run");
    command->footer(examples_text(study.examples()));
    command->callback([=, &study, &line] { line.exit_code = run(study, *given); });
}

}  // namespace

void add_accuracy_studies(CLI::App& accuracy, CommandLine& line) {
    for (const Operation* operation : operations())
        if (const OperationStudy* study = operation->study()) add(accuracy, *operation, *study, line);
}

}  // namespace tessera::apps
