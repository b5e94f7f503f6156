#pragma once

#include <cstdint>

#include "mesh_coord.hpp"

namespace tt::tt_metal::distributed {

class MeshDevice;

// A place in a queue on each of some devices of the mesh; see event.hpp.
class MeshEvent {
  public:
    MeshEvent(std::uint32_t id, MeshDevice* device, std::uint32_t queue, const MeshCoordinateRange& range)
        : id_(id), device_(device), queue_(queue), range_(range) {}
    std::uint32_t id() const { return id_; }
    MeshDevice* device() const { return device_; }
    std::uint32_t mesh_cq_id() const { return queue_; }
    const MeshCoordinateRange& device_range() const { return range_; }

  private:
    std::uint32_t id_;
    MeshDevice* device_;
    std::uint32_t queue_;
    MeshCoordinateRange range_;
};

}  // namespace tt::tt_metal::distributed
