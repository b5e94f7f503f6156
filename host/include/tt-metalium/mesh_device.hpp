// A mesh of one device (spec/kernel-api.md 5.2); its errors and its architecture are those of device.hpp.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "device.hpp"
#include "mesh_coord.hpp"

namespace tt::tt_metal {

enum class DispatchCoreType : std::uint8_t { WORKER, ETH };
// Dispatch is not simulated.
struct DispatchCoreConfig {
    DispatchCoreType type = DispatchCoreType::WORKER;
};

}  // namespace tt::tt_metal

namespace tt::tt_metal::distributed {

class MeshCommandQueue : public CommandQueue {
  public:
    using CommandQueue::CommandQueue;
};

struct MeshDeviceConfig {
    MeshShape mesh_shape{1, 1};
};

class MeshDevice : public IDevice, public std::enable_shared_from_this<MeshDevice> {
  public:
    // Arguments other than the id have no effect.
    static std::shared_ptr<MeshDevice> create_unit_mesh(int id, std::size_t l1_small_size = 0,
                                                        std::size_t trace_region_size = 0,
                                                        std::size_t num_command_queues = 1,
                                                        const DispatchCoreConfig& = {});
    static std::shared_ptr<MeshDevice> create(const MeshDeviceConfig& config);  // InputError unless 1 x 1

    MeshCommandQueue& mesh_command_queue(std::size_t id = 0);
    MeshShape shape() const { return {1, 1}; }
    std::size_t num_devices() const { return 1; }
    std::size_t num_rows() const { return 1; }
    std::size_t num_cols() const { return 1; }
    std::vector<IDevice*> get_devices() { return {this}; }
    IDevice* get_device(const MeshCoordinate&) { return this; }

  private:
    explicit MeshDevice(int id) : IDevice(id), queue_(*this) {}
    MeshCommandQueue queue_;
};

}  // namespace tt::tt_metal::distributed
