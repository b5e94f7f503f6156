// A function of the compute API in a loop on one core, by kernels/calibration/tiles.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "host/device/program.hpp"
#include "sim/arch/arch.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::calibration {

struct TileLoop {
    // The statements of the kernel; a loop with a `block` has neither of the two others.
    std::string start, round = {}, packed = {}, block = {};
    std::uint32_t tiles = 1;  // or products of tiles, of one round
    tensix::DataFormat in = tensix::DataFormat::bf16, out = tensix::DataFormat::bf16;
    std::array<std::uint32_t, 2> pages{1, 0};  // of cb 0 and cb 1
    host::ComputeKernel mode{};
    bool own_vectors = false;  // the statements use functions of the kernel's own on the vector unit
};

// Cycles a tile: of the whole, and those that each unit works.
struct TileCost {
    double whole = 0, unpacker = 0, matrix = 0, vector = 0, packer = 0;
};
TileCost cost_of_a_tile(const arch::Arch& arch, const TileLoop& loop);

}  // namespace tessera::calibration
