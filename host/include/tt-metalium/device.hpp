// A simulated chip. Its architecture is named by the environment variable TESSERA_ARCH, wormhole_b0 unless set
// (`tessera list` names all). One device is one machine of its own: nothing is shared between two of them.
//
// A program runs when it is enqueued. What goes wrong in a kernel is thrown as tessera::host::KernelFault, wrong use of
// this API as tessera::fault::InputError; both are std::runtime_error and what() is the whole text. One that nobody
// catches ends the process with that text and exit code 1, or 2 for an InputError. `tessera exec [OPTIONS] -- PROGRAM`
// runs a program with the options of `tessera run`, and writes what is to be seen of its workloads. How long a program
// took: tessera::host::last_run (host/metalium/simulation.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "../hostdevcommon/common_values.hpp"
#include "../hostdevcommon/kernel_structs.h"
#include "allocator.hpp"
#include "command_queue.hpp"
#include "core_coord.hpp"
#include "data_types.hpp"
#include "hal_types.hpp"
#include "sub_device.hpp"
#include "tt_backend_api_types.hpp"

namespace tessera::host {
struct Simulation;
void write_profiler_log();  // these three: host/metalium/process.hpp
void set_profiler_folder(const std::filesystem::path& folder);
void start_profiler_log_afresh();
}  // namespace tessera::host

namespace tt::tt_metal {

using chip_id_t = int;
// Of the vendor's largest system of one host. Any of its chips can be opened; each is a machine of its own.
inline constexpr chip_id_t most_chips = 32;
void check_chip(chip_id_t id);  // InputError for one that no such system has

namespace distributed {
class MeshDevice;
}

// What a device is opened with: command queues, and bytes set aside of each L1 and of DRAM.
struct DeviceSettings {
    std::size_t num_command_queues = 1, l1_small_size = 0, trace_region_size = 0;
};

class IDevice {
  public:
    // InputError for an id from most_chips on, when TESSERA_ARCH names no architecture, and for more than two queues.
    explicit IDevice(chip_id_t id, const DeviceSettings& settings = {});
    virtual ~IDevice();
    IDevice(const IDevice&) = delete;
    IDevice& operator=(const IDevice&) = delete;

    chip_id_t id() const { return id_; }
    chip_id_t build_id() const { return id_; }
    tt::ARCH arch() const;
    virtual bool close();  // frees its memory; later use is an InputError
    bool is_initialized() const;
    bool is_mmio_capable() const { return true; }

    // ---- cores. Virtual coordinates are those that kernels use on NoC 0.
    CoreCoord grid_size() const;  // routers
    CoreCoord compute_with_storage_grid_size() const;
    CoreCoord logical_grid_size() const { return compute_with_storage_grid_size(); }
    CoreCoord dram_grid_size() const;  // logical: the banks in a row
    CoreCoord worker_core_from_logical_core(const CoreCoord& logical) const;
    std::vector<CoreCoord> worker_cores_from_logical_cores(const std::vector<CoreCoord>& logical) const;
    CoreCoord virtual_core_from_logical_core(const CoreCoord& logical, const CoreType& type) const;
    CoreCoord virtual_noc0_coordinate(std::uint8_t noc, CoreCoord coord) const;  // as another NoC counts it
    CoreCoord logical_core_from_dram_channel(std::uint32_t channel) const;
    std::uint32_t dram_channel_from_logical_core(const CoreCoord& logical) const;
    std::uint32_t dram_channel_from_virtual_core(const CoreCoord& core) const;
    HalProgrammableCoreType get_programmable_core_type(CoreCoord virtual_core) const;
    HalMemType get_mem_type_of_core(CoreCoord virtual_core) const;
    // One core for each DRAM bank, no core twice, the nearest by hops of that NoC that is free.
    std::vector<CoreCoord> get_optimal_dram_bank_to_logical_worker_assignment(NOC noc);
    // What stands above the address in a NoC address.
    std::uint32_t get_noc_unicast_encoding(std::uint8_t noc, const CoreCoord& core) const;
    std::uint32_t get_noc_multicast_encoding(std::uint8_t noc, const CoreRange& cores) const;

    // A chip by itself has no link to another.
    const std::set<CoreCoord>& ethernet_cores() const { return no_cores_; }
    const std::set<CoreCoord>& storage_only_cores() const { return no_cores_; }
    std::unordered_set<CoreCoord> get_active_ethernet_cores(bool = false) const { return {}; }
    std::unordered_set<CoreCoord> get_inactive_ethernet_cores() const { return {}; }
    std::vector<CoreCoord> get_ethernet_sockets(chip_id_t) const { return {}; }
    bool is_active_ethernet_core(CoreCoord, bool = false) const { return false; }
    bool is_inactive_ethernet_core(CoreCoord) const { return false; }
    std::uint32_t num_virtual_eth_cores(SubDeviceId) const { return 0; }

    // ---- memory
    std::uint32_t num_dram_channels() const;      // banks
    std::uint32_t l1_size_per_core() const;       // bytes
    std::uint64_t dram_size_per_channel() const;  // bytes
    const std::unique_ptr<Allocator>& allocator() const { return allocator_; }
    const std::unique_ptr<Allocator>& allocator(SubDeviceId) const { return allocator_; }
    std::optional<DeviceAddr> lowest_occupied_compute_l1_address() const;
    std::optional<DeviceAddr> lowest_occupied_compute_l1_address(tt::stl::Span<const SubDeviceId>) const {
        return lowest_occupied_compute_l1_address();
    }
    std::uint64_t get_dev_addr(CoreCoord virtual_core, HalL1MemAddrType type) const;
    std::uint64_t get_dev_size(CoreCoord virtual_core, HalL1MemAddrType type) const;

    // ---- sub-devices: one, the grid, until a manager that names others is loaded. They do not overlap, and programs
    // that use other cores are refused from then on. InputError for an id that is not loaded.
    virtual SubDeviceManagerId create_sub_device_manager(tt::stl::Span<const SubDevice> sub_devices,
                                                         DeviceAddr local_l1_size);
    SubDeviceManagerId create_sub_device_manager(std::initializer_list<SubDevice> sub_devices, DeviceAddr local_l1) {
        return create_sub_device_manager(tt::stl::Span<const SubDevice>(sub_devices.begin(), sub_devices.size()),
                                         local_l1);
    }
    virtual void load_sub_device_manager(SubDeviceManagerId id);
    void clear_loaded_sub_device_manager() { load_sub_device_manager(get_default_sub_device_manager_id()); }
    virtual void remove_sub_device_manager(SubDeviceManagerId id);
    SubDeviceManagerId get_active_sub_device_manager_id() const;
    SubDeviceManagerId get_default_sub_device_manager_id() const { return SubDeviceManagerId{0}; }
    const std::vector<SubDeviceId>& get_sub_device_ids() const;
    // Kept for the program to ask for: nothing runs while the host waits.
    const std::vector<SubDeviceId>& get_sub_device_stall_group() const;
    void set_sub_device_stall_group(tt::stl::Span<const SubDeviceId> ids) const;
    void reset_sub_device_stall_group() const;
    std::uint32_t num_sub_devices() const { return static_cast<std::uint32_t>(get_sub_device_ids().size()); }
    CoreRangeSet worker_cores(HalProgrammableCoreType type, SubDeviceId id) const;
    std::uint32_t num_worker_cores(HalProgrammableCoreType type, SubDeviceId id) const {
        return static_cast<std::uint32_t>(worker_cores(type, id).num_cores());
    }

    // Compiled kernels are always kept (design.md 7); of operations there is no cache.
    void enable_program_cache() {}
    void disable_and_clear_program_cache() {}
    void clear_program_cache() {}
    void set_program_cache_misses_allowed(bool) {}
    std::size_t num_program_cache_entries() const { return 0; }

    // The device this is part of.
    virtual std::shared_ptr<distributed::MeshDevice> get_mesh_device() { return nullptr; }

    // Captured traces take no memory here: what was set last, 0 at first. In bytes.
    std::uint32_t get_trace_buffers_size() const { return trace_buffers_size_; }
    void set_trace_buffers_size(std::uint32_t bytes) { trace_buffers_size_ = bytes; }

    std::uint8_t num_hw_cqs() const { return static_cast<std::uint8_t>(queues_.size()); }
    CommandQueue& command_queue(std::size_t id = 0);

    tessera::host::Simulation& simulation() const { return *simulation_; }

  protected:
    // The same chip once more; it lives as long as the first.
    struct SameChip {
        IDevice& device;
    };
    explicit IDevice(SameChip same);

  private:
    void open_queues(std::size_t count);

    chip_id_t id_;
    bool owns_chip_ = true;
    std::shared_ptr<tessera::host::Simulation> simulation_;
    std::unique_ptr<Allocator> allocator_;
    std::vector<CommandQueue> queues_;
    std::uint32_t trace_buffers_size_ = 0;
    const std::set<CoreCoord> no_cores_ = {};
};

class Device final : public IDevice {
  public:
    using IDevice::IDevice;
};

}  // namespace tt::tt_metal
