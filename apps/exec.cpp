// tessera exec: a program of the vendor's host API, unchanged, with the options of a run and a report of its workloads.
// The program itself simulates, being linked with libtessera; the command hands it the options and tells how it ended.
#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <memory>

#include "apps/dump.hpp"
#include "apps/run_options.hpp"
#include "host/metalium/process.hpp"
#include "host/run/exec_options.hpp"
#include "host/run/options.hpp"
#include "host/run/progress.hpp"
#include "host/run/schedules.hpp"
#include "host/run/terminal.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/screen.hpp"
#include "sim/views/unfinished.hpp"

namespace tessera::apps {
namespace {

namespace fs = std::filesystem;
using fault::InputError;

struct ExecCommand {
    ExecOptions options;
    std::vector<std::string> words;  // program and arguments
    std::int64_t schedules = 0;      // other orders to try
};

class PrivateFolder {
  public:
    PrivateFolder() : path_(made()), unfinished_(path_) {}
    ~PrivateFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    const fs::path& path() const { return path_; }

  private:
    static fs::path made() {
        const char* folder = std::getenv("TMPDIR");
        std::string name = (fs::path(folder != nullptr && *folder != 0 ? folder : "/tmp") / "tessera_exec_XXXXXX");
        if (::mkdtemp(name.data()) == nullptr)
            throw InputError(fmt::format("{}: cannot be made: {}; set TMPDIR to a folder that can be written", name,
                                         std::strerror(errno)));
        return name;
    }

    fs::path path_;
    views::Unfinished unfinished_;
};

// Signals of the terminal are for the program; the command waits and tells how it ended.
class DeafToTerminal {
  public:
    DeafToTerminal() : interrupt_(std::signal(SIGINT, SIG_IGN)), quit_(std::signal(SIGQUIT, SIG_IGN)) {}
    ~DeafToTerminal() { restore(); }
    DeafToTerminal(const DeafToTerminal&) = delete;
    DeafToTerminal& operator=(const DeafToTerminal&) = delete;
    void restore() const {
        std::signal(SIGINT, interrupt_);
        std::signal(SIGQUIT, quit_);
    }

  private:
    void (*interrupt_)(int);
    void (*quit_)(int);
};

void silence() {
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
}

// The program's end as waitpid() tells it. InputError when it cannot be started.
int run_program(const std::vector<std::string>& words, const fs::path& folder, bool silent = false) {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    int started[2];  // closed by a program that starts, told the reason by one that does not
    if (::pipe2(started, O_CLOEXEC) != 0) throw InputError(fmt::format("no pipe: {}", std::strerror(errno)));
    const DeafToTerminal deaf;
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        deaf.restore();
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // a command that is ended ends it
        ::setenv(exec_variable, folder.c_str(), 1);
        if (silent) silence();
        ::execvp(argv[0], argv.data());
        const int error = errno;
        [[maybe_unused]] const ssize_t told = ::write(started[1], &error, sizeof error);
        ::_exit(127);
    }
    const int failed = errno;
    ::close(started[1]);
    int error = 0;
    const bool missed = child > 0 && ::read(started[0], &error, sizeof error) == sizeof error;
    ::close(started[0]);
    if (child < 0) throw InputError(fmt::format("no process for {}: {}", words.front(), std::strerror(failed)));
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (missed) throw InputError(fmt::format("{}: cannot be started: {}", words.front(), std::strerror(error)));
    return status;
}

// What there is to say of the report, empty when all is well.
std::string about_report(const ExecFolder& folder, bool killed, bool good_end) {
    const std::optional<ExecFolder::End> end = folder.end();
    if (end && !end->error.empty()) return fmt::format("the report could not be written: {}", end->error);
    if (!folder.taker())
        return fmt::format("no simulated device was opened, so there is no report{}",
                           folder.linked() ? "" : "; is it linked with tessera?");
    if (!end) return killed ? "there is no report" : "its exit handlers did not run, so there is no report";
    if (end->workloads == 0) return "no workload was enqueued, so there is no report";
    if (!good_end)
        return fmt::format("the report shows the {} workload{} enqueued before", end->workloads,
                           end->workloads == 1 ? "" : "s");
    if (folder.wanted_by_more()) return "several of its processes opened a device, the report is of the first";
    return {};
}

// How the program ended in one line, empty when all is well.
std::string what_came(const ExecFolder& folder, const std::string& program, int status) {
    const bool killed = WIFSIGNALED(status), good_end = !killed && WEXITSTATUS(status) == 0;
    const std::string report = about_report(folder, killed, good_end);
    if (good_end) return report.empty() ? "" : fmt::format("{}: {}", program, report);
    if (!killed) return fmt::format("{} ended with exit code {}; {}", program, WEXITSTATUS(status), report);
    const char* name = ::sigabbrev_np(WTERMSIG(status));
    return fmt::format("{} was ended by {}; {}", program,
                       name == nullptr ? fmt::format("signal {}", WTERMSIG(status)) : fmt::format("SIG{}", name),
                       report);
}

// The program once more, silent and without a report, its races not judged: how it ended and what the host has read.
struct Once {
    int status = 0;
    std::string came;
    std::optional<std::uint64_t> reads;
    friend bool operator==(const Once&, const Once&) = default;
};
Once once_more(const ExecCommand& given, const RunOptions& run) {
    ExecOptions options;
    options.program = given.options.program;
    options.arch = given.options.arch;
    options.overhead_given = given.options.overhead_given;
    options.run = run;
    options.quiet = true;
    const PrivateFolder work;
    const ExecFolder folder(work.path());
    folder.write(options);
    const int status = run_program(given.words, work.path(), true);
    const std::optional<ExecFolder::End> end = folder.end();
    const std::string came = end && !end->fault.empty() ? end->fault : what_came(folder, options.program, status);
    return {status, came, end ? std::optional(end->reads) : std::nullopt};
}

// Told on stderr beside the report; whether all orders are the same.
bool try_other_orders(const ExecCommand& given, const std::vector<FoundRace>& races) {
    Progress progress(!given.options.quiet);
    RunOptions as_it_is = given.options.run;
    as_it_is.races = "off";
    const Once base = once_more(given, as_it_is);
    const auto difference = [&](const RunOptions& run) -> std::string {
        const Once other = once_more(given, run);
        if (other == base) return "";
        if (other.status != base.status || other.came != base.came)
            return other.came.empty() ? "comes to its end" : other.came;
        return "the host reads other bytes";
    };
    views::OtherOrders orders =
        try_orders(given.options.run, races, given.schedules, difference, [&](std::int64_t n, std::int64_t of) {
            progress.show(fmt::format("order {} of {}", n, of), static_cast<double>(n - 1) / static_cast<double>(of));
        });
    progress.erase();
    orders.wrong = base.came;
    const views::Screen screen = screen_of(stderr);
    views::print_text(stderr, to_text(orders, screen), screen);
    return orders.all_same();
}

int run(ExecCommand given) {
    ExecOptions& options = given.options;
    options.program = given.words.front();
    const arch::Arch& arch = options.arch.empty() ? arch_of_environment() : arch_named(options.arch);
    options.arch = arch.name;
    // Whatever is wrong with the options is said before the program starts.
    const WhatIf changed = what_if(arch, options.run.what_if);
    core_options(options.run);
    check_dump(options.dump, options.run);
    chrome_trace_options(options.files, changed.arch);
    check_outputs(options.outputs(), false, options.force);
    options.make_paths_absolute();
    if (given.schedules > 0 && options.run.blind_time)
        throw InputError("--schedules compares results, --blind-time computes none");
    if (given.schedules > 0 && !options.run.gdb.empty())
        throw InputError("--schedules makes many runs, --gdb debugs one");
    const RunOptions as_given = options.run;
    options.run.keep_going |= given.schedules > 0;

    const PrivateFolder work;
    const ExecFolder folder(work.path());
    folder.write(options);
    const int status = run_program(given.words, work.path());
    const std::string came = what_came(folder, options.program, status);
    if (!came.empty()) say(fmt::format("tessera: {}\n", came));
    if (WIFSIGNALED(status)) return check_failed;
    const std::optional<ExecFolder::End> end = folder.end();
    options.run = as_given;
    if (given.schedules > 0 && end && end->workloads > 0 && !try_other_orders(given, end->races)) return check_failed;
    if (end)
        for (const std::string& line : end->missed) say(fmt::format("tessera: {}\n", line));
    const bool all_written = !end || (end->error.empty() && end->missed.empty());
    return WEXITSTATUS(status) == 0 && !all_written ? usage : WEXITSTATUS(status);
}

}  // namespace

void add_exec(CLI::App& app, CommandLine& line) {
    CLI::App* command = app.add_subcommand("exec", "run a program of the vendor's host API and show its workloads");
    if (!line.names(*command)) return;
    auto given = std::make_shared<ExecCommand>();
    ExecOptions& options = given->options;
    command->add_option("program", given->words, "the program and its arguments, behind --")
        ->type_name("-- PROGRAM ARGS")
        ->required();
    command->add_option("--arch", options.arch, "of the simulated device; without it TESSERA_ARCH or wormhole_b0")
        ->type_name("NAME");
    add_run_options(*command, options.run);
    add_gdb_option(*command, options.run);
    add_dump_option(*command, options.dump);
    add_schedules_option(*command, given->schedules);
    command->add_flag("-q,--quiet", options.quiet, "no report as text, unless -o asks for it");
    command->add_flag("-v,--verbose", options.verbose, "print more");
    add_all_option(*command, options.all);
    const auto file = [&](const char* name, std::string& path, const char* text) {
        command->add_option(name, path, text)->type_name("FILE")->group("Files");
    };
    file("-o,--output", options.text, "the report as text, - for stdout; without it on stderr");
    file("--json", options.json, "the report as one JSON object, - for stdout");
    file("--csv", options.csv, "the workloads as CSV, a row each, - for stdout");
    file("--sarif", options.sarif, "warnings and errors as SARIF, - for stdout");
    file("--junit", options.junit, "the program as a test case of JUnit's XML, - for stdout");
    command->add_flag("--limits", options.limits, "what limits each kind of workload, and what DRAM would allow")
        ->group("Files");
    command->add_flag("--profile", options.profile, "where the time goes, and why, in the report as text")
        ->group("Files");
    file("--profile-json", options.profile_json, "the profile as `tessera profile FILE` reads it, - for stdout");
    add_view_file_options(*command, options.files);
    command->add_flag("--force", options.force, "overwrite existing output files")->group("Files");
    command->footer(
        "Examples:\n"
        "  tessera exec --report r.html -- ./prog              where the time of its workloads goes, as a page\n"
        "  tessera exec --arch blackhole --profile -- ./prog   on the other machine, with its profile as text\n"
        "  tessera exec --limits -- ./prog                     what each kind of workload waits for\n"
        "  tessera exec --set noc.hop_cycles=12 -q -- ./prog   what if\n"
        "  tessera exec --schedules 20 -- ./prog               whether other orders change what the host reads\n"
        "The program is one that links libtessera. Its stdout, stdin and exit code stay its own; when it ends, its\n"
        "workloads are shown one behind the other on one time line. A signal that ends it is exit code 1.\n"
        "Whether profiler zones cost time is the program's TT_METAL_DEVICE_PROFILER unless --profiler-overhead says "
        "it.\n"
        "With --blind-time results are any bytes, so a program that checks them will find them wrong.");
    command->callback([=, &line] {
        given->options.overhead_given =
            command->count("--profiler-overhead") > 0 || command->count("--no-profiler") > 0;
        line.exit_code = run(*given);
    });
}

}  // namespace tessera::apps
