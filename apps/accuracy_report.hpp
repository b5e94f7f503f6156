// What `tessera accuracy` prints of a study, and of several side by side.
#pragma once

#include <span>
#include <string>

#include "host/study/study.hpp"

namespace tessera::apps {

std::string to_text(const accuracy::Study& study);
// A line a study: errors beside cost.
std::string comparison(std::span<const accuracy::Study> studies);
// What each source of error costs, a table a study that has them.
std::string sources_text(std::span<const accuracy::Study> studies);
// The line through the errors of each study's points.
std::string fitted_lines(std::span<const accuracy::Study> studies);
// One row a study, figures as columns.
std::string to_csv(std::span<const accuracy::Study> studies);

}  // namespace tessera::apps
