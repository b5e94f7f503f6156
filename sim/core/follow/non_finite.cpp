#include "sim/core/follow/non_finite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tessera::core {

using watch::NonFinites;

FollowedValues::Marks& FollowedValues::of(const Core& core) {
    std::unique_ptr<Marks>& marks = cores_[core.index];
    if (!marks) marks = std::make_unique<Marks>();
    return *marks;
}

std::string FollowedValues::key(const Actor& by, std::string_view made) {
    const watch::Spot& spot = by.kernel.spot(by.pc);
    return fmt::format("{}:{} {}", spot.file, spot.line, made);
}

void FollowedValues::describe(Id id, const Actor& by, const Made& made) {
    NonFinites::Origin& origin = found.at(id);
    if (!found.is_first(id, when(by))) return;
    origin.made = made.made;
    origin.element = made.element;
    origin.where = by.kernel.where(by.pc, by.cycle);
    origin.when = when(by);
    origin.operands = made.operands;
    origin.because = made.because;
    origin.as_bits = made.as_bits;
}

void FollowedValues::reached(const std::map<Id, Reached>& values, const Actor& by, const std::string& what) {
    for (const auto& [id, value] : values) {
        if (id == 0) continue;
        const bool changed = value.as != Kind::none && value.as != found.at(id).kind;
        found.reached(id, changed ? fmt::format("{}, as {} now", what, watch::name(value.as)) : what,
                      by.kernel.where(by.pc, by.cycle), when(by), value.count, value.element);
    }
}

std::string FollowedValues::name_of(const watch::BufferPlace& place, bool in_l1) const {
    const std::string named = buffer_name ? buffer_name(place.begin, in_l1) : "";
    return named.empty() ? place.name() : named;
}

// Of a buffer in DRAM.
std::string FollowedValues::element_of(const watch::BufferPlace& place, std::uint64_t address, int bank) const {
    if (!place.round_robin) return fmt::format("0x{:x} of bank {}", address, bank);
    const std::uint64_t page = place.page_at(address, static_cast<std::uint32_t>(bank));
    const std::uint64_t byte = (address - place.begin) % place.row_bytes;
    const std::string named = element_name ? element_name(place.begin, false, page, byte) : "";
    return fmt::format("{}{}page {}, byte {}", named, named.empty() ? "" : ": ", page, byte);
}

std::string dst_element(const Core& core, int row, int column) {
    const int in_half = core.mode.full_sync ? row : row % (tensix::Dst::rows / 2);
    const int datum = in_half % tensix::Dst::rows_of_tile * tensix::row_datums + column;
    return fmt::format("row {}, column {} of Dst tile {}", tensix::datum_row(datum), tensix::datum_column(datum),
                       in_half / tensix::Dst::rows_of_tile);
}

}  // namespace tessera::core
