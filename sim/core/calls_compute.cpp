// Calls of compute cores that no instruction of the machine stands for.
#include <fmt/format.h>

#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using abi::Call;
using abi::Risc;
using fault::Fault;
using fault::Id;

void RiscAgent::require(Risc wanted, const char* call) const {
    if (risc_ != wanted) throw Fault(Id::illegal_instruction, fmt::format("{} called on the wrong RISC", call));
}

CallResult RiscAgent::compute_call(Call call) {
    if (!is_compute()) throw Fault(Id::illegal_instruction, "compute call on a data-movement core");
    switch (call) {
        case Call::print_dst: return print_dst();
        case Call::unsupported_compute:
            throw Fault(Id::tensix_unsupported, fmt::format("{} is not modelled", kernel_string(arg(0))));
        default: throw Fault(Id::illegal_instruction, "unknown compute call");
    }
}

// What was pushed before draws from the old sequence, as the vendor's code waits for it to (tensix-core.md 3.4).
Progress RiscAgent::seed_random(std::uint32_t seed, std::uint32_t pc) {
    if (!flush_recording()) return Progress::blocked;
    if (auto full = push({.kind = Command::Kind::seed, .a = seed, .pc = pc})) {
        chip_.scheduler().block(*this, *full);
        return Progress::blocked;
    }
    hart_->finish_store(1);
    return Progress::finished;
}

}  // namespace tessera::core
