#include "tt-metalium/sub_device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/metalium/simulation.hpp"
#include "tt-metalium/device.hpp"

namespace tessera::host {

std::uint64_t add_sub_devices(Simulation& simulation, std::vector<CoreRangeSet> cores) {
    const std::uint64_t manager = simulation.sub_devices_made++;
    Simulation::SubDevices& made = simulation.sub_devices[manager];
    for (std::size_t id = 0; id < cores.size(); ++id) made.ids.emplace_back(static_cast<std::uint8_t>(id));
    made.stall_group = made.ids;
    made.cores = std::move(cores);
    return manager;
}

}  // namespace tessera::host

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
    if (sub_devices.empty()) throw InputError("a sub-device manager without sub-devices");
    std::vector<CoreRangeSet> parts;
    for (const SubDevice& one : sub_devices) {
        const CoreRangeSet& cores = one.cores(HalProgrammableCoreType::TENSIX);
        if (cores.empty()) throw InputError("a sub-device without cores");
        worker_core_from_logical_core(cores.bounding_box().end_coord);
        for (std::size_t other = 0; other < parts.size(); ++other)
            if (parts[other].intersects(cores))
                throw InputError(fmt::format("sub-device {} on {} overlaps sub-device {} on {}", parts.size(),
                                             cores.str(), other, parts[other].str()));
        parts.push_back(cores);
    }
    return SubDeviceManagerId{tessera::host::add_sub_devices(*simulation_, std::move(parts))};
}

void IDevice::load_sub_device_manager(SubDeviceManagerId id) {
    if (!simulation_->sub_devices.contains(*id))
        throw InputError(fmt::format("sub-device manager {} does not exist", *id));
    simulation_->loaded_sub_devices = *id;
    reset_sub_device_stall_group();
}

void IDevice::remove_sub_device_manager(SubDeviceManagerId id) {
    if (*id == simulation_->loaded_sub_devices)
        throw InputError(fmt::format("sub-device manager {} is loaded; load another first", *id));
    if (*id == 0) throw InputError("sub-device manager 0 is the device's own; it stays");
    simulation_->sub_devices.erase(*id);
}

SubDeviceManagerId IDevice::get_active_sub_device_manager_id() const {
    return SubDeviceManagerId{simulation_->loaded_sub_devices};
}

const std::vector<SubDeviceId>& IDevice::get_sub_device_ids() const { return simulation_->loaded().ids; }
const std::vector<SubDeviceId>& IDevice::get_sub_device_stall_group() const {
    return simulation_->loaded().stall_group;
}
void IDevice::reset_sub_device_stall_group() const { simulation_->loaded().stall_group = get_sub_device_ids(); }

void IDevice::set_sub_device_stall_group(tt::stl::Span<const SubDeviceId> ids) const {
    if (ids.empty()) throw InputError("a stall group without sub-devices");
    for (const SubDeviceId id : ids) worker_cores(HalProgrammableCoreType::TENSIX, id);
    simulation_->loaded().stall_group.assign(ids.begin(), ids.end());
}

CoreRangeSet IDevice::worker_cores(HalProgrammableCoreType type, SubDeviceId id) const {
    const std::vector<CoreRangeSet>& cores = simulation_->loaded().cores;
    if (*id >= cores.size()) throw InputError(fmt::format("sub-device {}; {} loaded, from 0 on", *id, cores.size()));
    if (type != HalProgrammableCoreType::TENSIX) return {};
    return cores[*id];
}

}  // namespace tt::tt_metal
