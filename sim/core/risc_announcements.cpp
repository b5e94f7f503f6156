// What a kernel announces, judged and named by its lines (sim/core/announced_calls.hpp).
#include <fmt/format.h>

#include "sim/core/risc_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

void RiscAgent::announced(abi::Announcement what, std::uint32_t value, std::uint32_t pc, Cycle now) {
    if (chip_.options().t1_alone) return;
    std::optional<AnnouncedCalls::Wrong> wrong;
    switch (what) {
        case abi::Announcement::sets_up: return kernel_.announced.sets_up(value, pc);
        case abi::Announcement::results: return kernel_.announced.lets_pass({value, pc});
        case abi::Announcement::starts:
        case abi::Announcement::starts_with_op:
        case abi::Announcement::reconfigures:
            wrong = kernel_.announced.configures(what, value, pc, kernel_.spot(pc).line);
            // All units start together; T1 speaks for them.
            if (risc_ != abi::Risc::t1) wrong.reset();
            break;
        case abi::Announcement::runs:
            wrong = kernel_.announced.runs(value, pc, [this](auto at) { return kernel_.api_function(at); });
            if (kernel_.announced.started()) break;
            // T2 runs ahead of the others, and its unit tells when it gets there.
            if (risc_ == abi::Risc::t2) return;
            wrong = AnnouncedCalls::Wrong{.text = AnnouncedCalls::unstarted(kernel_.api_function(pc))};
            break;
    }
    if (!wrong) return;
    Fault fault(Id::wrong_init, wrong->text);
    if (wrong->since != 0) fault.notes = fmt::format("{}: note: initialised here\n", kernel_.position(wrong->since));
    chip_.raise(std::move(fault), wrong->tolerable ? fault::Severity::warning : fault::Severity::error, kernel_, pc,
                now);
}

}  // namespace tessera::core
