#include "sim/core/judges/misplaced.hpp"

#include <fmt/format.h>

namespace tessera::core {

using fault::Fault;
using fault::Id;

std::uint32_t remote_cb_end(const arch::L1& map) { return map.remote_cb_base + 8 * abi::most_circular_buffers; }

std::optional<Misplaced> misplaced(const Core& core, std::uint64_t address, std::uint64_t bytes, bool writes,
                                   const char* what) {
    if (core.owners.empty()) return std::nullopt;
    const arch::L1& map = core.shared.arch().l1;
    const auto fault = [&](Id id, const std::string& why) {
        return Misplaced{Fault(id, fmt::format("{} of {} bytes at L1 0x{:x} of core ({},{}): {}", what, bytes, address,
                                               core.logical_x, core.logical_y, why))};
    };
    if (address < map.unreserved_base) {
        const auto inside = [&](std::uint32_t begin, std::uint32_t end) {
            return address >= begin && address + bytes <= end;
        };
        if (address >= map.code_base) return fault(Id::code_write, "the text of kernels lies there");
        if (inside(map.semaphore_base, remote_cb_end(map))) return std::nullopt;
        if (!writes &&
            (inside(map.zeros_base, map.zeros_base + map.zeros_bytes) || inside(map.args_base, map.code_base)))
            return std::nullopt;
        return fault(Id::noc_out_of_bounds, address < map.zeros_base
                                                ? "a null or low address, which is the firmware's"
                                                : "that belongs to the firmware and to the arguments of kernels");
    }
    const auto at = static_cast<std::uint32_t>(address);
    const Owner* owner = core.owners.at(at);
    if (owner == nullptr) {
        if (const watch::BufferPlace* freed = core.shared.l1_buffers().freed_at(address))
            return fault(Id::noc_out_of_bounds, freed->name() + " lay there and was deallocated");
        Misplaced nowhere = fault(Id::noc_out_of_bounds, "no circular buffer and no buffer of the host's lies there");
        nowhere.severity = fault::Severity::warning;
        return nowhere;
    }
    if (address + bytes <= owner->end) return std::nullopt;
    const Owner* next = core.owners.at(owner->end);
    Misplaced beyond = fault(Id::noc_out_of_bounds,
                             fmt::format("it leaves {} by {} bytes{}", owner->name, address + bytes - owner->end,
                                         next == nullptr ? "" : " into " + next->name));
    if (next == nullptr) beyond.severity = fault::Severity::warning;
    return beyond;
}

std::optional<Fault> outside_window(const Core& core, const Owner& owner, int risc, std::uint32_t address,
                                    std::uint32_t bytes, bool writes, const char* what) {
    if (owner.cb < 0) return std::nullopt;
    const tensix::CircularBuffer& cb = core.cbs[static_cast<std::size_t>(owner.cb)];
    const bool produces = cb.producer == risc || cb.reserver == risc,
               consumes = cb.consumer == risc || cb.holder == risc;
    if (produces == consumes || produces != writes || cb.pages != cb.configured_pages) return std::nullopt;
    const std::uint32_t size = cb.pages * cb.page_bytes, from = produces ? cb.write_ptr : cb.read_ptr;
    const std::uint32_t offset = (address + size - from) % size, pages = produces ? cb.reserved : cb.waited;
    if (offset + bytes <= pages * cb.page_bytes) return std::nullopt;
    return Fault(produces ? Id::cb_overflow : Id::cb_underflow,
                 fmt::format("{} of {} bytes in page {} of cb {}, counted from its {}: {} covers {} page{}", what,
                             bytes, offset / cb.page_bytes, cb.index, produces ? "back" : "front",
                             produces ? "cb_reserve_back" : "cb_wait_front", pages, pages == 1 ? "" : "s"));
}

}  // namespace tessera::core
