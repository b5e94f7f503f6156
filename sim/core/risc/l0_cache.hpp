// The data cache of a baby core in front of L1, on Blackhole and only where it is asked for (spec/memory-order.md 1):
// four lines of 16 bytes, written through, not coherent. What it holds is what a load would see instead of L1.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "sim/time/cycle.hpp"

namespace tessera::core {

class L0Cache {
  public:
    static constexpr std::uint32_t line_bytes = 16;
    struct Line {
        std::uint32_t address = ~std::uint32_t{0};
        std::uint64_t used = 0;
        std::array<std::uint8_t, line_bytes> bytes{};
        std::uint32_t pc = 0;  // of the load that brought it
        Cycle cycle = 0;
    };

    bool on = false;

    void clear() { lines_ = {}; }
    void drop(std::uint32_t address) {
        for (Line& line : lines_)
            if (line.address == address / line_bytes * line_bytes) line = {};
    }
    // The line of a load, or null after it has been brought from `l1`, the bytes of that line. Which line goes is not
    // documented: the one that has not been used for longest.
    const Line* look(std::uint32_t address, std::span<const std::uint8_t> l1, std::uint32_t pc, Cycle cycle) {
        const std::uint32_t first = address / line_bytes * line_bytes;
        for (Line& line : lines_)
            if (line.address == first) {
                line.used = ++uses_;
                return &line;
            }
        Line& oldest = *std::ranges::min_element(lines_, {}, &Line::used);
        oldest = {first, ++uses_, {}, pc, cycle};
        std::copy_n(l1.begin(), line_bytes, oldest.bytes.begin());
        return nullptr;
    }

  private:
    std::array<Line, 4> lines_{};
    std::uint64_t uses_ = 0;
};

}  // namespace tessera::core
