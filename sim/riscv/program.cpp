#include "sim/riscv/program.hpp"

#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "sim/abi/abi.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::riscv {
namespace {

using fault::InputError;

std::vector<char> read_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw InputError(fmt::format("{}: cannot be read; expected a kernel's ELF file", path.string()));
    return {std::istreambuf_iterator<char>(in), {}};
}

struct Section {
    GElf_Shdr header;
    std::string_view bytes;  // empty for .bss
};

class Reader {
  public:
    Reader(const std::filesystem::path& path, std::vector<char>& image) : path_(path) {
        elf_version(EV_CURRENT);
        elf_ = elf_memory(image.data(), image.size());
        GElf_Ehdr header;
        if (elf_ == nullptr || gelf_getehdr(elf_, &header) == nullptr) refuse("is not an ELF file");
        if (header.e_machine != EM_RISCV || gelf_getclass(elf_) != ELFCLASS32 || header.e_type != ET_EXEC)
            refuse("is not an executable for RV32");
        entry = static_cast<std::uint32_t>(header.e_entry);
    }
    ~Reader() { elf_end(elf_); }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    template <class Visit>
    void each_section(Visit visit) {
        for (Elf_Scn* scn = nullptr; (scn = elf_nextscn(elf_, scn)) != nullptr;) {
            Section section;
            if (gelf_getshdr(scn, &section.header) == nullptr) refuse("has a broken section table");
            Elf_Data* data = section.header.sh_type == SHT_NOBITS ? nullptr : elf_getdata(scn, nullptr);
            if (data != nullptr && data->d_buf != nullptr)
                section.bytes = {static_cast<const char*>(data->d_buf), data->d_size};
            visit(section, data);
        }
    }
    const char* string(std::size_t table, std::size_t offset) { return elf_strptr(elf_, table, offset); }
    [[noreturn]] void refuse(const char* why) {
        elf_end(std::exchange(elf_, nullptr));
        throw InputError(fmt::format("{} {}; expected a kernel linked for rv32im", path_.string(), why));
    }

    std::uint32_t entry = 0;

  private:
    const std::filesystem::path& path_;
    Elf* elf_ = nullptr;
};

void add_text(Program& program, std::vector<Section>& text) {
    if (text.empty()) return;
    std::ranges::sort(text, {}, [](const Section& s) { return s.header.sh_addr; });
    program.text_base = static_cast<std::uint32_t>(text.front().header.sh_addr) & ~3u;
    const GElf_Shdr& last = text.back().header;
    const auto bytes = static_cast<std::uint32_t>(last.sh_addr + last.sh_size) - program.text_base;
    program.words.resize((bytes + 3) / 4);
    for (const Section& s : text)
        std::copy(s.bytes.begin(), s.bytes.end(),
                  reinterpret_cast<char*>(program.words.data()) + (s.header.sh_addr - program.text_base));
}

}  // namespace

std::uint32_t Program::data_bytes() const { return data_end - abi::local_memory_base; }

std::optional<std::uint32_t> Program::symbol(const std::string& wanted) const {
    const auto found = symbols.find(wanted);
    return found == symbols.end() ? std::nullopt : std::optional(found->second);
}

std::shared_ptr<const Program> load_program(const std::filesystem::path& elf) {
    auto program = std::make_shared<Program>();
    program->name = elf.string();
    program->data_end = abi::local_memory_base;
    std::vector<char> image = read_file(elf);
    {
        Reader reader(elf, image);
        program->entry = reader.entry;
        std::vector<Section> text;
        reader.each_section([&](const Section& s, Elf_Data* data) {
            const GElf_Shdr& h = s.header;
            if ((h.sh_flags & SHF_ALLOC) != 0 && h.sh_size > 0) {
                if (h.sh_addr < abi::local_memory_base) {
                    // Room without contents is for who runs it.
                    if (h.sh_type != SHT_NOBITS) text.push_back(s);
                } else {
                    DataSection segment{static_cast<std::uint32_t>(h.sh_addr), std::vector<std::uint8_t>(h.sh_size)};
                    std::copy(s.bytes.begin(), s.bytes.end(), segment.bytes.begin());
                    program->data_end = std::max(program->data_end, static_cast<std::uint32_t>(h.sh_addr + h.sh_size));
                    program->data.push_back(std::move(segment));
                }
            }
            if (h.sh_type != SHT_SYMTAB || data == nullptr) return;
            GElf_Sym symbol;
            for (int i = 1; gelf_getsym(data, i, &symbol) != nullptr; ++i) {
                const char* text_name = reader.string(h.sh_link, symbol.st_name);
                const bool named = text_name != nullptr && *text_name != 0;
                if (named && GELF_ST_TYPE(symbol.st_info) != STT_FILE && symbol.st_shndx != SHN_UNDEF)
                    program->symbols[text_name] = static_cast<std::uint32_t>(symbol.st_value);
            }
        });
        add_text(*program, text);
        const std::uint32_t into = program->entry - program->text_base;
        if (into >= program->text_bytes() || into % 4 != 0) reader.refuse("has its entry outside its text");
    }
    if (const auto end = program->symbol("__data_end")) program->data_end = *end;
    program->code = decode_text(program->words, program->text_base);
    program->lines = std::make_shared<const Lines>(std::move(image));
    return program;
}

std::shared_ptr<const Program> make_program(std::uint32_t text_base, std::span<const std::uint32_t> words) {
    auto program = std::make_shared<Program>();
    program->name = "(words)";
    program->entry = program->text_base = text_base;
    program->words.assign(words.begin(), words.end());
    program->code = decode_text(program->words, text_base);
    program->data_end = abi::local_memory_base;
    program->lines = std::make_shared<const Lines>(std::vector<char>{});
    return program;
}

}  // namespace tessera::riscv
