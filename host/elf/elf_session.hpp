// Bare cores that a host steps: it puts programs on them, ends their resets, and reads and writes memory between the
// slices of time that it gives them (spec/design.md 8.1).
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "host/device/device.hpp"
#include "sim/abi/abi.hpp"
#include "sim/core/machine/machine.hpp"

namespace tessera::host {

// L1 of a core, or a DRAM bank.
struct MemoryPlace {
    CoreCoord core{0, 0};
    int bank = -1;  // of DRAM where it is not negative
    std::uint64_t address = 0;
    std::string text() const;  // "0,0:0x1000", "dram3:0x40"
};

struct RiscPlace {
    CoreCoord core{0, 0};
    abi::Risc risc = abi::Risc::b;
};

// InputError for cores that the grid does not have, bytes beyond a memory, and files that are no programs for these
// cores. fault::Fault of what a program does wrong, after which the session is over.
class ElfSession {
  public:
    // `fp32_dest_acc`: what Dst is until a program configures it.
    ElfSession(Device& device, core::Options options, bool fp32_dest_acc = false);
    ~ElfSession();
    ElfSession(const ElfSession&) = delete;
    ElfSession& operator=(const ElfSession&) = delete;

    // The segments to where they are loaded, the program to the RISC in place of what it had: in reset, or to run.
    void load(const RiscPlace& place, const std::filesystem::path& file, bool in_reset);
    // Whatever lies in L1 from there on, which the host or another RISC has written or will have by then. InputError
    // for an address that is none of an instruction in L1.
    void load_from_l1(const RiscPlace& place, std::uint32_t address, bool in_reset);
    void set_reset(const RiscPlace& place, bool in_reset);

    void write(const MemoryPlace& place, std::span<const std::uint8_t> bytes);
    // Bytes never written are zero.
    std::vector<std::uint8_t> read(const MemoryPlace& place, std::uint32_t bytes) const;

    // At most so many cycles; false where nothing moves any more unless the host does something.
    bool run(Cycle cycles);
    // Until the word of L1 there has this value. Throws Fault where it never will.
    void wait(const MemoryPlace& place, std::uint32_t value);
    // Until every program has ended. Throws Fault where one never will.
    void run_to_the_end();

    Cycle cycle() const;
    // To be called once nothing more is wanted of the programs; returns the last cycle.
    Cycle finish();

  private:
    core::Core& core_of(const CoreCoord& at) const;
    core::Core& begun(const CoreCoord& at);
    std::uint32_t word_at(const MemoryPlace& place) const;

    Device& device_;
    const bool fp32_dest_acc_;
    std::set<int> begun_;
};

}  // namespace tessera::host
