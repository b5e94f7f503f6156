// A word of L1 at one address on each of its cores, of every device of a mesh, which lives across programs: kernels are
// given its address.
#pragma once

#include <cstdint>
#include <memory>

#include "buffer.hpp"
#include "core_coord.hpp"
#include "mesh_buffer.hpp"

namespace tt::tt_metal {

class GlobalSemaphore {
  public:
    GlobalSemaphore(IDevice* device, const CoreRangeSet& cores, std::uint32_t initial_value,
                    BufferType type = BufferType::L1);

    IDevice* device() const { return device_; }
    DeviceAddr address() const { return buffer_.get_buffer()->address(); }
    const CoreRangeSet& cores() const { return cores_; }
    void reset_semaphore_value(std::uint32_t value) const;

  private:
    IDevice* device_;
    CoreRangeSet cores_;
    distributed::AnyBuffer buffer_;
};

GlobalSemaphore CreateGlobalSemaphore(IDevice* device, const CoreRangeSet& cores, std::uint32_t initial_value,
                                      BufferType type = BufferType::L1);

}  // namespace tt::tt_metal
