// tessera profile: where the microseconds of a run go, why, and what to change.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>

#include "apps/help_tree.hpp"
#include "apps/job_command.hpp"
#include "apps/job_file_options.hpp"
#include "host/ops/operation.hpp"
#include "host/run/progress.hpp"
#include "host/run/run.hpp"
#include "host/run/sources.hpp"
#include "host/run/terminal.hpp"
#include "host/sweep/best_cores.hpp"
#include "host/sweep/trials.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/comparison.hpp"
#include "sim/views/profile.hpp"
#include "sim/views/profile_json.hpp"
#include "sim/views/profile_text.hpp"
#include "sim/views/profile_timeline.hpp"
#include "sim/views/profile_trace.hpp"
#include "sim/views/verdict.hpp"

namespace tessera::apps {
namespace {

using views::ProfileData;

struct ViewOptions {
    std::int64_t top = 10;
    std::string core, risc, against;
    bool all = false;
    std::vector<std::string> shown;
};

// Which runs are followed by trials of changes.
enum class Trying : std::uint8_t { small, always, never };
const std::vector<std::string> trying_words{"small", "always", "never"};

struct JobProfile : JobCommand {
    using JobCommand::JobCommand;
    ViewOptions view;
    std::string trying = trying_words.front();
    std::int64_t timeline = 0;
};

// `profile FILE`: a job file, which is run, or what a run left.
struct FileProfile : JobProfile {
    FileProfile() : JobProfile(std::span<const Parameter>{}) {}
    std::string path;
    std::vector<std::string> params;
};

void add_view_options(CLI::App& app, ViewOptions& view) {
    const char* group = "View";
    app.add_option("--top", view.top, "rows of tables that could be long")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str()
        ->group(group);
    app.add_flag("--all", view.all, "every row and every core, however many there are")->group(group);
    app.add_option("--core", view.core, "only this logical core")->type_name("X,Y")->group(group);
    app.add_option("--risc", view.risc, "only units with this in their name, as brisc, trisc1 or sfpu")
        ->type_name("NAME")
        ->group(group);
    app.add_option("--against", view.against,
                   "compare with this: a saved profile or trace, or the same run with another option")
        ->type_name("FILE|WORD|NAME=VALUE")
        ->group(group);
    std::string names;
    for (const views::SectionRow& row : views::sections)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", row.name);
    app.add_option("--show", view.shown, "only these sections: " + names)
        ->type_name("NAME,...")
        ->delimiter(',')
        ->group(group);
}

views::ProfileView chosen_view(const ViewOptions& given) {
    views::ProfileView view;
    if (given.top < 1) throw fault::InputError("--top must be at least 1");
    view.top = static_cast<std::size_t>(given.top);
    view.risc = given.risc;
    view.screen = screen_of(stdout, given.all);
    if (!given.core.empty()) {
        arch::Coord at;
        const char *begin = given.core.data(), *end = begin + given.core.size();
        const auto x = std::from_chars(begin, end, at.x);
        const bool comma = x.ec == std::errc{} && x.ptr != end && *x.ptr == ',';
        const auto y = comma ? std::from_chars(x.ptr + 1, end, at.y) : x;
        if (!comma || y.ec != std::errc{} || y.ptr != end)
            throw fault::InputError(fmt::format("--core {}: expected X,Y of a logical core, as 0,3", given.core));
        view.core = at;
    }
    std::vector<std::string> names;
    for (const views::SectionRow& row : views::sections) names.emplace_back(row.name);
    for (const std::string& name : given.shown)
        view.shown.push_back(views::sections[choose("--show", name, names)].section);
    return view;
}

// What stands beside the run on a page about two: its profile, and the data of its own page where it ran here.
struct Other {
    ProfileData profile;
    std::string page = {};
};

// With the number of cores that `best` stands for.
Settings settled(const JobSource& source, const JobProfile& given, const Settings& settings) {
    Progress progress(!given.common.quiet);
    return with_best_cores(source, settings, what_if(chosen_arch(given.common), given.run.what_if), given.run,
                           given.common.seed, given.jobs, cores_printer(progress));
}

Trying trying_of(const JobProfile& given) { return static_cast<Trying>(choose("--try", given.trying, trying_words)); }

std::vector<views::Tried> changes_of(const TriedRun& run, const JobProfile& given, Progress& progress) {
    const Trying trying = trying_of(given);
    if (trying == Trying::never || (trying == Trying::small && !is_small(run.profile))) return {};
    return tried_changes(run, given.jobs,
                         [&](const std::string& change) { progress.show(fmt::format("trying {}", change), 0); });
}

// `writes`: leaves the files that are asked for, and tries changes; `other` goes into the page.
ProfileData profiled(const JobSource& source, const JobProfile& given, const Settings& settings,
                     watch::Listener* also = nullptr, bool writes = false, const Other* other = nullptr,
                     std::set<std::string>* kernel_files = nullptr) {
    const WhatIf changed = what_if(chosen_arch(given.common), given.run.what_if);
    const Job job = source.plan(settings, changed.arch, given.common.seed);
    ViewFiles files(writes ? given.files : ViewFileOptions{}, changed.arch, job.name);
    Progress progress(!given.common.quiet);
    RunRecord record = host::run(job, changed, given.run,
                                 {.profile = true,
                                  .files = &files,
                                  .also = also,
                                  .progress = &progress,
                                  .partial =
                                      [&](const RunRecord& partial) {
                                          progress.erase();
                                          files.write(page_header(partial.summary), given.force, partial.kernel_files);
                                      },
                                  .warned = fault_printer(progress, fault::Severity::warning),
                                  .passed = fault_printer(progress, fault::Severity::error)});
    if (writes)
        know(*record.profile,
             changes_of({source, settings, job, changed, given.run, given.common.seed, *record.profile}, given,
                        progress));
    progress.erase();
    views::ReportHeader header = page_header(record.summary);
    header.title = record.profile->title;
    header.tried = record.profile->tried;
    if (other != nullptr) {
        header.comparison = to_json(compare(*record.profile, other->profile));
        header.other = other->page;
    }
    files.write(std::move(header), given.force, record.kernel_files);
    if (kernel_files != nullptr) *kernel_files = record.kernel_files;
    return *record.profile;
}

// Of the run that another is compared with, and its page where one is asked for.
Other other_run(const JobSource& source, const JobProfile& given, const Settings& asked) {
    const Settings settings = settled(source, given, asked);
    if (given.files.path("report").empty()) return {profiled(source, given, settings)};
    const WhatIf changed = what_if(chosen_arch(given.common), given.run.what_if);
    views::Report report(changed.arch);
    std::set<std::string> kernel_files;
    const ProfileData data = profiled(source, given, settings, &report, false, nullptr, &kernel_files);
    Sources sources;
    sources.know(source.plan(settings, changed.arch, given.common.seed));
    views::ReportHeader header{data.title, data.cycles, {}};
    header.source = [&](const std::string& name) { return sources.text(name, kernel_files); };
    return {data, report.data(header, to_json(data, -1))};
}

// A profile saved by --json, or a trace saved by --trace.
ProfileData from_file(const std::string& path) {
    const std::string text = text_of_file(path);
    if (views::is_profile_json(text)) return views::profile_from_json(text, path);
    if (text.starts_with("\x1f\x8b")) throw fault::InputError(fmt::format("{}: compressed; gunzip it first", path));
    const views::TraceHead head = views::trace_head(text, path);
    views::Profile profile(*head.arch);
    views::replay_trace(text, path, head, profile);
    ProfileData data = profile.data(path);
    if (data.cycles == 0) throw fault::InputError(fmt::format("{}: holds no kernel's zone to profile", path));
    data.notes.insert(data.notes.begin(), "from a trace, which holds slices, counters and transfers only");
    if (head.left_out > 0)
        data.notes.push_back(fmt::format("the trace left out {} events: sums are too small", head.left_out));
    return data;
}

void print(const ProfileData& data, const views::ProfileView& view, bool json) {
    show(json ? views::to_json(data) : to_text(data, view));
}

void print(const views::Comparison& comparison, const views::ProfileView& view, bool json) {
    show(json ? to_json(comparison) : to_text(comparison, view));
}

// Another job file, with those of the parameters that it has.
Other other_job(const JobProfile& given) {
    const JobFile file(given.view.against);
    Settings settings(file.parameters());
    for (const Parameter& p : given.settings.parameters())
        if (given.settings.gave(p.name) && settings.find(p.name) != nullptr)
            settings.set(p.name, given.settings.text(p.name), "--param " + p.name);
    return other_run(file, given, settings);
}

Other compared_with(const JobSource& source, const JobProfile& given) {
    if (const std::optional<Settings> other = with(given.settings, given.view.against))
        return other_run(source, given, *other);
    if (JobFile::is_one(given.view.against)) return other_job(given);
    const std::string& word = given.view.against;
    if (const std::size_t equals = word.find('='); equals != word.npos && !std::filesystem::exists(word)) {
        std::vector<std::string> names;
        for (const Parameter& p : given.settings.parameters()) names.push_back(p.name);
        throw fault::InputError(fmt::format("--against {}: no option {} and no such file; {}", word,
                                            word.substr(0, equals), hint(word.substr(0, equals), names)));
    }
    return {from_file(word)};
}

int run(const JobSource& source, const JobProfile& given) {
    const views::ProfileView view = chosen_view(given.view);
    const bool json = given.common.json;
    trying_of(given);                                         // refused before anything runs
    check_outputs(given.files.outputs(), true, given.force);  // the profile itself has stdout
    const Settings settings = settled(source, given, given.settings);
    if (!given.view.against.empty()) {
        if (given.timeline != 0) throw fault::InputError("--timeline shows one run; leave --against out");
        const Other there = compared_with(source, given);
        print(compare(profiled(source, given, settings, nullptr, true, &there), there.profile), view, json);
        return good;
    }
    if (given.timeline == 0) {
        print(profiled(source, given, settings, nullptr, true), view, json);
        return good;
    }
    if (json) throw fault::InputError("--timeline is text; leave --json out");
    views::ProgramTimeline timeline(view.core.value_or(arch::Coord{0, 0}), static_cast<std::uint64_t>(given.timeline));
    const ProfileData data = profiled(source, given, settings, &timeline, true);
    show(timeline.text());
    if (!given.view.shown.empty()) print(data, view, false);
    return good;
}

int run(FileProfile& given, const CLI::App& command) {
    if (given.path.empty())
        throw fault::InputError(
            "profile: name what to profile: `rope` with its options, or a file; see "
            "`tessera profile --help`");
    if (JobFile::is_one(given.path)) {
        const JobFile file(given.path);
        given.settings = settings_of(file, given.params);
        return run(file, given);
    }
    for (const CLI::Option* option : command.get_options())
        if (option->count() > 0 && option->get_group() != "View" && !option->get_positional() &&
            option->get_name() != "--json")
            throw fault::InputError(
                fmt::format("{} is for what runs; {} holds a run that is over", option->get_name(), given.path));
    const views::ProfileView view = chosen_view(given.view);
    const ProfileData data = from_file(given.path);
    if (given.view.against.empty())
        print(data, view, given.common.json);
    else
        print(compare(data, from_file(given.view.against)), view, given.common.json);
    return good;
}

}  // namespace

void add_profile_options(CLI::App& command, JobProfile& given) {
    add_common(command, given.common);
    add_parameters(command, given.settings);
    add_run_options(command, given.run);
    add_view_options(command, given.view);
    add_view_file_options(command, given.files);
    command.add_flag("--force", given.force, "overwrite existing output files")->group("Files");
    offer(command
              .add_option("--try", given.trying,
                          "simulate changes that leave the results alone (deeper buffers, the other NoC, another "
                          "order) and say what they bring: in small runs, always or never")
              ->type_name("WHEN")
              ->capture_default_str()
              ->group("View"),
          trying_words);
    command
        .add_option("--timeline", given.timeline,
                    "the N-th SFPU program that --core ran, instruction over cycle, instead of tables")
        ->type_name("N")
        ->check(whole_number)
        ->group("View");
}

void add_job_profile(CLI::App& profile, const JobSource& source, std::string_view about, CommandLine& line) {
    CLI::App* command = profile.add_subcommand(source.name(), fmt::format("{}, run and profiled", about));
    if (!line.names(*command)) return;
    auto given = std::make_shared<JobProfile>(source.parameters());
    add_profile_options(*command, *given);
    command->callback([=, &source, &line] { line.exit_code = run(source, *given); });
}

void add_profile(CLI::App& app, CommandLine& line) {
    CLI::App* profile = app.add_subcommand("profile", "where the cycles of a run go, core by core and line by line");
    if (!line.names(*profile)) return;
    auto file = std::make_shared<FileProfile>();
    profile->add_option("file", file->path, "a job file, a profile saved by --json, or a trace saved by --trace");
    add_param_option(*profile, file->params);
    add_profile_options(*profile, *file);
    profile->footer(
        "Examples:\n"
        "  tessera profile rope --rung R5                     run it, and tell where the time goes\n"
        "  tessera profile rope --rung R5 --against R4        what R5 does that R4 does not\n"
        "  tessera profile rope --cores 4 --try always        what deeper buffers or another order would bring\n"
        "  tessera profile rope --rung R5 --timeline 2        an SFPU program, instruction over cycle\n"
        "  tessera profile rope --cores 56 --rows 64 --batch 2 --show map,path,noc\n"
        "  tessera profile rope --rung R5 --report r5.html    the same as a page to look at; with --against R4 both\n"
        "  tessera profile kernels/examples/matmul.toml --against Kt=8\n"
        "  tessera profile rope --json > p.json; tessera profile p.json --show waits --risc brisc\n"
        "  tessera profile trace.json                         a trace of `tessera rope --trace trace.json`\n"
        "`tessera profile rope --help` lists what rope takes besides.");
    for (const Operation* operation : operations()) add_job_profile(*profile, *operation, operation->about(), line);
    profile->callback([=, &line] {
        if (profile->get_subcommands().empty()) line.exit_code = run(*file, *profile);
    });
}

}  // namespace tessera::apps
