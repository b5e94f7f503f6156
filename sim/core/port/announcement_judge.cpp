#include "sim/core/port/announcement_judge.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

void AnnouncementJudge::announced(abi::Announcement what, std::uint32_t value, std::uint32_t pc, Cycle now) const {
    std::optional<AnnouncedCalls::Wrong> wrong;
    switch (what) {
        case abi::Announcement::sets_up: return context_.kernel.announced.sets_up(value, pc);
        case abi::Announcement::results: return context_.kernel.announced.lets_pass({value, pc});
        case abi::Announcement::starts:
        case abi::Announcement::starts_with_op:
        case abi::Announcement::reconfigures:
            wrong = context_.kernel.announced.configures(what, value, pc, context_.kernel.spot(pc).line);
            // All units start together; T1 speaks for them.
            if (context_.risc != abi::Risc::t1) wrong.reset();
            break;
        case abi::Announcement::runs:
            wrong =
                context_.kernel.announced.runs(value, pc, [this](auto at) { return context_.kernel.api_function(at); });
            if (context_.kernel.announced.started()) break;
            // T2 runs ahead of the others, and its unit tells when it gets there.
            if (context_.risc == abi::Risc::t2) return;
            wrong = AnnouncedCalls::Wrong{.text = AnnouncedCalls::unstarted(context_.kernel.api_function(pc))};
            break;
    }
    if (!wrong) return;
    Fault fault(Id::wrong_init, wrong->text);
    if (wrong->since != 0)
        fault.notes = fmt::format("{}: note: initialised here\n", context_.kernel.position(wrong->since));
    context_.chip.raise(std::move(fault), wrong->tolerable ? fault::Severity::warning : fault::Severity::error,
                        context_.kernel, pc, now);
}

}  // namespace tessera::core
