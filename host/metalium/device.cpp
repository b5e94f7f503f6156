#include "tt-metalium/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <string_view>
#include <utility>

#include "host/metalium/memory_reporter.hpp"
#include "host/metalium/process.hpp"
#include "host/metalium/realtime_profiler.hpp"
#include "host/metalium/simulation.hpp"
#include "tt-metalium/tt_metal.hpp"

namespace tt {
namespace {

// The vendor's names of an architecture and of a card with one chip of it, and ours.
struct ArchName {
    ARCH value;
    const char* text;
    std::string_view ours;
    tt_metal::ClusterType card;
};
constexpr std::array<ArchName, 4> arch_names{{
    {ARCH::Invalid, "Invalid", "", tt_metal::ClusterType::INVALID},
    {ARCH::GRAYSKULL, "GRAYSKULL", "", tt_metal::ClusterType::INVALID},
    {ARCH::WORMHOLE_B0, "WORMHOLE_B0", "wormhole_b0", tt_metal::ClusterType::N150},
    {ARCH::BLACKHOLE, "BLACKHOLE", "blackhole", tt_metal::ClusterType::P150},
}};

}  // namespace

std::string get_string(ARCH arch) {
    for (const ArchName& name : arch_names)
        if (name.value == arch) return name.text;
    return "?";
}
std::ostream& operator<<(std::ostream& out, ARCH arch) { return out << get_string(arch); }

tt_metal::ClusterType tt_metal::GetClusterType() {
    const tessera::arch::Arch arch = tessera::host::arch_of_process();
    for (const ArchName& name : arch_names)
        if (name.ours == arch.name) return name.card;
    return ClusterType::INVALID;
}

ARCH arch_named(std::string_view ours) {
    for (const ArchName& name : arch_names)
        if (name.ours == ours) return name.value;
    return ARCH::Invalid;
}

}  // namespace tt

namespace tessera::host {

using fault::InputError;

namespace {

// The sub-device that a core is of, or null.
const CoreRangeSet* sub_device_of(const Simulation& simulation, const CoreCoord& core) {
    const auto& parts = simulation.sub_devices.at(simulation.loaded_sub_devices).cores;
    const auto found = std::ranges::find_if(parts, [&](const CoreRangeSet& part) { return part.contains(core); });
    return found == parts.end() ? nullptr : &*found;
}

void check_sub_devices(const Simulation& simulation, const Program& program) {
    if (simulation.loaded_sub_devices == 0) return;
    for (const Program::Kernel& kernel : program.kernels())
        for (const CoreRange& range : kernel.spec.cores)
            for (const CoreCoord& core : range)
                if (sub_device_of(simulation, core) == nullptr)
                    throw InputError(fmt::format("kernel {} on {}: core {} is in none of the {} loaded sub-devices",
                                                 kernel.spec.path, kernel.spec.cores.str(), core.str(),
                                                 simulation.sub_devices.at(simulation.loaded_sub_devices).ids.size()));
}

// Kernels count relative coordinates from the first core of their sub-device.
void place_in_sub_devices(Simulation& simulation, const Program& program) {
    core::Machine& machine = simulation.device->machine();
    for (const CoreCoord& at : cores_of(program)) {
        const CoreRangeSet* part = sub_device_of(simulation, at);
        const CoreCoord first = part == nullptr ? CoreCoord{0, 0} : part->bounding_box().start_coord;
        core::Core& core = machine.core(machine.core_index(static_cast<int>(at.x), static_cast<int>(at.y)));
        core.relative_x = static_cast<int>(at.x) - static_cast<int>(first.x);
        core.relative_y = static_cast<int>(at.y) - static_cast<int>(first.y);
    }
}

}  // namespace

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

void run(const tt::tt_metal::IDevice& device, const Program& program, std::vector<core::LateWrite> late) {
    Simulation& simulation = device.simulation();
    check_sub_devices(simulation, program);
    simulation.last.reset();
    number_workload(device.id(), program.runtime_id.value_or(0));
    report_memory(device);
    const auto tell = [&simulation] {
        if (simulation.followed && simulation.device)
            tell_first_nan(first_non_finite(*simulation.device, *simulation.followed));
    };
    try {
        Device& open = simulated(device);
        open.check_cores(program);
        place_in_sub_devices(simulation, program);
        core::Options options = simulation.options;
        options.late_writes = std::move(late);
        simulation.last = run_workload(open, program, options, simulation.recordings);
        const Cycle cycles = simulation.last->cycles,
                    begin = std::exchange(simulation.cycles, simulation.cycles + cycles);
        tell();
        tell_program_record(device.id(), simulation.arch, program, begin, cycles);
        workload_ended();
    } catch (fault::Fault& fault) {
        if (!simulation.place.empty()) fault.notes += fmt::format("on {}\n", simulation.place);
        tell();
        workload_failed(fault,
                        simulation.device ? simulation.device->machine().standing() : std::vector<watch::Standing>{});
        throw KernelFault(fault);
    }
}

}  // namespace tessera::host

namespace tt::tt_metal {

using tessera::fault::InputError;
using tessera::host::Simulation;

namespace {

struct OpenDevices {
    std::mutex mutex;
    std::vector<IDevice*> list;
    // Never destroyed: devices of the program may live until its last static object is gone.
    static OpenDevices& instance() {
        static auto* devices = new OpenDevices;
        return *devices;
    }
    void add(IDevice* device) {
        const std::scoped_lock one(mutex);
        list.push_back(device);
    }
    void remove(IDevice* device) {
        const std::scoped_lock one(mutex);
        std::erase(list, device);
    }
    bool any_open() {
        const std::scoped_lock one(mutex);
        return std::ranges::any_of(list, [](IDevice* each) { return each->simulation().device.has_value(); });
    }
    IDevice* last(chip_id_t id) {
        const std::scoped_lock one(mutex);
        const auto found = std::find_if(list.rbegin(), list.rend(), [id](IDevice* each) { return each->id() == id; });
        return found == list.rend() ? nullptr : *found;
    }
};

}  // namespace

bool any_device_is_open() { return OpenDevices::instance().any_open(); }

void check_chip(chip_id_t id) {
    if (id < 0 || id >= most_chips)
        throw InputError(fmt::format("device {}: a system has {} chips at most; use an id of 0 to {}", id, most_chips,
                                     most_chips - 1));
}

IDevice::IDevice(chip_id_t id, const DeviceSettings& settings)
    : id_(id), simulation_(std::make_shared<Simulation>()), allocator_(std::make_unique<Allocator>(*this)) {
    tessera::host::show_uncaught_faults();
    check_chip(id);
    if (settings.num_command_queues < 1 || settings.num_command_queues > 2)
        throw InputError(fmt::format("{} command queues; a device has 1 or 2", settings.num_command_queues));
    open_queues(settings.num_command_queues);
    tessera::host::Opening opening = tessera::host::opening();
    simulation_->arch = opening.what_if.arch;
    simulation_->options = opening.options;
    simulation_->followed = opening.followed;
    simulation_->recordings = opening.recordings;
    simulation_->queues.open(settings.num_command_queues);
    const CoreCoord cores = compute_with_storage_grid_size();
    tessera::host::add_sub_devices(*simulation_, {CoreRange({0, 0}, {cores.x - 1, cores.y - 1})});
    simulation_->trace_region_bytes = settings.trace_region_size;
    simulation_->device.emplace(simulation_->arch, tessera::host::Reserved{.l1_small = settings.l1_small_size,
                                                                           .trace = settings.trace_region_size});
    for (tessera::host::Recording* recording : simulation_->recordings) recording->attach(*simulation_->device);
    simulation_->device->hear_reads(std::move(opening.hears_reads));
    OpenDevices::instance().add(this);
}

IDevice::IDevice(SameChip same)
    : id_(same.device.id_),
      owns_chip_(false),
      simulation_(same.device.simulation_),
      allocator_(std::make_unique<Allocator>(*this)) {
    open_queues(same.device.queues_.size());
}

IDevice::~IDevice() { IDevice::close(); }

void IDevice::open_queues(std::size_t count) {
    for (std::uint32_t queue = 0; queue < count; ++queue) queues_.emplace_back(*this, queue);
}

IDevice* detail::GetActiveDevice(chip_id_t id) {
    IDevice* device = OpenDevices::instance().last(id);
    if (device == nullptr) throw InputError(fmt::format("device {} is not open", id));
    return device;
}

tt::ARCH IDevice::arch() const { return tt::arch_named(simulation_->arch.name); }

std::uint32_t IDevice::num_dram_channels() const { return static_cast<std::uint32_t>(simulation_->arch.dram.banks); }
std::uint32_t IDevice::l1_size_per_core() const {
    return static_cast<std::uint32_t>(simulation_->arch.l1.bytes.count());
}
std::uint64_t IDevice::dram_size_per_channel() const { return simulation_->arch.dram.bank_bytes.count(); }

std::optional<DeviceAddr> IDevice::lowest_occupied_compute_l1_address() const {
    const auto& memory = tessera::host::simulated(*this).allocator(tessera::host::BufferType::l1);
    if (memory.used().empty()) return std::nullopt;
    return memory.lowest_used();
}

CommandQueue& IDevice::command_queue(std::size_t id) {
    if (id >= queues_.size())
        throw InputError(fmt::format("command queue {}: the device was opened with {}", id, queues_.size()));
    return queues_[id];
}

bool IDevice::is_initialized() const { return simulation_->device.has_value(); }

bool IDevice::close() {
    const bool was_open = is_initialized();
    if (!owns_chip_) return was_open;
    simulation_->device.reset();
    OpenDevices::instance().remove(this);
    if (was_open) tessera::host::write_profiler_log();
    return was_open;
}

namespace {

std::vector<std::uint8_t>& queues_of_thread() {
    thread_local std::vector<std::uint8_t> queues;
    return queues;
}

}  // namespace

void PushCurrentCommandQueueIdForThread(std::uint8_t id) { queues_of_thread().push_back(id); }
std::uint8_t PopCurrentCommandQueueIdForThread() {
    const std::uint8_t id = GetCurrentCommandQueueIdForThread();
    if (queues_of_thread().empty()) throw InputError("no command queue of this thread to pop; push one first");
    queues_of_thread().pop_back();
    return id;
}
std::uint8_t GetCurrentCommandQueueIdForThread() {
    return queues_of_thread().empty() ? std::uint8_t{0} : queues_of_thread().back();
}

Device* CreateDevice(chip_id_t id, std::uint8_t num_hw_cqs, std::size_t l1_small_size, std::size_t trace_region_size,
                     const DispatchCoreConfig&, const std::vector<std::uint32_t>&, std::size_t) {
    return new Device(id, {num_hw_cqs, l1_small_size, trace_region_size});
}
Device* CreateDeviceMinimal(chip_id_t id, std::uint8_t num_hw_cqs, const DispatchCoreConfig&) {
    return CreateDevice(id, num_hw_cqs);
}

bool CloseDevice(IDevice* device) {
    if (device == nullptr) return false;
    const bool closed = device->close();
    delete device;
    return closed;
}

}  // namespace tt::tt_metal
