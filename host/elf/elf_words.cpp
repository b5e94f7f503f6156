// What `tessera elf` is given, as text.
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "host/elf/elf_run.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

struct Named {
    std::string_view name;
    abi::Risc risc;
};
constexpr std::array riscs{Named{"brisc", abi::Risc::b}, Named{"ncrisc", abi::Risc::nc}, Named{"trisc0", abi::Risc::t0},
                           Named{"trisc1", abi::Risc::t1}, Named{"trisc2", abi::Risc::t2}};

template <class Number>
std::optional<Number> number(std::string_view text) {
    const int base = text.starts_with("0x") ? 16 : 10;
    if (base == 16) text.remove_prefix(2);
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
    return value;
}

std::optional<CoreCoord> core_named(std::string_view text) {
    const std::size_t comma = text.find(',');
    if (comma == text.npos) return std::nullopt;
    const auto x = number<std::size_t>(text.substr(0, comma)), y = number<std::size_t>(text.substr(comma + 1));
    if (!x || !y) return std::nullopt;
    return CoreCoord{*x, *y};
}

}  // namespace

ElfProgram elf_program(const std::string& text) {
    const std::size_t equals = text.find('=');
    std::string_view what = std::string_view(text).substr(0, equals);
    CoreCoord core{0, 0};
    bool good = equals != text.npos && equals + 1 < text.size();
    if (const std::size_t colon = what.find(':'); good && colon != what.npos) {
        const auto at = core_named(what.substr(0, colon));
        good = at.has_value();
        if (at) core = *at;
        what.remove_prefix(colon + 1);
    }
    for (const Named& one : riscs)
        if (good && what == one.name) return {core, one.risc, text.substr(equals + 1)};
    throw InputError(
        fmt::format("{}: expected [X,Y:]RISC=FILE, as trisc1=math.elf or 1,0:brisc=boot.elf; RISCs are "
                    "brisc, ncrisc, trisc0, trisc1 and trisc2",
                    text));
}

std::string MemoryPlace::text() const {
    return bank >= 0 ? fmt::format("dram{}:{:#x}", bank, address) : fmt::format("{},{}:{:#x}", core.x, core.y, address);
}

MemoryPlace memory_place(const std::string& text) {
    MemoryPlace place;
    std::string_view rest = text;
    bool good = true;
    if (const std::size_t colon = rest.find(':'); colon != rest.npos) {
        const std::string_view memory = rest.substr(0, colon);
        rest.remove_prefix(colon + 1);
        if (memory.starts_with("dram")) {
            const auto bank = number<int>(memory.substr(4));
            good = bank.has_value();
            place.bank = bank.value_or(0);
        } else {
            const auto core = core_named(memory);
            good = core.has_value();
            place.core = core.value_or(CoreCoord{0, 0});
        }
    }
    const auto address = number<std::uint64_t>(rest);
    if (!good || !address)
        throw InputError(
            fmt::format("{}: expected an address, with a core or a bank in front of it where it is not of "
                        "core 0,0: 0x1000, 1,0:0x1000, dram3:64",
                        text));
    place.address = *address;
    return place;
}

}  // namespace tessera::host
