// tessera profile: where the microseconds of a run go, why, and what to change.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <optional>

#include "apps/cli.hpp"
#include "apps/progress.hpp"
#include "apps/rope_options.hpp"
#include "apps/trace_files.hpp"
#include "host/ops/rope/rope.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/comparison.hpp"
#include "sim/views/profile.hpp"
#include "sim/views/profile_json.hpp"
#include "sim/views/profile_text.hpp"
#include "sim/views/profile_timeline.hpp"
#include "sim/views/profile_trace.hpp"

namespace tessera::apps {
namespace {

using views::ProfileData;

struct ViewOptions {
    std::int64_t top = 10;
    std::string core, risc, against;
    std::vector<std::string> shown;
};

struct RopeProfile : RopeCommand {
    TraceFileOptions files;
    bool force = false;
    ViewOptions view;
    std::int64_t timeline = 0;
};

struct FileProfile {
    ViewOptions view;
    std::string path;
    bool json = false;
};

void add_view_options(CLI::App& app, ViewOptions& view) {
    const char* group = "View";
    app.add_option("--top", view.top, "rows of tables that could be long")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str()
        ->group(group);
    app.add_option("--core", view.core, "only this logical core")->type_name("X,Y")->group(group);
    app.add_option("--risc", view.risc, "only units with this in their name, as brisc, trisc1 or sfpu")
        ->type_name("NAME")
        ->group(group);
    app.add_option("--against", view.against,
                   "compare with this: a saved profile or trace, or for rope another rung or phase")
        ->type_name("FILE|RUNG|PHASE")
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

std::string title_of(const RopeJob& job) {
    const host::RopeOptions& o = job.plan.options;
    return fmt::format("rope {}, B={} N={} D={}, {} columns rotate, {}", job.plan.rung().name, o.batch, o.rows, o.width,
                       o.rotary_dim, angles_of(o));
}

// The same command on another rung, which brings the positions it needs, or by another phase; nothing where the name is
// neither.
std::optional<RopeCommand> with(const RopeCommand& given, const std::string& rung_or_phase) {
    RopeCommand other = given;
    if (std::ranges::any_of(host::rungs, [&](const host::RungRow& row) { return row.name == rung_or_phase; }))
        other.rung = rung_or_phase;
    else if (std::ranges::any_of(rope_phases, [&](host::RopePhase phase) { return name(phase) == rung_or_phase; }))
        other.phase = rung_or_phase;
    else
        return std::nullopt;
    return other;
}

ProfileData profiled(const RopeCommand& given, watch::Listener* also = nullptr, const RopeProfile* files = nullptr) {
    RopeJob job(given);
    host::Device device(job.arch());
    views::Profile profile(job.arch());
    device.machine().hub().add(profile);
    if (also != nullptr) device.machine().hub().add(*also);
    std::optional<TraceFiles> traces;
    if (files != nullptr) traces.emplace(files->files, job.arch()).listen(device.machine().hub());
    Progress progress(!given.common.quiet);
    job.run_options.progress = progress.listener();
    const host::RopeRun run = host::run_rope(device, job.plan, job.x(), job.positions, job.run_options);
    progress.erase();
    std::string title = title_of(job);
    for (const Change& change : job.what_if.changes)
        title += fmt::format(", {} {:g} -> {:g}", change.name, change.from, change.to);
    if (traces) traces->write({title, run.cycles, {}}, files->force);
    return profile.data(title);
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
    data.notes.insert(data.notes.begin(), "from a trace, which holds slices, counters and transfers only");
    if (head.left_out > 0)
        data.notes.push_back(fmt::format("the trace left out {} events: sums are too small", head.left_out));
    return data;
}

void print(const ProfileData& data, const views::ProfileView& view, bool json) {
    fmt::print("{}", json ? views::to_json(data) : to_text(data, view));
}

void print(const views::Comparison& comparison, const views::ProfileView& view, bool json) {
    fmt::print("{}", json ? to_json(comparison) : to_text(comparison, view));
}

int run(const RopeProfile& given) {
    const views::ProfileView view = chosen_view(given.view);
    const bool json = given.common.json;
    check_outputs(given.files.outputs(), true, given.force);  // the profile itself has stdout
    if (!given.view.against.empty()) {
        if (given.timeline != 0) throw fault::InputError("--timeline shows one run; leave --against out");
        const std::optional<RopeCommand> other = with(given, given.view.against);
        const ProfileData there = other ? profiled(*other) : from_file(given.view.against);
        print(compare(profiled(given, nullptr, &given), there), view, json);
        return good;
    }
    if (given.timeline == 0) {
        print(profiled(given, nullptr, &given), view, json);
        return good;
    }
    if (json) throw fault::InputError("--timeline is text; leave --json out");
    views::ProgramTimeline timeline(view.core.value_or(arch::Coord{0, 0}), static_cast<std::uint64_t>(given.timeline));
    const ProfileData data = profiled(given, &timeline, &given);
    fmt::print("{}", timeline.text());
    if (!given.view.shown.empty()) print(data, view, false);
    return good;
}

int run(const FileProfile& given) {
    if (given.path.empty())
        throw fault::InputError(
            "profile: name what to profile: `rope` with its options, or a file; see "
            "`tessera profile --help`");
    const views::ProfileView view = chosen_view(given.view);
    const ProfileData data = from_file(given.path);
    if (given.view.against.empty())
        print(data, view, given.json);
    else
        print(compare(data, from_file(given.view.against)), view, given.json);
    return good;
}

}  // namespace

void add_profile(CLI::App& app, int& exit_code) {
    CLI::App* profile = app.add_subcommand("profile", "where the cycles of a run go, core by core and line by line");
    auto file = std::make_shared<FileProfile>();
    profile->add_option("file", file->path, "a profile saved by --json, or a trace saved by --trace");
    profile->add_flag("--json", file->json, "print one JSON object instead of tables");
    add_view_options(*profile, file->view);
    profile->footer(
        "Examples:\n"
        "  tessera profile rope --rung R5                     run it, and tell where the time goes\n"
        "  tessera profile rope --rung R5 --against R4        what R5 does that R4 does not\n"
        "  tessera profile rope --rung R5 --timeline 2        an SFPU program, instruction over cycle\n"
        "  tessera profile rope --cores 56 --rows 64 --batch 2 --show map,path,noc\n"
        "  tessera profile rope --rung R5 --report r5.html    the same as a page to look at\n"
        "  tessera profile rope --json > p.json; tessera profile p.json --show waits --risc brisc\n"
        "  tessera profile trace.json                         a trace of `tessera rope --trace trace.json`\n"
        "`tessera profile rope --help` lists what rope takes besides.");
    auto given = std::make_shared<RopeProfile>();
    CLI::App* rope = profile->add_subcommand("rope", "run a rotary position embedding and profile it");
    add_rope_options(*rope, *given);
    add_view_options(*rope, given->view);
    add_trace_file_options(*rope, given->files);
    rope->add_flag("--force", given->force, "overwrite existing output files")->group("Files");
    rope->add_option("--timeline", given->timeline,
                     "the N-th SFPU program that --core ran, instruction over cycle, instead of tables")
        ->type_name("N")
        ->check(whole_number)
        ->group("View");
    profile->callback([=, &exit_code] { exit_code = rope->parsed() ? run(*given) : run(*file); });
}

}  // namespace tessera::apps
