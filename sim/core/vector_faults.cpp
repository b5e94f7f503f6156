// What T1's vector code gets wrong, named by the lines that are involved.
#include <fmt/format.h>

#include <algorithm>

#include "sim/core/risc_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/hazard.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

void RiscAgent::refuse_hazard(const sfpu::Program& program, const sfpu::Recording& recording) const {
    const sfpu::HazardPair& hazard = program.hazards.front();
    const auto pc = [&](std::uint32_t instr) { return recording.ops[program.origin[instr]].pc; };
    Fault fault(Id::sfpu_hazard, sfpu::text(hazard, program.code[hazard.producer], program.code[hazard.consumer]));
    locate(fault, pc(hazard.consumer), hart_->clock());
    fault.notes = fmt::format("{}: note: the result is made here\n", position(pc(hazard.producer)));
    throw fault;
}

void RiscAgent::tolerate_scrambled(const sfpu::Scrambled& vector) {
    Fault fault(
        Id::scrambled_vector,
        fmt::format("a vector kept in L{} is read after SFPTRANSP, which has exchanged its lanes too", vector.reg));
    fault.notes = fmt::format("{}: note: the exchange is made here\n", position(vector.exchange_pc));
    if (machine_.options().faults.strict) locate(fault, vector.reader_pc, hart_->clock());
    machine_.tolerate(std::move(fault), *this, vector.reader_pc, hart_->clock());
}

// The last place is that of the fault, the others define values that are live there.
void RiscAgent::name_live_values(sfpu::LoweringFault& fault) const {
    const auto& pcs = fault.pcs();
    locate(fault, pcs.empty() ? pending_->pc : pcs.back(), hart_->clock());
    if (pcs.size() < 2) return;
    std::vector<std::pair<std::string, int>> lines;  // and how many values each of them made
    for (auto pc = pcs.begin(); pc + 1 != pcs.end(); ++pc) {
        const std::string line = position(*pc);
        const auto known = std::find_if(lines.begin(), lines.end(), [&](const auto& l) { return l.first == line; });
        if (known == lines.end())
            lines.emplace_back(line, 1);
        else
            ++known->second;
    }
    for (const auto& [line, count] : lines)
        fault.notes += fmt::format("{}: note: {} of the live vectors made here\n", line, count);
}

}  // namespace tessera::core
