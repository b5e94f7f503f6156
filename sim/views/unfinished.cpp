#include "sim/views/unfinished.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace tessera::views {
namespace {

// More than a process writes at once.
std::array<std::atomic<char*>, 64> paths{};

void remove_folder(char* path) {
    char program[] = "rm", options[] = "-rf", end[] = "--";
    char* const words[] = {program, options, end, path, nullptr};
    const pid_t child = ::fork();
    if (child == 0) {
        ::execv("/bin/rm", words);
        ::_exit(127);
    }
    while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
}

}  // namespace

Unfinished::Unfinished(const std::filesystem::path& path) : path_(::strdup(path.c_str())), slot_(0) {
    for (; slot_ < paths.size(); ++slot_) {
        char* none = nullptr;
        if (paths[slot_].compare_exchange_strong(none, path_)) return;
    }
}

Unfinished::~Unfinished() {
    if (slot_ < paths.size()) paths[slot_] = nullptr;
    std::free(path_);
}

void remove_unfinished() noexcept {
    for (std::atomic<char*>& slot : paths) {
        char* const path = slot.exchange(nullptr);
        if (path != nullptr && ::unlink(path) != 0 && errno == EISDIR) remove_folder(path);
    }
}

}  // namespace tessera::views
