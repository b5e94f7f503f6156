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
    kernel_.locate(fault, pc(hazard.consumer), hart_->clock());
    fault.notes = fmt::format("{}: note: the result is made here\n", kernel_.position(pc(hazard.producer)));
    chip_.raise(fault, fault::Severity::error);
}

void RiscAgent::tolerate_scrambled(const sfpu::Scrambled& vector) {
    Fault fault(
        Id::scrambled_vector,
        fmt::format("a vector kept in L{} is read after SFPTRANSP, which has exchanged its lanes too", vector.reg));
    fault.notes = fmt::format("{}: note: the exchange is made here\n", kernel_.position(vector.exchange_pc));
    chip_.raise(std::move(fault), fault::Severity::warning, kernel_, vector.reader_pc, hart_->clock());
}

// The words that T1 pushed last before vector code that was not inlined are its caller's.
std::uint32_t RiscAgent::called_from(std::uint32_t pc) {
    return pushed_pc_ != 0 && kernel_.stands_alone(pc) ? pushed_pc_ : pc;
}

void RiscAgent::follow_inits(const sfpu::Program& program, const sfpu::Recording& recording) {
    const auto api_has = [this](const std::string& name) {
        return chip_.options().api_has && chip_.options().api_has(name);
    };
    const auto wrong = vector_inits_.follow(
        program, recording, [this](auto pc) { return called_from(pc); },
        [this](auto pc) { return kernel_.vector_function(pc); }, api_has);
    if (!wrong) return;
    // A function of the matrix unit that needs the vector unit in between has no init there.
    if (!wrong->since && kernel_.tile_call_pc() != 0 &&
        kernel_.vector_function(kernel_.tile_call_pc()) == kernel_.vector_function(wrong->pc))
        return;
    Fault fault(Id::wrong_init, wrong->text);
    kernel_.locate(fault, wrong->pc, hart_->clock());
    if (wrong->since) fault.notes = fmt::format("{}: note: set here\n", kernel_.position(*wrong->since));
    chip_.raise(fault, wrong->may_do ? fault::Severity::warning : fault::Severity::error);
}

// The last place is that of the fault, the others define values that are live there.
void RiscAgent::name_live_values(sfpu::LoweringFault& fault) const {
    const auto& pcs = fault.pcs();
    kernel_.locate(fault, pcs.empty() ? pending_->pc : pcs.back(), hart_->clock());
    if (pcs.size() < 2) return;
    std::vector<std::pair<std::string, int>> lines;  // and how many values each of them made
    for (auto pc = pcs.begin(); pc + 1 != pcs.end(); ++pc) {
        const std::string line = kernel_.position(*pc);
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
