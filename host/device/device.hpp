// A simulated device as the host sees it: buffers in DRAM or L1, and programs that run to their end.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "host/device/allocator.hpp"
#include "host/device/buffer.hpp"
#include "host/device/program.hpp"
#include "sim/arch/arch.hpp"
#include "sim/core/machine/machine.hpp"

namespace tessera::host {

// Which files are the kernel API's and the compiler's, and what a user's file is called in faults and listings.
void name_places(core::Options& options);

struct RunResult {
    Cycle cycles = 0;               // from the start to the last event
    std::string sfpu_library = {};  // CompiledKernel::library of its kernels
};

// Bytes set aside at the top of each core's L1 and of each DRAM bank, for buffers of the types of these names.
struct Reserved {
    std::uint64_t l1_small = 0, trace = 0;
};

class Device {
  public:
    explicit Device(const arch::Arch& arch, Reserved reserved = {});
    ~Device();

    const arch::Arch& arch() const { return machine_.arch(); }
    core::Machine& machine() { return machine_; }
    CoreCoord compute_grid() const;

    // size is a multiple of page_bytes. InputError when it is not or memory is short.
    std::shared_ptr<Buffer> create_buffer(std::uint64_t size, std::uint32_t page_bytes,
                                          BufferType type = BufferType::dram) {
        return create_buffer(size, page_bytes, Placement{.type = type});
    }
    std::shared_ptr<Buffer> create_buffer(std::uint64_t size, std::uint32_t page_bytes, const Placement& placement);

    int num_banks(BufferType type) const;  // of DRAM, or cores
    std::uint32_t row_alignment(BufferType type) const;
    const Allocator& allocator(BufferType type) const { return *allocators_[static_cast<std::size_t>(type)]; }
    // From now on what either allocates is taken on both, so that devices of a mesh have buffers at the same addresses.
    // Before the first buffer.
    void share_addresses(const Device& other) { allocators_ = other.allocators_; }

    void write(const Buffer& buffer, std::span<const std::uint8_t> data);
    // Bytes never written read as zero; `written`, if given, tells whether all were.
    std::vector<std::uint8_t> read(const Buffer& buffer, bool* written = nullptr);
    // A part: whole pages from `first_page` on. InputError beyond the buffer. read_pages tells whether all were
    // written.
    void write_pages(const Buffer& buffer, std::uint64_t first_page, std::span<const std::uint8_t> data);
    bool read_pages(const Buffer& buffer, std::uint64_t first_page, std::span<std::uint8_t> out);

    // Pages among the first `bytes` that neither the host nor a kernel has written, once a program has run; `name` is
    // what the user calls the buffer.
    std::optional<fault::Fault> never_written(const Buffer& buffer, const std::string& name, std::uint64_t bytes);
    // The parts of a buffer as something that is still on its way to it, `what` as "by the host through queue 1".
    std::vector<core::LateWrite> late_writes(const Buffer& buffer, const std::string& what) const;
    // Addresses of the buffers in DRAM that the last program has written, and by whom.
    std::vector<std::uint64_t> written_buffers() const { return machine_.written_buffers(); }
    void locate_last_writer(fault::Fault& fault, std::uint64_t begin) const {
        machine_.locate_last_writer(fault, begin);
    }
    // A fault of what the host does, after which it can go on: as the last run's options say.
    // Adds to the fault of a buffer that no kernel wrote which others kernels wrote to, by the names of their
    // addresses; an empty name for those that it is right to write to.
    using Named = std::function<std::string(std::uint64_t address)>;
    void name_other_writes(fault::Fault& fault, const Named& name_of) const;
    // How what is read before the first program is judged.
    void judge_by(const core::Options& options) {
        if (!has_run_) machine_.begin(options);
    }
    void raise(const fault::Fault& fault, fault::Severity by_default = fault::Severity::error) {
        machine_.raise(fault, by_default);
    }

    // What the host has read from a page on, with other bits in the place of those that nobody has written or that
    // depend on such; nothing where all are determined. `why` is of what kernels have computed,
    // else of padding that has come along, or null where nothing is known of it.
    struct OtherBits {
        std::vector<std::uint8_t> bytes;
        watch::Undetermined::Why why;
        bool computed = false;
    };
    std::optional<OtherBits> with_other_bits(const Buffer& buffer, std::uint64_t first_page,
                                             std::span<const std::uint8_t> read);

    // L1 of one core, logical coordinates; bytes never written read as zero. What is written here stays valid for the
    // runs that follow. InputError outside the grid or L1.
    void write_l1(const CoreCoord& core, std::uint32_t address, std::span<const std::uint8_t> data);
    std::vector<std::uint8_t> read_l1(const CoreCoord& core, std::uint32_t address, std::uint32_t bytes);
    // Called with every page that the host reads, in the order of the calls.
    using ReadListener = std::function<void(std::span<const std::uint8_t>)>;
    void hear_reads(ReadListener listener) { read_listener_ = std::move(listener); }

    // InputError where a kernel or a semaphore is on a core that the grid does not have.
    void check_cores(const Program& program) const;
    // Compiles what is not in the cache, lays out L1, runs to the end. Throws Fault or InputError.
    RunResult run(const Program& program, core::Options options = {});
    // Files that the compiler read for the kernels of its programs so far.
    const std::set<std::string>& kernel_files() const { return kernel_files_; }

  private:
    RunResult launch(const Program& program, core::Options options);
    struct Place {
        int bank;
        std::uint64_t address;
    };
    Place place(const Buffer& buffer, std::uint64_t page) const;
    bool touched(const Buffer& buffer, std::uint64_t page, std::uint64_t bytes);
    watch::BufferPlace place_of(const Buffer& buffer) const;
    std::function<void()> hold(const Buffer& buffer);
    core::Core& core_with_l1(const CoreCoord& core, std::uint32_t address, std::size_t bytes);
    void check_indices(const CircularBufferSpec& spec) const;
    void lay_out_l1(const Program& program);
    void name_owners(core::Core& core) const;
    std::shared_ptr<const riscv::Program> load(const struct CompiledKernel& kernel);

    // L1 that the host wrote by address, which a program finds filled.
    struct HostBytes {
        int core;
        std::uint32_t address, bytes;
        friend auto operator<=>(const HostBytes&, const HostBytes&) = default;
    };

    core::Machine machine_;
    const std::shared_ptr<Device*> self_ = std::make_shared<Device*>(this);  // gone with the device
    bool has_run_ = false;
    ReadListener read_listener_;
    std::set<HostBytes> host_bytes_;
    std::set<std::string> kernel_files_;
    std::array<std::shared_ptr<Allocator>, 4> allocators_;                 // by BufferType
    std::map<std::string, std::shared_ptr<const riscv::Program>> loaded_;  // by the key of the compiled kernel
    std::shared_ptr<class KeptKernels> kept_kernels_;
};

}  // namespace tessera::host
