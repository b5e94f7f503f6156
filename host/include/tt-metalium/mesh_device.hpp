// A mesh of one device (spec/kernel-api.md 5.2); its errors and its architecture are those of device.hpp. Larger
// meshes are an InputError.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device.hpp"
#include "dispatch_core_common.hpp"
#include "mesh_command_queue.hpp"
#include "mesh_config.hpp"
#include "mesh_coord.hpp"
#include "mesh_device_view.hpp"
#include "mesh_trace_id.hpp"

namespace tt::tt_metal::distributed {

class MeshDevice : public IDevice, public std::enable_shared_from_this<MeshDevice> {
  public:
    // Arguments without a name have no effect.
    static std::shared_ptr<MeshDevice> create_unit_mesh(int id, std::size_t l1_small_size = 0,
                                                        std::size_t trace_region_size = 0,
                                                        std::size_t num_command_queues = 1,
                                                        const DispatchCoreConfig& = {},
                                                        tt::stl::Span<const std::uint32_t> = {}, std::size_t = 0);
    static std::map<int, std::shared_ptr<MeshDevice>> create_unit_meshes(
        const std::vector<int>& ids, std::size_t l1_small_size = 0, std::size_t trace_region_size = 0,
        std::size_t num_command_queues = 1, const DispatchCoreConfig& = {}, tt::stl::Span<const std::uint32_t> = {},
        std::size_t = 0);
    static std::shared_ptr<MeshDevice> create(const MeshDeviceConfig& config, std::size_t l1_small_size = 0,
                                              std::size_t trace_region_size = 0, std::size_t num_command_queues = 1,
                                              const DispatchCoreConfig& = {}, tt::stl::Span<const std::uint32_t> = {},
                                              std::size_t = 0);

    MeshCommandQueue& mesh_command_queue(std::optional<std::size_t> id = std::nullopt);
    MeshShape shape() const { return {1, 1}; }
    std::size_t num_devices() const { return 1; }
    std::size_t num_rows() const { return 1; }
    std::size_t num_cols() const { return 1; }
    std::vector<IDevice*> get_devices() { return {this}; }
    IDevice* get_device(const MeshCoordinate& at);
    IDevice* get_device(std::size_t row, std::size_t column) {
        return get_device(MeshCoordinate(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)));
    }
    IDevice* get_device(int id);
    DeviceIds get_device_ids() const { return {id()}; }
    bool is_local(const MeshCoordinate& at) const;  // InputError outside the mesh
    const MeshDeviceView& get_view() const { return view_; }
    void reshape(const MeshShape& shape);  // InputError for another number of devices
    std::string to_string() const { return "MeshDevice(1x1 grid, 1 devices)"; }

    std::shared_ptr<MeshDevice> get_mesh_device() override { return shared_from_this(); }
    // A part as large as the whole is the whole.
    bool is_parent_mesh() const { return true; }
    std::shared_ptr<MeshDevice> get_parent_mesh() const { return nullptr; }
    std::vector<std::shared_ptr<MeshDevice>> get_submeshes() const { return {}; }
    std::shared_ptr<MeshDevice> create_submesh(const MeshShape& shape,
                                               const std::optional<MeshCoordinate>& offset = std::nullopt);
    std::vector<std::shared_ptr<MeshDevice>> create_submeshes(const MeshShape& shape) {
        return {create_submesh(shape)};
    }
    void quiesce_devices() {}
    void enqueue_to_thread_pool(std::function<void()>&& work) { work(); }
    void wait_for_thread_pool() {}

    // Workloads enqueued between begin and end do not run; each replay runs them as they were then.
    MeshTraceId begin_mesh_trace(std::uint8_t queue);
    void begin_mesh_trace(std::uint8_t queue, const MeshTraceId& id);
    void end_mesh_trace(std::uint8_t queue, const MeshTraceId& id);
    void replay_mesh_trace(std::uint8_t queue, const MeshTraceId& id, bool blocking);
    void release_mesh_trace(const MeshTraceId& id);

  private:
    explicit MeshDevice(int id, const DeviceSettings& settings);
    MeshDeviceView view_{*this};
    std::vector<MeshCommandQueue> mesh_queues_;
};

}  // namespace tt::tt_metal::distributed
