#include "tests/end_to_end/command.hpp"
#include "tests/support/paths.hpp"

#include <fcntl.h>
#include <pty.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace tessera::end_to_end {
namespace {

int open_new(const fs::path& path) { return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600); }

// Reading a terminal ends with an error once nobody holds its other side.
std::string drain(int descriptor) {
    std::string text;
    char chunk[4096];
    for (ssize_t n; (n = ::read(descriptor, chunk, sizeof chunk)) > 0;) text.append(chunk, static_cast<std::size_t>(n));
    return text;
}

}  // namespace

bool has_terminals() {
    int screen = -1, keyboard = -1;
    if (::openpty(&screen, &keyboard, nullptr, nullptr, nullptr) != 0) return false;
    ::close(screen);
    ::close(keyboard);
    return true;
}

std::string tessera_program() {
    const char* const other = std::getenv("TESSERA_TEST_COMMAND");
    return other != nullptr ? other : TESSERA_BINARY_DIR "/tessera";
}

Outcome tessera(const std::vector<std::string>& arguments, const Setting& setting) {
    const Scratch streams;
    const std::string program = tessera_program();
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);

    int screen = -1, keyboard = -1;
    const winsize size{25, setting.columns, 0, 0};
    if (setting.terminal && ::openpty(&screen, &keyboard, nullptr, nullptr, setting.columns > 0 ? &size : nullptr) != 0)
        throw std::runtime_error("no pseudo terminal");
    const int out = setting.columns > 0   ? ::dup(keyboard)
                    : setting.out.empty() ? open_new(streams / "out")
                                          : ::open(setting.out.c_str(), O_WRONLY | O_CLOEXEC);
    const int err = setting.terminal      ? keyboard
                    : setting.err.empty() ? open_new(streams / "err")
                                          : ::open(setting.err.c_str(), O_WRONLY | O_CLOEXEC);
    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) {
        ::dup2(out, STDOUT_FILENO);
        ::dup2(err, STDERR_FILENO);
        if (screen >= 0) ::close(screen);
        for (const int stream : setting.closed) ::close(stream);
        for (const auto& [resource, most] : setting.limits) {
            const rlimit both{most, most};
            ::setrlimit(static_cast<decltype(RLIMIT_AS)>(resource), &both);
        }
        for (const auto& [name, value] : setting.environment) ::setenv(name.c_str(), value.c_str(), 1);
        if (::chdir(setting.directory.c_str()) != 0) ::_exit(127);
        ::execv(program.c_str(), argv.data());
        ::_exit(127);
    }
    ::close(out);
    ::close(err);
    Outcome result;
    if (setting.terminal) {
        result.err = drain(screen);
        ::close(screen);
    }
    if (setting.meanwhile) setting.meanwhile(child);
    int status = 0;
    ::waitpid(child, &status, 0);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (setting.columns == 0 && setting.out.empty()) result.out = read_text(streams / "out");
    if (!setting.terminal && setting.err.empty()) result.err = read_text(streams / "err");
    return result;
}

std::string on_screen(const std::string& text) {
    std::string shown, line;
    std::size_t column = 0;
    const auto finish = [&] {
        line.erase(line.find_last_not_of(' ') + 1);
        shown += line;
        line.clear();
        column = 0;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r') {
            column = 0;
        } else if (text[i] == '\n') {
            finish();
            shown += '\n';
        } else if (text.compare(i, 3, "\x1b[K") == 0) {
            line.resize(std::min(line.size(), column));
            i += 2;
        } else {
            line.resize(std::max(line.size(), column + 1), ' ');
            line[column++] = text[i];
        }
    }
    finish();
    return shown;
}

std::string read_text(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write_text(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::vector<std::string> Scratch::names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path())) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

fs::path shared_cache() { return TESSERA_TEST_CACHE; }

}  // namespace tessera::end_to_end
