// A profile as plain data: where the cycles of a run went, core by core, and why. Its JSON (profile_json.hpp) has the
// same names; lists stand in a fixed order, so equal runs give equal bytes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/views/view.hpp"

namespace tessera::views {

// A kernel's line with what it cost.
struct LineShare {
    std::string at;  // "kernels/rope/reader.cpp:63", empty when unknown
    Cycle cycles = 0;
    std::uint64_t count = 0;
};

struct WaitProfile {
    std::string reason;  // wait_reasons, name
    std::string index;   // "cb 16", "semaphore 2", empty where the reason counts nothing
    Cycle cycles = 0;
    std::uint64_t count = 0;
    std::vector<LineShare> lines;  // most cycles first
};

struct Traffic {
    std::uint64_t count = 0, bytes = 0;
    Cycle latency = 0;  // sum over the transfers, from issue to completion
};

struct PartCycles {
    std::string part;  // work_parts, name
    Cycle cycles = 0;
};

// A RISC, or a unit of the coprocessor.
struct UnitProfile {
    std::string unit;  // unit_name
    int row = 0;
    Cycle cycles = 0;  // of a RISC its life: busy and waits together; of a unit that of its core
    Cycle busy = 0;
    Cycle idle = 0;      // of a unit: its RISC had given it nothing
    Cycle commands = 0;  // of a unit's thread: at work on what none of its units is busy with
    std::uint64_t instructions = 0;
    std::vector<PartCycles> work;    // of a RISC: what busy consists of, parts that are not 0
    std::vector<WaitProfile> waits;  // most cycles first
    Traffic reads, writes;
};

struct BufferProfile {
    int cb = 0;
    int capacity = 0;  // pages
    int max = 0;
    double mean = 0;              // pages, over the core's time
    double empty = 0, full = 0;   // shares of that time
    std::string filled, emptied;  // units that push and pop
};

struct CoreProfile {
    int core = 0;
    int x = 0, y = 0;                    // logical
    int physical_x = 0, physical_y = 0;  // NoC 0
    Cycle finish = 0;                    // end of its last kernel
    Cycle active = 0;                    // busy cycles of its busiest RISC
    std::string active_unit;
    std::vector<UnitProfile> units;  // by row
    std::vector<BufferProfile> buffers;
};

struct BankProfile {
    int bank = 0;
    int x = 0, y = 0;  // NoC 0
    Cycle busy = 0;
    std::uint64_t read_bytes = 0, written_bytes = 0;
    std::vector<PartCycles> parts = {};  // of the run's cycles, by stop_parts; none where no packets were followed
};

// Of a NoC: a link between routers, or the interface by which packets leave or enter a node.
struct LinkProfile {
    int noc = 0;
    int x = 0, y = 0;       // the router it leaves, or the node
    std::string direction;  // "x" or "y"; "leave" or "enter": the interface of a node
    Cycle busy = 0;
    std::vector<PartCycles> parts = {};  // as a bank's
};

struct HoldShare {
    std::string hold;  // holds, name
    Cycle cycles = 0;
};

// What the SFPU did for a line of the kernel.
struct SfpuLine {
    std::string at;
    std::uint64_t executions = 0;    // how often its most frequent instruction ran
    std::uint64_t instructions = 0;  // of these `nops` SFPNOP, `constants` load one
    std::uint64_t nops = 0, constants = 0;
    Cycle cycles = 0;             // issue and holds
    std::vector<HoldShare> held;  // those that are not 0
    std::uint32_t loop = 0;       // where code is fetched again: instructions since it was fetched before, the fewest
};

struct SfpuProfile {
    std::uint64_t programs = 0;  // lowered programs run
    std::uint64_t instructions = 0, nops = 0, constants = 0;
    Cycle cycles = 0;
    std::vector<HoldShare> held;
    std::vector<SfpuLine> lines;  // most cycles first
};

// What the run's end waited for: a chain of work and transfers without a gap from cycle 0 to the end.
struct PathStep {
    int core = 0, x = 0, y = 0;
    std::string unit;  // of a transfer the RISC that issued it
    std::string what;  // "work", "polling", a unit's label, "read from DRAM", ...
    std::string at;    // of work: the line it led to; of a transfer: the line that issued it
    Cycle begin = 0, end = 0;
};
struct PathShare {
    std::string unit, what, at;
    Cycle cycles = 0;
    std::uint64_t count = 0;
};
struct PathProfile {
    Cycle cycles = 0;
    std::vector<PathShare> kinds;  // by unit and what, most cycles first
    std::vector<PathShare> lines;  // by unit, what and line, most cycles first
    std::vector<PathStep> steps;   // in the order of time
    std::uint64_t steps_left_out = 0;
    std::string missing;  // why there is none, or not all of it
};

// The run in a sentence, with the figures that decided it and what may be done.
struct Figure {
    std::string name;
    double value = 0;
    std::string unit;
};
// Where the time of what limits the run went, and of what stands next to it; parts add up to `cycles`.
struct Split {
    std::string of;  // "DRAM banks", "SFPU of core (0,0)", ...
    Cycle cycles = 0;
    std::vector<PartCycles> parts;
};
struct Verdict {
    std::string bound;  // "math", "dram", "noc", "latency", "movers", "tiles", "unknown"
    std::string sentence;
    std::string known;          // how near the model comes to what was measured of that limit; empty for none
    std::string balance;        // "(2,1) ends first, ...": of cores; empty where they end close to each other
    std::vector<Split> splits;  // first that of the limit
    std::vector<Figure> figures;
    std::vector<std::string> advice;  // what weighs most first
};

// A change that leaves the results as they are, and the cycles of the run with it, simulated for the time alone.
struct Tried {
    std::string subject;  // "cb 0", "NoCs", the name of a parameter
    std::string change;   // "8 pages in cb 0 instead of 4"
    std::string at;       // the line of a kernel that waits most for the subject; may be empty
    Cycle cycles = 0;
};

struct ProfileData {
    std::string title;
    std::string arch;
    double clock_ghz = 1;
    Cycle cycles = 0;  // to the end of the last kernel
    std::vector<CoreProfile> cores;
    double imbalance_finish = 0, imbalance_active = 0;  // largest over mean, less 1
    int slowest_core = -1, fastest_core = -1;           // by active work
    Traffic reads, writes;
    Cycle queued = 0;  // of the latency of reads and writes: cycles that they stood in queues
    double bank_bytes_per_cycle = 0, link_bytes_per_cycle = 0;
    std::uint32_t cached_pushes = 0;  // instructions that T1's cache holds
    std::vector<BankProfile> banks;
    std::vector<LinkProfile> links;  // those used, busiest first
    SfpuProfile sfpu;
    PathProfile path;
    Verdict verdict;
    std::vector<Tried> tried;        // fewest cycles first
    std::vector<std::string> notes;  // what this profile lacks, and why
};

}  // namespace tessera::views
