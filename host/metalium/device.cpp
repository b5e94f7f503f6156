#include "tt-metalium/device.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "host/metalium/process.hpp"
#include "host/metalium/simulation.hpp"
#include "tt-metalium/host_api.hpp"
#include "tt-metalium/mesh_device.hpp"

namespace tt {
namespace {

// The vendor's name of an architecture, and ours.
struct ArchName {
    ARCH value;
    const char* text;
    std::string_view ours;
};
constexpr std::array<ArchName, 4> arch_names{{
    {ARCH::Invalid, "Invalid", ""},
    {ARCH::GRAYSKULL, "GRAYSKULL", ""},
    {ARCH::WORMHOLE_B0, "WORMHOLE_B0", "wormhole_b0"},
    {ARCH::BLACKHOLE, "BLACKHOLE", "blackhole"},
}};

}  // namespace

std::string get_string(ARCH arch) {
    for (const ArchName& name : arch_names)
        if (name.value == arch) return name.text;
    return "?";
}
std::ostream& operator<<(std::ostream& out, ARCH arch) { return out << get_string(arch); }

}  // namespace tt

namespace tessera::host {

using fault::InputError;

Device& simulated(const tt::tt_metal::IDevice& device) {
    auto& open = device.simulation().device;
    if (!open) throw InputError("the device is closed; use it before CloseDevice or close()");
    return *open;
}

core::Options& run_options(const tt::tt_metal::IDevice& device) { return device.simulation().options; }

RunResult last_run(const tt::tt_metal::IDevice& device) {
    const auto& last = device.simulation().last;
    if (!last) throw InputError("no program has run on this device to its end; enqueue one first");
    return *last;
}

void run(const tt::tt_metal::IDevice& device, const Program& program) {
    Simulation& simulation = device.simulation();
    simulation.last.reset();
    try {
        simulation.last = run_workload(simulated(device), program, simulation.options, simulation.recordings);
        workload_ended();
    } catch (const fault::Fault& fault) {
        throw KernelFault(fault);
    }
}

}  // namespace tessera::host

namespace tt::tt_metal {

using tessera::fault::InputError;
using tessera::host::Simulation;

IDevice::IDevice(chip_id_t id) : simulation_(std::make_unique<Simulation>()), queue_(*this) {
    tessera::host::show_uncaught_faults();
    if (id != 0) throw InputError(fmt::format("device {}: one chip is simulated, its id is 0", id));
    tessera::host::Opening opening = tessera::host::opening();
    simulation_->arch = opening.what_if.arch;
    simulation_->options = opening.options;
    simulation_->recordings = opening.recordings;
    simulation_->device.emplace(simulation_->arch);
    for (tessera::host::Recording* recording : simulation_->recordings) recording->attach(*simulation_->device);
}

IDevice::~IDevice() { close(); }

tt::ARCH IDevice::arch() const {
    for (const ArchName& name : arch_names)
        if (name.ours == simulation_->arch.name) return name.value;
    return tt::ARCH::Invalid;
}

CoreCoord IDevice::compute_with_storage_grid_size() const {
    const tessera::arch::Grid& grid = simulation_->arch.grid;
    return {static_cast<std::size_t>(grid.compute_width), static_cast<std::size_t>(grid.compute_height)};
}

CoreCoord IDevice::worker_core_from_logical_core(const CoreCoord& logical) const {
    const CoreCoord size = compute_with_storage_grid_size();
    if (logical.x >= size.x || logical.y >= size.y)
        throw InputError(fmt::format("core ({},{}) is outside the compute grid of {} x {} cores", logical.x, logical.y,
                                     size.x, size.y));
    const tessera::arch::Grid& grid = simulation_->arch.grid;
    return {static_cast<std::size_t>(grid.tensix_columns[logical.x]),
            static_cast<std::size_t>(grid.tensix_rows[logical.y])};
}

std::uint32_t IDevice::num_dram_channels() const { return static_cast<std::uint32_t>(simulation_->arch.dram.banks); }
std::uint32_t IDevice::l1_size_per_core() const {
    return static_cast<std::uint32_t>(simulation_->arch.l1.bytes.count());
}
std::uint64_t IDevice::dram_size_per_channel() const { return simulation_->arch.dram.bank_bytes.count(); }

CommandQueue& IDevice::command_queue(std::size_t id) {
    if (id != 0) throw InputError(fmt::format("command queue {}: a device has one, its id is 0", id));
    return queue_;
}

bool IDevice::is_initialized() const { return simulation_->device.has_value(); }

bool IDevice::close() {
    const bool was_open = is_initialized();
    simulation_->device.reset();
    if (was_open) tessera::host::write_profiler_log();
    return was_open;
}

Device* CreateDevice(chip_id_t id, std::uint8_t, std::size_t, std::size_t) { return new Device(id); }
Device* CreateDeviceMinimal(chip_id_t id) { return CreateDevice(id); }

bool CloseDevice(IDevice* device) {
    if (device == nullptr) return false;
    const bool closed = device->close();
    delete device;
    return closed;
}

}  // namespace tt::tt_metal

namespace tt::tt_metal::distributed {

std::shared_ptr<MeshDevice> MeshDevice::create_unit_mesh(int id, std::size_t, std::size_t, std::size_t,
                                                         const DispatchCoreConfig&) {
    return std::shared_ptr<MeshDevice>(new MeshDevice(id));
}

std::shared_ptr<MeshDevice> MeshDevice::create(const MeshDeviceConfig& config) {
    if (config.mesh_shape.mesh_size() != 1)
        throw InputError(fmt::format("a mesh of {} x {} devices: one chip is simulated, ask for 1 x 1",
                                     config.mesh_shape[0], config.mesh_shape[1]));
    return create_unit_mesh(0);
}

MeshCommandQueue& MeshDevice::mesh_command_queue(std::size_t id) {
    if (id != 0) throw InputError(fmt::format("command queue {}: a device has one, its id is 0", id));
    return queue_;
}

}  // namespace tt::tt_metal::distributed
