#include "host/run/exec_report.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "host/run/run.hpp"
#include "host/run/terminal.hpp"
#include "sim/views/findings.hpp"
#include "sim/views/profile_json.hpp"
#include "sim/views/profile_text.hpp"
#include "sim/views/screen.hpp"
#include "sim/views/text_file.hpp"

namespace tessera::host {
namespace {

std::string name_of(const std::string& program) { return std::filesystem::path(program).filename().string(); }

void write_file(const std::string& path, const std::string& text, bool force) {
    if (path.empty()) return;
    views::TextFile file(path, force);
    file.text(text);
    file.finish();
}

}  // namespace

ExecReport::ExecReport(const ExecOptions& options, const WhatIf& what_if)
    : options_(options),
      what_if_(what_if),
      files_(options.files, what_if.arch, name_of(options.program)),
      recording_(listeners(), options.limits || options.profile ? &limits_.emplace(what_if.arch) : nullptr) {}

std::vector<watch::Listener*> ExecReport::listeners() {
    std::vector<watch::Listener*> all{&units_};
    if (options_.profile || !options_.profile_json.empty()) all.push_back(&profile_.emplace(what_if_.arch));
    for (watch::Listener* listener : files_.listeners()) all.push_back(listener);
    return all;
}

void ExecReport::ended_by(const fault::Fault& fault, std::vector<watch::Standing> standing) {
    const std::vector<views::Workload>& all = recording_.workloads();
    fault_ = views::RunFault{fault, std::move(standing), all.empty() ? 0 : all.back().start,
                             all.size() < 2 ? "" : fmt::format("workload {}", all.size())};
}

views::RunSummary ExecReport::summary(const core::Options& run) const {
    views::RunSummary out;
    const std::size_t count = recording_.workloads().size();
    out.name = name_of(options_.program);
    out.subject = fmt::format("{} workload{}", count, count == 1 ? "" : "s");
    out.title = fmt::format("{}, {}", out.name, out.subject);
    out.facts = {{"program", options_.program}};
    out.more["program"] = options_.program;
    out.units = units_.lines();
    describe(out, what_if_, run);
    out.sfpu_library = recording_.sfpu_library();
    out.cores = recording_.cores();
    out.cycles = recording_.cycles();
    out.workloads = recording_.workloads();
    name_workloads(out.workloads);
    out.warnings = warnings_;
    out.errors = errors_;
    out.first_nan = first_nan_;
    out.ended_by = fault_;
    return out;
}

void ExecReport::write(const core::Options& run) const {
    const views::RunSummary summary = this->summary(run);
    std::optional<views::ProfileData> profile;
    if (profile_) profile = profile_->data(views::profile_title(summary));
    files_.write(page_header(summary), options_.force, recording_.kernel_files());
    write_file(options_.csv, to_csv(summary.workloads, summary.clock_ghz), options_.force);
    if (!options_.json.empty()) write_file(options_.json, fmt::format("{}\n", to_json(summary)), options_.force);
    std::vector<views::Finding> findings;
    for (const fault::Fault& warning : warnings_) findings.push_back({warning, fault::Severity::warning});
    for (const fault::Fault& error : errors_) findings.push_back({error, fault::Severity::error});
    write_file(options_.sarif, views::to_sarif(findings), options_.force);
    write_file(options_.junit, views::to_junit(summary.name, findings, "", summary.microseconds() / 1e6),
               options_.force);
    if (profile) write_file(options_.profile_json, views::to_json(*profile), options_.force);
    if (options_.quiet && options_.text.empty()) return;
    const views::Screen screen = options_.text.empty()  ? screen_of(stderr, options_.all)
                                 : options_.text == "-" ? screen_of(stdout, options_.all)
                                                        : views::Screen{.all = options_.all};
    std::string text = to_text(summary, options_.verbose, screen);
    if (options_.profile) {
        text += '\n';
        views::ProfileView view;
        view.screen = screen;
        text += to_text(*profile, view);
    }
    if (options_.text.empty())
        views::print_text(stderr, text, screen);
    else
        write_file(options_.text, text, options_.force);
}

}  // namespace tessera::host
