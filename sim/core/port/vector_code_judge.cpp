#include "sim/core/port/vector_code_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sim/fault/fault.hpp"
#include "sim/sfpu/hazard.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

VectorCodeJudge::VectorCodeJudge(const RiscContext& context) : context_(context) {
    if (!context.chip.options().t1_alone) inits_.emplace();
}

std::uint32_t VectorCodeJudge::called_from(std::uint32_t pc) const {
    return pushed_pc_ != 0 && context_.kernel.stands_alone(pc) ? pushed_pc_ : pc;
}

void VectorCodeJudge::check(const sfpu::Program& program, const sfpu::Recording& recording) {
    if (inits_ && !program.hazards.empty()) refuse_hazard(program, recording);
    for (const sfpu::Scrambled& vector : program.scrambled) tolerate_scrambled(vector);
    if (inits_) follow_inits(program, recording);
}

void VectorCodeJudge::refuse_hazard(const sfpu::Program& program, const sfpu::Recording& recording) const {
    const sfpu::HazardPair& hazard = program.hazards.front();
    const auto pc = [&](std::uint32_t instr) { return recording.ops[program.origin[instr]].pc; };
    Fault fault(Id::sfpu_hazard, sfpu::text(hazard, program.code[hazard.producer], program.code[hazard.consumer]));
    context_.kernel.locate(fault, pc(hazard.consumer), context_.hart.clock());
    fault.notes = fmt::format("{}: note: the result is made here\n", context_.kernel.position(pc(hazard.producer)));
    context_.chip.raise(fault, fault::Severity::error);
}

void VectorCodeJudge::tolerate_scrambled(const sfpu::Scrambled& vector) const {
    Fault fault(
        Id::scrambled_vector,
        fmt::format("a vector kept in L{} is read after SFPTRANSP, which has exchanged its lanes too", vector.reg));
    fault.notes = fmt::format("{}: note: the exchange is made here\n", context_.kernel.position(vector.exchange_pc));
    context_.chip.raise(std::move(fault), fault::Severity::warning, context_.kernel, vector.reader_pc,
                        context_.hart.clock());
}

void VectorCodeJudge::follow_inits(const sfpu::Program& program, const sfpu::Recording& recording) {
    const auto api_has = [this](const std::string& name) {
        return context_.chip.options().api_has && context_.chip.options().api_has(name);
    };
    const auto wrong = inits_->follow(
        program, recording, [this](auto pc) { return called_from(pc); },
        [this](auto pc) { return context_.kernel.vector_function(pc); }, api_has);
    if (!wrong) return;
    // A function of the matrix unit that needs the vector unit in between has no init there.
    if (!wrong->since && context_.kernel.tile_call_pc() != 0 &&
        context_.kernel.vector_function(context_.kernel.tile_call_pc()) == context_.kernel.vector_function(wrong->pc))
        return;
    Fault fault(Id::wrong_init, wrong->text);
    context_.kernel.locate(fault, wrong->pc, context_.hart.clock());
    if (wrong->since) fault.notes = fmt::format("{}: note: set here\n", context_.kernel.position(*wrong->since));
    context_.chip.raise(fault, wrong->may_do ? fault::Severity::warning : fault::Severity::error);
}

// The last place is that of the fault, the others define values that are live there.
void VectorCodeJudge::name_live_values(sfpu::LoweringFault& fault) const {
    const auto& pcs = fault.pcs();
    context_.kernel.locate(fault, pcs.empty() ? context_.standing_at() : pcs.back(), context_.hart.clock());
    if (pcs.size() < 2) return;
    std::vector<std::pair<std::string, int>> lines;  // and how many values each of them made
    for (auto pc = pcs.begin(); pc + 1 != pcs.end(); ++pc) {
        const std::string line = context_.kernel.position(*pc);
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
