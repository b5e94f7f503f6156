// An empty zone, for what the profiler adds to one (spec/timing.md 5).
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() { DeviceZoneScopedN("EMPTY"); }
