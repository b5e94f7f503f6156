#pragma once

#include <optional>
#include <vector>

#include "mesh_coord.hpp"

namespace tt {

using ChipId = int;

}  // namespace tt

namespace tt::tt_metal::distributed {

using DeviceIds = std::vector<int>;

// Without ids the devices are 0, 1, 2 ... in row-major order. A place in the system's mesh has no effect.
struct MeshDeviceConfig {
    MeshShape mesh_shape{1, 1};
    std::optional<MeshCoordinate> offset = std::nullopt;
    std::vector<int> physical_device_ids = {};
};

}  // namespace tt::tt_metal::distributed
