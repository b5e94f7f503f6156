// Meshes and their parts: which devices they have, and what is done on all of them.
#include <fmt/ranges.h>

#include <numeric>
#include <set>

#include "host/metalium/process.hpp"
#include "host/metalium/simulation.hpp"
#include "tt-metalium/distributed.hpp"

std::vector<tt::tt_metal::IDevice*> tessera::host::devices_of(tt::tt_metal::IDevice& device) {
    const auto* mesh = dynamic_cast<tt::tt_metal::distributed::MeshDevice*>(&device);
    return mesh == nullptr ? std::vector{&device} : mesh->get_devices();
}

namespace tt::tt_metal::distributed {

using tessera::fault::InputError;

namespace {

std::string sides_of(const MeshShape& shape) { return fmt::format("{}", fmt::join(shape.view(), " x ")); }

}  // namespace

MeshDevice::MeshDevice(int id, const DeviceSettings& settings)
    : IDevice(id, settings), view_(MeshContainer<IDevice*>(MeshShape(1, 1), this)) {
    for (std::uint32_t queue = 0; queue < num_hw_cqs(); ++queue) mesh_queues_.emplace_back(*this, queue);
}

MeshDevice::MeshDevice(MeshContainer<IDevice*> devices, std::vector<std::unique_ptr<Device>> owned,
                       std::shared_ptr<MeshDevice> parent)
    : IDevice(SameChip{*devices.values().front()}),
      owned_(std::move(owned)),
      view_(std::move(devices)),
      parent_(std::move(parent)) {
    for (std::uint32_t queue = 0; queue < num_hw_cqs(); ++queue) mesh_queues_.emplace_back(*this, queue);
}

std::shared_ptr<MeshDevice> MeshDevice::create_unit_mesh(int id, std::size_t l1_small_size,
                                                         std::size_t trace_region_size, std::size_t num_command_queues,
                                                         const DispatchCoreConfig&, tt::stl::Span<const std::uint32_t>,
                                                         std::size_t) {
    return std::shared_ptr<MeshDevice>(new MeshDevice(id, {num_command_queues, l1_small_size, trace_region_size}));
}

std::map<int, std::shared_ptr<MeshDevice>> MeshDevice::create_unit_meshes(
    const std::vector<int>& ids, std::size_t l1_small_size, std::size_t trace_region_size,
    std::size_t num_command_queues, const DispatchCoreConfig&, tt::stl::Span<const std::uint32_t>, std::size_t) {
    std::map<int, std::shared_ptr<MeshDevice>> meshes;
    for (const int id : ids) meshes[id] = create_unit_mesh(id, l1_small_size, trace_region_size, num_command_queues);
    return meshes;
}

std::shared_ptr<MeshDevice> MeshDevice::create(const MeshDeviceConfig& config, std::size_t l1_small_size,
                                               std::size_t trace_region_size, std::size_t num_command_queues,
                                               const DispatchCoreConfig&, tt::stl::Span<const std::uint32_t>,
                                               std::size_t) {
    tessera::host::show_uncaught_faults();
    const MeshShape& shape = config.mesh_shape;
    const std::size_t count = shape.mesh_size();
    if (count == 0 || count > most_chips)
        throw InputError(fmt::format("a mesh of {} devices: a system has 1 to {} chips", sides_of(shape), most_chips));
    std::vector<int> ids = config.physical_device_ids;
    if (ids.empty()) {
        ids.resize(count);
        std::iota(ids.begin(), ids.end(), 0);
    }
    if (ids.size() != count || std::set(ids.begin(), ids.end()).size() != count)
        throw InputError(fmt::format("a mesh of {} devices of the ids {}: give as many different ones, or none",
                                     sides_of(shape), fmt::join(ids, ", ")));
    if (count == 1) return create_unit_mesh(ids.front(), l1_small_size, trace_region_size, num_command_queues);

    MeshContainer<IDevice*> devices(shape, nullptr);
    std::vector<std::unique_ptr<Device>> owned;
    for (auto& [at, device] : devices) {
        const int id = ids[owned.size()];
        owned.push_back(
            std::make_unique<Device>(id, DeviceSettings{num_command_queues, l1_small_size, trace_region_size}));
        device = owned.back().get();
        device->simulation().place =
            fmt::format("device {}, ({}) of a mesh of {}", id, fmt::join(at.coords(), ", "), sides_of(shape));
        tessera::host::simulated(*device).share_addresses(tessera::host::simulated(*owned.front()));
    }
    return std::shared_ptr<MeshDevice>(new MeshDevice(std::move(devices), std::move(owned), nullptr));
}

MeshCommandQueue& MeshDevice::mesh_command_queue(std::optional<std::size_t> id) {
    if (id.value_or(0) >= mesh_queues_.size())
        throw InputError(fmt::format("command queue {}: the device was opened with {}", *id, mesh_queues_.size()));
    return mesh_queues_[id.value_or(0)];
}

IDevice* MeshDevice::get_device(const MeshCoordinate& at) { return get_view().get_device(at); }
IDevice* MeshDevice::get_device(int id) {
    for (IDevice* device : get_devices())
        if (device->id() == id) return device;
    throw InputError(
        fmt::format("device {} is not in the mesh; it has the ids {}", id, fmt::join(get_device_ids(), ", ")));
}
DeviceIds MeshDevice::get_device_ids() const {
    DeviceIds ids;
    for (const IDevice* device : get_devices()) ids.push_back(device->id());
    return ids;
}
std::vector<IDevice*> MeshDevice::others() const {
    std::vector<IDevice*> devices = get_devices();
    devices.erase(devices.begin());
    return devices;
}
bool MeshDevice::is_local(const MeshCoordinate& at) const {
    to_linear_index(shape(), at);
    return true;
}
std::string MeshDevice::to_string() const {
    return fmt::format("MeshDevice({} grid, {} devices)", fmt::join(shape().view(), "x"), num_devices());
}
MeshShape MeshDeviceView::sides() const {
    if (!is_mesh_2d())
        throw InputError(
            fmt::format("rows and columns of a mesh of {}: reshape it to two dimensions", sides_of(shape())));
    return shape();
}
void MeshDevice::reshape(const MeshShape& wanted) {
    if (wanted.mesh_size() != num_devices())
        throw InputError(fmt::format("a mesh of {} devices reshaped to {}", num_devices(), sides_of(wanted)));
    view_ = MeshDeviceView(MeshContainer<IDevice*>(wanted, get_devices()));
}

std::shared_ptr<MeshDevice> MeshDevice::create_submesh(const MeshShape& wanted,
                                                       const std::optional<MeshCoordinate>& offset) {
    const MeshCoordinate start = offset.value_or(MeshCoordinate::zero_coordinate(shape().dims()));
    std::vector<std::uint32_t> last;
    bool fits = wanted.dims() == shape().dims() && start.dims() == shape().dims() && wanted.mesh_size() != 0;
    for (std::size_t i = 0; fits && i < wanted.dims(); ++i) {
        last.push_back(start.coords()[i] + wanted.view()[i] - 1);
        fits = last.back() < shape().view()[i];
    }
    if (!fits)
        throw InputError(fmt::format("a part of {} devices from ({}) on does not fit into a mesh of {}",
                                     sides_of(wanted), fmt::join(start.coords(), ", "), sides_of(shape())));
    if (wanted == shape()) return shared_from_this();
    const MeshCoordinateRange range(start, MeshCoordinate(tt::stl::Span<const std::uint32_t>(last)));
    const auto part = std::shared_ptr<MeshDevice>(
        new MeshDevice(MeshContainer<IDevice*>(wanted, view_.get_devices(range)), {}, shared_from_this()));
    submeshes_.push_back(part);
    return part;
}

std::vector<std::shared_ptr<MeshDevice>> MeshDevice::create_submeshes(const MeshShape& part) {
    std::vector<std::uint32_t> counts;
    for (std::size_t i = 0; i < part.dims() && part.dims() == shape().dims(); ++i)
        counts.push_back(
            part.view()[i] == 0 || shape().view()[i] % part.view()[i] != 0 ? 0 : shape().view()[i] / part.view()[i]);
    const MeshShape parts{tt::stl::Span<const std::uint32_t>(counts)};
    if (counts.empty() || parts.mesh_size() == 0)
        throw InputError(
            fmt::format("parts of {} devices do not fill a mesh of {}", sides_of(part), sides_of(shape())));
    std::vector<std::shared_ptr<MeshDevice>> out;
    for (const MeshCoordinate& at : MeshCoordinateRange(parts)) {
        std::vector<std::uint32_t> start;
        for (std::size_t i = 0; i < counts.size(); ++i) start.push_back(at.coords()[i] * part.view()[i]);
        out.push_back(create_submesh(part, MeshCoordinate(tt::stl::Span<const std::uint32_t>(start))));
    }
    return out;
}

std::vector<std::shared_ptr<MeshDevice>> MeshDevice::get_submeshes() const {
    std::vector<std::shared_ptr<MeshDevice>> out;
    for (const auto& part : submeshes_)
        if (auto alive = part.lock()) out.push_back(std::move(alive));
    return out;
}

bool MeshDevice::close() {
    const bool was_open = is_initialized();
    for (const auto& device : owned_) device->close();
    IDevice::close();
    return was_open;
}

SubDeviceManagerId MeshDevice::create_sub_device_manager(tt::stl::Span<const SubDevice> sub_devices,
                                                         DeviceAddr local_l1) {
    const SubDeviceManagerId id = IDevice::create_sub_device_manager(sub_devices, local_l1);
    for (IDevice* device : others())
        if (device->create_sub_device_manager(sub_devices, local_l1) != id)
            throw InputError("a sub-device manager for a mesh: some of its devices have managers of their own");
    return id;
}
void MeshDevice::load_sub_device_manager(SubDeviceManagerId id) {
    IDevice::load_sub_device_manager(id);
    for (IDevice* device : others()) device->load_sub_device_manager(id);
}
void MeshDevice::remove_sub_device_manager(SubDeviceManagerId id) {
    IDevice::remove_sub_device_manager(id);
    for (IDevice* device : others()) device->remove_sub_device_manager(id);
}

MeshTraceId MeshDevice::begin_mesh_trace(std::uint8_t queue) {
    const MeshTraceId id{tessera::host::begin_capture(*this, queue)};
    for (const IDevice* device : others()) tessera::host::begin_capture(*device, queue, *id);
    return id;
}
void MeshDevice::begin_mesh_trace(std::uint8_t queue, const MeshTraceId& id) {
    for (const IDevice* device : get_devices()) tessera::host::begin_capture(*device, queue, *id);
}
void MeshDevice::end_mesh_trace(std::uint8_t queue, const MeshTraceId& id) {
    for (const IDevice* device : get_devices()) tessera::host::end_capture(*device, queue, *id);
}
void MeshDevice::replay_mesh_trace(std::uint8_t queue, const MeshTraceId& id, bool blocking) {
    for (const IDevice* device : get_devices()) tessera::host::replay(*device, queue, *id, blocking);
}
void MeshDevice::release_mesh_trace(const MeshTraceId& id) {
    for (const IDevice* device : get_devices()) tessera::host::release(*device, *id);
}

}  // namespace tt::tt_metal::distributed
