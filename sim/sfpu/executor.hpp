// Runs SFPU instructions on 32 lanes, bit for bit as spec/tensix-core.md 3 and 4 define them. No time here.
// Built once per x86 level; the highest level of the processor is chosen at run time.
#pragma once

#include <span>

#include "sim/arch/arch.hpp"
#include "sim/lane/mad.hpp"
#include "sim/sfpu/instr.hpp"
#include "sim/sfpu/state.hpp"

namespace tessera::sfpu {

// Throws fault::Fault with the instruction's text: flag_stack, sfpu_mode (modifier reserved or not on this
// architecture), dst_index (odd Dst address), tensix_unsupported (SFPLOADMACRO, modes not
// modelled). Instructions before the one that faults have taken effect.
void execute(const arch::Sfpu& arch, State& state, DstPort& port, std::span<const Instr> program);

// The same program on many vectors, each with a state of its own, instruction by instruction over all of them; for
// accuracy studies. 16 states fit a first-level cache. Loads, stores and counters have no Dst here: tensix_unsupported.
void execute_block(const arch::Sfpu& arch, std::span<State> states, std::span<const Instr> program);

// The builds of the executor, to compare and measure them; call only what lane::supported(level) allows.
struct Executor {
    void (*run)(const arch::Sfpu&, const lane::MadOps&, State* states, std::size_t count, DstPort*,
                const Instr* program, std::size_t length);
};
const Executor& executor(lane::Level level);

}  // namespace tessera::sfpu
