// What the options word of a NoC call names: the NoC, the command buffer and the virtual channel (sim/abi/abi.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/abi/abi.hpp"
#include "sim/core/core.hpp"

namespace tessera::core {

inline Niu& niu_of(Core& core, std::uint32_t options) { return core.nius[options & 1]; }
inline const Niu& niu_of(const Core& core, std::uint32_t options) { return core.nius[options & 1]; }

constexpr abi::CommandBuffer buffer_of(std::uint32_t options) {
    return static_cast<abi::CommandBuffer>(options >> abi::noc_buffer_shift & (abi::command_buffers - 1));
}

constexpr int channel_of(std::uint32_t options) {
    return static_cast<int>((options >> abi::noc_channel_shift & abi::noc_channel_mask) ^ abi::unicast_channel);
}

inline BufferState& held_by(Core& core, abi::CommandBuffer which, std::uint32_t options) {
    return niu_of(core, options).buffers[static_cast<std::size_t>(which)];
}
inline BufferState& held_by(Core& core, std::uint32_t options) { return held_by(core, buffer_of(options), options); }

}  // namespace tessera::core
