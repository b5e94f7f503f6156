#include "host/elf/elf_image.hpp"

#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>

#include <memory>
#include <optional>
#include <string>

#include "host/compile/files.hpp"
#include "sim/abi/abi.hpp"
#include "sim/fault/fault.hpp"
#include "sim/riscv/program_end.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

}  // namespace

std::shared_ptr<const riscv::Program> bare_program(const std::filesystem::path& file) {
    auto program = std::make_shared<riscv::Program>(*riscv::load_program(file));
    program->has_own_place = true;
    for (std::uint32_t i = 0; i < program->words.size(); ++i)
        if (program->code[i].op == riscv::Op::jal)
            program->code[i] = riscv::decode_with_end(program->words[i], 0, program->text_base + 4 * i);
    // The vendor's linker scripts have a section for the stack, which is no data.
    if (const auto end = program->symbol("__ldm_bss_end"); end && *end >= abi::local_memory_base)
        program->data_end = *end;
    return program;
}

std::vector<riscv::DataSection> l1_image(const std::filesystem::path& file, std::uint64_t l1_bytes) {
    std::optional<std::string> image = read_file(file);
    if (!image) throw InputError(fmt::format("{}: cannot be read", file.string()));
    elf_version(EV_CURRENT);
    const std::unique_ptr<Elf, int (*)(Elf*)> elf(elf_memory(image->data(), image->size()), elf_end);
    const auto refuse = [&](const std::string& why) { throw InputError(fmt::format("{}: {}", file.string(), why)); };
    std::size_t count = 0;
    if (elf == nullptr || elf_getphdrnum(elf.get(), &count) != 0) refuse("has no table of what is loaded where");
    std::vector<riscv::DataSection> out;
    GElf_Phdr header;
    for (std::size_t i = 0; i < count; ++i) {
        if (gelf_getphdr(elf.get(), static_cast<int>(i), &header) == nullptr) refuse("has a broken table of segments");
        // What is loaded into local memory itself is the program's data.
        if (header.p_type != PT_LOAD || header.p_filesz == 0 || header.p_paddr >= l1_bytes) continue;
        if (header.p_offset > image->size() || header.p_filesz > image->size() - header.p_offset)
            refuse(fmt::format("ends within its segment {}", i));
        if (header.p_filesz > l1_bytes - header.p_paddr)
            refuse(fmt::format("segment {} of {} bytes at {:#x} leaves the L1 of {} bytes", i, header.p_filesz,
                               header.p_paddr, l1_bytes));
        const char* begin = image->data() + header.p_offset;
        out.push_back({static_cast<std::uint32_t>(header.p_paddr), {begin, begin + header.p_filesz}});
    }
    return out;
}

std::vector<riscv::DataSection> loader_data(const riscv::Program& program) {
    const auto begin = program.symbol("__loader_init_start"), end = program.symbol("__loader_init_end"),
               data = program.symbol("__ldm_data_start");
    std::vector<riscv::DataSection> out;
    if (!begin || !end || !data) return out;
    for (const riscv::DataSection& section : program.data)
        if (section.address >= *data && section.bytes.size() <= *end - *begin - (section.address - *data))
            out.push_back({*begin + (section.address - *data), section.bytes});
    return out;
}

}  // namespace tessera::host
