// tessera profile: where the microseconds of a run go, why, and what to change.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "apps/cli.hpp"
#include "apps/profile_text.hpp"
#include "apps/progress.hpp"
#include "apps/rope_options.hpp"
#include "host/ops/rope.hpp"
#include "sim/fault/fault.hpp"
#include "sim/watch/profile.hpp"
#include "sim/watch/profile_json.hpp"

namespace tessera::apps {
namespace {

using watch::ProfileData;

struct ViewOptions {
    std::int64_t top = 10;
    std::string core, risc;
    std::vector<std::string> shown;
};

struct RopeProfile : RopeCommand {
    ViewOptions view;
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
    std::string names;
    for (const SectionRow& row : sections) names += fmt::format("{}{}", names.empty() ? "" : ", ", row.name);
    app.add_option("--show", view.shown, "only these sections: " + names)
        ->type_name("NAME,...")
        ->delimiter(',')
        ->group(group);
}

ProfileView chosen_view(const ViewOptions& given) {
    ProfileView view;
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
    for (const SectionRow& row : sections) names.emplace_back(row.name);
    for (const std::string& name : given.shown) view.shown.push_back(sections[choose("--show", name, names)].section);
    return view;
}

std::string title_of(const RopeCommand& given, const RopeJob& job) {
    const host::RopeOptions& o = job.plan.options;
    return fmt::format("rope {}, B={} N={} D={}, {} columns rotate, {}", job.plan.rung().name, o.batch, o.rows, o.width,
                       o.rotary_dim, given.exp);
}

ProfileData profiled(const RopeCommand& given) {
    RopeJob job(given);
    host::Device device(job.arch);
    watch::Profile profile(job.arch);
    device.machine().hub().add(profile);
    Progress progress(!given.common.quiet);
    job.run_options.progress = progress.listener();
    host::run_rope(device, job.plan, job.x(), job.positions, job.run_options);
    progress.erase();
    return profile.data(title_of(given, job));
}

int run(const RopeProfile& given) {
    const ProfileView view = chosen_view(given.view);
    const ProfileData data = profiled(given);
    fmt::print("{}", given.common.json ? watch::to_json(data) : to_text(data, view));
    return good;
}

}  // namespace

void add_profile(CLI::App& app, int& exit_code) {
    CLI::App* profile = app.add_subcommand("profile", "where the cycles of a run go, core by core and line by line");
    auto rope_options = std::make_shared<RopeProfile>();
    CLI::App* rope = profile->add_subcommand("rope", "run a rotary position embedding and profile it");
    add_rope_options(*rope, *rope_options);
    add_view_options(*rope, rope_options->view);
    rope->callback([=, &exit_code] { exit_code = run(*rope_options); });
}

}  // namespace tessera::apps
