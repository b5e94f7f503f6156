#include <fmt/format.h>

#include <array>

#include "sim/views/file_view.hpp"
#include "sim/views/noc_trace.hpp"
#include "sim/views/npe_timeline.hpp"
#include "sim/views/profile.hpp"
#include "sim/views/profile_json.hpp"
#include "sim/views/verdict.hpp"

namespace tessera::views {
namespace {

using Notices = std::vector<std::string>;

Notices said(const std::string& notice) { return notice.empty() ? Notices{} : Notices{notice}; }

Notices said_if_many(const std::string& file, std::size_t count, const char* what, std::size_t many) {
    if (count <= many) return {};
    return {fmt::format("{} has {} {}; its readers take long beyond {}", file, count, what, many)};
}

class TraceFile final : public FileView {
  public:
    TraceFile(const arch::Arch& arch, const FileViewOptions& options) : trace_(arch, options.trace) {}
    std::vector<Listener*> listeners() override { return {&trace_}; }
    Notices write(const std::string& path, const ReportHeader& header, bool overwrite) const override {
        trace_.write(path, overwrite, header.partial);
        return said(trace_.notice());
    }

  private:
    ChromeTrace trace_;
};

class ProfilerLogFile final : public FileView {
  public:
    ProfilerLogFile(const arch::Arch& arch, const FileViewOptions& options) : log_(arch), columns_(options.columns) {}
    std::vector<Listener*> listeners() override { return {&log_}; }
    Notices write(const std::string& path, const ReportHeader&, bool overwrite) const override {
        return said_if_many(path, log_.write(path, columns_, overwrite), "rows", ProfileLog::many_rows);
    }

  private:
    ProfileLog log_;
    LogColumns columns_;
};

class NocTraceFile final : public FileView {
  public:
    NocTraceFile(const arch::Arch&, const FileViewOptions& options) : log_(options.program) {}
    std::vector<Listener*> listeners() override { return {&log_}; }
    Notices write(const std::string& path, const ReportHeader&, bool overwrite) const override {
        return said_if_many(path, log_.write(path, overwrite), "events", NocTraceLog::many_events);
    }

  private:
    NocTraceLog log_;
};

class NpeTimelineFile final : public FileView {
  public:
    NpeTimelineFile(const arch::Arch& arch, const FileViewOptions&) : timeline_(arch) {}
    std::vector<Listener*> listeners() override { return {&timeline_}; }
    Notices write(const std::string& path, const ReportHeader&, bool overwrite) const override {
        timeline_.write(path, overwrite);
        return said(timeline_.notice());
    }

  private:
    NpeTimeline timeline_;
};

class ReportFile final : public FileView {
  public:
    ReportFile(const arch::Arch& arch, const FileViewOptions&) : report_(arch), profile_(arch) {}
    std::vector<Listener*> listeners() override { return {&report_, &profile_}; }
    Notices write(const std::string& path, const ReportHeader& header, bool overwrite) const override {
        ProfileData profile = profile_.data(header.title);
        know(profile, header.tried);
        report_.write(path, header, to_json(profile, -1), overwrite);
        return said(report_.notice());
    }

  private:
    Report report_;
    Profile profile_;
};

template <class View>
std::unique_ptr<FileView> made(const arch::Arch& arch, const FileViewOptions& options) {
    return std::make_unique<View>(arch, options);
}

constexpr std::array rows{
    FileViewRow{"trace", "Chrome/Perfetto JSON of the run, - for stdout, compressed when FILE ends in .gz",
                made<TraceFile>},
    FileViewRow{"profiler-log", "zones as the vendor's profile_log_device.csv, - for stdout", made<ProfilerLogFile>},
    FileViewRow{"noc-trace", "transfers as tt-npe reads them, JSON, - for stdout", made<NocTraceFile>},
    FileViewRow{"npe-timeline", "transfers, links and their load for the NPE page of ttnn-visualizer, - for stdout",
                made<NpeTimelineFile>},
    FileViewRow{"report", "the run as one HTML page: schedule, tables, maps; - for stdout", made<ReportFile>},
};

}  // namespace

std::span<const FileViewRow> file_views() { return rows; }

}  // namespace tessera::views
