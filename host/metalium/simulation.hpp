// What tessera adds to the vendor's host API: the simulated device behind an IDevice, the options of its runs, and what
// the last one took.
//
//     #include "host/metalium/simulation.hpp"
//     fmt::print("{} cycles\n", tessera::host::last_run(*device).cycles);
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/metalium/queue_order.hpp"
#include "host/run/recording.hpp"
#include "sim/fault/fault.hpp"
#include "tt-metalium/sub_device_types.hpp"

namespace tt::tt_metal {
class IDevice;
}

namespace tessera::host {

// A fault of a simulated kernel whose what() is the whole text: place, core, RISC, cycle, remedy. A main() that does
// not catch it ends with that text.
class KernelFault final : public fault::Fault {
  public:
    explicit KernelFault(const fault::Fault& fault) : Fault(fault), text_(fault.text()) {}
    const char* what() const noexcept override { return text_.c_str(); }

  private:
    std::string text_;
};

struct Simulation {
    arch::Arch arch;
    std::optional<Device> device;  // until it is closed
    std::string place = {};        // what it is called in a mesh of several
    core::Options options;
    std::shared_ptr<core::FollowedValues> followed;  // with --first-nan
    std::vector<Recording*> recordings;
    std::optional<RunResult> last;
    Cycle cycles = 0;  // of all its programs so far
    QueueOrder queues;

    // Programs as they were when they were enqueued to a queue whose trace was captured.
    struct Capture {
        std::uint32_t queue, trace;
    };
    std::map<std::uint32_t, std::vector<Program>> traces;
    std::optional<Capture> capture;
    std::uint64_t trace_region_bytes = 0;

    // By the number of the manager; 0 has one sub-device, the whole grid.
    struct SubDevices {
        std::vector<CoreRangeSet> cores = {};  // by SubDeviceId
        std::vector<tt::tt_metal::SubDeviceId> ids = {}, stall_group = {};
    };
    std::map<std::uint64_t, SubDevices> sub_devices;
    std::uint64_t loaded_sub_devices = 0, sub_devices_made = 0;
    SubDevices& loaded() { return sub_devices.at(loaded_sub_devices); }
};

std::uint64_t add_sub_devices(Simulation& simulation, std::vector<CoreRangeSet> cores);  // the number of the manager

// The device itself, or those of a mesh, row by row.
std::vector<tt::tt_metal::IDevice*> devices_of(tt::tt_metal::IDevice& device);

// All throw InputError: a closed device, no run yet.
Device& simulated(const tt::tt_metal::IDevice& device);
// Valid for the runs that follow. Profiler zones cost time only with TT_METAL_DEVICE_PROFILER=1, as in the vendor's
// builds (spec/kernel-api.md 5.5).
core::Options& run_options(const tt::tt_metal::IDevice& device);
RunResult last_run(const tt::tt_metal::IDevice& device);

// Runs to the end, while `late` may still come. Throws KernelFault or InputError.
void run(const tt::tt_metal::IDevice& device, const Program& program, std::vector<core::LateWrite> late = {});
// The same, or notes the program for the trace that the queue captures. `blocking`: the host waits for the queue.
void enqueue(const tt::tt_metal::IDevice& device, std::uint32_t queue, const Program& program, bool blocking);
// InputError while a trace is captured on any queue: `what` is no part of one.
void refuse_in_capture(const tt::tt_metal::IDevice& device, const char* what);

// Traces of a device. InputError for one that there is not, a capture within a capture, and a device that was opened
// without a trace region, which the vendor's refuses when a capture ends.
std::uint32_t begin_capture(const tt::tt_metal::IDevice& device, std::uint32_t queue,
                            std::optional<std::uint32_t> trace = std::nullopt);
void end_capture(const tt::tt_metal::IDevice& device, std::uint32_t queue, std::uint32_t trace);
void replay(const tt::tt_metal::IDevice& device, std::uint32_t queue, std::uint32_t trace, bool blocking);
void release(const tt::tt_metal::IDevice& device, std::uint32_t trace);

}  // namespace tessera::host
