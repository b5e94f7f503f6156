// What T1's coprocessor thread takes, for views of a kernel's vector code.
#pragma once

#include <cstdint>
#include <memory>

#include "sim/sfpu/program.hpp"
#include "sim/sfpu/record.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::core {

// What T1 spends on pushing one segment of vector code, in cycles (spec/timing.md 2.1, 2.6).
struct PushCycles {
    Cycle needed = 0;  // from the first push to the last with the scalar work between, were the FIFO never full
    Cycle fetch = 0, refetch = 0, built = 0;  // parts of it: code not yet in the cache, no longer in it; words put
                                              // together at run time
    Cycle held = 0;                           // on top: before a full FIFO
    bool fits = true;                         // in the cache: repeated at once, it would be fetched no more

    // When the segment is repeated: only what fits is not fetched again.
    Cycle repeated() const { return fits ? needed - fetch : needed; }
};

// A segment as T1's thread finds it.
struct VectorSegment {
    const sfpu::Recording& recording;
    const std::shared_ptr<const sfpu::Program>& program;  // the same for equal segments, without values of run time
    std::uint32_t math_offset;                            // Dst row that SETC16 set, added to every address
    int slot_base;                                        // likewise of ADDR_MOD: 0 or 4
    const PushCycles& pushes;
};

struct MathListener {
    virtual ~MathListener() = default;
    virtual void tile_written(std::uint32_t dst_tile) = 0;  // some rows of it, by the matrix unit
    virtual void taken(const VectorSegment& segment) = 0;
};

}  // namespace tessera::core
