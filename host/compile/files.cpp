#include "host/compile/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "sim/fault/fault.hpp"

extern char** environ;

namespace tessera::host {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::optional<std::string> read_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    if (!in) return std::nullopt;
    const auto size = in.tellg();
    if (size < 0) return std::nullopt;
    std::string data(static_cast<std::size_t>(size), '\0');
    in.seekg(0);
    if (!in.read(data.data(), size)) return std::nullopt;
    return data;
}

std::optional<std::string> stamp_of(const std::filesystem::path& path) {
    struct stat status;
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return fmt::format("{}-{}.{:09}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

bool changed_since(const std::filesystem::path& path, std::chrono::system_clock::time_point time) {
    struct stat status;
    if (::stat(path.c_str(), &status) != 0) return true;
    const auto changed = std::chrono::seconds(status.st_ctim.tv_sec) + std::chrono::nanoseconds(status.st_ctim.tv_nsec);
    return changed >= time.time_since_epoch();
}

std::filesystem::path aside(const std::filesystem::path& path) {
    static std::atomic<unsigned> count{0};
    return path.string() + fmt::format(".{}-{}", ::getpid(), count.fetch_add(1));
}

void write_file(const std::filesystem::path& path, std::string_view data) {
    const std::filesystem::path temporary = aside(path);
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    std::ofstream out(temporary, std::ios::binary);
    out.write(data.data(), static_cast<std::streamsize>(data.size()));
    out.close();
    if (out) std::filesystem::rename(temporary, path, error);
    if (!out || error)
        throw fault::InputError(fmt::format(
            "cannot write {}: set XDG_CACHE_HOME to a folder with room that can be written", path.string()));
}

ProcessResult run_process(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                          std::span<const std::string_view> hidden) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return {-1, "no pipe"};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    std::vector<char*> argv;
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    std::vector<char*> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text(*variable);
        if (std::ranges::find(hidden, text.substr(0, text.find('='))) == hidden.end()) variables.push_back(*variable);
    }
    variables.push_back(nullptr);
    pid_t child = 0;
    const int failed = ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), variables.data());
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);

    ProcessResult result;
    if (failed == 0) {
        char buffer[4096];
        for (;;) {
            const ssize_t got = ::read(ends[0], buffer, sizeof buffer);
            if (got > 0) result.output.append(buffer, static_cast<std::size_t>(got));
            if (got == 0 || (got < 0 && errno != EINTR)) break;
        }
        int status = 0;
        while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
        result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    } else {
        result.status = -1;
    }
    ::close(ends[0]);
    return result;
}

}  // namespace tessera::host
