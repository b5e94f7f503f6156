// Views that leave a file, one row each: the option that asks for it, what it hears and how it is written. A view more
// is its file and a row of file_views.cpp; the command, programs under `tessera exec` and the library take it from
// here.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/views/chrome_trace.hpp"
#include "sim/views/profile_log.hpp"
#include "sim/views/report.hpp"
#include "sim/views/view.hpp"

namespace tessera::views {

struct FileViewOptions {
    ChromeTraceOptions trace = {};
    LogColumns columns = LogColumns::fifteen;
    std::string program;  // what runs, in a word
};

class FileView {
  public:
    virtual ~FileView() = default;
    virtual std::vector<Listener*> listeners() = 0;
    // Complete or not at all; "-" is stdout. Returns what there is to say about the file, a line each.
    virtual std::vector<std::string> write(const std::string& path, const ReportHeader& header,
                                           bool overwrite) const = 0;
};

struct FileViewRow {
    std::string_view name;  // of the option, "trace"
    std::string_view text;
    std::unique_ptr<FileView> (*make)(const arch::Arch& arch, const FileViewOptions& options);
};
std::span<const FileViewRow> file_views();

}  // namespace tessera::views
