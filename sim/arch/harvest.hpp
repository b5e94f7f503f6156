// Which lines of a die's Tensix cores are fused off (spec/timing.md 1): logical coordinates count what is left.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/arch/arch.hpp"

namespace tessera::arch {

// What is wrong with harvesting these rows or columns, NoC 0 coordinates, in one line; empty when nothing is.
std::string cannot_harvest(const Arch& arch, std::span<const int> lines);

// The same lines are the die's whatever was harvested before.
void harvest(Arch& arch, std::span<const int> lines);

// Those that are harvested.
std::vector<int> harvested(const Arch& arch);

}  // namespace tessera::arch
