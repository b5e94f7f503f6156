// What to say of bytes that are missing: who should have brought them, as far as it is known.
#pragma once

#include <cstdint>
#include <string>

#include "sim/core/core.hpp"

namespace tessera::core {

// An atomic or a 4-byte write was sent to a word of `target` that nobody has given a value.
fault::Fault valueless_atomic(const Core& target, std::uint32_t address);

// Lines below a fault about bytes `begin` to `end` of a page of a circular buffer: the transfer that brought a part of
// them, and the push that handed them on.
std::string notes_of_page(const Core& core, const tensix::CircularBuffer& cb, std::uint32_t begin, std::uint32_t end);

}  // namespace tessera::core
