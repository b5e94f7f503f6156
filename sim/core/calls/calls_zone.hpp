// Zones that a kernel measures (DeviceZoneScopedN), as the profiler of the machine does.
#pragma once

#include <string>
#include <vector>

#include "sim/core/port/call_result.hpp"
#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

class ZoneCalls {
  public:
    explicit ZoneCalls(const RiscContext& context) : context_(context) {}

    CallResult carry_out(abi::Call call);

  private:
    struct OpenZone {
        std::string name, file;
        int line;
        Cycle begin;
    };

    const RiscContext& context_;
    std::vector<OpenZone> zones_;
};

}  // namespace tessera::core
