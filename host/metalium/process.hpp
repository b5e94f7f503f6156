// What belongs to the process and not to one of its devices: the options and the report of `tessera exec`, the vendor's
// profiler log, and how an exception that nobody caught ends the program. A process without any of them keeps nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "host/run/first_nan.hpp"
#include "host/run/recording.hpp"
#include "host/run/what_if.hpp"
#include "sim/watch/standing.hpp"

namespace tessera::host {

// How a device is opened.
struct Opening {
    WhatIf what_if;
    core::Options options;
    std::shared_ptr<core::FollowedValues> followed;  // where `tessera exec` follows NaNs; in the options as well
    std::vector<Recording*> recordings;              // live as long as the process
    Device::ReadListener hears_reads;                // likewise; may be empty
};

// What the environment says: TESSERA_ARCH, TT_METAL_DEVICE_PROFILER (kernel-api.md 5.5), or the options of
// `tessera exec`. InputError for what cannot be.
Opening opening();
// The architecture that TESSERA_ARCH names, wormhole_b0 unless set.
const arch::Arch& arch_of_environment();
// That of the next device to be opened: the environment's, or the one `tessera exec` was told.
arch::Arch arch_of_process();

// To be called before a workload: its chip, and what the profiler's log calls it. 0 is its place among the workloads.
void number_workload(int chip, std::uint64_t runtime_id);
// To be called behind a workload. What is written at the end of the process is written before the static objects are
// gone that the first workload made.
void workload_ended();
// Takes the line off the terminal that `tessera exec` shows how far the workload is on; the next one draws it again.
void erase_progress();
// What came of following NaNs so far; the last call counts.
void tell_first_nan(const views::FirstNonFinite& first);
// A fault ended a workload: the same, and `tessera exec` learns how and where its RISCs stood.
void workload_failed(const fault::Fault& fault, const std::vector<watch::Standing>& standing);

// Writes what TT_METAL_DEVICE_PROFILER=1 recorded so far where the vendor does, over what an earlier process left
// there: generated/profiler/.logs/profile_log_device.csv below TT_METAL_HOME or the working directory.
void write_profiler_log();

// Where the vendor's tools leave what they make: generated/ below TT_METAL_HOME or the working directory.
std::filesystem::path generated_folder();

// The profiler's log goes to this folder from now on; where it goes otherwise when the name is empty.
void set_profiler_folder(const std::filesystem::path& folder);
// Forgets the workloads so far and removes the file that holds them.
void start_profiler_log_afresh();

// From now on a fault that nobody catches ends the program with its text and exit code, as `tessera` ends, instead of
// an abort; other exceptions go to the handler there was.
void show_uncaught_faults();

}  // namespace tessera::host
