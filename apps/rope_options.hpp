// What `tessera rope` was asked, and what that means: the plan, the data and how to run it. Other subcommands that run
// a RoPE (profile) share it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "apps/cli.hpp"
#include "apps/rope_variant.hpp"
#include "apps/what_if.hpp"
#include "host/ops/rope/plan.hpp"
#include "sim/core/machine.hpp"

namespace tessera::apps {

struct RopeCommand {
    Common common;
    host::RopeOptions rope;
    RopeVariant variant;
    std::string exp = "exp_24f";
    std::string phase = "computed";
    std::string lowering = "sfpi-2025";
    std::string rung;
    bool unpack_to_dst = false;
    bool no_profiler = false;
    bool strict = false;
    std::string profiler_overhead = "on";
    bool blind_time = false;
    WhatIfOptions what_if;
    std::string input, positions;
    std::int64_t max_cycles = 2'000'000'000;
    // Of the shape, what was typed; a file that says otherwise is an error.
    bool gave_batch = false, gave_rows = false, gave_width = false;
    bool gave_exp = false;
};

inline constexpr std::array rope_phases{host::RopePhase::computed, host::RopePhase::split, host::RopePhase::turns};

// Where a kernel's angles come from, in a word or two: the exponential, or the phase that takes none.
std::string angles_of(const host::RopeOptions& options);

// Adds everything but the files a run writes; `command` must outlive the parse.
void add_rope_options(CLI::App& app, RopeCommand& command);

// A run made ready: everything checked, nothing run yet.
class RopeJob {
  public:
    // Throws fault::InputError for what does not fit together.
    explicit RopeJob(const RopeCommand& command);

    WhatIf what_if;
    const arch::Arch& arch() const { return what_if.arch; }
    host::RopePlan plan;
    std::vector<std::int32_t> positions;
    core::Options run_options;
    std::span<const float> x() const {  // [batch, rows, width]
        return input_.data.empty() ? std::span<const float>(generated_) : input_.as<float>();
    }

  private:
    host::NpyArray input_;
    std::vector<float> generated_;
};

}  // namespace tessera::apps
