// What the units of a core hand to each other, as watch::Order sees it. Nothing in a run that is not judged.
#pragma once

#include <cstdint>

#include "sim/core/judges/issue.hpp"
#include "sim/core/operand.hpp"

namespace tessera::core::unit_order {

// A unit's touch of L1.
void touches(const Issue& in, watch::Touch touch, std::uint32_t address, std::uint32_t bytes);
// Banks of Src: who fills one knows what its last user did, who uses one what its filler did.
void fills(const Issue& in, Operand operand);
void filled(const Issue& in, Operand operand);
void uses(const Issue& in, Operand operand);
void gave_back(const Issue& in, Operand operand);
// Hardware semaphores.
void posts(const Issue& in, std::uint32_t semaphore);
void sees(const Issue& in, std::uint32_t semaphore);
// Halves of Dst.
void acquires_dst(const Issue& in);
void commits_dst(const Issue& in);
void waits_for_dst(const Issue& in);
void releases_dst(const Issue& in);
// Pages of circular buffers.
void pushes_pages(const Issue& in, std::uint32_t cb, std::uint32_t pages);
void pops_pages(const Issue& in, std::uint32_t cb, std::uint32_t pages);

}  // namespace tessera::core::unit_order
