// What a run of the machine is asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/core/math_listener.hpp"
#include "sim/core/word_listener.hpp"
#include "sim/fault/fault.hpp"
#include "sim/fault/policy.hpp"
#include "sim/schedule/perturb.hpp"
#include "sim/sfpu/lower.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::core {

class Debugger;
class FollowedValues;

// What may come to some memory while a program runs already: a DRAM bank, or the L1 of a core.
struct LateWrite {
    int core, bank;  // one of the two, the other -1
    std::uint64_t begin, end;
    std::string what;  // whose, as messages say it
};

struct Options {
    sfpu::Lowering lowering = sfpu::Lowering::sfpi_2025;
    bool profiler_overhead = true;  // DeviceZoneScopedN costs what it costs on silicon
    // What becomes of faults after which the machine can go on. A pedantic run also refuses what is not judged
    // otherwise: orders that no document promises, a vector read of Dst rows that were released and not written since.
    fault::Policy faults;
    // Tiles and vectors are not computed: what reaches memory through Dst holds any bytes. Control flow and cycles stay
    // (data cannot steer them); faults that only values show are missed.
    bool blind_time = false;
    // T1 without the other RISCs, for a view of its vector code: what it waits for of them is there at once, Dst is its
    // own whether or not it asked, no vector is computed, and what its code gets wrong about Dst, the last init or the
    // latency of its own SFPU words is passed over.
    bool t1_alone = false;
    bool races = true;  // two touches of a byte that nothing orders are a fault, whatever this run's cycles were
    std::vector<LateWrite> late_writes;  // a kernel that touches them is a race
    std::uint32_t data_caches = 0;       // a bit for each RISC whose cache in front of L1 is on, where there is one
    schedule::Perturbation other_order;  // none: the order that the costs give
    // The compute cores without data movers, for a view of their instructions: pages and room for pages come as soon as
    // nothing else goes on.
    bool compute_alone = false;
    // Programs of nobody's kernel API, whose L1 is all their own: no part of it holds arguments of theirs, or a text
    // that may not be written.
    bool bare = false;
    FollowedValues* followed = nullptr;  // NaNs and infinities of all runs of the device; must outlive them
    WordListener* words = nullptr;       // hears what the threads take
    MathListener* math = nullptr;        // hears what T1's thread takes, in any run
    Debugger* debugger = nullptr;        // may stop the RISCs; must outlive the run
    // Of the host, at most: one simulates, the others work out products of tiles meanwhile. Nothing that a run gives
    // depends on it.
    unsigned threads = 1;
    Cycle max_cycles = 2'000'000'000;
    std::uint64_t seed = 1;  // of what the hardware draws where it rounds stochastically (spec/tensix-core.md 1.8)
    // Hears every SFPU program when it is first lowered, with what names its pcs during the call.
    std::function<void(const sfpu::Program&, const sfpu::Position&)> lowered;
    std::function<void(const fault::Fault&)> warned;  // hears of every warning, once a place
    std::function<void(const fault::Fault&)> passed;  // likewise of every error after which the run goes on
    std::function<void(Cycle)> progress;              // hears the cycle reached, often; must not touch the device
    std::function<bool(const std::string&)> api_has;  // whether the API of kernels has a function of that name
    std::vector<std::string> library_folders;         // files below them are not the user's when a position is named
    std::string working_folder;                       // positions below it are named relative to it
    std::string home_folder;                          // likewise what lies in its kernels/, which came with tessera
    // Where DPRINT lines go, and the logical cores whose lines are shown (spec/kernel-api.md 1.5, 5.5).
    std::function<void(std::string_view)> print_line;
    bool print_all_cores = false;
    std::vector<arch::Coord> print_cores;
};

}  // namespace tessera::core
