// What a kernel announces, judged and named by its lines (sim/core/announced_calls.hpp).
#include <fmt/format.h>

#include "sim/core/risc_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

void RiscAgent::announced(abi::Announcement what, std::uint32_t value, std::uint32_t pc, Cycle now) {
    if (machine_.options().t1_alone) return;
    std::optional<AnnouncedCalls::Wrong> wrong;
    switch (what) {
        case abi::Announcement::sets_up: return announced_.sets_up(value, pc);
        case abi::Announcement::results: return announced_.lets_pass({value, pc});
        case abi::Announcement::starts:
        case abi::Announcement::starts_with_op:
        case abi::Announcement::reconfigures:
            wrong = announced_.configures(what, value, pc, spot(pc).line);
            // All units start together; T1 speaks for them.
            if (risc_ != abi::Risc::t1) wrong.reset();
            break;
        case abi::Announcement::runs:
            wrong = announced_.runs(value, pc, [this](auto at) { return api_function(at); });
            if (announced_.started()) break;
            // T2 runs ahead of the others, and its unit tells when it gets there.
            if (risc_ == abi::Risc::t2) return;
            wrong = AnnouncedCalls::Wrong{.text = AnnouncedCalls::unstarted(api_function(pc))};
            break;
    }
    if (!wrong) return;
    Fault fault(Id::wrong_init, wrong->text);
    if (wrong->since != 0) fault.notes = fmt::format("{}: note: initialised here\n", position(wrong->since));
    machine_.raise(std::move(fault), wrong->tolerable ? fault::Severity::warning : fault::Severity::error, *this, pc,
                   now);
}

void RiscAgent::note_tile_call(std::uint32_t pc) {
    tile_call_pc_ = pc;
    if (announced_.running() == 0) return;
    if (family_of_word_.empty()) family_of_word_.resize(program().words.size());
    const std::uint32_t word = (pc - program().text_base) / 4;
    if (word < family_of_word_.size()) family_of_word_[word] = static_cast<std::uint16_t>(announced_.running());
}

std::uint32_t RiscAgent::family_at(std::uint32_t pc) const {
    const std::uint32_t word = (pc - program().text_base) / 4;
    return word < family_of_word_.size() ? family_of_word_[word] : 0;
}

}  // namespace tessera::core
