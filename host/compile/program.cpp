#include "host/compile/program.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <cstring>

#include "sim/fault/fault.hpp"

namespace tessera::host {

void check_size(const CompileRequest& request, std::string_view elf) {
    const auto risc = static_cast<std::size_t>(request.risc);
    const std::uint64_t text_room = request.arch->riscv.code_limit_bytes[risc].count();
    const std::uint64_t data_room = request.arch->riscv.local_memory_bytes[risc].count();

    Elf32_Ehdr header;
    if (elf.size() < sizeof header) throw fault::InputError("the linker's output is no ELF file");
    std::memcpy(&header, elf.data(), sizeof header);
    for (unsigned i = 0; i < header.e_phnum; ++i) {
        Elf32_Phdr segment;
        const std::size_t at = header.e_phoff + std::size_t{i} * header.e_phentsize;
        if (at + sizeof segment > elf.size()) throw fault::InputError("the linker's output is cut short");
        std::memcpy(&segment, elf.data() + at, sizeof segment);
        const bool is_data = segment.p_vaddr >= abi::local_memory_base;
        const std::uint64_t room = is_data ? data_room : text_room;
        if (segment.p_type == PT_LOAD && segment.p_memsz > room)
            throw fault::Fault(
                fault::Id::kernel_too_large,
                fmt::format("{}: {} of {} bytes, {} {} bytes on this core", request.source.string(),
                            is_data ? "data" : "text", segment.p_memsz,
                            is_data ? "local memory holds data and stack in" : "there is room for", room));
    }
}

}  // namespace tessera::host
