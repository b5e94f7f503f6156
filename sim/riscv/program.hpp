// A kernel as the cores run it: text with its decoded form, initial data of the local memory, symbols, line table.
// Immutable and shared by all cores that run it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/riscv/decode.hpp"
#include "sim/riscv/lines.hpp"

namespace tessera::riscv {

struct DataSection {
    std::uint32_t address;
    std::vector<std::uint8_t> bytes;
};

struct Program {
    std::string name;  // of the ELF file
    std::uint32_t entry = 0;
    std::uint32_t text_base = 0;       // byte address of words[0], a multiple of 4
    std::vector<std::uint32_t> words;  // text and what the linker put between: read-only to the kernel
    std::vector<Decoded> code;         // code[i] is words[i]; one `past_end` entry more
    std::vector<DataSection> data;     // initial contents of local memory, .bss as zeros
    std::map<std::string, std::uint32_t> symbols;
    std::uint32_t data_end = 0;          // the stack must stay at or above this address
    bool has_own_place = false;          // of the text, as its linker chose: it may be of any length
    std::shared_ptr<const Lines> lines;  // never null; empty without debug information

    std::uint32_t text_bytes() const { return 4 * static_cast<std::uint32_t>(words.size()); }
    std::uint32_t data_bytes() const;  // of the local memory up to data_end
    std::optional<std::uint32_t> symbol(const std::string& wanted) const;
};

// Reads an RV32 executable: allocated sections below the local memory are text, those in it are data. `__data_end`
// bounds the stack, else the end of the data. Throws fault::InputError if the file is not such an executable.
std::shared_ptr<const Program> load_program(const std::filesystem::path& elf);

// A text without file, symbols or data that is entered at its first word.
std::shared_ptr<const Program> make_program(std::uint32_t text_base, std::span<const std::uint32_t> words);

}  // namespace tessera::riscv
