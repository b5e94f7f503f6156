#include "sim/core/calls/calls_zone.hpp"

#include "sim/fault/fault.hpp"

namespace tessera::core {

using abi::Call;
using fault::Fault;
using fault::Id;

// The zone's own duration grows by what the profiler costs on silicon (spec/timing.md 5): the first marker begins
// outside the zone and ends inside, the second the other way round.
CallResult ZoneCalls::carry_out(Call call) {
    const arch::Tensix& tensix = context_.chip.arch().tensix;
    const Cycle inside = context_.chip.options().profiler_overhead ? tensix.zone_inside_cycles.cycles() / 2 : 0;
    if (call == Call::zone_begin) {
        zones_.push_back({context_.string_at(context_.arg(0)),
                          context_.kernel.shown(context_.string_at(context_.arg(1))), static_cast<int>(context_.arg(2)),
                          context_.hart.clock()});
        CallResult result = CallResult::done(static_cast<std::uint32_t>(zones_.size()));
        result.cost = inside;
        return result;
    }
    if (zones_.empty()) throw Fault(Id::illegal_instruction, "a zone is closed that was not opened");
    const OpenZone zone = zones_.back();
    zones_.pop_back();
    const bool overhead = context_.chip.options().profiler_overhead;
    const Cycle end = context_.hart.clock() + (overhead ? tensix.zone_inside_cycles.cycles() - inside : 0);
    context_.chip.hub().emit(watch::Zone{context_.kernel.track(), zone.name, zone.file, zone.line, zone.begin, end});
    CallResult result = CallResult::done();
    const Cycle outside = tensix.zone_outside_cycles.cycles();
    result.cost = end - context_.hart.clock() + (overhead ? outside - outside / 2 : 0);
    return result;
}

}  // namespace tessera::core
