// Compiles small C and C++ sources for a baby core with the cross compiler, for tests and benchmarks of this room.
// The linker script keeps the symbols of the kernels' own one: `_start`, `__data_end`, `__stack_top`.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include "sim/riscv/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::riscv::cross {

inline void write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path) << text;
    if (!std::filesystem::exists(path)) throw std::runtime_error("cannot write " + path.string());
}

struct Layout {
    std::uint32_t text = 0x8000;
    std::uint32_t local_bytes = 2048;
};

inline std::string linker_script(const Layout& layout) {
    const std::string top = std::to_string(0xFFB00000u + layout.local_bytes);
    return "ENTRY(_start)\nSECTIONS {\n  . = " + std::to_string(layout.text) +
           ";\n  .text : { *(.start) *(.text .text.*) }\n  . = 0xFFB00000;\n"
           "  .data : { *(.rodata .rodata.*) *(.srodata .srodata.*) *(.data .data.*) *(.sdata .sdata.*) }\n"
           "  .bss : { *(.sbss .sbss.*) *(.bss .bss.*) *(COMMON) }\n"
           "  . = ALIGN(16);\n  __data_end = .;\n  __stack_top = " +
           top + ";\n  /DISCARD/ : { *(.eh_frame) *(.comment) *(.riscv.attributes) }\n}\n";
}

// _start sets sp, calls kernel_main and ends with the call `exit` (custom-0, number 0).
inline const char* start_source() {
    return ".section .start,\"ax\"\n.globl _start\n_start:\n  la sp, __stack_top\n  call kernel_main\n  .word "
           "0x0000000b\n"
           "1: j 1b\n";
}

// Compiles `sources` (names of files already in `folder`) together with _start; returns the program.
inline std::shared_ptr<const Program> build(const std::filesystem::path& folder, const std::string& sources,
                                            const Layout& layout = {}, const std::string& options = "-O2") {
    write(folder / "start.S", start_source());
    write(folder / "link.ld", linker_script(layout));
    const char* chosen = std::getenv("TESSERA_RISCV_CXX");
    const std::string command = "cd '" + folder.string() + "' && " + (chosen ? chosen : "riscv64-unknown-elf-g++") +
                                " -march=rv32im -mabi=ilp32 -g -ffreestanding -fno-exceptions -nostdlib " + options +
                                " -T link.ld -o kernel.elf start.S " + sources + " -lgcc 2>&1";
    if (std::system(command.c_str()) != 0) throw std::runtime_error("cross compiler failed: " + command);
    return load_program(folder / "kernel.elf");
}

}  // namespace tessera::riscv::cross
