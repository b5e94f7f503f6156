#include "apps/run_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>

#include "apps/help_tree.hpp"
#include "host/compile/toolchain.hpp"
#include "host/compile/vendor_tree.hpp"

namespace tessera::apps {

void add_set_option(CLI::App& app, WhatIfOptions& options) {
    app.add_option("--set", options.set, "another value for a constant of the architecture, see `tessera list figures`")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false)
        ->group("What if");
}

void add_library_option(CLI::App& app, const char* group) {
    const std::vector<std::string> libraries{"tessera", "vendor"};
    const auto take = [](const std::string& chosen) { ::setenv(host::library_variable, chosen.c_str(), 1); };
    offer(app.add_option_function<std::string>("--library", take,
                                               "whose compute API and low-level kernels: vendor's are of TT_METAL_HOME")
              ->type_name("NAME")
              ->group(group),
          libraries);
}

void add_include_option(CLI::App& app, const char* group) {
    // The compiler reads it where it is started, which may be in the program that exec runs.
    const auto take = [](const std::vector<std::string>& given) {
        std::string folders;
        for (const std::string& folder : given) folders += std::filesystem::absolute(folder).string() + ":";
        const char* more = std::getenv(host::include_variable);
        ::setenv(host::include_variable, (folders + (more == nullptr ? "" : more)).c_str(), 1);
        host::more_include_folders();
    };
    app.add_option_function<std::vector<std::string>>("-I,--include", take,
                                                      "a folder that kernels may include from, before all others")
        ->type_name("DIR")
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(group);
}

namespace {

// Without --arch it is the board's chip.
void add_board_option(CLI::App& app, WhatIfOptions& options) {
    const auto take = [&app, &options](const std::string& name) {
        options.board = name;
        if (CLI::Option* arch = app.get_option("--arch"); arch->count() == 0)
            arch->default_val(std::string(chip_of(name).name));
    };
    offer(app.add_option_function<std::string>("--board", take,
                                               fmt::format("the chip of {}", fmt::join(board_names(), ", ")))
              ->type_name("NAME")
              ->group("What if"),
          board_names());
}

}  // namespace

void add_run_options(CLI::App& app, RunOptions& options) {
    add_include_option(app);
    add_library_option(app);
    const auto word = [&app](const char* flag, std::string& value, const char* kind, const char* text) {
        return app.add_option(flag, value, text)->type_name(kind)->capture_default_str();
    };
    const std::vector<std::string> on_or_off{"on", "off"};
    std::vector<std::string> lowerings;
    for (const sfpu::Lowering lowering : sfpu::lowerings) lowerings.emplace_back(sfpu::name(lowering));
    offer(word("--lowering", options.lowering, "NAME", "how SFPI becomes instructions: sfpi-2025, sfpi-2023 or none")
              ->group("Kernel"),
          lowerings);
    offer(word("--profiler-overhead", options.profiler_overhead, "on|off",
               "whether zones take the cycles they do on silicon")
              ->group("Kernel"),
          on_or_off);
    app.add_flag("--strict", options.strict, "refuse what documents forbid: warnings of it are errors")
        ->group("Kernel");
    app.add_flag("--pedantic", options.pedantic,
                 "refuse what merely works today as well: all warnings, orders that no document promises, padding")
        ->group("Kernel");
    app.add_option("--faults", options.faults, "verdicts for faults after which a run can go on: off, warn or error")
        ->type_name("ID=VERDICT,...")
        ->group("Kernel");
    app.add_flag("--keep-going", options.keep_going, "list such errors at the end instead of stopping at the first")
        ->group("Kernel");
    offer(word("--races", options.races, "on|off", "whether accesses that nothing orders are looked for")
              ->group("Kernel"),
          on_or_off);
    app.add_option("--order", options.schedule, "run in another order that hardware may take, drawn from this number")
        ->type_name("N")
        ->check(whole_number)
        ->group("Run");
    app.add_option("--delay", options.delay, "delay the transfers of a kernel line, of one core and RISC or of all")
        ->type_name("FILE:LINE[@X,Y:RISC]=CYCLES")
        ->allow_extra_args(false)
        ->group("Run");
    app.add_flag("--no-profiler", options.no_profiler, "short for --profiler-overhead off")->group("Kernel");
    word("--dprint", options.dprint, "off|CORES",
         "cores whose DPRINT lines are printed: off, all, or as 0,0 or (0,0)-(0,3); TT_METAL_DPRINT_CORES goes before "
         "it")
        ->group("Run");
    app.add_flag("--blind-time", options.blind_time,
                 "time only: the same cycles, but values are not computed and not checked")
        ->group("Run");
    app.add_flag("--first-nan", options.first_nan,
                 "say what made the first NaN and the first infinity, and where they went")
        ->group("Run");
    app.add_option("--threads", options.threads,
                   "host threads of a run, all there are by default; no result depends on it")
        ->type_name("N")
        ->check(whole_number)
        ->group("Run");
    app.add_option("--max-cycles", options.max_cycles, "give up after so many simulated cycles")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str()
        ->group("Run");
    add_set_option(app, options.what_if);
    add_board_option(app, options.what_if);
    app.add_option("--harvest", options.what_if.harvest,
                   "NoC 0 rows of wormhole_b0 (columns of blackhole) fused off, or none")
        ->type_name("LIST")
        ->group("What if");
}

void add_gdb_option(CLI::App& app, RunOptions& options) {
    app.add_option("--gdb", options.gdb,
                   "wait for gdb at that TCP port of 127.0.0.1, 0 for a free one; it sees the kernels of core X,Y, by "
                   "default of the first that runs any")
        ->type_name("PORT[@X,Y]")
        ->group("Run");
}

void add_schedules_option(CLI::App& app, std::int64_t& count) {
    app.add_option("--schedules", count,
                   "run so many other orders that hardware may take as well, and say which change results")
        ->type_name("N")
        ->check(whole_number)
        ->group("Run");
}

void add_all_option(CLI::App& app, bool& all) {
    app.add_flag("--all", all, "list every core and workload and whole tiles, however many there are");
}

void add_view_file_options(CLI::App& app, ViewFileOptions& options) {
    for (const views::FileViewRow& row : views::file_views())
        app.add_option(fmt::format("--{}", row.name), options.paths[std::string(row.name)], std::string(row.text))
            ->type_name("FILE")
            ->group("Files");
    const auto word = [&app](const char* flag, std::string& value, const char* kind, const char* text) {
        return app.add_option(flag, value, text)->type_name(kind)->capture_default_str()->group("Files");
    };
    word("--trace-cores", options.trace_cores, "X,Y;...", "only these logical cores in the trace");
    word("--trace-window", options.trace_window, "A:B", "only what overlaps cycles A to B, either may be left out");
    word("--trace-time", options.trace_time, "NAME", "1 ns of the trace stands for a cycle, or is real: cycles, real")
        ->check(CLI::IsMember({"cycles", "real"}));
    app.add_option("--profiler-columns", options.profiler_columns, "15, or 13 for older readers of the profiler log")
        ->type_name("N")
        ->check(CLI::IsMember({13, 15}))
        ->capture_default_str()
        ->group("Files");
}

void add_parameters(CLI::App& app, Settings& settings) {
    for (const Parameter& p : settings.parameters()) {
        const std::string option = "--" + p.name;
        if (p.kind == ParameterKind::flag) {
            app.add_flag_callback(
                   option, [&settings, &p, option] { settings.set(p.name, "true", option); }, p.text)
                ->group(p.group);
            continue;
        }
        CLI::Option* added = app.add_option_function<std::string>(
            option, [&settings, &p, option](const std::string& value) { settings.set(p.name, value, option); }, p.text);
        added->group(p.group)->default_str(p.fallback);
        if (p.kind == ParameterKind::whole && p.word.empty()) added->check(whole_number);
        if (p.kind == ParameterKind::real) added->check(real_number);
        const std::string usual = p.kind == ParameterKind::whole  ? p.word.empty() ? "N" : "N|" + p.word
                                  : p.kind == ParameterKind::real ? "X"
                                  : p.kind == ParameterKind::file ? "FILE"
                                                                  : "NAME";
        added->type_name(p.type_name.empty() ? usual : p.type_name);
        if (!p.choices.empty()) offer(added, p.choices);
    }
}

std::function<void(std::uint32_t)> cores_printer(Progress& progress) {
    return [&progress](std::uint32_t cores) { progress.show(fmt::format("timing {} cores", cores), 0); };
}

std::function<void(const fault::Fault&)> fault_printer(Progress& progress, fault::Severity severity) {
    return [&progress, severity](const fault::Fault& fault) {
        progress.erase();
        say_fault(fault, severity);
    };
}

}  // namespace tessera::apps
