// A line on the terminal while the simulation runs: how far it has come, erased at the end. Nothing in a pipe.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "sim/time/cycle.hpp"

namespace tessera::host {

class Progress {
  public:
    // wanted: not when quiet. Shows only where stderr is a terminal.
    explicit Progress(bool wanted);
    ~Progress() { erase(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // For core::Options::progress; empty when nothing is shown. Must not outlive this.
    std::function<void(Cycle)> listener();
    // Shows a line now and then.
    void show(const std::string& line);
    void erase();

  private:
    using Clock = std::chrono::steady_clock;
    bool wanted_, shown_ = false;
    Clock::time_point next_;
};

}  // namespace tessera::host
