// tessera OP: every registered operation as a subcommand of its own.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "apps/job_command.hpp"
#include "host/ops/operation.hpp"

namespace tessera::apps {

void add_operations(CLI::App& app, CommandLine& line) {
    for (const Operation* operation : operations()) {
        CLI::App* command = app.add_subcommand(operation->name(),
                                               fmt::format("{}, checked against the exact result", operation->about()));
        if (!line.names(*command)) continue;
        auto given = std::make_shared<JobCommand>(operation->parameters());
        add_job_options(*command, *given);
        command->footer(examples_text(operation->examples()) + "\nWith - for stdout the report goes to stderr.");
        command->callback([=, &line] { line.exit_code = run_command(*operation, *given); });
    }
}

}  // namespace tessera::apps
