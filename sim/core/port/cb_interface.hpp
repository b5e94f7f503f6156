// The fields of a circular buffer's interface, as kernels read and set them (spec/kernel-api.md 2.1).
#pragma once

#include <cstdint>

#include "sim/abi/abi.hpp"
#include "sim/tensix/circular_buffer.hpp"

namespace tessera::core {

// Both throw fault::Fault for what is none.
std::uint32_t interface_of(const tensix::CircularBuffer& cb, std::uint32_t field);
void set_cb_pointer(tensix::CircularBuffer& cb, abi::CbPointer which, std::uint32_t value);

}  // namespace tessera::core
