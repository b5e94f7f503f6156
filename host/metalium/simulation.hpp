// What tessera adds to the vendor's host API: the simulated device behind an IDevice, the options of its runs, and what
// the last one took.
//
//     #include "host/metalium/simulation.hpp"
//     fmt::print("{} cycles\n", tessera::host::last_run(*device).cycles);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/run/recording.hpp"
#include "sim/fault/fault.hpp"

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
    core::Options options;
    std::vector<Recording*> recordings;
    std::optional<RunResult> last;
};

// All throw InputError: a closed device, no run yet.
Device& simulated(const tt::tt_metal::IDevice& device);
// Valid for the runs that follow. Profiler zones cost time only with TT_METAL_DEVICE_PROFILER=1, as in the vendor's
// builds (spec/kernel-api.md 5.5).
core::Options& run_options(const tt::tt_metal::IDevice& device);
RunResult last_run(const tt::tt_metal::IDevice& device);

// Runs to the end. Throws KernelFault or InputError.
void run(const tt::tt_metal::IDevice& device, const Program& program);

}  // namespace tessera::host
