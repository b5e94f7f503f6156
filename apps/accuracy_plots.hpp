// The folder of plots that `tessera accuracy -o` leaves: data, scripts, drawings by gnuplot, and the page.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "host/plots/page.hpp"
#include "host/study/study.hpp"

namespace tessera::apps {

// Files of the plots in a folder that is made if need be; InputError for those that exist and are not to be replaced.
void check_folder(const std::string& folder, std::span<const std::string> plots, bool overwrite);
// Writes data and scripts and has them drawn; `page` makes of the drawings what goes into index.html. Without gnuplot
// stderr says what could not be drawn.
void write_folder(const std::string& folder, std::span<const accuracy::Plot> plots, bool overwrite,
                  const std::function<std::string(const accuracy::Drawings&)>& page);

struct PlotsAsked {
    std::string folder;
    bool points = false;
    bool overwrite = false;
};

// Before the long work: makes the folder and refuses files that exist and are not to be replaced.
void check_plots(const PlotsAsked& asked, std::span<const std::string> functions);
void write_plots(const PlotsAsked& asked, std::span<const accuracy::Study> studies);

}  // namespace tessera::apps
