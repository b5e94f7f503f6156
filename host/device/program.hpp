// A program as the host describes it: circular buffers, semaphores, kernels and their arguments on sets of cores
// (spec/kernel-api.md 5.2). Holds no state of a device; it can be run repeatedly.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/cores/core_coord.hpp"
#include "sim/abi/abi.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::host {

// One region of L1, at the same address on all its cores, seen through one or several CB indices: as buffers of a core,
// or as ends of a ring between cores.
struct CircularBufferSpec {
    CoreRangeSet cores;
    std::uint32_t total_bytes = 0;
    struct View {
        tensix::DataFormat format;
        std::uint32_t page_bytes;  // divides total_bytes
    };
    std::map<std::uint32_t, View> views;         // by CB index, of which an architecture has 32 or 64
    std::optional<std::uint32_t> fixed_address;  // an L1 buffer it aliases

    std::map<std::uint32_t, std::uint32_t> remote_page_bytes = {};  // of a ring between cores, by CB index
    std::uint32_t remote_bytes = 0;                                 // of the ring, at fixed_address
    std::uint32_t remote_config = 0;  // where each of its cores finds what it must know of the ring
};

struct DataMovementKernel {
    abi::Risc risc = abi::Risc::b;  // b or nc
    int noc = 0;
};

struct ComputeKernel {
    int fidelity_phases = 4;
    bool fp32_dest_acc = false;
    bool full_sync = false;
    bool approx = false;
    bool bfp8_pack_precise = false;  // block floats are packed from as many bits as Dst has
    bool fp16_by_fp32 = false;       // a 32-bit Dst and fp16 meet as unpacked_format says, unlike the vendor's
    std::array<bool, abi::most_circular_buffers> unpack_to_dst{};
};

struct KernelSpec {
    std::string path;                 // of the source, or a name for `text`
    std::optional<std::string> text;  // source given as a string
    CoreRangeSet cores;
    std::optional<DataMovementKernel> data_movement;  // exactly one of the two
    std::optional<ComputeKernel> compute;
    std::map<std::string, std::string> defines;
    std::vector<std::uint32_t> compile_args;
    std::map<std::string, std::uint32_t> named_compile_args;
    std::string bindings = {};  // C++ that stands before the source: constants by which the kernel names what it uses
    std::vector<std::filesystem::path> include_dirs = {};
    std::string optimisation = {};  // "O0" to "O3", "Os", "Oz" or "Ofast"; empty: O3 for compute, O2 for movers
};

using KernelId = std::size_t;

class Program {
  public:
    std::size_t add(CircularBufferSpec buffer);  // InputError when sizes do not fit
    KernelId add(KernelSpec kernel);             // InputError when a processor of a core is taken twice
    std::uint32_t add_semaphore(CoreRangeSet cores, std::uint32_t initial);

    // At most 341 words; a later call must not change their number. InputError otherwise.
    void set_args(KernelId kernel, const CoreCoord& core, std::vector<std::uint32_t> args);
    void set_common_args(KernelId kernel, std::vector<std::uint32_t> args);
    std::vector<std::uint32_t>& args(KernelId kernel, const CoreCoord& core);
    std::vector<std::uint32_t>& common_args(KernelId kernel);

    struct Kernel {
        KernelSpec spec;
        std::map<CoreCoord, std::vector<std::uint32_t>> args;
        std::vector<std::uint32_t> common_args;
        bool common_set = false;
    };
    struct Semaphore {
        CoreRangeSet cores;
        std::uint32_t initial;
    };
    const std::vector<Kernel>& kernels() const { return kernels_; }
    std::vector<CircularBufferSpec>& circular_buffers() { return buffers_; }
    const std::vector<CircularBufferSpec>& circular_buffers() const { return buffers_; }
    const std::vector<Semaphore>& semaphores() const { return semaphores_; }

    std::optional<std::uint64_t> runtime_id;  // the user's number of it, for the profiler's log

  private:
    Kernel& kernel(KernelId id);
    std::vector<CircularBufferSpec> buffers_;
    std::vector<Kernel> kernels_;
    std::vector<Semaphore> semaphores_;
};

}  // namespace tessera::host
