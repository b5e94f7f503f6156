// tessera run JOB.toml: any program that a job file describes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "apps/job_command.hpp"
#include "apps/job_file_options.hpp"

namespace tessera::apps {

void add_run(CLI::App& app, CommandLine& line) {
    struct Given : JobCommand {
        Given() : JobCommand(std::span<const Parameter>{}) {}
        std::string path;
        std::vector<std::string> params;
    };
    CLI::App* command = app.add_subcommand("run", "run the program that a job file describes, and check its results");
    if (!line.names(*command)) return;
    auto given = std::make_shared<Given>();
    command->add_option("job", given->path, "the job file, TOML; `tessera help job-file` lists its keys")
        ->type_name("JOB.toml")
        ->required();
    add_param_option(*command, given->params);
    add_job_options(*command, *given);
    command->footer(
        examples_text({"run kernels/examples/add.toml",
                       "run kernels/examples/matmul.toml --param Kt=8 --report matmul.html",
                       "run kernels/examples/add.toml --sweep cores=1,2,4..56 --csv add.csv",
                       "run kernels/examples/add.toml --arch blackhole --set noc.hop_cycles=12 --output sum.npy",
                       "run kernels/examples/add.toml --dump dst0@compute.cpp:22#3",
                       "run job.toml --output y=y.npy --output z=z.npy"}) +
        "\nWith - for stdout the report goes to stderr.");
    command->callback([=, &line] {
        const JobFile file(given->path);
        given->settings = settings_of(file, given->params);
        line.exit_code = run_command(file, *given);
    });
}

}  // namespace tessera::apps
