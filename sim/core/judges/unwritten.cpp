#include "sim/core/judges/unwritten.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "sim/core/judges/memory_faults.hpp"
#include "sim/core/judges/twice.hpp"
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

void note(const Issue& in, const watch::Undetermined::Why& why, std::uint32_t address, std::uint32_t bytes) {
    Core& core = in.core;
    const std::vector<ByteRange> gaps = core.l1.gaps(address, bytes);
    if (gaps.size() == 1 && gaps.front().bytes == bytes)
        in.shared().raise(*why, fault::Severity::error, in.kernel(), in.pc, in.now);
    if (in.shared().options().blind_time) return;
    if (!why->where().file.empty()) return use_other_bits(core, why);
    // It stands at the transfer that should have brought the bytes, if there was one.
    auto located = std::make_shared<Fault>(*why);
    if (const Arrival* last = core.arrivals.latest(address, address + bytes)) {
        in.shared().kernels.at(last->by.core, last->by.risc)->locate(*located, last->by.pc, last->by.at);
        located->related.push_back(in.kernel().where(in.pc, in.now));
    }
    in.kernel().locate(*located, in.pc, in.now);
    if (in.shared().options().faults.pedantic)
        in.shared().raise(*located, fault::Severity::warning, in.kernel(), in.pc, in.now);
    use_other_bits(core, std::move(located));
}

}  // namespace

void note_unwritten(const Issue& in, const tensix::UnpackStep& step, const tensix::CircularBuffer* cb) {
    const Core& core = in.core;
    const std::uint32_t first = step.read_begin();
    if (core.undetermined.empty() && core.l1.valid(first, step.read_end() - first)) return;
    const bool whole = !step.rows_apart && step.end <= core.l1.size();
    const std::uint32_t begin = whole ? step.tile : first;
    const std::uint32_t bytes = (whole ? std::max(step.end, step.read_end()) : step.read_end()) - begin;
    if (const auto why = unwritten(core, begin, bytes, cb, in.actor("UNPACR"))) note(in, why, begin, bytes);
}

}  // namespace tessera::core
