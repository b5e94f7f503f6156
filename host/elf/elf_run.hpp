// Programs that others have linked, on cores as after reset: up to five ELF files a core, and bytes that the host
// writes and reads. Their text lies in L1, all of which is theirs; a jump to itself ends one, as it does on silicon for
// good.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "host/device/device.hpp"
#include "sim/abi/abi.hpp"

namespace tessera::host {

// L1 of a core, or a DRAM bank.
struct MemoryPlace {
    CoreCoord core{0, 0};
    int bank = -1;  // of DRAM where it is not negative
    std::uint64_t address = 0;
    std::string text() const;  // "0,0:0x1000", "dram3:0x40"
};

struct ElfProgram {
    CoreCoord core;
    abi::Risc risc;
    std::filesystem::path file;
};
struct MemoryWrite {
    MemoryPlace place;
    std::vector<std::uint8_t> bytes;
};
struct MemoryRead {
    MemoryPlace place;
    std::uint32_t bytes;
};

struct ElfRequest {
    std::vector<ElfProgram> programs;
    std::vector<MemoryWrite> writes;  // before the programs start, which are loaded behind them
    std::vector<MemoryRead> reads;    // once all have ended
    bool fp32_dest_acc = false;       // what Dst is until a program configures it
};

struct ElfResult {
    Cycle cycles = 0;
    std::vector<std::vector<std::uint8_t>> read;  // by ElfRequest::reads; bytes never written are zero
};

// Throws fault::Fault of what a program does wrong, InputError for files that are no programs for these cores, cores
// that the grid does not have, and bytes beyond a memory.
ElfResult run_elf(Device& device, const ElfRequest& request, core::Options options);

}  // namespace tessera::host
