// Coordinates: logical cores and banks, and where they stand on the NoCs.
#include <fmt/format.h>

#include <algorithm>

#include "host/metalium/simulation.hpp"
#include "sim/abi/abi.hpp"
#include "sim/arch/translated.hpp"
#include "sim/noc/route.hpp"
#include "tt-metalium/device.hpp"

namespace tt::tt_metal {

using tessera::arch::Coord;
using tessera::fault::InputError;

namespace {

CoreCoord as_core(const Coord& at) { return {static_cast<std::size_t>(at.x), static_cast<std::size_t>(at.y)}; }
Coord as_coord(const CoreCoord& at) { return {static_cast<int>(at.x), static_cast<int>(at.y)}; }

// The bank a virtual coordinate belongs to, if any.
std::optional<std::uint32_t> bank_at(const tessera::arch::Dram& dram, const CoreCoord& at) {
    for (std::size_t bank = 0; bank < static_cast<std::size_t>(dram.banks); ++bank)
        if (as_core(dram.endpoint[bank]) == at) return static_cast<std::uint32_t>(bank);
    return std::nullopt;
}

bool is_worker(const tessera::arch::Arch& arch, const CoreCoord& named) {
    const tessera::arch::Grid& grid = arch.grid;
    const Coord at = noc0_of(arch, as_coord(named));
    const auto has = [](const auto& list, int count, int wanted) {
        return std::find(list.begin(), list.begin() + count, wanted) != list.begin() + count;
    };
    return has(grid.tensix_columns, grid.compute_width, at.x) && has(grid.tensix_rows, grid.compute_height, at.y);
}

}  // namespace

CoreCoord IDevice::grid_size() const {
    return as_core({simulation_->arch.grid.noc_width, simulation_->arch.grid.noc_height});
}
CoreCoord IDevice::dram_grid_size() const { return as_core({simulation_->arch.dram.banks, 1}); }
CoreCoord IDevice::compute_with_storage_grid_size() const {
    return as_core({simulation_->arch.grid.compute_width, simulation_->arch.grid.compute_height});
}

CoreCoord IDevice::worker_core_from_logical_core(const CoreCoord& logical) const {
    const CoreCoord size = compute_with_storage_grid_size();
    if (logical.x >= size.x || logical.y >= size.y)
        throw InputError(fmt::format("core ({},{}) is outside the compute grid of {} x {} cores", logical.x, logical.y,
                                     size.x, size.y));
    const tessera::arch::Grid& grid = simulation_->arch.grid;
    return as_core({grid.tensix_columns[logical.x], grid.tensix_rows[logical.y]});
}

std::vector<CoreCoord> IDevice::worker_cores_from_logical_cores(const std::vector<CoreCoord>& logical) const {
    std::vector<CoreCoord> out;
    for (const CoreCoord& core : logical) out.push_back(worker_core_from_logical_core(core));
    return out;
}

CoreCoord IDevice::virtual_core_from_logical_core(const CoreCoord& logical, const CoreType& type) const {
    if (type == CoreType::DRAM)
        return as_core(simulation_->arch.dram.endpoint[dram_channel_from_logical_core(logical)]);
    if (type != CoreType::WORKER && type != CoreType::TENSIX)
        throw InputError("only Tensix cores and DRAM banks have coordinates; a simulated chip has no other cores");
    return worker_core_from_logical_core(logical);
}

CoreCoord IDevice::virtual_noc0_coordinate(std::uint8_t noc, CoreCoord coord) const {
    if (noc == 0) return coord;
    return {grid_size().x - 1 - coord.x, grid_size().y - 1 - coord.y};
}

CoreCoord IDevice::logical_core_from_dram_channel(std::uint32_t channel) const {
    if (channel >= num_dram_channels())
        throw InputError(fmt::format("DRAM channel {}; there are {}", channel, num_dram_channels()));
    return {channel, 0};
}
std::uint32_t IDevice::dram_channel_from_logical_core(const CoreCoord& logical) const {
    if (logical.y != 0) throw InputError(fmt::format("DRAM bank ({},{}); y is 0", logical.x, logical.y));
    return static_cast<std::uint32_t>(logical_core_from_dram_channel(static_cast<std::uint32_t>(logical.x)).x);
}
std::uint32_t IDevice::dram_channel_from_virtual_core(const CoreCoord& core) const {
    if (const auto bank = bank_at(simulation_->arch.dram, core)) return *bank;
    throw InputError(fmt::format("no DRAM bank is at ({},{})", core.x, core.y));
}

HalProgrammableCoreType IDevice::get_programmable_core_type(CoreCoord core) const {
    if (!is_worker(simulation_->arch, core))
        throw InputError(fmt::format("no core that runs kernels is at ({},{})", core.x, core.y));
    return HalProgrammableCoreType::TENSIX;
}
HalMemType IDevice::get_mem_type_of_core(CoreCoord core) const {
    if (bank_at(simulation_->arch.dram, core)) return HalMemType::DRAM;
    get_programmable_core_type(core);
    return HalMemType::L1;
}

std::vector<CoreCoord> IDevice::get_optimal_dram_bank_to_logical_worker_assignment(NOC noc) {
    const tessera::arch::Arch& arch = simulation_->arch;
    std::vector<CoreCoord> chosen;
    for (int bank = 0; bank < arch.dram.banks; ++bank) {
        std::optional<CoreCoord> nearest;
        int fewest = 0;
        for (const CoreCoord& core :
             CoreRange({0, 0}, {compute_with_storage_grid_size().x - 1, compute_with_storage_grid_size().y - 1})) {
            if (std::ranges::find(chosen, core) != chosen.end()) continue;
            const int hops = tessera::noc::hops(arch.grid, noc, arch.dram.endpoint[static_cast<std::size_t>(bank)],
                                                as_coord(worker_core_from_logical_core(core)));
            if (nearest && hops >= fewest) continue;
            nearest = core;
            fewest = hops;
        }
        chosen.push_back(*nearest);
    }
    return chosen;
}

std::uint32_t IDevice::get_noc_unicast_encoding(std::uint8_t, const CoreCoord& core) const {
    return static_cast<std::uint32_t>(core.y << tessera::abi::noc_coordinate_bits | core.x);
}
std::uint32_t IDevice::get_noc_multicast_encoding(std::uint8_t noc, const CoreRange& cores) const {
    const CoreCoord& start = noc == 0 ? cores.start_coord : cores.end_coord;
    const CoreCoord& end = noc == 0 ? cores.end_coord : cores.start_coord;
    return get_noc_unicast_encoding(noc, start) << (2 * tessera::abi::noc_coordinate_bits) |
           get_noc_unicast_encoding(noc, end);
}

std::uint64_t IDevice::get_dev_addr(CoreCoord core, HalL1MemAddrType type) const {
    get_programmable_core_type(core);
    const tessera::arch::L1& l1 = simulation_->arch.l1;
    switch (type) {
        case HalL1MemAddrType::BASE: return 0;
        case HalL1MemAddrType::KERNEL_CONFIG: return l1.zeros_base + l1.zeros_bytes;
        case HalL1MemAddrType::UNRESERVED:
        case HalL1MemAddrType::DEFAULT_UNRESERVED: return l1.unreserved_base;
        default: throw InputError("no such region of L1");
    }
}
std::uint64_t IDevice::get_dev_size(CoreCoord core, HalL1MemAddrType type) const {
    const std::uint64_t begin = get_dev_addr(core, type);
    if (type == HalL1MemAddrType::KERNEL_CONFIG) return simulation_->arch.l1.unreserved_base - begin;
    return l1_size_per_core() - begin;
}

}  // namespace tt::tt_metal
