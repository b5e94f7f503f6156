#include "host/run/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace tessera::host {
namespace {

constexpr std::chrono::milliseconds period{500};

}  // namespace

Progress::Progress(bool wanted) : wanted_(wanted && ::isatty(STDERR_FILENO) == 1), next_(Clock::now() + period) {}

std::function<void(Cycle)> Progress::listener() {
    if (!wanted_) return {};
    return [this](Cycle now) { show(fmt::format("simulated {} cycles", now)); };
}

void Progress::show(const std::string& line) {
    if (!wanted_) return;
    const Clock::time_point time = Clock::now();
    if (time < next_) return;
    next_ = time + period;
    shown_ = true;
    fmt::print(stderr, "\r\x1b[K{}", line);
    std::fflush(stderr);
}

void Progress::erase() {
    if (!shown_) return;
    shown_ = false;
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
}

}  // namespace tessera::host
