#include "sim/core/units/segment_pace.hpp"

#include <algorithm>
#include <string>

#include "sim/sfpu/text.hpp"
#include "sim/sfpu/timing.hpp"

namespace tessera::core {
namespace {

class Code final : public watch::VectorCode {
  public:
    Code(const sfpu::Program& program, const arch::Sfpu& arch) : program_(program), arch_(arch) {}
    std::string text(std::size_t instr) const override { return sfpu::text(program_.code[instr]); }
    Cycle latency(std::size_t instr) const override {
        const sfpu::Instr& in = program_.code[instr];
        return static_cast<Cycle>(sfpu::cost_of(arch_, sfpu::row_of(in.op), in.mod).latency);
    }
    int live(std::size_t instr) const override { return program_.live[instr]; }

  private:
    const sfpu::Program& program_;
    const arch::Sfpu& arch_;
};

// How T1's push of an instruction came to be as late as it was.
struct Push {
    Cycle arrives, built, fetched;
    bool refetched;
};

// What held an instruction that could have issued at `next`: the unit until `free`, then its push, then an operand.
watch::HoldCycles held_by(Cycle next, Cycle free, const Push& push, Cycle issued) {
    watch::HoldCycles held{};
    Cycle from = next;
    const auto until = [&](watch::Hold hold, Cycle end) {
        end = std::min(end, issued);
        if (end <= from) return;
        held[static_cast<std::size_t>(hold)] += static_cast<std::uint32_t>(end - from);
        from = end;
    };
    until(watch::Hold::unit, free);
    const Cycle late = push.arrives > from ? push.arrives - from : 0;
    const Cycle built = std::min(late, push.built), fetched = std::min(late - built, push.fetched);
    until(watch::Hold::built, from + built);
    until(push.refetched ? watch::Hold::refetch : watch::Hold::fetch, from + fetched);
    until(watch::Hold::scalar, push.arrives);
    until(watch::Hold::operand, issued);
    return held;
}

}  // namespace

SegmentPace::Times SegmentPace::of(const Issue& in, const Segment& segment) {
    const sfpu::Program& program = *segment.program;
    const arch::Arch& arch = in.shared().arch();
    const auto depth = arch.tensix.fifo_entries[1].count();
    const std::uint64_t resident = arch.riscv.icache_bytes[3].count() / 4;
    const sfpu::Pace* const pace = segment.lowered->pace.data();
    const Cycle runtime_push = arch.tensix.runtime_push_cycles.cycles();
    const std::uint64_t most_at_once = arch.tensix.pushes_per_cycle.count();
    const double refetch = arch.tensix.push_not_resident_factor - 1.0;
    const std::uint32_t text_base = in.kernel().program().text_base;
    last_fetch_.resize(in.kernel().program().text_bytes() / 4);

    executed_.resize(program.code.size());
    Cycle* const executed = executed_.data();
    taken_.clear();  // when the SFPU took what T1 pushed; REPLAY's instructions pass no FIFO of T1
    const bool told = in.shared().hub().hears_vector_runs();
    issues_.clear();
    if (told) issues_.reserve(program.code.size());
    Cycle delay = 0;        // pushes and hold-ups so far, on top of T1's scalar in.now
    double fetch_debt = 0;  // cycles lost to refetching, below one
    bool fetched_anew = false;
    std::uint64_t back = 0;  // instructions since this code was last fetched, 0: never
    Cycle pushed = in.now;
    std::uint64_t at_once = most_at_once;  // pushes that go together; the most there are: nothing may join them
    Cycle last_at = 0;                     // of the last of them, as recorded
    std::uint64_t anew = 0;                // instructions fetched
    PushCycles cycles;
    sfpu::Scoreboard scoreboard;
    std::size_t in_unit = 0;  // the last instruction that is the vector unit's own
    const auto issue = [&](std::size_t i, Fetched& fetch, const Push& push, std::uint32_t refetched_after) {
        const Cycle free = i == 0 ? in.now : scoreboard.next_free();
        executed[i] = scoreboard.issue(pace[i], std::max(in.now, push.arrives));
        if (!told) return;
        if (fetch.spot == nullptr) fetch.spot = &in.kernel().spot(segment.recorded(i).pc);
        const sfpu::Op op = program.code[i].op;
        const bool constant = op == sfpu::Op::loadi && program.built[i] == 0;
        issues_.push_back({fetch.spot, executed[i], {}, refetched_after, op == sfpu::Op::nop, constant});
        if (i == 0)
            issues_[i].held[static_cast<std::size_t>(watch::Hold::begin)] =
                static_cast<std::uint32_t>(executed[i] - in.now);
        else
            issues_[i].held = held_by(executed[i - 1] + 1, free, push, executed[i]);
        if (!pace[i].passes_by) in_unit = i;
        // A cycle in which something passes a held instruction by counts once.
        if (std::uint32_t& held = issues_[in_unit].held[static_cast<std::size_t>(watch::Hold::operand)];
            in_unit != i && executed[i] == executed[in_unit] && held > 0)
            --held;
    };
    for (std::size_t i = 0; i < program.code.size(); ++i) {
        const sfpu::Recorded& recorded = segment.recorded(i);
        Fetched& fetch = last_fetch_[(recorded.pc - text_base) / 4];
        if (recorded.replayed) {
            pushed = recorded.at + delay;
            at_once = most_at_once;
            issue(i, fetch, {pushed + 1, 0, 0, false}, 0);
            continue;
        }
        // Code that was pushed within the last `resident` instructions is still in T1's cache. The instructions that
        // one operation became lie side by side on silicon, though they share a pc here.
        if (i == 0 || program.origin[i] != program.origin[i - 1]) {
            back = fetch.last == 0 ? 0 : fetched_ - fetch.last;
            fetched_anew = back == 0 || back >= resident;
        }
        if (fetched_anew) fetch_debt += refetch, ++anew;
        fetch.last = ++fetched_;
        const auto whole = static_cast<Cycle>(fetch_debt);
        fetch_debt -= static_cast<double>(whole);
        const Cycle built = program.built[i] != 0 ? runtime_push : 0;
        // With nothing between them words of the code go together, those put together at run time alone.
        const bool joins = at_once < most_at_once && recorded.at == last_at && whole + built == 0;
        const Cycle ready = joins ? pushed : recorded.at + delay + whole + built;
        pushed = taken_.size() < depth ? ready : std::max(ready, taken_[taken_.size() - depth]);
        at_once = built != 0 ? most_at_once : joins ? at_once + 1 : 1;
        last_at = recorded.at;
        delay = pushed + 1 - recorded.at;
        cycles.held += pushed - ready;
        cycles.built += built;
        (back == 0 ? cycles.fetch : cycles.refetch) += whole;
        issue(i, fetch, {pushed + 1, built, whole, back != 0}, fetched_anew ? static_cast<std::uint32_t>(back) : 0);
        taken_.push_back(executed[i]);
    }
    cycles.fits = anew <= resident;
    if (!program.code.empty()) cycles.needed = pushed + 1 - segment.recorded(0).at - cycles.held;
    return {pushed + 1, std::max(in.now, scoreboard.next_free()), scoreboard.drained(), cycles};
}

void SegmentPace::tell(const Issue& in, const Segment& segment, Cycle end, Cycle resumed) {
    if (issues_.empty()) return;
    issues_.back().held[static_cast<std::size_t>(watch::Hold::unit)] +=
        static_cast<std::uint32_t>(end - executed_.back() - 1);
    const Code code(*segment.program, in.shared().arch().sfpu);
    in.shared().hub().emit(
        watch::VectorRun{{in.core.index, watch::sfpu}, in.now, end, segment.recorded(0).at, resumed, issues_, code});
}

}  // namespace tessera::core
