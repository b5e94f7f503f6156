#include "host/calibration/zone.hpp"

#include "host/compile/toolchain.hpp"
#include "host/device/device.hpp"
#include "sim/watch/zone_length.hpp"

namespace tessera::calibration {

double zone_overhead_cycles(const arch::Arch& arch) {
    const auto length = [&](bool profiler) {
        host::Device device(arch);
        watch::ZoneLength zone("EMPTY");
        device.machine().hub().add(zone);
        host::Program program;
        program.add(host::KernelSpec{.path = (host::kernel_folder() / "calibration/zone.cpp").string(),
                                     .text = {},
                                     .cores = host::CoreRangeSet{host::CoreCoord{0, 0}},
                                     .data_movement = host::DataMovementKernel{abi::Risc::b, 0},
                                     .compute = {},
                                     .defines = {},
                                     .compile_args = {},
                                     .named_compile_args = {}});
        core::Options options;
        options.profiler_overhead = profiler;
        device.run(program, options);
        return static_cast<double>(zone.cycles());
    };
    return length(true) - length(false);
}

}  // namespace tessera::calibration
