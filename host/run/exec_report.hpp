// What is kept and written of a program under `tessera exec`: the views that were asked for, of all its workloads on
// one time line.
#pragma once

#include <optional>

#include "host/run/exec_options.hpp"
#include "host/run/recording.hpp"
#include "host/run/what_if.hpp"
#include "sim/views/limits.hpp"
#include "sim/views/profile.hpp"
#include "sim/views/run_summary.hpp"
#include "sim/views/summary.hpp"

namespace tessera::host {

class ExecReport {
  public:
    // Both are kept by reference. `run` as the devices have them.
    ExecReport(const ExecOptions& options, const WhatIf& what_if);

    Recording& recording() { return recording_; }
    void warned(const fault::Fault& warning) { warnings_.push_back(warning); }
    void passed(const fault::Fault& error) { errors_.push_back(error); }
    void found(const views::FirstNonFinite& first) { first_nan_ = first; }
    // The last workload did not come to its end.
    void ended_by(const fault::Fault& fault, std::vector<watch::Standing> standing);
    views::RunSummary summary(const core::Options& run) const;
    // Every file that was asked for, and the text to stderr where it has none. InputError when one cannot be written.
    void write(const core::Options& run) const;

  private:
    std::vector<watch::Listener*> listeners();

    const ExecOptions& options_;
    const WhatIf& what_if_;
    views::Summary units_;
    std::optional<views::Profile> profile_;
    std::optional<views::Limits> limits_;
    ViewFiles files_;
    Recording recording_;
    std::vector<fault::Fault> warnings_, errors_;
    std::optional<views::FirstNonFinite> first_nan_;
    std::optional<views::RunFault> fault_;
};

}  // namespace tessera::host
