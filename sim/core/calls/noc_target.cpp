#include "sim/core/calls/noc_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "sim/arch/nodes.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using noc::Transfer;

namespace {

// A kernel that leaves a buffer comes to the padding behind its last page, or into the next buffer, of which the host
// may have told it nothing: `told` is all that it did.
std::optional<Fault> outside_buffers(Chip& chip, const Transfer& transfer, std::span<const std::uint32_t> told) {
    const watch::Buffers& buffers = chip.dram().buffers();
    const auto bank = static_cast<std::uint32_t>(transfer.bank);
    const std::uint64_t begin = transfer.other_address, end = begin + transfer.bytes;
    const auto fault = [&](const std::string& why) {
        return Fault(Id::noc_out_of_bounds, fmt::format("{} of {} bytes at 0x{:x} of DRAM bank {}: {}",
                                                        transfer.kind == noc::Kind::read ? "read" : "write",
                                                        transfer.bytes, begin, bank, why));
    };
    // A circular buffer of another format than the tensor makes strides and sizes of another page.
    const auto of_other_pages = [&](const watch::BufferPlace& of) {
        return transfer.bytes > of.page_bytes && of.page_bytes > 0 && transfer.bytes % of.page_bytes == 0
                   ? fmt::format("; a page of {} has {} bytes: is the circular buffer's format that of the tensor?",
                                 of.name(), of.page_bytes)
                   : std::string();
    };
    const auto told_of = [&]() -> std::string {
        for (const watch::BufferPlace& one : buffers.places())
            if (std::ranges::find(told, static_cast<std::uint32_t>(one.begin)) != told.end())
                if (std::string hint = of_other_pages(one); !hint.empty()) return hint;
        return {};
    };
    const watch::BufferPlace* place = buffers.at(begin);
    if (place == nullptr) {
        const watch::BufferPlace* freed = buffers.freed_at(begin);
        return fault(freed == nullptr ? "no buffer holds that range" + told_of()
                                      : "no buffer holds that range; " + freed->name() + " was deallocated");
    }
    const std::uint64_t last = place->end_in(bank);
    if (end > last)
        return fault(begin >= last ? fmt::format("no buffer holds that range: it would be page {} of {}",
                                                 place->page_at(begin, bank), place->name()) +
                                         of_other_pages(*place)
                                   : fmt::format("no buffer holds that range: it leaves {} by {} bytes", place->name(),
                                                 end - last) +
                                         of_other_pages(*place));
    // Some are told of a place inside a buffer.
    if (std::ranges::any_of(told, [&](std::uint32_t w) { return w >= place->begin && w < place->end; }))
        return std::nullopt;
    for (const watch::BufferPlace& before : buffers.places())
        if (before.end == place->begin &&
            std::ranges::find(told, static_cast<std::uint32_t>(before.begin)) != told.end())
            return fault(
                fmt::format("{} lies there, of which this kernel was told nothing; {}, which it was told of, "
                            "ends just before",
                            place->name(), before.name()));
    return std::nullopt;
}

std::string coordinates_remedy(arch::Coord at) {
    std::string remedy =
        "take coordinates from worker_core_from_logical_core on the host, my_x and my_y here, or an address generator";
    if (at == arch::Coord{0, 0}) remedy = "(0,0) is what coordinates are that were never set: " + remedy;
    return remedy;
}

}  // namespace

std::optional<Misplaced> resolve(Chip& chip, Transfer& transfer, const noc::Address& address,
                                 std::span<const std::uint32_t> told) {
    const arch::Dram& dram = chip.arch().dram;
    transfer.other = address.coord;
    transfer.bank = arch::bank_at(chip.arch(), address.coord, address.local);
    transfer.other_address = address.local;
    if (transfer.bank >= 0) {
        transfer.other_address %= dram.bank_bytes.count();
        auto fault = outside_buffers(chip, transfer, told);
        if (arch::is_worker_endpoint(chip.arch(), address.coord)) {
            if (fault) return Misplaced{std::move(*fault)};
            return std::nullopt;
        }
        // No function of the API names the other tiles of a bank.
        const bool known = !fault;
        if (known)
            fault.emplace(Id::noc_out_of_bounds, fmt::format("{} of {} bytes at 0x{:x} of DRAM bank {}",
                                                             transfer.kind == noc::Kind::read ? "read" : "write",
                                                             transfer.bytes, transfer.other_address, transfer.bank));
        Fault named(Id::noc_out_of_bounds,
                    fmt::format("{}; {}", fault->detail(), arch::described(chip.arch(), address.coord)));
        named.set_remedy(coordinates_remedy(address.coord));
        return Misplaced{std::move(named), known ? fault::Severity::warning : fault::Severity::error};
    }
    Core* core = chip.core_at(address.coord);
    if (core == nullptr) {
        Fault nowhere(Id::noc_out_of_bounds, fmt::format("NoC address without a memory to go to: {}",
                                                         arch::described(chip.arch(), address.coord)));
        nowhere.set_remedy(coordinates_remedy(address.coord));
        throw nowhere;
    }
    transfer.other_core = core->index;
    if (transfer.other_address + transfer.bytes > core->l1.size())
        throw Fault(Id::noc_out_of_bounds,
                    fmt::format("transfer of {} bytes at 0x{:x} leaves the L1 of core ({},{})", transfer.bytes,
                                transfer.other_address, core->logical_x, core->logical_y));
    const bool is_read = transfer.kind == noc::Kind::read;
    return misplaced(*core, transfer.other_address, transfer.bytes, !is_read,
                     is_read                                  ? "NoC read"
                     : transfer.kind == noc::Kind::atomic_add ? "atomic add"
                                                              : "NoC write");
}

}  // namespace tessera::core
