// tessera merge: the parts of a sweep that ran on several machines, put together.
#include <CLI/CLI.hpp>
#include <memory>

#include "apps/job_command.hpp"

namespace tessera::apps {

void add_merge(CLI::App& app, CommandLine& line) {
    CLI::App* command = app.add_subcommand("merge", "put the parts of a sweep together, and print its table");
    if (!line.names(*command)) return;
    auto given = std::make_shared<MergeCommand>();
    command->add_option("part", given->parts, "files that --resume left, one of each --shard")->required();
    command->add_option("--csv", given->csv, "the table as CSV, - for stdout")->type_name("FILE");
    command->add_flag("--json", given->json, "print one JSON object instead of a table");
    command->add_flag("-q,--quiet", given->quiet, "print nothing when all is well");
    command->add_flag("--force", given->force, "overwrite an existing file");
    command->footer(
        "Example:\n"
        "  tessera rope --sweep cores=1,2,4..56 --shard 0/2 --resume part0 -q\n"
        "  tessera rope --sweep cores=1,2,4..56 --shard 1/2 --resume part1 -q\n"
        "  tessera merge part0 part1");
    command->callback([=, &line] { line.exit_code = merge_sweep(*given); });
}

}  // namespace tessera::apps
