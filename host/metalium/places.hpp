// Where the vendor's types of buffers lie.
#pragma once

#include "host/device/buffer.hpp"
#include "tt-metalium/buffer_types.hpp"

namespace tessera::host {

BufferType place(tt::tt_metal::BufferType type);  // InputError for SYSTEM_MEMORY

}  // namespace tessera::host
