// A whole run of programs that others have linked, on cores as after reset: up to five ELF files a core, and what the
// host does meanwhile. A jump to itself ends a program, as it does on silicon for good.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "host/elf/elf_session.hpp"

namespace tessera::host {

struct ElfProgram {
    RiscPlace place;
    std::filesystem::path file;
    std::optional<std::uint32_t> in_l1 = std::nullopt;  // no file: what lies there from this address on
};
// What the host does, one after the other: it writes bytes, or waits until a word of L1 has a value.
struct HostStep {
    MemoryPlace place;
    std::vector<std::uint8_t> bytes = {};
    bool waits = false;
    std::uint32_t value = 0;
};
struct MemoryRead {
    MemoryPlace place;
    std::uint32_t bytes;
};

struct ElfRequest {
    std::vector<ElfProgram> programs;
    std::vector<RiscPlace> in_reset;  // the others run from the start
    // Up to the first wait before the start, and before the programs are loaded.
    std::vector<HostStep> steps;
    std::vector<MemoryRead> reads;  // at the end: after the last step if that is a wait, else once all have ended
    bool fp32_dest_acc = false;     // what Dst is until a program configures it
};

struct ElfResult {
    Cycle cycles = 0;
    std::vector<std::vector<std::uint8_t>> read;  // by ElfRequest::reads
};

// Throws what ElfSession does.
ElfResult run_elf(Device& device, const ElfRequest& request, core::Options options);

}  // namespace tessera::host
