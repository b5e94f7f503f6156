#pragma once

#include <optional>
#include <vector>

#include "mesh_coord.hpp"

namespace tt {

using ChipId = int;

}  // namespace tt

namespace tt::tt_metal::distributed {

using DeviceIds = std::vector<int>;

// InputError when it is opened with more than one device.
struct MeshDeviceConfig {
    MeshShape mesh_shape{1, 1};
    std::optional<MeshCoordinate> offset = std::nullopt;
    std::vector<int> physical_device_ids = {};
};

}  // namespace tt::tt_metal::distributed
