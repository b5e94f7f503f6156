// The SFPU programs of a kernel file without data: T1's build runs alone on a core of the machine, every wait is over
// at once, memory holds generated numbers; what it records is lowered and priced as in any run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/sfpu/lower.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::host {

struct TraceRequest {
    std::string path;
    // Empty: the file's kernel. A name of the file or the library: that function, on vectors from Dst or on none. Text
    // with parentheses: an expression in the vectors x, y, z, w.
    std::string function;
    const arch::Arch* arch = nullptr;
    sfpu::Lowering lowering = sfpu::Lowering::sfpi_2025;
    std::map<std::string, std::string> defines;
    std::vector<std::uint32_t> compile_args;
    std::map<std::string, std::uint32_t> named_args;
    std::vector<std::uint32_t> args, common_args;
    bool fp32_dest_acc = true;
    tensix::DataFormat format = tensix::DataFormat::fp32;  // of every circular buffer
    bool may_be_empty = false;                             // code without vector instructions is not an error
    Cycle max_cycles = 50'000'000;
};

// A program and where it comes from; one that runs several times with other scalars is one listing.
struct Listing {
    std::shared_ptr<const sfpu::Program> program;
    std::vector<std::string> line;  // of each instruction, "kernels/x/compute.cpp:42"
    std::uint32_t runs = 0;
    Cycle scalar_cycles = 0;  // T1's work between the first push and the last, at best
    // From the first push to the last, that work included, with the SFPU never in the way: at best, and without what
    // the first run needs to fetch code that then stays in T1's instruction cache.
    Cycle push_cycles = 0;
    Cycle first_fetch_cycles = 0;
    bool fits_cache = true;
};

// One run of a listing, with what it found set up.
struct SegmentRun {
    std::size_t listing;
    sfpu::Recording recording;
    std::vector<std::string> line;  // of each recorded operation
    std::uint32_t math_offset = 0;
    int slot_base = 0;
    std::vector<std::uint32_t> new_tiles;  // Dst tiles that the FPU wrote since the segment before
};

struct KernelTrace {
    std::vector<Listing> listings;     // in the order of their first run
    std::vector<SegmentRun> segments;  // in the order of the run
};

// Throws InputError for what the user can mend (no such file or function, missing arguments, no vector code) and Fault
// for what is wrong with the code.
KernelTrace trace_kernel(const TraceRequest& request);

}  // namespace tessera::host
