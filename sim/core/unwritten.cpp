// What an unpacker reads that nobody has written: padding, or a transfer that did not come.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "sim/core/memory_faults.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/core/twice.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

namespace {

// Of a range of L1, which some circular buffer may hold; nothing where all of it was written.
watch::Undetermined::Why unwritten(const Core& core, std::uint32_t address, std::uint32_t bytes,
                                   const tensix::CircularBuffer* cb, const std::string& actor) {
    if (bytes == 0) return nullptr;
    if (core.l1.valid(address, bytes)) {
        const auto parts = core.undetermined.in(address, address + bytes);
        return parts.empty() ? nullptr : parts.front().why;
    }
    const std::vector<ByteRange> gaps = core.l1.gaps(address, bytes);
    auto fault = std::make_shared<Fault>(
        Id::uninitialised,
        fmt::format("{}{}: of the {} bytes of the tile at L1 0x{:x} those from {} to {} were never written", actor,
                    cb == nullptr ? "" : fmt::format(" from cb {}", cb->index), bytes, address, gaps.front().offset,
                    gaps.back().offset + gaps.back().bytes - 1));
    if (cb != nullptr) fault->notes = notes_of_page(core, *cb, address, address + bytes);
    return fault;
}

}  // namespace

// Of a tile of which something was never written the rest may be padding, and the fault is to use what depends on it.
void ThreadAgent::note_unwritten(const tensix::UnpackStep& step, const tensix::CircularBuffer* cb, std::uint32_t pc) {
    const std::uint32_t first = step.read_begin();
    if (core_.undetermined.empty() && core_.l1.valid(first, step.read_end() - first)) return;
    const bool whole = !step.rows_apart && step.end <= core_.l1.size();
    const std::uint32_t begin = whole ? step.tile : step.read_begin();
    const std::uint32_t bytes = (whole ? std::max(step.end, step.read_end()) : step.read_end()) - begin;
    note_unwritten(unwritten(core_, begin, bytes, cb, actor(pc, "UNPACR")), begin, bytes, pc);
}

void ThreadAgent::note_unwritten(const watch::Undetermined::Why& why, std::uint32_t address, std::uint32_t bytes,
                                 std::uint32_t pc) {
    if (why == nullptr) return;
    const std::vector<ByteRange> gaps = core_.l1.gaps(address, bytes);
    if (gaps.size() == 1 && gaps.front().bytes == bytes)
        shared_.raise(*why, fault::Severity::error, kernel(), pc, clock);
    if (shared_.options().blind_time) return;
    if (!why->where().file.empty()) return use_other_bits(core_, why);
    // It stands at the transfer that should have brought the bytes, if there was one.
    auto located = std::make_shared<Fault>(*why);
    if (const Arrival* last = core_.arrivals.latest(address, address + bytes)) {
        shared_.kernels.at(last->by.core, last->by.risc)->locate(*located, last->by.pc, last->by.at);
        located->related.push_back(kernel().where(pc, clock));
    }
    kernel().locate(*located, pc, clock);
    if (shared_.options().faults.pedantic) shared_.raise(*located, fault::Severity::warning, kernel(), pc, clock);
    use_other_bits(core_, std::move(located));
}

}  // namespace tessera::core
