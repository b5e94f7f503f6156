// A folder of plots: data, scripts, drawings by gnuplot, and the page.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "host/plots/page.hpp"

namespace tessera::accuracy {

// Before there is anything to write: InputError for files of the plots that exist and are not to be replaced, and for a
// folder that cannot be made. Makes nothing.
void check_folder(const std::string& folder, std::span<const std::string> plots, bool overwrite);
// Makes the folder if need be, writes data and scripts and has them drawn; `page` makes of the drawings what goes into
// index.html. Without gnuplot stderr says what could not be drawn.
void write_folder(const std::string& folder, std::span<const Plot> plots, bool overwrite,
                  const std::function<std::string(const Drawings&)>& page);

}  // namespace tessera::accuracy
