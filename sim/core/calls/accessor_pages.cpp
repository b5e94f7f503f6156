#include "sim/core/calls/accessor_pages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

std::optional<Fault> another_page(Chip& chip, const noc::Address& address, std::uint32_t bytes, bool is_read) {
    const arch::Dram& dram = chip.arch().dram;
    std::uint64_t local = address.local;
    const watch::BufferPlace* place = nullptr;
    std::uint32_t bank = 0;
    const auto found = std::find(dram.endpoint.begin(), dram.endpoint.begin() + dram.banks, address.coord);
    if (found != dram.endpoint.begin() + dram.banks) {
        bank = static_cast<std::uint32_t>(found - dram.endpoint.begin());
        local %= dram.bank_bytes.count();
        place = chip.dram().buffers().at(local);
    } else if (const Core* core = chip.core_at(address.coord)) {
        bank = static_cast<std::uint32_t>(core->index);
        place = chip.l1_buffers().at(local);
    }
    if (place == nullptr || !place->round_robin) return std::nullopt;
    const std::uint64_t within = (local - place->begin) % place->row_bytes;
    if (within == 0 && bytes <= place->row_bytes) return std::nullopt;
    return Fault(
        Id::noc_out_of_bounds,
        fmt::format("{} of a page of {} bytes by an accessor, which {} page {} of {}: give the accessor pages of "
                    "{} bytes",
                    is_read ? "read" : "write", bytes,
                    within != 0 ? fmt::format("begins {} bytes behind the start of", within)
                                : fmt::format("goes {} bytes beyond the end of", bytes - place->page_bytes),
                    place->page_at(local, bank), place->name(), place->page_bytes));
}

Fault page_of_zero() {
    return Fault(Id::noc_out_of_bounds,
                 "an accessor with pages of 0 bytes, by which all rows of a bank have one address: give TensorAccessor "
                 "the page size, or the arguments that the host made of the buffer");
}

}  // namespace tessera::core
