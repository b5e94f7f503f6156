// What a loader makes of an ELF file (spec/design.md 8.1): the program that a RISC runs, and the bytes that lie in L1
// before it starts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "sim/riscv/program.hpp"

namespace tessera::host {

// A jump to itself ends it. InputError for a file that is none for RV32.
std::shared_ptr<const riscv::Program> bare_program(const std::filesystem::path& file);

// Its segments by the address they are loaded at, as far as that is in L1: the text, and data that start-up code copies
// to local memory. InputError for a file without such a table, with segments that it does not hold, or that leave L1.
std::vector<riscv::DataSection> l1_image(const std::filesystem::path& file, std::uint64_t l1_bytes);

// What the vendor's loader leaves in L1 besides: the data of local memory, at the place that the program's symbols
// reserve for it, from where its start-up code takes them.
std::vector<riscv::DataSection> loader_data(const riscv::Program& program);

}  // namespace tessera::host
