#include "apps/trace_files.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "sim/fault/fault.hpp"
#include "sim/watch/output_file.hpp"

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
        watch::OutputFile::check(output->path, overwrite);
        for (auto other = outputs.begin(); other != output; ++other)
            if (!other->on_stdout() && whole(other->path) == whole(output->path))
                throw fault::InputError(
                    fmt::format("{} and {} both name {}", other->option, output->option, output->path));
    }
    if (on_stdout.size() > 1)
        throw fault::InputError(fmt::format("only one of {} can have stdout", fmt::join(on_stdout, " and ")));
}

std::vector<OutputPath> TraceFileOptions::outputs() const {
    std::vector<OutputPath> all{{"--trace", trace}, {"--profiler-log", profiler_log}, {"--noc-trace", noc_trace}};
    std::erase_if(all, [](const OutputPath& output) { return output.path.empty(); });
    return all;
}

void add_trace_file_options(CLI::App& app, TraceFileOptions& options) {
    const auto word = [&app](const char* flag, std::string& value, const char* kind, const char* text) {
        return app.add_option(flag, value, text)->type_name(kind)->capture_default_str();
    };
    word("--trace", options.trace, "FILE", "Chrome/Perfetto JSON of the run, - for stdout; 1 ns stands for a cycle")
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
}

TraceFiles::TraceFiles(const TraceFileOptions& options, const arch::Arch& arch)
    : options_(options), trace_(arch), profiler_log_(arch), noc_trace_("rope") {}

void TraceFiles::listen(watch::Hub& hub) {
    if (!options_.trace.empty()) hub.add(trace_);
    if (!options_.profiler_log.empty()) hub.add(profiler_log_);
    if (!options_.noc_trace.empty()) hub.add(noc_trace_);
}

void TraceFiles::write(bool overwrite) const {
    if (!options_.trace.empty()) {
        trace_.write(options_.trace, overwrite);
        if (const std::string notice = trace_.notice(); !notice.empty()) fmt::print(stderr, "tessera: {}\n", notice);
    }
    if (!options_.profiler_log.empty()) {
        const auto columns = options_.profiler_columns == 13 ? watch::LogColumns::thirteen : watch::LogColumns::fifteen;
        const std::size_t rows = profiler_log_.write(options_.profiler_log, columns, overwrite);
        if (rows > watch::ProfileLog::many_rows)
            fmt::print(stderr, "tessera: {} has {} rows; viewers take long beyond {}\n", options_.profiler_log, rows,
                       watch::ProfileLog::many_rows);
    }
    if (!options_.noc_trace.empty()) noc_trace_.write(options_.noc_trace, overwrite);
}

}  // namespace tessera::apps
