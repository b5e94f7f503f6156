// What the machine tells of work itself, for profiles: how a RISC spent its busy cycles, what held each instruction of
// an SFPU program, when a unit had nothing to do, and what the NoC and the DRAM served. Times as in event.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/watch/event.hpp"

namespace tessera::watch {

// A unit had no command from its RISC; the cause is the push that ended it.
struct Idle {
    Track track;
    Cycle begin, end;
    Cause cause;
};

// Where a RISC's busy cycles went, told when its kernel ends. All in cycles.
enum class WorkPart : std::uint8_t {
    instructions,
    calls,
    push,
    fetch,
    push_fetch,
    push_refetch,
    push_built,
    operand,
    branch,
    multiply_divide,
    load_window,
    store_interval,
};
struct WorkPartRow {
    WorkPart part;
    std::string_view name, text;
};
inline constexpr std::array work_parts{
    WorkPartRow{WorkPart::instructions, "instructions", "RISC-V instructions, one cycle each"},
    WorkPartRow{WorkPart::calls, "calls", "calls of the kernel API beyond their instruction, and the dispatch"},
    WorkPartRow{WorkPart::push, "push", "pushing lowered SFPU instructions, one cycle each"},
    WorkPartRow{WorkPart::fetch, "fetch", "instruction cache: lines of RISC-V code fetched"},
    WorkPartRow{WorkPart::push_fetch, "push_fetch",
                "SFPU instructions pushed for the first time, not yet in the cache"},
    WorkPartRow{WorkPart::push_refetch, "push_refetch", "SFPU instructions fetched again: the loop exceeds the cache"},
    WorkPartRow{WorkPart::push_built, "push_built", "SFPU instructions put together at run time"},
    WorkPartRow{WorkPart::operand, "operand", "waits for loaded values"},
    WorkPartRow{WorkPart::branch, "branch", "mispredicted branches"},
    WorkPartRow{WorkPart::multiply_divide, "multiply_divide", "multiplications and divisions beyond one cycle"},
    WorkPartRow{WorkPart::load_window, "load_window", "too many L1 loads at once"},
    WorkPartRow{WorkPart::store_interval, "store_interval", "stores to L1 too close together"},
};
static_assert(in_order(work_parts, &WorkPartRow::part));
using WorkCycles = std::array<Cycle, work_parts.size()>;

struct RiscWork {
    Track track;
    std::uint64_t instructions;
    WorkCycles cycles;
};

// What held an SFPU instruction back beyond the cycle after the one before it.
enum class Hold : std::uint8_t { begin, operand, unit, scalar, built, fetch, refetch };
struct HoldRow {
    Hold hold;
    std::string_view name, text;
};
inline constexpr std::array holds{
    HoldRow{Hold::begin, "begin", "the first push of the program on its way to the SFPU"},
    HoldRow{Hold::operand, "operand", "a result not yet there"},
    HoldRow{Hold::unit, "unit", "the instruction before keeps the unit"},
    HoldRow{Hold::scalar, "scalar", "T1 at work on scalar code"},
    HoldRow{Hold::built, "built", "T1 puts the instruction together at run time"},
    HoldRow{Hold::fetch, "fetch", "T1 fetches the code for the first time"},
    HoldRow{Hold::refetch, "refetch", "T1 fetches the code again: the loop exceeds its cache"},
};
static_assert(in_order(holds, &HoldRow::hold));
using HoldCycles = std::array<std::uint32_t, holds.size()>;

struct VectorIssue {
    const Spot* spot;       // lives as long as the run
    Cycle at;               // of its issue
    HoldCycles held;        // with the cycle of the issue: all cycles since the one before, or since the run's begin
    std::uint32_t back;     // instructions since T1 last fetched this code, 0: never
    bool nop;               // SFPNOP, put there for a result to arrive
    bool constant = false;  // SFPLOADI of a value known when the kernel was compiled
};

// The instructions of a program in words, for views that show one.
struct VectorCode {
    virtual ~VectorCode() = default;
    virtual std::string text(std::size_t instr) const = 0;
    virtual Cycle latency(std::size_t instr) const = 0;
    virtual int live(std::size_t instr) const = 0;  // LRegs in use after it
};

// One lowered program ran on the SFPU.
struct VectorRun {
    Track track;  // row sfpu
    Cycle begin, end;
    Cycle recorded, pushed;  // T1 worked on it from its first instruction's push, were nothing in its way, to its last
    std::span<const VectorIssue> issues;
    const VectorCode& code;
};

// How long a link of a NoC, and a DRAM bank, served packets.
struct LinkUse {
    int noc;
    arch::Coord router;  // the link leaves it
    int direction;       // 0: along x, 1: along y
    Cycle busy;
};
struct BankUse {
    int bank;
    arch::Coord at;
    Cycle busy;
};

// The run is over; links that were never used are left out.
struct RunEnd {
    Cycle cycles;
    std::span<const LinkUse> links;
    std::span<const BankUse> banks;
};

}  // namespace tessera::watch
