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
#include <memory>

#include "command_queue.hpp"
#include "core_coord.hpp"
#include "tt_backend_api_types.hpp"

namespace tessera::host {
struct Simulation;
void write_profiler_log();  // host/metalium/process.hpp
}  // namespace tessera::host

namespace tt::tt_metal {

using chip_id_t = int;

class IDevice {
  public:
    explicit IDevice(chip_id_t id);  // InputError unless 0, or when TESSERA_ARCH names no architecture
    virtual ~IDevice();
    IDevice(const IDevice&) = delete;
    IDevice& operator=(const IDevice&) = delete;

    chip_id_t id() const { return 0; }
    tt::ARCH arch() const;
    CoreCoord compute_with_storage_grid_size() const;
    CoreCoord logical_grid_size() const { return compute_with_storage_grid_size(); }
    CoreCoord worker_core_from_logical_core(const CoreCoord& logical) const;  // NoC 0 coordinates
    std::uint32_t num_dram_channels() const;                                  // banks
    std::uint32_t l1_size_per_core() const;                                   // bytes
    std::uint64_t dram_size_per_channel() const;                              // bytes

    // Compiled kernels are always kept (design.md 7).
    void enable_program_cache() {}
    void disable_and_clear_program_cache() {}
    void clear_program_cache() {}

    std::uint8_t num_hw_cqs() const { return 1; }
    CommandQueue& command_queue(std::size_t id = 0);
    bool close();  // frees its memory; later use is an InputError
    bool is_initialized() const;

    tessera::host::Simulation& simulation() const { return *simulation_; }

  private:
    std::unique_ptr<tessera::host::Simulation> simulation_;
    CommandQueue queue_;
};

class Device final : public IDevice {
  public:
    using IDevice::IDevice;
};

}  // namespace tt::tt_metal
