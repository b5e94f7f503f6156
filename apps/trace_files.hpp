// The files of events that a run can leave behind, one option each, and how they are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/views/chrome_trace.hpp"
#include "sim/views/noc_trace.hpp"
#include "sim/views/npe_timeline.hpp"
#include "sim/views/profile.hpp"
#include "sim/views/profile_log.hpp"
#include "sim/views/report.hpp"

namespace CLI {
class App;
}

namespace tessera::apps {

struct OutputPath {
    std::string_view option;
    std::string path;  // "-" is stdout
    bool on_stdout() const { return path == "-"; }
};

// Refuses before the long work what could not be written after it: two outputs on stdout (`json` is one) or in one
// file, files that exist and are not to be overwritten.
void check_outputs(const std::vector<OutputPath>& outputs, bool json, bool overwrite);

struct TraceFileOptions {
    std::string trace, profiler_log, noc_trace, npe_timeline, report;
    std::string trace_cores, trace_window, trace_time = "cycles";
    int profiler_columns = 15;
    std::vector<OutputPath> outputs() const;  // those asked for
};
void add_trace_file_options(CLI::App& app, TraceFileOptions& options);

// What --trace-cores, --trace-window and --trace-time say. Throws fault::InputError for what cannot be.
views::ChromeTraceOptions chrome_trace_options(const TraceFileOptions& options, const arch::Arch& arch);

class TraceFiles {
  public:
    TraceFiles(const TraceFileOptions& options, const arch::Arch& arch);
    void listen(watch::Hub& hub);
    // The header is for the report. What was left out is said on stderr.
    void write(const views::ReportHeader& header, bool overwrite) const;

  private:
    const TraceFileOptions& options_;
    views::ChromeTrace trace_;
    views::ProfileLog profiler_log_;
    views::NocTraceLog noc_trace_;
    views::NpeTimeline npe_timeline_;
    views::Report report_;
    views::Profile profile_;
};

}  // namespace tessera::apps
