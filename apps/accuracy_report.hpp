// What `tessera accuracy` prints of a study, and of several side by side.
#pragma once

#include <span>
#include <string>

#include "host/study/study.hpp"
#include "sim/views/document.hpp"

namespace tessera::apps {

views::Document report_of(const accuracy::Study& study);
// What the figures are over, a line a way of sampling.
std::string inputs_text(const accuracy::Study& study);
// A line a study, or one for each way its inputs are sampled: errors beside cost.
views::Table comparison(std::span<const accuracy::Study> studies);
// What each source of error costs, a table a study that has them.
views::Document sources_report(std::span<const accuracy::Study> studies);
// The line through the errors of each study's points.
std::string fitted_lines(std::span<const accuracy::Study> studies);
// One row a study and way of sampling, figures as columns.
std::string to_csv(std::span<const accuracy::Study> studies);

}  // namespace tessera::apps
