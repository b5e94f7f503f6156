#include "host/run/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "host/run/terminal.hpp"
#include "sim/views/screen.hpp"

namespace tessera::host {
namespace {

constexpr std::chrono::milliseconds period{500};
constexpr double least_seconds = 1;  // after which the rate is taken for that of the rest

std::string duration(double seconds) {
    const auto whole = static_cast<long>(std::ceil(seconds));
    if (whole < 120) return fmt::format("{} s", whole);
    if (whole < 7200) return fmt::format("{} min", (whole + 30) / 60);
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace

std::string progress_text(double share, double seconds) {
    if (!(share > 0)) return {};
    share = std::min(share, 1.0);
    std::string out = fmt::format(", {:.0f} %", std::floor(100 * share));
    if (seconds >= least_seconds) out += fmt::format(", {} left", duration(seconds / share - seconds));
    return out;
}

Progress::Progress(bool wanted)
    : wanted_(wanted && is_terminal(stderr)), began_(Clock::now()), next_(began_ + period) {}

std::function<void(Cycle)> Progress::listener(std::function<double()> share) {
    if (!wanted_) return {};
    return [this, share = std::move(share)](Cycle now) {
        if (Clock::now() >= next_) show_stage(fmt::format("simulated, {} cycles", now), share ? share() : 0);
    };
}

void Progress::show(const std::string& line, double share) {
    if (!wanted_) return;
    const Clock::time_point time = Clock::now();
    if (time < next_) return;
    next_ = time + period;
    shown_ = true;
    fmt::print(stderr, "\r\x1b[K{}{}", views::printable(line),
               progress_text(share, std::chrono::duration<double>(time - began_).count()));
    std::fflush(stderr);
}

void Progress::show_stage(const std::string& stage, double share) {
    if (!wanted_) return;
    // What stands behind a comma goes on changing.
    const std::string name = stage.substr(0, stage.find(','));
    if (name != stage_) {
        stage_ = name;
        began_ = Clock::now();
    }
    show(stage, share);
}

void Progress::erase() {
    if (!shown_) return;
    shown_ = false;
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
}

}  // namespace tessera::host
