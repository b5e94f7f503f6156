#include "sim/core/judges/issue.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/tensix/isa.hpp"

namespace tessera::core {

using fault::Fault;

void Issue::raise(Fault fault, fault::Severity by_default) const {
    explain(fault);
    shared().raise(std::move(fault), by_default, kernel(), pc, now);
}

fault::Raise Issue::raises() const {
    return [issue = *this](Fault fault, fault::Severity severity) { issue.raise(std::move(fault), severity); };
}

void Issue::explain(Fault& fault) const {
    if (word == 0) return;
    const std::string called = kernel().api_function(pc);
    fault.notes += fmt::format("note: the instruction is {}{}{}\n", tensix::text(word, shared().arch().sfpu.isa_column),
                               called.empty() ? "" : " of ", called);
    if (mop_pc != 0)
        fault.notes += fmt::format("{}: note: the loop of the MOP was written here\n", kernel().position(mop_pc));
}

std::string Issue::actor(std::string_view instruction) const {
    std::string call = kernel().api_function(pc);
    return call.empty() ? std::string(instruction) : call;
}

void Issue::busy(Cycle begin, Cycle end, int row, const char* label) const {
    if (end <= begin || !shared().hub().listening()) return;
    const watch::Spot here = kernel().spot(pc);
    shared().hub().emit(watch::Busy{{core.index, row}, begin, end, label, here.file, here.line});
}

}  // namespace tessera::core
