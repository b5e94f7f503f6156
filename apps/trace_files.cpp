#include "apps/trace_files.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>

#include "sim/fault/fault.hpp"
#include "sim/views/output_file.hpp"
#include "sim/views/profile_json.hpp"

namespace tessera::apps {

namespace fs = std::filesystem;

void check_outputs(const std::vector<OutputPath>& outputs, bool json, bool overwrite) {
    std::vector<std::string> on_stdout;
    if (json) on_stdout.emplace_back("--json");
    const auto whole = [](const std::string& path) { return fs::weakly_canonical(fs::absolute(path)); };
    for (auto output = outputs.begin(); output != outputs.end(); ++output) {
        if (output->on_stdout()) {
            on_stdout.push_back(fmt::format("{} -", output->option));
            continue;
        }
        views::OutputFile::check(output->path, overwrite);
        for (auto other = outputs.begin(); other != output; ++other)
            if (!other->on_stdout() && whole(other->path) == whole(output->path))
                throw fault::InputError(
                    fmt::format("{} and {} both name {}", other->option, output->option, output->path));
    }
    if (on_stdout.size() > 1)
        throw fault::InputError(fmt::format("only one of {} can have stdout", fmt::join(on_stdout, " and ")));
}

std::vector<OutputPath> TraceFileOptions::outputs() const {
    std::vector<OutputPath> all{{"--trace", trace},
                                {"--profiler-log", profiler_log},
                                {"--noc-trace", noc_trace},
                                {"--npe-timeline", npe_timeline},
                                {"--report", report}};
    std::erase_if(all, [](const OutputPath& output) { return output.path.empty(); });
    return all;
}

void add_trace_file_options(CLI::App& app, TraceFileOptions& options) {
    const auto word = [&app](const char* flag, std::string& value, const char* kind, const char* text) {
        return app.add_option(flag, value, text)->type_name(kind)->capture_default_str();
    };
    word("--trace", options.trace, "FILE",
         "Chrome/Perfetto JSON of the run, - for stdout, compressed when FILE ends in .gz")
        ->group("Files");
    word("--trace-cores", options.trace_cores, "X,Y;...", "only these logical cores in the trace")->group("Files");
    word("--trace-window", options.trace_window, "A:B", "only what overlaps cycles A to B, either may be left out")
        ->group("Files");
    app.add_option("--trace-time", options.trace_time, "1 ns of the trace stands for a cycle, or is real: cycles, real")
        ->type_name("NAME")
        ->check(CLI::IsMember({"cycles", "real"}))
        ->capture_default_str()
        ->group("Files");
    word("--profiler-log", options.profiler_log, "FILE", "zones as the vendor's profile_log_device.csv, - for stdout")
        ->group("Files");
    app.add_option("--profiler-columns", options.profiler_columns, "15, or 13 for older readers of the profiler log")
        ->type_name("N")
        ->check(CLI::IsMember({13, 15}))
        ->capture_default_str()
        ->group("Files");
    word("--noc-trace", options.noc_trace, "FILE", "transfers as tt-npe reads them, JSON, - for stdout")
        ->group("Files");
    word("--npe-timeline", options.npe_timeline, "FILE",
         "transfers, links and their load for the NPE page of ttnn-visualizer, - for stdout")
        ->group("Files");
    word("--report", options.report, "FILE", "the run as one HTML page: schedule, tables, maps; - for stdout")
        ->group("Files");
}

views::ChromeTraceOptions chrome_trace_options(const TraceFileOptions& options, const arch::Arch& arch) {
    views::ChromeTraceOptions out;
    out.real_time = options.trace_time == "real";
    if ((!options.trace_cores.empty() || !options.trace_window.empty()) && options.trace.empty())
        throw fault::InputError("--trace-cores and --trace-window choose from the trace; give --trace FILE as well");
    const auto number = [](std::string_view option, std::string_view whole, std::string_view text) {
        Cycle value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size())
            throw fault::InputError(fmt::format("{} {}: `{}` is not a whole number of 0 or more", option, whole, text));
        return value;
    };
    for (std::string_view rest = options.trace_cores; !rest.empty();) {
        const std::string_view one = rest.substr(0, rest.find(';'));
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
        const std::size_t comma = one.find(',');
        if (comma == one.npos)
            throw fault::InputError(
                fmt::format("--trace-cores {}: `{}` is not X,Y of a logical core", options.trace_cores, one));
        const Cycle x = number("--trace-cores", options.trace_cores, one.substr(0, comma)),
                    y = number("--trace-cores", options.trace_cores, one.substr(comma + 1));
        if (x >= static_cast<Cycle>(arch.grid.compute_width) || y >= static_cast<Cycle>(arch.grid.compute_height))
            throw fault::InputError(fmt::format("--trace-cores {}: {} has logical cores 0,0 to {},{}",
                                                options.trace_cores, arch.name, arch.grid.compute_width - 1,
                                                arch.grid.compute_height - 1));
        out.cores.push_back({static_cast<int>(x), static_cast<int>(y)});
    }
    if (const std::string_view window = options.trace_window; !window.empty()) {
        const std::size_t colon = window.find(':');
        if (colon == window.npos)
            throw fault::InputError(fmt::format("--trace-window {}: expected two cycles, A:B", window));
        if (colon != 0) out.from = number("--trace-window", window, window.substr(0, colon));
        if (colon + 1 != window.size()) out.to = number("--trace-window", window, window.substr(colon + 1));
        if (out.to <= out.from)
            throw fault::InputError(fmt::format("--trace-window {}: ends before it begins", window));
    }
    return out;
}

TraceFiles::TraceFiles(const TraceFileOptions& options, const arch::Arch& arch)
    : options_(options),
      trace_(arch, chrome_trace_options(options, arch)),
      profiler_log_(arch),
      noc_trace_("rope"),
      npe_timeline_(arch),
      report_(arch),
      profile_(arch) {}

void TraceFiles::listen(watch::Hub& hub) {
    if (!options_.trace.empty()) hub.add(trace_);
    if (!options_.profiler_log.empty()) hub.add(profiler_log_);
    if (!options_.noc_trace.empty()) hub.add(noc_trace_);
    if (!options_.npe_timeline.empty()) hub.add(npe_timeline_);
    if (!options_.report.empty()) {
        hub.add(report_);
        hub.add(profile_);
    }
}

void TraceFiles::write(const views::ReportHeader& header, bool overwrite) const {
    const auto say = [](const std::string& notice) {
        if (!notice.empty()) fmt::print(stderr, "tessera: {}\n", notice);
    };
    const auto say_if_many = [&](const std::string& file, std::size_t count, const char* what, std::size_t many) {
        if (count > many) say(fmt::format("{} has {} {}; its readers take long beyond {}", file, count, what, many));
    };
    if (!options_.trace.empty()) {
        trace_.write(options_.trace, overwrite);
        say(trace_.notice());
    }
    if (!options_.profiler_log.empty()) {
        const auto columns = options_.profiler_columns == 13 ? views::LogColumns::thirteen : views::LogColumns::fifteen;
        say_if_many(options_.profiler_log, profiler_log_.write(options_.profiler_log, columns, overwrite), "rows",
                    views::ProfileLog::many_rows);
    }
    if (!options_.noc_trace.empty())
        say_if_many(options_.noc_trace, noc_trace_.write(options_.noc_trace, overwrite), "events",
                    views::NocTraceLog::many_events);
    if (!options_.npe_timeline.empty()) {
        npe_timeline_.write(options_.npe_timeline, overwrite);
        say(npe_timeline_.notice());
    }
    if (!options_.report.empty()) {
        report_.write(options_.report, header, views::to_json(profile_.data(header.title), -1), overwrite);
        say(report_.notice());
    }
}

}  // namespace tessera::apps
