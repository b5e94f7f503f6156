#include "tt-metalium/sub_device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/metalium/simulation.hpp"
#include "tt-metalium/device.hpp"

namespace tt::tt_metal {

using tessera::fault::InputError;

SubDevice::SubDevice(tt::stl::Span<const CoreRangeSet> cores) {
    for (std::size_t type = 1; type < cores.size(); ++type)
        if (!cores[type].empty())
            throw InputError("a sub-device has Tensix cores only; a simulated chip has no others");
    if (!cores.empty()) tensix_ = cores[0];
}

const CoreRangeSet& SubDevice::cores(HalProgrammableCoreType type) const {
    static const CoreRangeSet none;
    return type == HalProgrammableCoreType::TENSIX ? tensix_ : none;
}

SubDeviceManagerId IDevice::create_sub_device_manager(tt::stl::Span<const SubDevice> sub_devices, DeviceAddr) {
    if (sub_devices.size() != 1)
        throw InputError(
            fmt::format("{} sub-devices; programs run one after the other here, so give one", sub_devices.size()));
    const CoreRangeSet& cores = sub_devices[0].cores(HalProgrammableCoreType::TENSIX);
    if (cores.empty()) throw InputError("a sub-device without cores");
    worker_core_from_logical_core(cores.bounding_box().end_coord);
    simulation_->sub_devices[++simulation_->sub_devices_made] = cores;
    return SubDeviceManagerId{simulation_->sub_devices_made};
}

void IDevice::load_sub_device_manager(SubDeviceManagerId id) {
    if (*id != 0 && !simulation_->sub_devices.contains(*id))
        throw InputError(fmt::format("sub-device manager {} does not exist", *id));
    simulation_->sub_device = *id;
}

void IDevice::remove_sub_device_manager(SubDeviceManagerId id) {
    if (*id == simulation_->sub_device)
        throw InputError(fmt::format("sub-device manager {} is loaded; load another first", *id));
    simulation_->sub_devices.erase(*id);
}

SubDeviceManagerId IDevice::get_active_sub_device_manager_id() const {
    return SubDeviceManagerId{simulation_->sub_device};
}

void IDevice::set_sub_device_stall_group(tt::stl::Span<const SubDeviceId> ids) const {
    if (!std::ranges::equal(ids, one_sub_device_))
        throw InputError("a stall group other than sub-device 0, which is the only one");
}

CoreRangeSet IDevice::worker_cores(HalProgrammableCoreType type, SubDeviceId id) const {
    if (*id != 0) throw InputError(fmt::format("sub-device {}; there is one, its id is 0", *id));
    if (type != HalProgrammableCoreType::TENSIX) return {};
    if (simulation_->sub_device != 0) return simulation_->sub_devices.at(simulation_->sub_device);
    const CoreCoord size = compute_with_storage_grid_size();
    return CoreRange({0, 0}, {size.x - 1, size.y - 1});
}

}  // namespace tt::tt_metal
