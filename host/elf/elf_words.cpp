#include "host/elf/elf_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "host/compile/files.hpp"
#include "host/debug/words.hpp"
#include "sim/core/kernel.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

template <class Number>
bool read_word(std::string_view text, Number& into) {
    return text.starts_with("0x") ? read_number(text.substr(2), into, 16) : read_number(text, into);
}

bool read_core(std::string_view text, CoreCoord& into) {
    const std::string_view y = take_behind(text, ',');
    return read_number(text, into.x) && read_number(y, into.y);
}

bool read_risc(std::string_view text, abi::Risc& into) {
    std::string name(text);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    for (int row = watch::brisc; row <= watch::trisc2; ++row)
        if (name == core::risc_name(row)) {
            into = static_cast<abi::Risc>(row);
            return true;
        }
    return false;
}

bool read_place(std::string_view text, MemoryPlace& into) {
    const bool named = text.find(':') != text.npos;
    const std::string_view address = named ? take_behind(text, ':') : text;
    if (!read_word(address, into.address)) return false;
    if (!named) return true;
    constexpr std::string_view dram = "dram";
    return text.starts_with(dram) ? read_number(text.substr(dram.size()), into.bank) && into.bank >= 0
                                  : read_core(text, into.core);
}

}  // namespace

RiscPlace risc_place(std::string_view text) {
    RiscPlace place;
    std::string_view core = text;
    const bool named = core.find(':') != core.npos;
    const std::string_view risc = named ? take_behind(core, ':') : core;
    if (!read_risc(risc, place.risc) || (named && !read_core(core, place.core)))
        throw InputError(
            fmt::format("{}: expected [X,Y:]RISC, as trisc1 or 1,0:brisc; RISCs are brisc, ncrisc, trisc0, trisc1 and "
                        "trisc2",
                        text));
    return place;
}

ElfProgram elf_program(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == text.npos || equals + 1 == text.size())
        throw InputError(
            fmt::format("{}: expected [X,Y:]RISC=FILE or =@ADDRESS, as trisc1=math.elf or 1,0:brisc=@0x6000", text));
    ElfProgram program{risc_place(std::string_view(text).substr(0, equals)), {}};
    const std::string_view what = std::string_view(text).substr(equals + 1);
    if (!what.starts_with('@')) {
        program.file = what;
        return program;
    }
    std::uint32_t address = 0;
    if (!read_word(what.substr(1), address))
        throw InputError(fmt::format("{}: `{}` is no address in L1", text, what.substr(1)));
    program.in_l1 = address;
    return program;
}

std::string MemoryPlace::text() const {
    return bank >= 0 ? fmt::format("dram{}:{:#x}", bank, address) : fmt::format("{},{}:{:#x}", core.x, core.y, address);
}

MemoryPlace memory_place(std::string_view text) {
    MemoryPlace place;
    if (!read_place(text, place))
        throw InputError(
            fmt::format("{}: expected an address, with a core or a bank in front of it where it is not of "
                        "core 0,0: 0x1000, 1,0:0x1000, dram3:64",
                        text));
    return place;
}

namespace {

// What stands in front of the sign, and takes it along with that away.
MemoryPlace take_place(std::string_view& text, std::string_view expected) {
    const std::size_t equals = text.find('=');
    if (equals == text.npos) throw InputError(fmt::format("{}: expected {}", text, expected));
    const MemoryPlace place = memory_place(text.substr(0, equals));
    text.remove_prefix(equals + 1);
    return place;
}

std::uint32_t word_of(std::string_view text, std::string_view of) {
    std::uint32_t word = 0;
    if (!read_word(text, word)) throw InputError(fmt::format("{}: `{}` is no word of 32 bits", of, text));
    return word;
}

}  // namespace

HostStep memory_write(const std::string& text) {
    std::string_view rest = text;
    HostStep write{.place = take_place(rest, "ADDRESS=WORD,WORD... or ADDRESS=@FILE, as 0x1000=1,0x3f800000")};
    if (rest.starts_with('@')) {
        const std::optional<std::string> bytes = read_file(rest.substr(1));
        if (!bytes) throw InputError(fmt::format("{}: cannot be read", rest.substr(1)));
        write.bytes.assign(bytes->begin(), bytes->end());
        return write;
    }
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        const std::uint32_t word = word_of(rest.substr(0, comma), text);
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(&word);
        write.bytes.insert(write.bytes.end(), bytes, bytes + sizeof word);
        more = comma != rest.npos;
        if (more) rest.remove_prefix(comma + 1);
    }
    return write;
}

HostStep memory_wait(const std::string& text) {
    std::string_view rest = text;
    HostStep wait{.place = take_place(rest, "ADDRESS=WORD, as 0x1ffb8=0xff"), .waits = true};
    wait.value = word_of(rest, text);
    return wait;
}

MemoryRead memory_read(std::string_view text) {
    std::string_view place = text;
    const std::string_view bytes = take_behind(place, '+');
    MemoryRead read{{}, 0};
    if (!read_word(bytes, read.bytes))
        throw InputError(fmt::format("{}: expected ADDRESS+BYTES, as 0x1000+4096", text));
    read.place = memory_place(place);
    return read;
}

}  // namespace tessera::host
