// A simulated device as the host sees it: buffers in DRAM or L1, and programs that run to their end.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "host/device/program.hpp"
#include "sim/arch/arch.hpp"
#include "sim/core/machine.hpp"

namespace tessera::host {

enum class BufferType : std::uint8_t { dram, l1 };

// Pages round robin over the banks: page p in bank p % banks at row p / banks, every row as long as the page rounded up
// to the memory's alignment (spec/kernel-api.md 2.4, 5.4). The address is bank-relative and the same in every bank.
class Buffer {
  public:
    std::uint32_t address() const { return address_; }
    std::uint64_t size() const { return size_; }             // bytes
    std::uint32_t page_size() const { return page_bytes_; }  // bytes
    std::uint32_t row_size() const { return row_bytes_; }    // step from row to row of a bank
    std::uint64_t num_pages() const { return size_ / page_bytes_; }
    BufferType type() const { return type_; }
    ~Buffer() { release_(); }

  private:
    friend class Device;
    Buffer() : release_([] {}) {}
    std::uint32_t address_ = 0;
    std::uint64_t size_ = 0;
    std::uint32_t page_bytes_ = 0, row_bytes_ = 0;
    BufferType type_ = BufferType::dram;
    std::function<void()> release_;
};

// Which files are the kernel API's and the compiler's, and what a user's file is called in faults and listings.
void name_places(core::Options& options);

struct RunResult {
    Cycle cycles = 0;               // from the start to the last event
    std::string sfpu_library = {};  // CompiledKernel::library of its kernels
};

class Device {
  public:
    explicit Device(const arch::Arch& arch);
    ~Device();

    const arch::Arch& arch() const { return machine_.arch(); }
    core::Machine& machine() { return machine_; }
    CoreCoord compute_grid() const;

    // size is a multiple of page_bytes. InputError when it is not or memory is short.
    std::shared_ptr<Buffer> create_buffer(std::uint64_t size, std::uint32_t page_bytes,
                                          BufferType type = BufferType::dram);
    void write(const Buffer& buffer, std::span<const std::uint8_t> data);
    // Bytes never written read as zero; `written`, if given, tells whether all were.
    std::vector<std::uint8_t> read(const Buffer& buffer, bool* written = nullptr);
    // A part: whole pages from `first_page` on. InputError beyond the buffer. read_pages tells whether all were
    // written.
    void write_pages(const Buffer& buffer, std::uint64_t first_page, std::span<const std::uint8_t> data);
    bool read_pages(const Buffer& buffer, std::uint64_t first_page, std::span<std::uint8_t> out);

    // L1 of one core, logical coordinates; bytes never written read as zero. What is written here stays valid for the
    // runs that follow. InputError outside the grid or L1.
    void write_l1(const CoreCoord& core, std::uint32_t address, std::span<const std::uint8_t> data);
    std::vector<std::uint8_t> read_l1(const CoreCoord& core, std::uint32_t address, std::uint32_t bytes);

    // Compiles what is not in the cache, lays out L1, runs to the end. Throws Fault or InputError.
    RunResult run(const Program& program, core::Options options = {});

  private:
    struct Place {
        int bank;
        std::uint64_t address;
    };
    Place place(const Buffer& buffer, std::uint64_t page) const;
    core::Core& core_with_l1(const CoreCoord& core, std::uint32_t address, std::size_t bytes);
    void lay_out_l1(const Program& program);
    std::shared_ptr<const riscv::Program> load(const struct CompiledKernel& kernel);

    // L1 that the host wrote by address, which a program finds filled.
    struct HostBytes {
        int core;
        std::uint32_t address, bytes;
        friend auto operator<=>(const HostBytes&, const HostBytes&) = default;
    };

    core::Machine machine_;
    std::set<HostBytes> host_bytes_;
    std::shared_ptr<class Allocator> allocator_;
    std::map<std::string, std::shared_ptr<const riscv::Program>> loaded_;  // by the key of the compiled kernel
};

}  // namespace tessera::host
