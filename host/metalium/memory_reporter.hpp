#pragma once

namespace tt::tt_metal {
class IDevice;
}

namespace tessera::host {

// To be called before a program runs: writes what tt-metalium/memory_reporter.hpp promises when reports are enabled.
void report_memory(const tt::tt_metal::IDevice& device);

}  // namespace tessera::host
