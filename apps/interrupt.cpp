#include "apps/interrupt.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <string_view>

#include "sim/views/unfinished.hpp"

namespace tessera::apps {
namespace {

std::atomic<bool>* flag_of_signals = nullptr;
constexpr suseconds_t patience = 700'000;  // microseconds

void arm(suseconds_t microseconds) {
    itimerval timer{};
    timer.it_value.tv_usec = microseconds;
    ::setitimer(ITIMER_REAL, &timer, nullptr);
}

void on_signal(int) {
    *flag_of_signals = true;
    arm(patience);
}

void on_alarm(int) {
    views::remove_unfinished();
    constexpr std::string_view text = "\ntessera: interrupted\n";
    static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
    ::_exit(interrupted_code);
}

}  // namespace

void stop_when_interrupted(std::atomic<bool>& flag) {
    flag_of_signals = &flag;
    std::signal(SIGALRM, on_alarm);
    for (const int signal : {SIGINT, SIGTERM})
        if (std::signal(signal, on_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
}

void finish_after_interrupt() { arm(0); }

}  // namespace tessera::apps
