// What `tessera exec` asks of the program that it starts, as the command hands it to libtessera inside that program: a
// private folder, named by an environment variable, with the options as JSON. The program says there what came of it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "host/run/options.hpp"
#include "host/run/schedules.hpp"
#include "host/run/view_files.hpp"

namespace tessera::host {

inline constexpr const char* exec_variable = "TESSERA_EXEC_FOLDER";

struct ExecOptions {
    std::string program;  // as it was called
    std::string arch;
    RunOptions run;
    bool overhead_given = false;  // else the program's environment decides whether zones cost time (kernel-api.md 5.5)
    ViewFileOptions files;
    bool limits = false, profile = false, all = false, quiet = false, verbose = false, force = false;
    std::string text;  // file of the report as text; empty: stderr
    std::string json, profile_json, csv, sarif, junit;
    std::vector<std::string> dump;  // parse_dump()

    std::vector<OutputPath> outputs() const;
    // Each but "-" from the root, since the program may change its folder.
    void make_paths_absolute();
};

std::string to_json(const ExecOptions& options);
ExecOptions exec_options_from_json(const std::string& text);

// The folder's files. Only one process takes the report: of a script that starts several, the first.
class ExecFolder {
  public:
    explicit ExecFolder(std::filesystem::path path) : path_(std::move(path)) {}

    void write(const ExecOptions& options) const;
    ExecOptions read() const;  // InputError when there is none
    // By a process that has libtessera in it, whether it opens a device or not.
    void note_linked() const;
    bool linked() const;
    bool take(int process) const;  // false: another process has
    std::optional<int> taker() const;
    bool wanted_by_more() const;

    struct End {
        std::size_t workloads = 0;
        std::string error;        // why files could not be written, a line
        std::uint64_t reads = 0;  // a digest of all bytes that the program has read from its devices, in their order
        std::vector<FoundRace> races;     // that were named
        std::vector<std::string> missed;  // Dump::missed()
        std::string fault;                // of the last workload, as ending() gives it; empty: it came to its end
    };
    void write(const End& end) const;
    std::optional<End> end() const;  // nothing: the process has not come to its end

  private:
    std::filesystem::path path_;
};

}  // namespace tessera::host
