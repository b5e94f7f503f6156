#include "apps/accuracy_rope.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <thread>

#include "apps/accuracy_plots.hpp"
#include "apps/accuracy_rope_report.hpp"
#include "apps/cli.hpp"
#include "apps/progress.hpp"
#include "host/ops/rope/growth_plots.hpp"
#include "host/ops/rope/rules.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/output_file.hpp"

namespace tessera::apps {
namespace {

using namespace accuracy;
using fault::InputError;

struct RopeAccuracyCommand {
    Common common;
    std::vector<std::string> exps{"all"}, sines{"all"}, remedies{"all"};
    GrowthRequest request;
    std::int64_t last = request.last, sample = static_cast<std::int64_t>(request.sample);
    std::string lowering = "sfpi-2025", csv, plots;
    std::int64_t jobs = 0;
    bool force = false;
};

// `all`, `none` or some of the names, each once, in the order of the names.
std::vector<std::string> selected(const std::string& option, const std::vector<std::string>& given,
                                  std::span<const std::string_view> names) {
    std::vector<std::string> words{"all", "none"};
    words.insert(words.end(), names.begin(), names.end());
    std::vector<bool> wanted(names.size());
    for (const std::string& word : given) {
        const std::size_t at = choose(option, word, words);
        if (at == 1 && given.size() > 1) throw InputError(fmt::format("{} none: goes with no other name", option));
        if (at == 0) wanted.assign(names.size(), true);
        if (at > 1) wanted[at - 2] = true;
    }
    std::vector<std::string> all;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (wanted[i]) all.emplace_back(names[i]);
    return all;
}

void check(const RopeAccuracyCommand& given) {
    if (given.last < 2 || given.last > 0x7fffffff)
        throw InputError(fmt::format("--last {}: expected a position from 2 to 2147483647", given.last));
    if (given.sample < 2 || given.sample > 1'000'000)
        throw InputError(fmt::format("--sample {}: expected 2 to 1000000 positions", given.sample));
    if (given.jobs < 0 || given.jobs > 1024) throw InputError("--jobs: expected 1 to 1024");
    host::RopeOptions shape;
    shape.rotary_dim = shape.width = given.request.rotary_dim;
    shape.base = given.request.base;
    host::check_rope_rules(shape);
}

int run(RopeAccuracyCommand& given) {
    check(given);
    const Setting setting{.arch = chosen_arch(given.common), .lowering = chosen_lowering(given.lowering)};
    const std::vector<AngleVariant> variants =
        angle_variants(selected("--exp", given.exps, angle_exps()), selected("--sine", given.sines, angle_sines()),
                       selected("--remedy", given.remedies, angle_remedies()));
    if (variants.empty()) throw InputError("--exp, --sine and --remedy leave nothing to look at");
    GrowthRequest request = given.request;
    request.last = static_cast<std::uint32_t>(given.last);
    request.sample = static_cast<std::uint64_t>(given.sample);
    request.seed = given.common.seed;
    if (!given.csv.empty()) views::OutputFile::check(given.csv, given.force);
    if (!given.plots.empty()) check_folder(given.plots, growth_plot_names(variants), given.force);
    Progress progress(!given.common.quiet);
    const auto threads =
        given.jobs == 0 ? std::max(1u, std::thread::hardware_concurrency()) : static_cast<unsigned>(given.jobs);
    const std::vector<GrowthCurve> curves = growth_of(variants, request, setting, threads, [&](double share) {
        progress.show(fmt::format("positions {:.0f} %", 100 * share));
    });
    progress.show("kernels");
    const std::vector<KernelPrice> prices = kernel_prices(request, setting);
    progress.erase();
    if (!given.csv.empty()) {
        views::OutputFile file(given.csv, given.force);
        file.write(growth_csv(curves));
        file.commit();
    }
    const GrowthReport report{request, setting, curves, prices};
    if (!given.plots.empty()) {
        const std::vector<Plot> plots = growth_plots(curves, growth_conditions(report));
        write_folder(given.plots, plots, given.force,
                     [&](const Drawings& drawings) { return growth_page(curves, plots, drawings); });
    }
    if (given.common.json)
        fmt::print("{}\n", growth_json(report));
    else if (!given.common.quiet)
        fmt::print("{}", growth_text(report));
    return good;
}

}  // namespace

void add_accuracy_rope(CLI::App& accuracy, int& exit_code) {
    auto options = std::make_shared<RopeAccuracyCommand>();
    RopeAccuracyCommand& o = *options;
    CLI::App* command =
        accuracy.add_subcommand("rope", "how the errors of RoPE's sines and cosines grow with the position");
    add_common(*command, o.common);
    const auto list = [&](const char* flag, std::vector<std::string>& value, std::span<const std::string_view> names,
                          const char* text) {
        command->add_option(flag, value, fmt::format("{}: all, none or some of {}", text, fmt::join(names, ", ")))
            ->type_name("NAME,..")
            ->delimiter(',')
            ->default_str("all")
            ->group("Ways to the angle");
    };
    list("--exp", o.exps, angle_exps(), "e^x of the frequency, or the host's table");
    list("--sine", o.sines, angle_sines(), "sine and cosine");
    list("--remedy", o.remedies, angle_remedies(), "forms for large positions");
    const auto number = [&](const char* flag, std::int64_t& value, const char* text) {
        return command->add_option(flag, value, text)->type_name("N")->check(whole_number)->capture_default_str();
    };
    number("--last", o.last, "the highest position, up to 2147483647")->group("Inputs");
    number("--sample", o.sample, "positions looked at in each range, seeded by --seed")->group("Inputs");
    number("--rotary-dim", o.request.rotary_dim, "columns that rotate, two a pair")->group("Inputs");
    command->add_option("--base", o.request.base, "base of the frequencies")
        ->type_name("X")
        ->check(real_number)
        ->capture_default_str()
        ->group("Inputs");
    command->add_option("--lowering", o.lowering, "how SFPI becomes instructions: sfpi-2025, sfpi-2023 or none")
        ->type_name("NAME")
        ->capture_default_str()
        ->group("Ways to the angle");
    command->add_option("--csv", o.csv, "a row for each way and range of positions")
        ->type_name("FILE")
        ->group("Result");
    command->add_option("-o,--plots", o.plots, "plots: growth, and a map of positions and pairs for each way")
        ->type_name("DIR")
        ->group("Result");
    command->add_flag("--force", o.force, "overwrite existing output files")->group("Result");
    number("--jobs", o.jobs, "host threads, 0 for all; figures are the same for any number")->group("Run");
    command->footer(
        "Examples:\n"
        "  tessera accuracy rope\n"
        "  tessera accuracy rope --exp exp_24f,exp_fp32 --sine phase --last 1000000 -o growth");
    command->callback([=, &exit_code] { exit_code = run(*options); });
}

}  // namespace tessera::apps
