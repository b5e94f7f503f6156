// What is behind each router of a NoC, Tensix tiles or not.
#pragma once

#include <cstdint>
#include <string>

#include "sim/arch/arch.hpp"

namespace tessera::arch {

enum class NodeKind : std::uint8_t { tensix, dram, arc, pcie, ethernet, router, outside };

struct Node {
    NodeKind kind;
    int bank = -1;  // the first of those that a DRAM tile reaches,
    int banks = 0;  // of which each takes Dram::bank_bytes of the tile's addresses
};

// By NoC 0 coordinates; harvested Tensix tiles are Tensix tiles.
Node node_at(const Arch& arch, Coord at);
// "(2,0) is the PCIe tile, which is not simulated"
std::string described(const Arch& arch, Coord at);
// The DRAM bank that an address behind those coordinates belongs to, -1 where there is none.
int bank_at(const Arch& arch, Coord at, std::uint64_t address);
// Whether workers reach a bank there, as the address generators of the API name it.
bool is_worker_endpoint(const Arch& arch, Coord at);

}  // namespace tessera::arch
