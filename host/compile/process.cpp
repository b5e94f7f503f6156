#include "host/compile/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

extern char** environ;

namespace tessera::host {
namespace {

using Clock = std::chrono::steady_clock;

// Between fork and exec only calls that need no lock: other threads of this process may have held any.

constexpr int started_end = 3;            // where a program that cannot be started says so
constexpr unsigned seconds_to_clean = 2;  // for the compiler to remove its temporary files

void end_at_once(int) { ::kill(0, SIGKILL); }

constexpr int ending_signals[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};

void end_group(int) {
    for (const int signal : ending_signals) ::signal(signal, SIG_IGN);
    ::signal(SIGALRM, end_at_once);
    ::alarm(seconds_to_clean);
    ::kill(0, SIGTERM);
}

void limit(decltype(RLIMIT_AS) resource, std::uint64_t bytes) {
    const rlimit both{bytes, bytes};
    if (bytes != 0) ::setrlimit(resource, &both);
}

struct Start {
    char** argv;
    char** variables;
    const char* folder;  // null is the caller's
    ProcessLimits limits;
    int input, output, started;
    pid_t parent;
};

[[noreturn]] void become(const Start& start) {
    for (const int signal : ending_signals) ::signal(signal, SIG_DFL);
    limit(RLIMIT_AS, start.limits.memory_bytes);
    limit(RLIMIT_FSIZE, start.limits.file_bytes);
    if (start.folder == nullptr || ::chdir(start.folder) == 0) ::execvpe(start.argv[0], start.argv, start.variables);
    const int error = errno;
    [[maybe_unused]] const ssize_t told = ::write(started_end, &error, sizeof error);
    ::_exit(127);
}

// The keeper: it stands between this process and the program, since a compiler's driver does not end the programs it
// started when it is ended itself. The system signals it when its parent dies.
[[noreturn]] void keep(const Start& start) {
    ::setpgid(0, 0);
    for (const int signal : ending_signals) ::signal(signal, end_group);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != start.parent) ::_exit(127);
    ::dup2(start.input, STDIN_FILENO);
    ::dup2(start.output, STDOUT_FILENO);
    ::dup2(start.output, STDERR_FILENO);
    ::dup2(start.started, started_end);
    ::closefrom(started_end + 1);
    ::fcntl(started_end, F_SETFD, FD_CLOEXEC);
    // This process is a copy already, and the tables of its pages need not be copied again.
    const pid_t program = ::vfork();
    if (program == 0) become(start);
    if (program < 0) {
        const int error = errno;
        [[maybe_unused]] const ssize_t told = ::write(started_end, &error, sizeof error);
        ::_exit(127);
    }
    // Only the program and what it starts keep the output open.
    for (const int end : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, started_end}) ::close(end);
    int status = 0;
    while (::waitpid(program, &status, 0) < 0 && errno == EINTR) continue;
    ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

// Reads until nobody has the other end open, and ends the program where it goes beyond a limit.
void listen(int end, pid_t keeper, const ProcessLimits& limits, ProcessResult& result) {
    const Clock::time_point deadline = Clock::now() + limits.time;
    const auto stop = [&](ProcessResult::Stopped why) {
        result.stopped = why;
        ::kill(keeper, SIGTERM);
    };
    char buffer[4096];
    for (;;) {
        const bool timed = limits.time.count() != 0 && result.stopped == ProcessResult::Stopped::no;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd wanted{end, POLLIN, 0};
        const int ready = ::poll(&wanted, 1, timed ? static_cast<int>(std::clamp<long>(left, 0, 1'000'000'000)) : -1);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) {
            stop(ProcessResult::Stopped::time);
            continue;
        }
        const ssize_t got = ::read(end, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return;
        if (result.stopped != ProcessResult::Stopped::no) continue;
        result.output.append(buffer, static_cast<std::size_t>(got));
        if (limits.output_bytes != 0 && result.output.size() > limits.output_bytes)
            stop(ProcessResult::Stopped::output);
    }
}

std::vector<char*> visible_variables(std::span<const std::string_view> hidden) {
    std::vector<char*> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text(*variable);
        if (std::ranges::find(hidden, text.substr(0, text.find('='))) == hidden.end()) variables.push_back(*variable);
    }
    variables.push_back(nullptr);
    return variables;
}

// A number above those that the program's own streams take, so that none is overwritten before it is copied.
int moved_up(int descriptor) {
    const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, started_end + 1);
    ::close(descriptor);
    return moved;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessSetting& setting) {
    int output[2] = {-1, -1}, started[2] = {-1, -1};
    const bool piped = ::pipe2(output, O_CLOEXEC) == 0 && ::pipe2(started, O_CLOEXEC) == 0;
    std::vector<char*> argv;
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    std::vector<char*> variables = visible_variables(setting.hidden);
    const Start start{.argv = argv.data(),
                      .variables = variables.data(),
                      .folder = setting.folder.empty() ? nullptr : setting.folder.c_str(),
                      .limits = setting.limits,
                      .input = moved_up(::open("/dev/null", O_RDONLY | O_CLOEXEC)),
                      .output = moved_up(output[1]),
                      .started = moved_up(started[1]),
                      .parent = ::getpid()};
    const bool ready = piped && start.input >= 0 && start.output >= 0 && start.started >= 0;
    const pid_t keeper = ready ? ::fork() : -1;
    if (keeper == 0) keep(start);
    for (const int end : {start.input, start.output, start.started}) ::close(end);

    ProcessResult result{.status = -1, .output = {}};
    if (keeper > 0) {
        listen(output[0], keeper, setting.limits, result);
        int status = 0, error = 0;
        const bool missed = ::read(started[0], &error, sizeof error) == sizeof error;
        while (::waitpid(keeper, &status, 0) < 0 && errno == EINTR) continue;
        if (!missed) result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    ::close(output[0]);
    ::close(started[0]);
    return result;
}

}  // namespace tessera::host
