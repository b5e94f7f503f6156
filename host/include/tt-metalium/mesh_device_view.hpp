#pragma once

#include <vector>

#include "mesh_coord.hpp"

namespace tt::tt_metal {
class IDevice;
}

namespace tt::tt_metal::distributed {

// The devices of a mesh by their places.
class MeshDeviceView {
  public:
    explicit MeshDeviceView(IDevice& device) : device_(&device) {}
    MeshShape shape() const { return {1, 1}; }
    std::size_t num_devices() const { return 1; }
    std::size_t size() const { return 1; }
    bool empty() const { return false; }
    std::size_t num_rows() const { return 1; }
    std::size_t num_cols() const { return 1; }
    bool is_mesh_2d() const { return true; }
    bool contains(const MeshCoordinate& at) const { return MeshCoordinateRange(shape()).contains(at); }
    IDevice* get_device(const MeshCoordinate& at) const {
        to_linear_index(shape(), at);
        return device_;
    }
    std::vector<IDevice*> get_devices() const { return {device_}; }
    std::vector<IDevice*> get_devices_on_row(std::size_t row) const {
        return {get_device({static_cast<std::uint32_t>(row), 0})};
    }
    std::vector<IDevice*> get_devices_on_column(std::size_t column) const {
        return {get_device({0, static_cast<std::uint32_t>(column)})};
    }

  private:
    IDevice* device_;
};

}  // namespace tt::tt_metal::distributed
