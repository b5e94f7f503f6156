// A line on the terminal while something takes long: how far it has come, how much of all that is, and how long the
// rest will take at that rate; erased at the end. Nothing in a pipe.
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

    // For core::Options::progress; empty when nothing is shown. Must not outlive this. `share` tells how much of the
    // run is done, from 0 to 1; 0 where that cannot be told.
    std::function<void(Cycle)> listener(std::function<double()> share = {});
    // Shows a line now and then, with the share that is done where it is known.
    void show(const std::string& line, double share = 0);
    // The same of a stage, which begins where its text changes; the share and the time left are its own.
    void show_stage(const std::string& stage, double share);
    void erase();

  private:
    using Clock = std::chrono::steady_clock;
    bool wanted_, shown_ = false;
    Clock::time_point began_, next_;
    std::string stage_;
};

// ", 43 %, 12 s left", after so many seconds for that share; no time where it is too early to tell, and nothing for 0.
std::string progress_text(double share, double seconds);

}  // namespace tessera::host
