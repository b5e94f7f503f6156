// The files that a run can leave behind, one option each (sim/views/file_view.hpp), and when they are refused.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "host/run/sources.hpp"
#include "sim/arch/arch.hpp"
#include "sim/views/file_view.hpp"

namespace tessera::host {

struct OutputPath {
    std::string option;
    std::string path;  // "-" is stdout
    enum class Kind : std::uint8_t {
        result,
        state,   // goes on from what it holds, so it may exist
        folder,  // only its name is checked
    } kind = Kind::result;
    bool on_stdout() const { return path == "-"; }
};
struct InputPath {
    std::string option, path;
};

// Refuses before the long work what could not be written after it: two outputs on stdout (`json` is one) or in one
// file, an output in a file that is read, files that exist and are not to be overwritten.
void check_outputs(const std::vector<OutputPath>& outputs, bool json, bool overwrite,
                   const std::vector<InputPath>& inputs = {});

struct ViewFileOptions {
    std::map<std::string, std::string, std::less<>> paths;  // by name of the view
    std::string trace_cores, trace_window, trace_time = "cycles";
    int profiler_columns = 15;

    std::string path(std::string_view view) const;  // empty when it is not asked for
    std::vector<OutputPath> outputs() const;        // those asked for
};

// What --trace-cores, --trace-window and --trace-time say. Throws fault::InputError for what cannot be.
views::ChromeTraceOptions chrome_trace_options(const ViewFileOptions& options, const arch::Arch& arch);

class ViewFiles {
  public:
    // `program` says in a word what runs.
    ViewFiles(const ViewFileOptions& options, const arch::Arch& arch, const std::string& program);
    std::vector<watch::Listener*> listeners();
    // What runs, before it does.
    void know(const Job& job) { sources_.know(job); }
    // What was left out is said on stderr. Sources of kernels are added to the header, of those that the compiler read.
    void write(views::ReportHeader header, bool overwrite, const std::set<std::string>& kernel_files) const;

  private:
    struct File {
        std::string path;
        std::unique_ptr<views::FileView> view;
    };
    std::vector<File> files_;
    Sources sources_;
};

}  // namespace tessera::host
