#include "host/calibration/placement.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "sim/abi/abi.hpp"
#include "sim/noc/network.hpp"

namespace tessera::calibration {
namespace {

constexpr std::uint32_t bytes_per_core = 1 << 20;
constexpr unsigned drawings = 8;

struct Pair {
    arch::Coord core;
    int bank;
};

std::vector<Pair> careful(const arch::Arch& arch, const Placement& placement) {
    // NoC 0 moves to larger x: what is read goes there from the endpoint, what is written comes from the other side.
    const int side = (placement.noc == 0) != placement.writes ? 1 : -1;
    std::vector<Pair> pairs;
    for (int bank = 0; bank < arch.dram.banks; ++bank) {
        arch::Coord at = arch.dram.endpoint[static_cast<std::size_t>(bank)];
        for (std::uint32_t i = 0; i < placement.cores / static_cast<std::uint32_t>(arch.dram.banks); ++i) {
            at.x = (at.x + side + arch.grid.noc_width) % arch.grid.noc_width;
            pairs.push_back({at, bank});
        }
    }
    return pairs;
}

Cycle end_of(noc::Network& network) {
    Cycle last = 0;
    while (network.next() != never) last = network.step().at;
    return last;
}

std::vector<arch::Coord> cores_of(const arch::Arch& arch) {
    std::vector<arch::Coord> cores;
    for (const int y : arch.grid.tensix_rows)
        for (const int x : arch.grid.tensix_columns)
            if (x >= 0 && y >= 0) cores.push_back({x, y});
    return cores;
}

std::vector<Pair> drawn(const arch::Arch& arch, const Placement& placement, unsigned seed) {
    std::vector<arch::Coord> cores = cores_of(arch);
    std::mt19937 random(seed);
    for (std::size_t i = cores.size() - 1; i > 0; --i) std::swap(cores[i], cores[random() % (i + 1)]);
    const int one = static_cast<int>(random() % static_cast<unsigned>(arch.dram.banks));
    std::vector<Pair> pairs;
    for (std::uint32_t i = 0; i < placement.cores; ++i)
        pairs.push_back(
            {cores[i], placement.pairing == Pairing::one_bank ? one : static_cast<int>(i) % arch.dram.banks});
    return pairs;
}

double rate(const arch::Arch& arch, const Placement& placement, const std::vector<Pair>& pairs) {
    noc::Network network(arch);
    const auto packet = static_cast<std::uint32_t>(arch.noc.max_packet_bytes.count());
    const arch::Figure& issue = placement.writes ? arch.noc.issue_write_cycles : arch.noc.issue_read_cycles;
    for (const Pair& pair : pairs) {
        noc::Transfer transfer;
        transfer.kind = placement.writes ? noc::Kind::write : noc::Kind::read;
        transfer.noc = placement.noc;
        transfer.self = pair.core;
        transfer.other = arch.dram.endpoint[static_cast<std::size_t>(pair.bank)];
        transfer.bank = pair.bank;
        transfer.bytes = packet;
        transfer.channel = abi::unicast_channel;
        for (std::uint32_t i = 0; i < bytes_per_core / packet; ++i) network.send(transfer, issue.cycles() * (i + 1));
    }
    return static_cast<double>(pairs.size()) * bytes_per_core / static_cast<double>(end_of(network));
}

}  // namespace

double placement_rate(const arch::Arch& arch, const Placement& placement) {
    if (placement.pairing == Pairing::careful) return rate(arch, placement, careful(arch, placement));
    double sum = 0;
    for (unsigned seed = 1; seed <= drawings; ++seed) sum += rate(arch, placement, drawn(arch, placement, seed));
    return sum / drawings;
}

// spec/timing.md 4; writes with a static virtual channel, as the vendor's calls have it.
std::span<const MeasuredPlacement> measured_placements() {
    using enum Pairing;
    static const MeasuredPlacement rows[] = {
        {{12, careful, false, 0}, 265},
        {{12, careful, false, 1}, 265},
        {{12, careful, true, 0}, 261},
        {{12, careful, true, 1}, 262},
        {{12, random, false, 0}, 190},
        {{12, random, false, 1}, 82},
        {{12, random, true, 0}, 57},
        {{12, random, true, 1}, 155},
        {{48, careful, false, 0}, 268},
        {{48, careful, false, 1}, 268},
        {{48, careful, true, 0}, 264},
        {{48, careful, true, 1}, 256},
        {{48, random, false, 0}, 198.5},
        {{48, random, false, 1}, 78},
        {{48, random, true, 0}, 52},
        {{48, random, true, 1}, 134},
        {{12, one_bank, false, 0}, 22.3},
        {{12, one_bank, false, 1}, 22.3},
        {{12, one_bank, true, 0}, 22},
        {{12, one_bank, true, 1}, 22},
        {{48, one_bank, false, 0}, 22.3},
        {{48, one_bank, false, 1}, 22.3},
        {{48, one_bank, true, 0}, 22},
        {{48, one_bank, true, 1}, 22},
        {{8, careful, false, 0}, 500, arch::blackhole().name},
    };
    return rows;
}

}  // namespace tessera::calibration
