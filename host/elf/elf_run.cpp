#include "host/elf/elf_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using Key = std::pair<CoreCoord, abi::Risc>;

Key key(const RiscPlace& place) { return {place.core, place.risc}; }

std::set<Key> check_once(const std::vector<ElfProgram>& programs) {
    if (programs.empty()) throw InputError("no program is given: expected RISC=FILE, as trisc1=math.elf");
    std::set<Key> seen;
    for (const ElfProgram& one : programs)
        if (!seen.insert(key(one.place)).second)
            throw InputError(fmt::format("{}: its RISC has a program already",
                                         one.in_l1 ? fmt::format("@{:#x}", *one.in_l1) : one.file.string()));
    return seen;
}

std::set<Key> check_resets(const ElfRequest& request, const std::set<Key>& programs) {
    std::set<Key> held;
    for (const RiscPlace& place : request.in_reset) {
        if (!programs.contains(key(place)))
            throw InputError(fmt::format("{} of core ({},{}) is to be in reset and has no program",
                                         core::risc_name(static_cast<int>(place.risc)), place.core.x, place.core.y));
        held.insert(key(place));
    }
    return held;
}

}  // namespace

ElfResult run_elf(Device& device, const ElfRequest& request, core::Options options) {
    const std::set<Key> held = check_resets(request, check_once(request.programs));
    ElfSession session(device, std::move(options), request.fp32_dest_acc);
    const auto take = [&](const HostStep& step) {
        step.waits ? session.wait(step.place, step.value) : session.write(step.place, step.bytes);
    };
    const auto started = std::ranges::find_if(request.steps, &HostStep::waits);
    std::for_each(request.steps.begin(), started, take);
    for (const ElfProgram& one : request.programs) {
        const bool in_reset = held.contains(key(one.place));
        one.in_l1 ? session.load_from_l1(one.place, *one.in_l1, in_reset) : session.load(one.place, one.file, in_reset);
    }
    std::for_each(started, request.steps.end(), take);
    if (request.steps.empty() || !request.steps.back().waits) session.run_to_the_end();
    ElfResult result{.cycles = session.finish(), .read = {}};
    for (const MemoryRead& one : request.reads) result.read.push_back(session.read(one.place, one.bytes));
    return result;
}

}  // namespace tessera::host
