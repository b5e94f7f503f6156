#include "sim/core/judges/memory_faults.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"

namespace tessera::core {

fault::Fault valueless_atomic(const Core& target, std::uint32_t address) {
    const arch::L1& map = target.shared.arch().l1;
    const bool semaphore = address >= map.semaphore_base && address < map.remote_cb_base;
    return fault::Fault(
        fault::Id::uninitialised,
        fmt::format("atomic increment of L1 0x{:x} of core ({},{}), a word that nothing has given a value{}", address,
                    target.logical_x, target.logical_y,
                    semaphore ? fmt::format(": the program has no semaphore {} on that core",
                                            (address - map.semaphore_base) / arch::L1::semaphore_bytes)
                              : ""));
}

namespace {

// "page 3 of the buffer at 0x40 (8 pages of 2048 bytes)", "L1 0x1a000 of core (1,0)".
std::string source_of(Shared& shared, const Arrival& arrival) {
    if (arrival.bank < 0) {
        const arch::Coord core = shared.kernels.logical(arrival.core);
        return fmt::format("L1 0x{:x} of core ({},{})", arrival.from, core.x, core.y);
    }
    const watch::BufferPlace* buffer = shared.dram().buffers().at(arrival.from);
    if (buffer == nullptr) return fmt::format("0x{:x} of DRAM bank {}", arrival.from, arrival.bank);
    if (!buffer->round_robin)
        return fmt::format("0x{:x} of DRAM bank {}, in {}", arrival.from, arrival.bank, buffer->name());
    return fmt::format("page {} of {}", buffer->page_at(arrival.from, static_cast<std::uint32_t>(arrival.bank)),
                       buffer->name());
}

}  // namespace

std::string notes_of_page(const Core& core, const tensix::CircularBuffer& cb, std::uint32_t begin, std::uint32_t end) {
    std::string notes;
    const auto position = [&](const tensix::CircularBuffer::Use& use) {
        return core.kernels[static_cast<std::size_t>(use.risc)]->position(use.pc);
    };
    if (const Arrival* last = core.arrivals.latest(begin, end)) {
        const Kernel* kernel = core.shared.kernels.at(last->by.core, last->by.risc);
        notes += fmt::format("{}: note: the last transfer into the page, a {} of {} bytes from {} issued here by {}",
                             kernel != nullptr ? kernel->position(last->by.pc) : "", last->is_read ? "read" : "write",
                             last->bytes, source_of(core.shared, *last), risc_name(last->by.risc));
        notes += last->unwritten > 0 ? fmt::format(", brings {} bytes that nobody has written\n", last->unwritten)
                                     : fmt::format(", does not bring all of its {} bytes\n", end - begin);
    } else {
        notes += fmt::format("note: no transfer has brought anything to the page of {} bytes\n", end - begin);
    }
    if (cb.push_use.risc >= 0 && core.kernels[static_cast<std::size_t>(cb.push_use.risc)])
        notes += fmt::format("{}: note: {} pushes the pages of cb {} here\n", position(cb.push_use),
                             risc_name(cb.push_use.risc), cb.index);
    return notes;
}

}  // namespace tessera::core
