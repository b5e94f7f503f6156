// Where a job meets a device, and nowhere else: buffers are made and filled, the program runs, results are read back
// and judged.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "host/job/job.hpp"
#include "host/run/page_writers.hpp"
#include "host/run/recording.hpp"
#include "sim/views/first_nan.hpp"

namespace tessera::host {

struct Executed {
    Cycle cycles = 0;               // from the start to the last event
    std::size_t cores = 0;          // that had kernels
    std::vector<NpyArray> outputs;  // by Job::outputs, each of its tensor's shape on the host; none with blind time
    std::optional<views::Check> check;
    std::optional<views::FirstNonFinite> first_nan;  // where Options::followed is
};

// What is done before the program begins and after it has ended, and how much of that, from 0 to 1; 0 where it cannot
// be told.
using Stages = std::function<void(const char* stage, double share)>;

// Runs to the end on a device of the job's architecture; its listeners hear the run. Throws InputError for a job that
// contradicts itself or does not fit the device, and Fault; of a result that no kernel has written a part of as well.
Executed execute(Device& device, const Job& job, const core::Options& options = {},
                 std::span<Recording* const> recordings = {}, const Stages& stages = {},
                 PageWriters* writers = nullptr);

}  // namespace tessera::host
