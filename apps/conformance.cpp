// tessera conformance: replays golden data and says which bits differ.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <mutex>
#include <thread>

#include "apps/calibration.hpp"
#include "apps/conformance_cases.hpp"
#include "apps/conformance_latencies.hpp"
#include "apps/run_options.hpp"
#include "host/calibration/errors.hpp"
#include "host/calibration/latency_table.hpp"
#include "host/compile/parallel.hpp"
#include "host/conformance/case_run.hpp"
#include "host/conformance/manifest.hpp"
#include "host/conformance/noc_trace.hpp"
#include "host/conformance/replay.hpp"
#include "host/run/progress.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::apps {
namespace {

using conformance::Replay;

struct Options {
    Common common;
    std::string arch = "all";
    std::vector<std::string> paths;
    bool quick = false;
    bool blind_time = false;
    bool units = false;
    CaseCommand cases;
    std::string pattern;
    bool summary = false;
    WhatIfOptions set;
    unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
};

struct FileReplay {
    std::filesystem::path file;
    const arch::Arch* arch;
    std::optional<Replay> done;
};

// How far simulated times are from the recorded ones, over all that have one.
calibration::Errors time_errors(const std::vector<FileReplay>& jobs) {
    calibration::Errors errors;
    for (const FileReplay& job : jobs)
        if (const auto& time = job.done->outcome.time) errors.add(time->error_percent());
    return errors;
}
bool near_enough(const calibration::Errors& times) { return times.mean_percent <= conformance::mean_limit_percent; }

// A manifest goes by its folder's name.
std::string shown_name(const std::filesystem::path& file) {
    return (conformance::is_manifest(file) ? file.parent_path() : file).filename().string();
}

std::string cut(const std::string& text, std::size_t most) {
    return text.size() <= most ? text : text.substr(0, most - 2) + "..";
}

// Of every golden array: how far the machine's is from it.
std::string rows_text(const std::vector<conformance::GoldenRow>& rows) {
    constexpr std::size_t widest_name = 30, widest_array = 17;
    std::size_t name = 4, array = 5;
    for (const auto& row : rows) {
        name = std::clamp(row.name.size(), name, widest_name);
        array = std::clamp(row.array.size(), array, widest_array);
    }
    std::string out;
    if (!rows.empty())
        out += fmt::format(" {:<{}} {:<{}} {:>9} {:>9} {:>9}\n", "case", name, "array", array, "max error", "NMSE",
                           "limit");
    for (const auto& row : rows)
        out += fmt::format(" {:<{}} {:<{}} {:>9.2e} {:>9.2e} {:>9}{}\n", cut(row.name, name), name,
                           cut(row.array, array), array, row.error, row.nmse,
                           row.limit != 0  ? fmt::format("{:.2e}", row.limit)
                           : row.same_bits ? "same bits"
                                           : "",
                           row.passed ? "" : " FAILED");
    return out;
}

nlohmann::ordered_json rows_json(const std::vector<conformance::GoldenRow>& rows) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const auto& row : rows)
        out.push_back(
            {{"case", row.name},
             {"array", row.array},
             {"max_abs_error", row.error},
             {"nmse", row.nmse},
             {"nmse_limit", row.limit == 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(row.limit)},
             {"same_bits", row.same_bits},
             {"passed", row.passed},
             {"remark", row.remark}});
    return out;
}

std::string text(const std::vector<FileReplay>& jobs, std::size_t passed_over, const std::vector<WhatIf>& archs,
                 bool quiet) {
    std::string out;
    for (const WhatIf& arch : archs)
        if (!quiet && !arch.changes.constants.empty())
            out += fmt::format("{}\n{}\n", arch.arch.name, views::to_text(arch.changes));
    std::size_t width = 4;
    for (const FileReplay& job : jobs) width = std::max(width, shown_name(job.file).size());
    long run = 0, passed = 0, refused = 0;
    if (!quiet) out += fmt::format("{:<{}}  {:<11}  {:>8}  {:>8}  of\n", "file", width, "arch", "run", "passed");
    for (const FileReplay& job : jobs) {
        const conformance::Outcome& o = job.done->outcome;
        run += o.run;
        passed += o.passed;
        refused += o.unsupported;
        if (quiet && o.good()) continue;
        out += fmt::format("{:<{}}  {:<11}  {:>8}  {:>8}  {}{}{}\n", shown_name(job.file), width, job.arch->name, o.run,
                           o.passed, job.done->kind,
                           o.time ? fmt::format("  {:>6} cycles recorded, {:>6} simulated, {:+5.1f} %",
                                                o.time->recorded, o.time->simulated, o.time->error_percent())
                                  : "",
                           o.good()          ? ""
                           : o.failed() != 0 ? "  FAILED"
                                             : "  unsupported");
        if (!quiet) out += rows_text(o.rows);
        for (const std::string& mismatch : o.mismatches) out += "  " + mismatch + "\n";
    }
    const calibration::Errors times = time_errors(jobs);
    if (times.points != 0 && (!quiet || !near_enough(times)))
        out += fmt::format(
            "times: mean absolute error {:.2f} % over {} trace(s) (limit {} %), mean {:+.2f} %, worst {:.1f} %{}\n",
            times.mean_percent, times.points, conformance::mean_limit_percent, times.bias_percent,
            std::abs(times.worst_percent), near_enough(times) ? "" : "  FAILED");
    if (!quiet || run != passed)
        out += fmt::format("{} run, {} passed, {} failed, {} unsupported; {} other file(s) passed over\n", run, passed,
                           run - passed - refused, refused, passed_over);
    return out;
}

std::string json(const std::vector<FileReplay>& jobs, const std::vector<std::string>& passed_over,
                 const std::vector<WhatIf>& archs) {
    using nlohmann::ordered_json;
    ordered_json files = ordered_json::array();
    long run = 0, passed = 0, refused = 0;
    for (const FileReplay& job : jobs) {
        const conformance::Outcome& o = job.done->outcome;
        run += o.run;
        passed += o.passed;
        refused += o.unsupported;
        files.push_back({{"file", job.file.string()},
                         {"arch", job.arch->name},
                         {"kind", job.done->kind},
                         {"run", o.run},
                         {"passed", o.passed},
                         {"unsupported", o.unsupported},
                         {"mismatches", o.mismatches}});
        if (!o.rows.empty()) files.back()["arrays"] = rows_json(o.rows);
        if (o.time)
            files.back()["time"] = {{"recorded_cycles", o.time->recorded},
                                    {"simulated_cycles", o.time->simulated},
                                    {"error_percent", o.time->error_percent()}};
    }
    const calibration::Errors times = time_errors(jobs);
    ordered_json out{{"schema_version", 1},
                     {"command", "conformance"},
                     {"run", run},
                     {"passed", passed},
                     {"failed", run - passed - refused},
                     {"unsupported", refused},
                     {"passed_over", passed_over},
                     {"files", files}};
    for (const WhatIf& arch : archs)
        if (!arch.changes.constants.empty()) add_to(out[std::string(arch.arch.name)], arch.changes);
    if (times.points != 0)
        out["time"] = {{"traces", times.points},
                       {"mean_absolute_error_percent", times.mean_percent},
                       {"mean_error_percent", times.bias_percent},
                       {"worst_percent", std::abs(times.worst_percent)},
                       {"limit_percent", conformance::mean_limit_percent}};
    return views::json_dump(out, 2);
}

int run_list(const Options& given, const std::vector<WhatIf>& archs) {
    if (given.paths.size() != 2)
        throw fault::InputError(
            fmt::format("{} takes one file, {} given", given.paths.front(), given.paths.size() - 1));
    CaseCommand command = given.cases;
    command.list = given.paths[0];
    command.file = given.paths[1];
    for (const WhatIf& a : archs) command.archs.push_back(&a.arch);
    command.blind_time = given.blind_time;
    command.json = given.common.json;
    command.quiet = given.common.quiet;
    command.jobs = given.jobs;
    return run_cases(command);
}

int run_table(const Options& given, const std::vector<WhatIf>& archs) {
    if (given.paths.size() != 1) throw fault::InputError("a table of transfer times is replayed alone");
    LatencyCommand command{.file = given.paths.front(),
                           .arch = given.arch,
                           .pattern = given.pattern,
                           .resume = given.cases.resume,
                           .archs = {},
                           .rows = !given.summary,
                           .json = given.common.json,
                           .quiet = given.common.quiet,
                           .jobs = given.jobs};
    for (const WhatIf& a : archs) command.archs.push_back(&a.arch);
    return run_latencies(command);
}

int run(const Options& given) {
    const bool is_table = calibration::is_latency_table(given.paths.front());
    if (!conformance::is_case_list(given.paths.front()) &&
        !(given.cases.csv.empty() && (given.cases.resume.empty() || is_table)))
        throw fault::InputError("--csv and --resume are for a list of cases, as `tessera conformance ggml-cases FILE`");
    if (!is_table && (given.summary || !given.pattern.empty()))
        throw fault::InputError("--pattern and --summary are for a table of transfer times, as latencies.csv");
    const bool calibrates = given.paths == std::vector<std::string>{"calibration"};
    if (given.units && !calibrates) throw fault::InputError("--units is for `tessera conformance calibration`");
    std::vector<WhatIf> archs = what_if_of_all(given.set);
    if (given.arch != "all") std::erase_if(archs, [&](const WhatIf& a) { return a.arch.name != given.arch; });
    if (archs.empty())
        throw fault::InputError(fmt::format("--arch {}: expected wormhole_b0, blackhole or all", given.arch));
    if (calibrates && given.units) return run_units(given.common, archs);
    if (calibrates && given.arch != "all")
        throw fault::InputError(
            fmt::format("--arch {}: `calibration` runs each target on the chip that it was measured on; leave it out, "
                        "or ask for --units",
                        given.arch));
    if (calibrates) return run_calibration(given.common, !given.quick, given.blind_time, given.jobs, archs);
    if (given.jobs == 0) throw fault::InputError("--jobs must be at least 1");
    if (conformance::is_case_list(given.paths.front())) return run_list(given, archs);
    if (is_table) return run_table(given, archs);
    std::vector<FileReplay> jobs;
    std::vector<std::string> passed_over;
    for (const std::string& path : given.paths) {
        const conformance::Found found = conformance::find_vectors(path);
        for (const auto& file : found.files)
            for (const WhatIf& a : archs)
                if (conformance::concerns(file, a.arch)) jobs.push_back({file, &a.arch, std::nullopt});
        for (const auto& file : found.passed_over) passed_over.push_back(file.string());
    }
    Progress progress(!given.common.quiet);
    std::mutex telling;
    std::size_t done = 0, all = 0;
    for (const FileReplay& job : jobs) all += conformance::parts_of(job.file);
    host::in_parallel(jobs.size(), given.jobs, [&](std::size_t i) {
        jobs[i].done = conformance::replay(jobs[i].file, *jobs[i].arch, [&] {
            const std::lock_guard lock(telling);
            ++done;
            progress.show(fmt::format("{} of {} files and cases", done, all),
                          static_cast<double>(done) / static_cast<double>(all));
        });
    });
    progress.erase();
    // A file may name other architectures only: nothing run is nothing shown.
    std::erase_if(jobs, [](const FileReplay& job) { return job.done->outcome.run == 0; });
    show(given.common.json ? json(jobs, passed_over, archs) + "\n"
                           : text(jobs, passed_over.size(), archs, given.common.quiet));
    const auto any = [&](auto what) { return std::any_of(jobs.begin(), jobs.end(), what); };
    if (any([](const FileReplay& job) { return job.done->outcome.failed() != 0; }) || !near_enough(time_errors(jobs)))
        return check_failed;
    return any([](const FileReplay& job) { return job.done->outcome.unsupported != 0; }) ? unsupported : good;
}

}  // namespace

void add_conformance(CLI::App& app, CommandLine& line) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "conformance",
        "replay golden data (.tvec, fpu_*, convert_*, numeric bit for bit; NoC traces, latencies.csv in time)");
    if (!line.names(*command)) return;
    command
        ->add_option(
            "paths", options->paths,
            "files or folders of golden data, a table of transfer times as CSV, the word calibration, or a list's "
            "name and its file")
        ->required();
    command->add_option("--arch", options->arch, "wormhole_b0, blackhole or all")->capture_default_str();
    command->add_option("--jobs", options->jobs, "threads; the output does not depend on it")->capture_default_str();
    command->add_flag("--json", options->common.json, "print one JSON object instead of a table");
    command->add_flag("-q,--quiet", options->common.quiet, "print only what failed");
    command->add_flag("--quick", options->quick,
                      "calibration: leave out the run of 512 MiB and the transfers by pattern");
    command->add_flag("--units", options->units,
                      "calibration: the units one by one instead, beside what was published of them");
    command->add_flag("--blind-time", options->blind_time, "calibration and lists: time only, values are not computed");
    command->add_option("--suite", options->cases.suite, "a list's cases of that suite only")->type_name("NAME");
    command->add_option("--seed", options->cases.seed, "of what a list's cases generate")->capture_default_str();
    command->add_option("--pattern", options->pattern, "a table's settings of that pattern only")->type_name("NAME");
    command->add_flag("--summary", options->summary, "of a table, the patterns without every setting");
    command->add_option("--resume", options->cases.resume, "keep a list's or table's runs there, and go on from them")
        ->type_name("FILE");
    command->add_option("--csv", options->cases.csv, "a list's table as CSV, - for stdout")->type_name("FILE");
    command->add_flag("--force", options->cases.force, "overwrite an existing file");
    add_set_option(*command, options->set);
    add_library_option(*command);
    command->footer(
        "Examples:\n"
        "  tessera conformance tests/data/sfpu --arch blackhole\n"
        "  tessera conformance calibration    published times beside the simulated ones\n"
        "  tessera conformance latencies.csv --resume state    every setting of the table");
    command->callback([options, &line] { line.exit_code = run(*options); });
}

}  // namespace tessera::apps
