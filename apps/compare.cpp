// tessera compare: two results bit by bit.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "apps/cli.hpp"
#include "host/run/terminal.hpp"
#include "host/tensor/same_bits.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::apps {
namespace {

struct Compare {
    std::string here, there;
    SameBitsOptions options;
    bool rows = false, json = false, quiet = false;
};

int compare_files(const Compare& given) {
    SameBitsOptions options = given.options;
    options.tiles = !given.rows;
    const NpyArray here = read_npy(given.here), there = read_npy(given.there);
    const SameBits result = [&] {
        try {
            return same_bits(here, there, options);
        } catch (const fault::InputError& error) {
            throw fault::InputError(fmt::format("{} and {}: {}", given.here, given.there, error.what()));
        }
    }();
    if (given.json)
        show(views::json_dump(to_json(result), 2) + "\n");
    else if (!given.quiet)
        show(labelled("here", given.here, views::label_width, screen_of(stdout)) +
             labelled("there", given.there, views::label_width, screen_of(stdout)) +
             to_text(result, screen_of(stdout)));
    return result.same() ? good : check_failed;
}

}  // namespace

void add_compare(CLI::App& app, CommandLine& line) {
    CLI::App* command = app.add_subcommand("compare", "compare two results bit by bit, with a map of what differs");
    if (!line.names(*command)) return;
    auto given = std::make_shared<Compare>();
    command->add_option("here", given->here, ".npy, as --output writes it")->required()->type_name("FILE");
    command->add_option("there", given->there, "another of the same type and shape")->required()->type_name("FILE");
    command->add_option("--max-ulp", given->options.max_ulp, "good as long as no two elements lie further apart")
        ->type_name("N")
        ->check(CLI::NonNegativeNumber);
    command->add_flag("--bf16", given->options.bfloat16, "elements of two bytes, u2, are bits of bfloat16");
    command->add_flag("--rows", given->rows, "the map by rows; without it by tiles of 32 x 32");
    command->add_flag("--json", given->json, "print one JSON object instead of lines");
    command->add_flag("-q,--quiet", given->quiet, "print nothing; the exit code tells");
    command->footer(
        "Example:\n"
        "  tessera run kernels/examples/add.toml --output one.npy\n"
        "  tessera run kernels/examples/add.toml --param cores=8 --output eight.npy\n"
        "  tessera compare one.npy eight.npy\n"
        "Exit codes: 0 the same (or within --max-ulp), 1 they differ, 2 usage or input.");
    command->callback([=, &line] { line.exit_code = compare_files(*given); });
}

}  // namespace tessera::apps
