// Devices in a grid (spec/kernel-api.md 5.2); errors and architecture are those of device.hpp. A mesh of one device is
// that device. In a larger one each device is a chip of its own, without links to the others: the programs of a
// workload run on one device after the other, each in its own time. What the mesh itself is asked as an IDevice is
// answered by its first device. Buffers lie at the same addresses on all.
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
    MeshShape shape() const { return view_.shape(); }
    std::size_t num_devices() const { return view_.num_devices(); }
    std::size_t num_rows() const { return view_.num_rows(); }
    std::size_t num_cols() const { return view_.num_cols(); }
    std::vector<IDevice*> get_devices() const { return view_.get_devices(); }  // row by row
    IDevice* get_device(const MeshCoordinate& at);
    IDevice* get_device(std::size_t row, std::size_t column) {
        return get_device(MeshCoordinate(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)));
    }
    IDevice* get_device(int id);
    DeviceIds get_device_ids() const;
    bool is_local(const MeshCoordinate& at) const;  // InputError outside the mesh
    const MeshDeviceView& get_view() const { return view_; }
    void reshape(const MeshShape& shape);  // same devices row by row; InputError for another number of them
    std::string to_string() const;

    std::shared_ptr<MeshDevice> get_mesh_device() override { return shared_from_this(); }
    // A part as large as the whole is the whole. Parts use the whole's devices and addresses, and keep it open.
    // InputError for a part that does not fit, or parts that do not fill the whole.
    bool is_parent_mesh() const { return parent_ == nullptr; }
    std::shared_ptr<MeshDevice> get_parent_mesh() const { return parent_; }
    std::vector<std::shared_ptr<MeshDevice>> get_submeshes() const;
    std::shared_ptr<MeshDevice> create_submesh(const MeshShape& shape,
                                               const std::optional<MeshCoordinate>& offset = std::nullopt);
    std::vector<std::shared_ptr<MeshDevice>> create_submeshes(const MeshShape& shape);
    void quiesce_devices() {}
    void enqueue_to_thread_pool(std::function<void()>&& work) { work(); }
    void wait_for_thread_pool() {}

    // On every device.
    bool close() override;
    using IDevice::create_sub_device_manager;
    SubDeviceManagerId create_sub_device_manager(tt::stl::Span<const SubDevice> sub_devices,
                                                 DeviceAddr local_l1_size) override;
    void load_sub_device_manager(SubDeviceManagerId id) override;
    void remove_sub_device_manager(SubDeviceManagerId id) override;

    // Workloads enqueued between begin and end do not run; each replay runs them as they were then.
    MeshTraceId begin_mesh_trace(std::uint8_t queue);
    void begin_mesh_trace(std::uint8_t queue, const MeshTraceId& id);
    void end_mesh_trace(std::uint8_t queue, const MeshTraceId& id);
    void replay_mesh_trace(std::uint8_t queue, const MeshTraceId& id, bool blocking);
    void release_mesh_trace(const MeshTraceId& id);

  private:
    MeshDevice(int id, const DeviceSettings& settings);
    MeshDevice(MeshContainer<IDevice*> devices, std::vector<std::unique_ptr<Device>> owned,
               std::shared_ptr<MeshDevice> parent);
    std::vector<IDevice*> others() const;  // than this one

    std::vector<std::unique_ptr<Device>> owned_;  // of a mesh of several that is not a part
    MeshDeviceView view_;
    std::shared_ptr<MeshDevice> parent_;
    std::vector<std::weak_ptr<MeshDevice>> submeshes_;
    std::vector<MeshCommandQueue> mesh_queues_;
};

}  // namespace tt::tt_metal::distributed
