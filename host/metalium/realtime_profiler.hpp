// Calls the callbacks that tt-metalium/experimental/realtime_profiler.hpp registers.
#pragma once

#include "host/device/device.hpp"

namespace tessera::host {

// To be called behind a workload of a device that has run for `begin` cycles before it.
void tell_program_record(int chip, const arch::Arch& arch, const Program& program, Cycle begin, Cycle cycles);

}  // namespace tessera::host

namespace tt::tt_metal {

// Of this process (device.cpp).
bool any_device_is_open();

}  // namespace tt::tt_metal
