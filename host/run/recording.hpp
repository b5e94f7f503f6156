// Where a program meets a device, and who hears it: the views of one workload, or of several on one time line, on one
// device or on devices opened one behind the other.
#pragma once

#include <mutex>
#include <set>
#include <span>
#include <vector>

#include "host/device/device.hpp"
#include "sim/views/limits.hpp"
#include "sim/views/sequence.hpp"
#include "sim/views/workload.hpp"

namespace tessera::host {

class Recording {
  public:
    // Views hear all runs as one, `limits` each run alone. All of them must outlive this.
    explicit Recording(const std::vector<watch::Listener*>& views, views::Limits* limits = nullptr)
        : sequence_(views), limits_(limits) {}

    // Hears every run of the device from now on, which this must outlive. All devices have one architecture.
    void attach(Device& device) {
        device.machine().hub().add(sequence_);
        if (limits_ != nullptr) device.machine().hub().add(*limits_);
    }

    const std::vector<views::Workload>& workloads() const { return workloads_; }
    Cycle cycles() const { return sequence_.cycles(); }  // of all workloads
    std::size_t cores() const { return cores_.size(); }  // that had kernels in any of them
    // Whose functions of the vector unit ran in any of them, where they are not tessera's.
    const std::string& sfpu_library() const { return sfpu_library_; }
    // Device::kernel_files() of all of them.
    const std::set<std::string>& kernel_files() const { return kernel_files_; }

  private:
    friend RunResult run_workload(Device&, const Program&, const core::Options&, std::span<Recording* const>);
    void begin(const Program& program);
    void end(const std::string& failed, const std::set<std::string>& kernel_files);
    void took_functions_of(const std::string& library) { sfpu_library_ = library; }

    views::Sequence sequence_;
    views::Limits* limits_;
    std::vector<views::Workload> workloads_;
    std::set<CoreCoord> cores_;
    std::string sfpu_library_;
    std::set<std::string> kernel_files_;
    std::mutex running_;  // devices of several threads take turns
};

// Runs to the end, as one more workload of each recording, which must be attached. Throws Fault, and InputError for a
// program that cannot run.
RunResult run_workload(Device& device, const Program& program, const core::Options& options,
                       std::span<Recording* const> recordings = {});

std::set<CoreCoord> cores_of(const Program& program);

}  // namespace tessera::host
