// The folder of plots that `tessera accuracy -o` leaves: data, scripts, drawings by gnuplot, and the page.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "host/accuracy/study.hpp"

namespace tessera::apps {

struct PlotsAsked {
    std::string folder;
    bool points = false;
    bool overwrite = false;
};

// Before the long work: makes the folder and refuses files that exist and are not to be replaced.
void check_plots(const PlotsAsked& asked, std::span<const std::string> functions);
// What could not be drawn since gnuplot is not there is said on stderr.
void write_plots(const PlotsAsked& asked, std::span<const accuracy::Study> studies);

}  // namespace tessera::apps
