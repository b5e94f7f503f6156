#pragma once

#include <vector>

#include "mesh_coord.hpp"

namespace tt::tt_metal {
class IDevice;
}

namespace tt::tt_metal::distributed {

// The devices of a mesh by their places. InputError for a place outside it, and for rows and columns of a mesh that is
// not of two dimensions.
class MeshDeviceView {
  public:
    explicit MeshDeviceView(MeshContainer<IDevice*> devices) : devices_(std::move(devices)) {}
    MeshShape shape() const { return devices_.shape(); }
    std::size_t num_devices() const { return devices_.values().size(); }
    std::size_t size() const { return num_devices(); }
    bool empty() const { return false; }
    bool is_mesh_2d() const { return shape().dims() == 2; }
    std::size_t num_rows() const { return sides()[0]; }
    std::size_t num_cols() const { return sides()[1]; }
    bool contains(const MeshCoordinate& at) const { return MeshCoordinateRange(shape()).contains(at); }
    IDevice* get_device(const MeshCoordinate& at) const { return devices_.at(at); }
    std::vector<IDevice*> get_devices() const { return devices_.values(); }
    std::vector<IDevice*> get_devices(const MeshCoordinateRange& range) const {
        std::vector<IDevice*> out;
        for (const MeshCoordinate& at : range) out.push_back(get_device(at));
        return out;
    }
    std::vector<IDevice*> get_devices_on_row(std::size_t row) const {
        const auto at = static_cast<std::uint32_t>(row);
        return get_devices({{at, 0}, {at, static_cast<std::uint32_t>(num_cols() - 1)}});
    }
    std::vector<IDevice*> get_devices_on_column(std::size_t column) const {
        const auto at = static_cast<std::uint32_t>(column);
        return get_devices({{0, at}, {static_cast<std::uint32_t>(num_rows() - 1), at}});
    }

  private:
    MeshShape sides() const;  // rows and columns
    MeshContainer<IDevice*> devices_;
};

}  // namespace tt::tt_metal::distributed
