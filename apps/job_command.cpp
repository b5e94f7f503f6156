#include "apps/job_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "apps/dump.hpp"
#include "host/run/progress.hpp"
#include "host/run/run.hpp"
#include "host/run/schedules.hpp"
#include "host/run/terminal.hpp"
#include "host/sweep/best_cores.hpp"
#include "host/sweep/sweep.hpp"
#include "host/sweep/sweep_state.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/findings.hpp"
#include "sim/views/screen.hpp"
#include "sim/views/text_file.hpp"

namespace tessera::apps {
namespace {

using fault::InputError;

std::vector<OutputPath> outputs(const JobCommand& given) {
    std::vector<OutputPath> all = given.files.outputs();
    for (auto output = given.output.rbegin(); output != given.output.rend(); ++output)
        all.insert(all.begin(), {"--output", *output});
    return all;
}

struct ResultFile {
    std::size_t result = 0;  // among Job::outputs
    std::string path;
};

// NAME=FILE where NAME is a result; without it the file is for the only one.
ResultFile result_file(const std::string& output, const Job& job) {
    std::vector<std::string> names;
    for (const std::size_t tensor : job.outputs) names.push_back(job.tensors[tensor].name);
    const std::size_t equals = output.find('=');
    const std::string name = output.substr(0, equals);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (equals != std::string::npos && names[i] == name) return {i, output.substr(equals + 1)};
    if (names.size() == 1) return {0, output};
    if (names.empty()) throw InputError(fmt::format("--output {}: {} has no results", output, job.name));
    if (equals != std::string::npos)
        throw InputError(fmt::format("--output {}: no result {}; {}", output, name, hint(name, names)));
    throw InputError(fmt::format("--output {}: {} has {} results; NAME=FILE is expected, with {}", output, job.name,
                                 names.size(), fmt::join(names, ", ")));
}

std::vector<ResultFile> result_files(const JobCommand& given, const Job& job) {
    std::vector<ResultFile> all;
    for (const std::string& output : given.output) {
        all.push_back(result_file(output, job));
        for (std::size_t i = 0; i + 1 < all.size(); ++i)
            if (all[i].result == all.back().result)
                throw InputError(fmt::format("--output {}: that result is written already", output));
    }
    return all;
}

void write_output(const ResultFile& file, const NpyArray& result, bool force) {
    if (file.path != "-") return write_npy(file.path, result, force);
    const std::string header = npy_header(result);
    if (std::fwrite(header.data(), 1, header.size(), stdout) != header.size() ||
        std::fwrite(result.data.data(), 1, result.data.size(), stdout) != result.data.size() ||
        std::fflush(stdout) != 0)
        throw InputError("--output -: stdout cannot be written");
}

void keep(const std::string& path, const std::string& text, bool overwrite) {
    views::OutputFile file(path, overwrite);
    file.write(text);
    file.commit();
}

template <class Text>
void print_on(std::FILE* stream, const Text& text) {
    const views::Screen screen = screen_of(stream);
    views::print_text(stream, text(screen), screen);
}

void print(const Sweep& sweep, const std::string& csv, bool json, bool quiet, bool overwrite) {
    if (!csv.empty()) {
        views::TextFile file(csv, overwrite);
        file.text(to_csv(sweep));
        file.finish();
    }
    if (json)
        fmt::print("{}\n", to_json(sweep));
    else if (!quiet)
        print_on(csv == "-" ? stderr : stdout, [&](const views::Screen& screen) { return to_text(sweep, screen); });
}

// What a quiet sweep does not print, its exit code alone would not explain.
void say_failures(const Sweep& sweep, bool quiet) {
    const auto first = std::ranges::find_if(sweep.points, [](const SweepPoint& p) { return !p.failed.empty(); });
    if (!quiet || first == sweep.points.end()) return;
    std::string values;
    for (std::size_t i = 0; i < sweep.parameters.size(); ++i)
        values += fmt::format("{}{}={}", i == 0 ? "" : " ", sweep.parameters[i].name, first->values[i]);
    say(fmt::format("tessera: {} of {} runs failed, the first with {}: {}\n", sweep.failed(), sweep.points.size(),
                    values, first->failed));
}

// Takes up what an earlier run of the same sweep left in the file.
void resume_from(const std::string& file, Sweep& sweep) {
    if (file.empty() || !std::filesystem::exists(file)) return;
    Sweep kept = sweep_from_state(text_of_file(file), file);
    if (!same_runs(kept, sweep))
        throw InputError(fmt::format("--resume {}: holds another sweep; give another file", file));
    sweep = std::move(kept);
}

int swept(const JobSource& source, const JobCommand& given) {
    std::vector<OutputPath> files = outputs(given);
    if (!files.empty()) throw InputError(fmt::format("--sweep makes many runs, {} writes one", files.front().option));
    if (given.program) throw InputError("--sweep makes many runs, --program prints one");
    if (!given.run.gdb.empty()) throw InputError("--sweep makes many runs, --gdb debugs one");
    if (!given.dump.empty()) throw InputError("--sweep makes many runs, --dump looks into one");
    if (given.run.first_nan) throw InputError("--sweep makes many runs, --first-nan follows the values of one");
    if (!given.shard.empty() && given.resume.empty())
        throw InputError("--shard needs --resume FILE, where its part is kept for `tessera merge`");
    if (!given.resume.empty()) files.push_back({"--resume", given.resume, OutputPath::Kind::state});
    if (!given.csv.empty()) files.push_back({"--csv", given.csv});
    check_outputs(files, given.common.json, given.force);
    RunOptions run = given.run;
    if (run.threads == 0 && given.jobs > 1) run.threads = 1;  // the runs of a sweep share the host
    run.dprint = "off";                                       // lines of many runs tell nothing
    const SweepRequest request{.source = source,
                               .settings = given.settings,
                               .run = run,
                               .arch = given.common.arch,
                               .seed = given.common.seed,
                               .lists = given.sweep,
                               .shard = shard_of(given.shard),
                               .jobs = given.jobs};
    Sweep sweep = planned(request);
    resume_from(given.resume, sweep);
    Progress progress(!given.common.quiet);
    work_on(sweep, request, [&](const Sweep& so_far, std::size_t n, std::size_t of) {
        progress.show(fmt::format("{} of {} runs done", n, of), static_cast<double>(n) / static_cast<double>(of));
        if (!given.resume.empty()) keep(given.resume, to_state(so_far), true);
    });
    progress.erase();
    if (!given.resume.empty()) keep(given.resume, to_state(sweep), true);
    print(sweep, given.csv, given.common.json, given.common.quiet, given.force);
    say_failures(sweep, given.common.quiet && !given.common.json);
    return sweep.failed() == 0 ? good : check_failed;
}

// Told as it comes, and kept for the files of findings, which are written however the run ends.
class Findings {
  public:
    Findings(const JobCommand& given, Progress& progress) : given_(given), progress_(progress) {}

    std::function<void(const fault::Fault&)> hear(fault::Severity severity) {
        return [this, severity, tell = fault_printer(progress_, severity)](const fault::Fault& fault) {
            tell(fault);
            all_.push_back({fault, severity});
        };
    }
    void add(const fault::Fault& fault) { all_.push_back({fault, fault::Severity::error}); }
    std::vector<FoundRace> races() const {
        std::vector<FoundRace> found;
        for (const views::Finding& one : all_)
            for (FoundRace& race : races_of({&one.fault, 1})) found.push_back(std::move(race));
        return found;
    }
    void write(const std::string& name, const std::string& failed_check, double microseconds) const {
        write_file(given_.sarif, views::to_sarif(all_));
        write_file(given_.junit, views::to_junit(name, all_, failed_check, microseconds / 1e6));
    }

  private:
    void write_file(const std::string& path, const std::string& text) const {
        if (path.empty()) return;
        views::TextFile file(path, given_.force);
        file.text(text);
        file.finish();
    }
    const JobCommand& given_;
    Progress& progress_;
    std::vector<views::Finding> all_;
};

views::OtherOrders other_orders(const JobCommand& given, const std::vector<FoundRace>& races,
                                const DifferenceIn& difference, Progress& progress) {
    return try_orders(given.run, races, given.schedules, difference, [&](std::int64_t n, std::int64_t of) {
        progress.show(fmt::format("order {} of {}", n, of), static_cast<double>(n - 1) / static_cast<double>(of));
    });
}

// What there is of a run that a fault ends: all that was asked for but the results.
void write_partial(const JobCommand& given, const ViewFiles& view_files, const RunRecord& record,
                   const std::vector<ResultFile>& results) {
    const views::RunSummary& summary = record.summary;
    view_files.write(page_header(summary), given.force, record.kernel_files);
    std::vector<std::string> written;
    for (const OutputPath& file : given.files.outputs()) written.push_back(file.on_stdout() ? file.option : file.path);
    if (given.common.json) {
        fmt::print("{}\n", to_json(summary));
        written.emplace_back("--json");
    }
    if (!written.empty()) say(fmt::format("tessera: partial, up to the fault: {}\n", fmt::join(written, ", ")));
    for (const ResultFile& file : results)
        say(fmt::format("tessera: {}: not written, the result is not complete\n", file.path));
}

int run_once(const JobSource& source, const JobCommand& given) {
    const WhatIf changed = what_if(chosen_arch(given.common), given.run.what_if);
    core_options(given.run);  // refused before the job is made
    check_dump(given.dump, given.run);
    Progress progress(!given.common.quiet);
    const Settings settings = with_best_cores(source, given.settings, changed, given.run, given.common.seed, given.jobs,
                                              cores_printer(progress));
    const Job job = source.plan(settings, changed.arch, given.common.seed);
    const std::vector<ResultFile> results = result_files(given, job);
    std::vector<OutputPath> files = given.files.outputs();
    for (std::size_t i = 0; i < results.size(); ++i)
        files.insert(files.begin() + static_cast<std::ptrdiff_t>(i), {"--output", results[i].path});
    for (const auto& [option, path] : {std::pair{"--sarif", &given.sarif}, std::pair{"--junit", &given.junit}})
        if (!path->empty()) files.push_back({option, *path});
    const auto dump =
        dump_of(given.dump, {.all = given.all, .quiet = given.common.quiet, .overwrite = given.force}, progress);
    if (dump)
        for (const std::string& file : dump->files()) files.push_back({"--dump", file});
    check_outputs(files, given.common.json, given.force);
    if (given.schedules > 0 && given.run.blind_time)
        throw InputError("--schedules compares results, --blind-time computes none");
    if (given.schedules > 0 && !given.run.gdb.empty())
        throw InputError("--schedules makes many runs, --gdb debugs one");
    if (!given.output.empty() && given.run.blind_time)
        throw InputError("--output contradicts --blind-time, which computes no values");

    ViewFiles view_files(given.files, changed.arch, job.name);
    RunOptions options = given.run;
    options.keep_going |= given.schedules > 0;
    Findings findings(given, progress);
    views::FirstNonFinite first_nan;
    RunRecord record;
    double microseconds = 0;  // of the machine, up to a fault
    try {
        record = run(job, changed, options,
                     {.programs = given.program,
                      .files = &view_files,
                      .debugger = dump.get(),
                      .progress = &progress,
                      .first_nan = &first_nan,
                      .partial =
                          [&](const RunRecord& partial) {
                              progress.erase();
                              write_partial(given, view_files, partial, results);
                              microseconds = partial.summary.microseconds();
                          },
                      .warned = findings.hear(fault::Severity::warning),
                      .passed = findings.hear(fault::Severity::error)});
    } catch (const fault::Fault& fault) {
        findings.add(fault);
        findings.write(job.name, "", microseconds);
        progress.erase();
        say_missed(dump.get());
        if (options.first_nan) say(to_text(first_nan, screen_of(stderr, given.all)));
        if (given.schedules > 0) {
            const std::string end = ending(fault);
            views::OtherOrders orders =
                other_orders(given, findings.races(), difference_from(job, changed, end), progress);
            orders.wrong = end;
            say(to_text(orders, screen_of(stderr, given.all)));
        }
        throw;
    }
    if (given.schedules > 0) {
        views::RunSummary& run = record.summary;
        run.orders = other_orders(given, findings.races(), difference_from(job, changed, record), progress);
        if (run.check && !run.check->within) run.orders->wrong = "check failed: " + worst_element(*run.check);
    }
    progress.erase();

    const views::RunSummary& summary = record.summary;
    for (const ResultFile& file : results) write_output(file, record.outputs[file.result], given.force);
    view_files.write(page_header(summary), given.force, record.kernel_files);
    const bool failed = summary.check && !summary.check->within;
    findings.write(job.name, failed ? worst_element(*summary.check) : "", summary.microseconds());
    const bool stdout_taken = std::ranges::any_of(files, &OutputPath::on_stdout);
    if (given.common.json)
        fmt::print("{}\n", to_json(summary));
    else if (!given.common.quiet)
        print_on(stdout_taken ? stderr : stdout, [&](views::Screen screen) {
            screen.all = given.all;
            return to_text(summary, given.common.verbose, screen);
        });
    if (!given.common.json)
        for (std::size_t i = 0; i < record.programs.size(); ++i)
            show(fmt::format("\nSFPU program {} of {}: {}", i + 1, record.programs.size(), record.programs[i]));
    const bool all_dumped = say_missed(dump.get());
    if (failed) {
        say(fmt::format("tessera: check failed: {}\n", worst_element(*summary.check)));
        return check_failed;
    }
    for (const fault::Fault& error : summary.errors) say(fmt::format("tessera: {}\n", error.headline()));
    if (!summary.errors.empty() || (summary.orders && !summary.orders->all_same())) return check_failed;
    return all_dumped ? good : usage;
}

}  // namespace

void add_job_options(CLI::App& app, JobCommand& command) {
    add_common(app, command.common);
    add_all_option(app, command.all);
    add_parameters(app, command.settings);
    add_run_options(app, command.run);
    add_gdb_option(app, command.run);
    add_dump_option(app, command.dump);
    app.add_flag("--program", command.program, "print the lowered SFPU programs with their source lines")->group("Run");
    app.add_option("--output", command.output, ".npy for the result, - for stdout; without it not kept")
        ->type_name("FILE")
        ->allow_extra_args(false)
        ->group("Files");
    add_view_file_options(app, command.files);
    app.add_option("--sarif", command.sarif, "warnings and errors as SARIF, for what reviews code")
        ->type_name("FILE")
        ->group("Files");
    app.add_option("--junit", command.junit, "the run as a test case of JUnit's XML")
        ->type_name("FILE")
        ->group("Files");
    app.add_flag("--force", command.force, "overwrite existing output files")->group("Files");
    add_schedules_option(app, command.schedules);
    app.add_option("--sweep", command.sweep, "a run for each value of an option or constant; 1,2,4..56 doubles")
        ->type_name("NAME=LIST")
        ->allow_extra_args(false)
        ->group("Sweep");
    app.add_option("--jobs", command.jobs, "host threads of a sweep; the output does not depend on it")
        ->type_name("N")
        ->check(whole_number_from_zero)
        ->group("Sweep");
    app.add_option("--shard", command.shard, "this part of a sweep's runs only, for `tessera merge`")
        ->type_name("I/N")
        ->group("Sweep");
    app.add_option("--resume", command.resume, "keep a sweep's runs there, and go on from what it holds")
        ->type_name("FILE")
        ->group("Sweep");
    app.add_option("--csv", command.csv, "the table of a sweep as CSV, - for stdout")
        ->type_name("FILE")
        ->group("Sweep");
}

int run_command(const JobSource& source, const JobCommand& given) {
    if (given.sweep.empty()) {
        if (!given.csv.empty()) throw InputError("--csv is the table of a --sweep");
        if (!given.shard.empty()) throw InputError("--shard is a part of a --sweep");
        if (!given.resume.empty()) throw InputError("--resume keeps a --sweep");
        return run_once(source, given);
    }
    return swept(source, given);
}

int merge_sweep(const MergeCommand& given) {
    std::vector<InputPath> read;
    for (const std::string& file : given.parts) read.push_back({"merge", file});
    if (!given.csv.empty()) check_outputs({{"--csv", given.csv}}, given.json, given.force, read);
    std::vector<Sweep> parts;
    for (const std::string& file : given.parts) parts.push_back(sweep_from_state(text_of_file(file), file));
    const Sweep sweep = merged(std::move(parts));
    print(sweep, given.csv, given.json, given.quiet, given.force);
    say_failures(sweep, given.quiet && !given.json);
    const auto missing = std::ranges::count(sweep.points, false, &SweepPoint::done);
    if (missing != 0)
        say(fmt::format("tessera: {} of {} runs are missing; run and merge the other shards\n", missing,
                        sweep.points.size()));
    return missing == 0 && sweep.failed() == 0 ? good : check_failed;
}

std::string examples_text(const std::vector<std::string>& examples) {
    std::string out = "Examples:";
    for (const std::string& example : examples) out += "\n  tessera " + example;
    return out;
}

}  // namespace tessera::apps
