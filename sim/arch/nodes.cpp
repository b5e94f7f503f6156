#include "sim/arch/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace tessera::arch {
namespace {

using Tiles = std::array<Coord, 3>;

// timing.md 1; what is in none of the lists is a router with nothing behind it.
constexpr std::array wormhole_dram{
    Tiles{{{0, 0}, {0, 1}, {0, 11}}}, Tiles{{{0, 5}, {0, 6}, {0, 7}}}, Tiles{{{5, 0}, {5, 1}, {5, 11}}},
    Tiles{{{5, 2}, {5, 9}, {5, 10}}}, Tiles{{{5, 3}, {5, 4}, {5, 8}}}, Tiles{{{5, 5}, {5, 6}, {5, 7}}},
};
constexpr std::array blackhole_dram{
    Tiles{{{0, 0}, {0, 1}, {0, 11}}}, Tiles{{{0, 2}, {0, 10}, {0, 3}}}, Tiles{{{0, 9}, {0, 4}, {0, 8}}},
    Tiles{{{0, 5}, {0, 7}, {0, 6}}},  Tiles{{{9, 0}, {9, 1}, {9, 11}}}, Tiles{{{9, 2}, {9, 10}, {9, 3}}},
    Tiles{{{9, 9}, {9, 4}, {9, 8}}},  Tiles{{{9, 5}, {9, 7}, {9, 6}}},
};
constexpr std::array<Coord, 1> wormhole_pcie{{{0, 3}}};
constexpr std::array<Coord, 2> blackhole_pcie{{{2, 0}, {11, 0}}};
constexpr std::array wormhole_ethernet_rows{0, 6}, blackhole_ethernet_rows{1, 1};

struct Map {
    std::span<const Tiles> dram;
    Coord arc;
    std::span<const Coord> pcie;
    std::span<const int> ethernet_rows;  // in the columns of Tensix tiles
};

Map map_of(const Arch& arch) {
    if (arch.name == "blackhole") return {blackhole_dram, {8, 0}, blackhole_pcie, blackhole_ethernet_rows};
    return {wormhole_dram, {0, 10}, wormhole_pcie, wormhole_ethernet_rows};
}

bool holds(std::span<const int> lines, int line) { return std::ranges::find(lines, line) != lines.end(); }

}  // namespace

Node node_at(const Arch& arch, Coord at) {
    const Grid& grid = arch.grid;
    if (at.x < 0 || at.y < 0 || at.x >= grid.noc_width || at.y >= grid.noc_height) return {NodeKind::outside};
    const Map map = map_of(arch);
    const auto tiles = static_cast<int>(map.dram.size()), banks = (arch.dram.banks + tiles - 1) / tiles;
    for (std::size_t i = 0; i < map.dram.size(); ++i)
        if (const int bank = static_cast<int>(i) * banks;
            bank < arch.dram.banks && std::ranges::find(map.dram[i], at) != map.dram[i].end())
            return {NodeKind::dram, bank, banks};
    if (at == map.arc) return {NodeKind::arc};
    if (std::ranges::find(map.pcie, at) != map.pcie.end()) return {NodeKind::pcie};
    const bool column = holds(grid.die.harvests_rows ? grid.tensix_columns : grid.die.lines, at.x);
    if (column && holds(map.ethernet_rows, at.y)) return {NodeKind::ethernet};
    if (column && holds(grid.die.harvests_rows ? grid.die.lines : grid.tensix_rows, at.y)) return {NodeKind::tensix};
    return {NodeKind::router};
}

std::string described(const Arch& arch, Coord at) {
    const Node node = node_at(arch, at);
    const std::string here = fmt::format("({},{}) is ", at.x, at.y);
    switch (node.kind) {
        case NodeKind::tensix: return here + "a Tensix tile that is harvested or kept for dispatch";
        case NodeKind::dram:
            return here + (node.banks == 1 ? fmt::format("a tile of DRAM bank {}", node.bank)
                                           : fmt::format("a tile of DRAM banks {} and {}", node.bank, node.bank + 1));
        case NodeKind::arc: return here + "the ARC tile, which manages the chip and is not simulated";
        case NodeKind::pcie: return here + "the PCIe tile, which is not simulated";
        case NodeKind::ethernet: return here + "an Ethernet tile, which is not simulated";
        case NodeKind::router: return here + "a router with nothing behind it";
        case NodeKind::outside: break;
    }
    return here + fmt::format("outside the NoC, which has {} x {} nodes", arch.grid.noc_width, arch.grid.noc_height);
}

int bank_at(const Arch& arch, Coord at, std::uint64_t address) {
    for (int bank = 0; bank < arch.dram.banks; ++bank)
        if (arch.dram.endpoint[static_cast<std::size_t>(bank)] == at) return bank;
    const Node node = node_at(arch, at);
    if (node.kind != NodeKind::dram) return -1;
    const std::uint64_t further = address / arch.dram.bank_bytes.count();
    return node.bank + static_cast<int>(std::min<std::uint64_t>(further, static_cast<std::uint64_t>(node.banks - 1)));
}

bool is_worker_endpoint(const Arch& arch, Coord at) {
    const auto banks = std::span(arch.dram.endpoint).first(static_cast<std::size_t>(arch.dram.banks));
    return std::ranges::find(banks, at) != banks.end();
}

}  // namespace tessera::arch
