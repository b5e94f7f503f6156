// NaNs and infinities in memory: where values came from that nobody is known to have made, and where transfers take
// those that are marked.
#include <fmt/format.h>

#include <optional>

#include "sim/core/follow/non_finite.hpp"
#include "sim/core/shared.hpp"

namespace tessera::core {

using watch::NonFinites;

// By the last transfer that brought something there, else by who stored it.
FollowedValues::Source FollowedValues::source_of(Core& core, std::uint32_t address) const {
    Shared& shared = core.shared;
    const auto at_core = [&](int index) {
        const arch::Coord at = shared.kernels.logical(index);
        return fmt::format("L1 of core ({},{})", at.x, at.y);
    };
    if (const Arrival* last = core.arrivals.latest(address, address + 1)) {
        Source source{"", "", shared.kernels.at(last->by.core, last->by.risc)->where(last->by.pc, last->by.at)};
        const std::uint64_t there = last->from + (address - last->to);
        if (last->bank < 0) {
            source.memory = at_core(last->core);
            source.element = fmt::format("0x{:x}", there);
            return source;
        }
        const watch::BufferPlace* buffer = shared.dram().buffers().at(there);
        if (buffer == nullptr) {
            source.memory = fmt::format("DRAM bank {}", last->bank);
            source.element = fmt::format("0x{:x}", there);
            return source;
        }
        source.memory = name_of(*buffer, false);
        source.element = element_of(*buffer, there, last->bank);
        return source;
    }
    if (const watch::BufferPlace* buffer = shared.l1_buffers().at(address))
        return {name_of(*buffer, true), fmt::format("byte {} of its shard", address - buffer->begin), std::nullopt};
    Source source{at_core(core.index), fmt::format("0x{:x}", address), std::nullopt};
    if (watch::Order* order = shared.order())
        if (const watch::Event* event = order->last_write(core.index, -1, address); event != nullptr)
            source.memory += fmt::format(", written by {}", shared.kernels.position_of(*event));
    return source;
}

void FollowedValues::arrived(Shared& shared, const Actor& by, int core, int bank, std::uint64_t address,
                             const std::vector<Part>& parts) {
    if (parts.empty()) return;
    const watch::BufferPlace* buffer = bank >= 0 ? shared.dram().buffers().at(address) : nullptr;
    std::string what = fmt::format("sent to DRAM bank {}", bank);
    if (buffer != nullptr) what = fmt::format("written to {}", name_of(*buffer, false));
    if (bank < 0) {
        const arch::Coord there = shared.kernels.logical(core);
        what = fmt::format("copied to L1 of core ({},{})", there.x, there.y);
        if (const watch::BufferPlace* place = shared.l1_buffers().at(address))
            what += fmt::format(", {}", name_of(*place, true));
    }
    Parts& here = marks(core, bank);
    std::map<Id, Reached> values;
    for (const Part& part : parts) {
        here.add(part);
        values[part.id].add(Kind::none, (part.end - part.begin) / part.datum_bytes, [&] {
            return buffer == nullptr ? fmt::format("0x{:x}", part.begin) : element_of(*buffer, part.begin, bank);
        });
    }
    reached(values, by, what);
}

std::vector<NonFinites::Left> FollowedValues::left(Shared& shared, Id id) const {
    std::map<std::string, NonFinites::Left> by_buffer;
    for (const auto& [where, parts] : memory_) {
        const bool in_l1 = where.second < 0;
        for (const watch::BufferPlace& place : in_l1 ? shared.l1_buffers().places() : shared.dram().buffers().places())
            for (const Part& part : parts.in(place.begin, place.end)) {
                if (part.id != id) continue;
                const std::string name = name_of(place, in_l1);
                NonFinites::Left& left = by_buffer[name];
                left.buffer = name;
                if (left.values == 0 && !in_l1) left.element = element_of(place, part.begin, where.second);
                left.values += (part.end - part.begin) / part.datum_bytes;
            }
    }
    std::vector<NonFinites::Left> all;
    for (auto& [name, left] : by_buffer) all.push_back(std::move(left));
    return all;
}

}  // namespace tessera::core
