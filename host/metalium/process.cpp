#include "host/metalium/process.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <tuple>

#include "host/compile/files.hpp"
#include "host/debug/dump.hpp"
#include "host/debug/server.hpp"
#include "host/run/exec_report.hpp"
#include "host/run/progress.hpp"
#include "sim/fault/exit_code.hpp"
#include "sim/fault/killed.hpp"
#include "sim/views/profile_log.hpp"
#include "sim/views/screen.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

struct ExecRun {
    ExecFolder folder;
    ExecOptions options;
    WhatIf what_if;
    core::Options core;
    std::unique_ptr<ExecReport> report;  // nothing: another process has taken it
    int process = ::getpid();
    bool written = false;
    std::uint64_t reads = 0;  // a digest of what the program has read
    std::vector<FoundRace> races = {};
    std::string fault = {};                   // that ended the last workload, as ending() gives it
    std::unique_ptr<Progress> progress = {};  // of the workload under way
    std::unique_ptr<GdbServer> gdb = {};
    std::unique_ptr<Dump> dump = {};

    void heard(std::span<const std::uint8_t> bytes) {
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        reads = std::rotl(reads, 1) ^ std::hash<std::string_view>{}(text);
    }
};

struct ProfilerLog {
    ProfilerLog(const arch::Arch& given, fs::path path)
        : arch(given), usual_path(std::move(path)), log(arch), recording({&log}) {}
    const arch::Arch arch;
    const fs::path usual_path;
    views::ProfileLog log;
    Recording recording;
    int process = ::getpid();
    std::size_t written = 0;  // workloads
};

struct Process {
    std::mutex opening;
    std::unique_ptr<ExecRun> exec;
    std::map<std::pair<fs::path, std::string_view>, std::unique_ptr<ProfilerLog>> logs;  // by file and architecture
    fs::path profiler_folder;                                                            // that the program chose
    std::set<std::tuple<fault::Id, std::string, int>> told;                              // with file and line
    std::size_t errors = 0;                                                              // after which it went on
};

// Never destroyed: devices of the program may live until its last static object is gone.
Process& process() {
    static auto* one = new Process;
    return *one;
}

ExecRun* exec_of_environment() {
    std::unique_ptr<ExecRun>& exec = process().exec;
    const std::string folder = environment(exec_variable);
    if (exec || folder.empty()) return exec.get();
    const ExecFolder given(folder);
    const ExecOptions options = given.read();
    const arch::Arch* arch = arch::find(options.arch);
    if (arch == nullptr) throw fault::InputError(fmt::format("{}: no such architecture", options.arch));
    auto made = std::make_unique<ExecRun>(
        ExecRun{given, options, what_if(*arch, options.run.what_if), core_options(options.run), nullptr});
    if (made->folder.take(made->process)) made->report = std::make_unique<ExecReport>(made->options, made->what_if);
    if (made->report && !options.run.gdb.empty()) {
        made->gdb = std::make_unique<GdbServer>(gdb_place(options.run.gdb), [](const std::string& line) {
            erase_progress();
            fmt::print(stderr, "tessera: {}\n", line);
        });
        made->core.debugger = made->gdb.get();
    }
    if (made->report && !options.dump.empty()) {
        const DumpOptions how{options.all, options.quiet, options.force, false};
        made->dump = std::make_unique<Dump>(options.dump, how, [](const std::string& lines) {
            erase_progress();
            views::print_text(stderr, lines);
        });
        made->core.debugger = made->dump.get();
    }
    exec = std::move(made);
    return exec.get();
}

// Set before main, so that a program that was refused before it opened a device is not asked whether it has the
// library.
[[maybe_unused]] const bool linked = [] {
    const std::string folder = environment(exec_variable);
    if (folder.empty()) return true;
    try {
        ExecFolder(folder).note_linked();
    } catch (const fault::InputError&) {  // said when a device is opened
    }
    return true;
}();

// A child that the program has forked off is not the one whose end is told.
void write_exec_report() {
    ExecRun* exec = process().exec.get();
    if (exec == nullptr || exec->report == nullptr || exec->written || exec->process != ::getpid()) return;
    exec->written = true;
    exec->gdb.reset();
    ExecFolder::End end{exec->report->recording().workloads().size(), "", exec->reads, exec->races, {}, exec->fault};
    if (exec->dump) end.missed = exec->dump->missed();
    std::fflush(stdout);
    try {
        if (end.workloads > 0) exec->report->write(exec->core);
    } catch (const std::exception& error) {
        end.error = error.what();
    }
    try {
        exec->folder.write(end);
    } catch (const std::exception&) {
        // The command is gone, and with it whom to tell.
    }
}

// For the devices of one run; how much a program has left to do it alone knows.
std::function<void(Cycle)> progress_of(ExecRun& exec) {
    if (!exec.progress) exec.progress = std::make_unique<Progress>(!exec.options.quiet);
    return exec.progress->listener();
}

// Once a place, however often the program runs it.
void tell(const fault::Fault& fault, fault::Severity severity) {
    const fault::Where& at = fault.where();
    const std::scoped_lock one(process().opening);
    if (!process().told.emplace(fault.id(), at.file, at.line).second) return;
    erase_progress();
    views::print_text(stderr, fault.text(severity));
    const bool error = severity == fault::Severity::error;
    if (error) ++process().errors;
    const auto& exec = process().exec;
    if (!exec || !exec->report) return;
    for (FoundRace& race : races_of({&fault, 1})) exec->races.push_back(std::move(race));
    error ? exec->report->passed(fault) : exec->report->warned(fault);
}

constexpr const char* profiler_log_name = "profile_log_device.csv";

ProfilerLog& profiler_log(const arch::Arch& arch) {
    const fs::path path = generated_folder() / "profiler/.logs" / profiler_log_name;
    std::unique_ptr<ProfilerLog>& log = process().logs[{path, arch.name}];
    if (!log) log = std::make_unique<ProfilerLog>(arch, path);
    return *log;
}

fs::path path_of(const ProfilerLog& log) {
    const fs::path& chosen = process().profiler_folder;
    return chosen.empty() ? log.usual_path : chosen / profiler_log_name;
}

void write_all() {
    write_exec_report();
    write_profiler_log();
}

// A program that went on after errors has not ended well, whatever it says.
void end_all() {
    write_all();
    if (process().errors == 0) return;
    fmt::print(stderr, "tessera: {} error(s) on the way\n", process().errors);
    std::fflush(nullptr);
    std::_Exit(1);
}

void write_at_exit() { std::atexit(end_all); }

[[noreturn]] void end_with(int code) {
    write_all();
    std::fflush(nullptr);
    std::_Exit(code);
}

std::terminate_handler before = nullptr;

void on_terminate() {
    if (const std::exception_ptr uncaught = std::current_exception()) {
        try {
            std::rethrow_exception(uncaught);
        } catch (const fault::Fault& fault) {
            if (const auto& exec = process().exec; exec && exec->report) exec->report->passed(fault);
            views::print_text(stderr, fault.text());
            end_with(fault::exit_code(fault));
        } catch (const fault::Killed& end) {
            views::print_text(stderr, fmt::format("tessera: {}\n", end.what()));
            end_with(1);
        } catch (const fault::InputError& error) {
            views::print_text(stderr, fmt::format("tessera: {}\n", error.what()));
            end_with(2);
        } catch (...) {
        }
    }
    if (before != nullptr) before();
    std::abort();
}

}  // namespace

const arch::Arch& arch_of_environment() {
    const std::string wanted = environment("TESSERA_ARCH");
    if (wanted.empty()) return arch::wormhole_b0();
    if (const arch::Arch* found = arch::find(wanted)) return *found;
    std::string names;
    for (const arch::Arch* known : arch::all()) names += fmt::format("{}{}", names.empty() ? "" : " or ", known->name);
    throw fault::InputError(fmt::format("TESSERA_ARCH={}: no such architecture; {}", wanted, names));
}

arch::Arch arch_of_process() {
    const std::scoped_lock one(process().opening);
    const ExecRun* exec = exec_of_environment();
    return exec == nullptr ? arch_of_environment() : exec->what_if.arch;
}

Opening opening() {
    const std::scoped_lock one(process().opening);
    const bool profiler = environment("TT_METAL_DEVICE_PROFILER") == "1";
    ExecRun* exec = exec_of_environment();
    Opening out;
    if (exec == nullptr) {
        out.what_if.arch = arch_of_environment();
        out.options.profiler_overhead = profiler;
        out.options.data_caches = data_caches_of_environment();
        out.options.faults = {environment("TESSERA_STRICT") == "1", environment("TESSERA_PEDANTIC") == "1",
                              environment("TESSERA_KEEP_GOING") == "1",
                              fault::parse_verdicts(environment("TESSERA_FAULTS"))};
    } else {
        if (!exec->options.overhead_given) exec->core.profiler_overhead = profiler;
        out.what_if = exec->what_if;
        out.options = exec->core;
        out.options.progress = progress_of(*exec);
        if (exec->report && exec->options.run.first_nan) {
            out.followed = std::make_shared<core::FollowedValues>();
            out.options.followed = out.followed.get();
        }
        if (exec->report) {
            out.recordings.push_back(&exec->report->recording());
            out.hears_reads = [exec](std::span<const std::uint8_t> bytes) { exec->heard(bytes); };
        }
    }
    out.options.warned = [](const fault::Fault& fault) { tell(fault, fault::Severity::warning); };
    out.options.passed = [](const fault::Fault& fault) { tell(fault, fault::Severity::error); };
    // As the vendor's programs do; the order among their own lines is that of the C streams.
    out.options.print_line = [](std::string_view line) {
        erase_progress();
        fmt::print("{}\n", line);
    };
    if (profiler) out.recordings.push_back(&profiler_log(out.what_if.arch).recording);
    if (!out.recordings.empty() || out.options.faults.keep_going) write_at_exit();
    return out;
}

void number_workload(int chip, std::uint64_t runtime_id) {
    for (const auto& [key, log] : process().logs) log->log.number_next(chip, runtime_id);
}

void tell_first_nan(const views::FirstNonFinite& first) {
    const std::scoped_lock one(process().opening);
    if (const auto& exec = process().exec; exec && exec->report) exec->report->found(first);
}

void workload_failed(const fault::Fault& fault, const std::vector<watch::Standing>& standing) {
    erase_progress();
    const std::scoped_lock one(process().opening);
    const auto& exec = process().exec;
    if (!exec) return;
    exec->fault = ending(fault);
    if (exec->report) exec->report->ended_by(fault, standing);
    for (FoundRace& race : races_of({&fault, 1})) exec->races.push_back(std::move(race));
}

void erase_progress() {
    if (const auto& exec = process().exec; exec && exec->progress) exec->progress->erase();
}

void workload_ended() {
    erase_progress();
    static const bool registered = [] {
        if (process().exec || !process().logs.empty()) write_at_exit();
        return true;
    }();
    (void)registered;
}

void write_profiler_log() {
    for (const auto& [key, log] : process().logs) {
        const fs::path path = path_of(*log);
        const std::size_t workloads = log->recording.workloads().size();
        if (workloads == log->written || log->process != ::getpid()) continue;
        try {
            std::error_code failed;
            fs::create_directories(path.parent_path(), failed);
            log->log.write(path.string(), views::LogColumns::fifteen, true);
            log->written = workloads;
        } catch (const fault::InputError& error) {
            views::print_text(stderr, fmt::format("tessera: TT_METAL_DEVICE_PROFILER=1: {}\n", error.what()));
        }
    }
}

fs::path generated_folder() {
    const std::string home = environment("TT_METAL_HOME");
    return (home.empty() ? fs::current_path() : fs::path(home)) / "generated";
}

void set_profiler_folder(const fs::path& folder) {
    process().profiler_folder = folder.empty() ? folder : fs::absolute(folder);
    for (const auto& [key, log] : process().logs) log->written = 0;
}

void start_profiler_log_afresh() {
    for (const auto& [key, log] : process().logs) {
        log->log.forget();
        log->written = log->recording.workloads().size();
        std::error_code none;
        fs::remove(path_of(*log), none);
    }
}

void show_uncaught_faults() {
    static const bool installed = [] {
        before = std::set_terminate(on_terminate);
        return true;
    }();
    (void)installed;
}

}  // namespace tessera::host
