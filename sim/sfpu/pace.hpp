// What of an instruction decides when it and those after it issue; worked out once for a lowered program.
#pragma once

#include <cstdint>

namespace tessera::sfpu {

struct Pace {
    std::uint32_t awaited = 0;  // registers whose lateness holds it, as bits
    std::uint32_t late = 0;     // registers whose readers the hardware holds until its result is there
    std::uint8_t latency = 1, issue = 1;
    bool nop = false;
    bool passes_by = false;  // is for another unit, of the thread's counters
};

}  // namespace tessera::sfpu
