// The measured NoC and DRAM transfers of spec/timing.md 3.2, and the same by a kernel on the model.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::calibration {

enum class OtherEnd : std::uint8_t { l1, dram_bank, dram_interleaved };  // as kernels/calibration/transfers.cpp

struct Transfers {
    OtherEnd other_end;
    bool writes;
    bool same_axis = false;  // the other core shares a row or column
    std::uint32_t count, bytes;
};

// Cycles from the first call to the end of the barrier, on one core with nothing else under way.
Cycle run_transfers(const arch::Arch& arch, const Transfers& transfers);

// One row of the table: cycles by bytes for one transfer, or bytes per cycle for 256.
struct MeasuredRow {
    std::string_view arch;
    std::string_view name;
    OtherEnd other_end;
    bool writes, same_axis;
    std::uint32_t count;
    struct Point {
        std::uint32_t bytes;
        double value;  // cycles when count is 1, else bytes per cycle
    };
    std::vector<Point> points;
};
std::span<const MeasuredRow> measured_rows();

}  // namespace tessera::calibration
