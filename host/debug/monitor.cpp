#include "host/debug/monitor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>
#include <span>
#include <sstream>
#include <vector>

#include "sim/num/bf16.hpp"
#include "sim/num/fp16.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::host {
namespace {

struct Asked {
    const core::Machine& machine;
    const core::RiscAgent& risc;
    std::vector<std::uint32_t> numbers;  // behind the command
    const core::Core& core() const { return risc.core(); }
    std::uint32_t number(std::size_t i, std::uint32_t otherwise) const {
        return i < numbers.size() ? numbers[i] : otherwise;
    }
};

float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }

std::string circular_buffers(const Asked& asked) {
    std::string out;
    for (const tensix::CircularBuffer& cb : asked.core().cbs) {
        if (!cb.configured) continue;
        out += fmt::format("cb {}: {} of {} pages full, {} pushed, {} popped; {} bytes a page, {}\n", cb.index,
                           cb.received - cb.acked, cb.pages, cb.received, cb.acked, cb.page_bytes,
                           tensix::name(static_cast<tensix::DataFormat>(cb.format)));
        out += fmt::format("  at {:#x} to {:#x}, read at {:#x}, write at {:#x}\n", cb.base, cb.limit(), cb.read_ptr,
                           cb.write_ptr);
    }
    return out.empty() ? "no circular buffers\n" : out;
}

std::string semaphores(const Asked& asked) {
    const arch::L1& map = asked.machine.arch().l1;
    std::string out;
    std::uint32_t id = 0;
    for (std::uint32_t at = map.semaphore_base; at < map.remote_cb_base; at += arch::L1::semaphore_bytes, ++id) {
        std::uint32_t value = 0;
        if (asked.core().l1.try_load(at, 4, value)) out += fmt::format("semaphore {} at {:#x}: {}\n", id, at, value);
    }
    for (std::size_t i = 0; i < asked.core().semaphores.state.size(); ++i) {
        const auto& [value, max] = asked.core().semaphores.state[i];
        out += fmt::format("coprocessor semaphore {}: {} of {}\n", i, value, max);
    }
    return out;
}

// As the packer would read the row: by what the matrix unit wrote to its half.
std::string dst_row(const core::Core& core, int row) {
    using tensix::DstFormat;
    const bool wide = core.dst_is_32_bit();
    const DstFormat written =
        core.dst_protocol
            .written[static_cast<std::size_t>(wide ? row >= tensix::Dst::rows / 4 : tensix::Dst::half_of(row))]
            .value_or(DstFormat::bf16);
    const DstFormat format = wide ? DstFormat::fp32 : written;
    if (!core.dst().holds(row, format)) return fmt::format("row {}: cleared\n", row);
    std::string out = fmt::format("row {}:", row);
    for (const std::uint32_t datum : core.dst().read_row(row, format)) {
        if (format == DstFormat::raw16)
            out += fmt::format(" {:#06x}", datum);
        else
            out += fmt::format(" {:.6g}", as_float(format == DstFormat::bf16   ? num::bf16_to_fp32(datum)
                                                   : format == DstFormat::fp16 ? num::fp16_to_fp32(datum)
                                                                               : datum));
    }
    return out + "\n";
}

std::string dst(const Asked& asked) {
    const bool wide = asked.core().dst_is_32_bit();
    const int rows = wide ? tensix::Dst::rows / 2 : tensix::Dst::rows, bits = wide ? 32 : 16;
    const std::uint32_t first = asked.number(0, 0), count = asked.number(1, 16);
    const auto beyond = static_cast<std::uint32_t>(rows);
    if (first >= beyond) return fmt::format("Dst has rows 0 to {} of {} bits\n", rows - 1, bits);
    std::string out = fmt::format("Dst as rows of {} bits\n", bits);
    for (std::uint32_t row = first; row < beyond && row - first < count; ++row)
        out += dst_row(asked.core(), static_cast<int>(row));
    return out;
}

std::string lane_values(const lane::Lanes& lanes) {
    if (lanes == lane::broadcast(lanes[0]))
        return fmt::format(" {:#010x} ({:.6g}) in all lanes\n", lanes[0], as_float(lanes[0]));
    std::string out;
    for (int l = 0; l < lane::count; ++l) {
        if (l % 4 == 0) out += "\n ";
        out += fmt::format(" {:#010x} {:<8.4g}", lanes[l], as_float(lanes[l]));
    }
    return out + "\n";
}

std::string lane_registers(const Asked& asked) {
    const sfpu::State& state = asked.core().sfpu;
    const std::uint32_t count = std::size(state.lreg);
    if (asked.number(0, 0) >= count) return fmt::format("LRegs are 0 to {}\n", count - 1);
    const std::uint32_t first = asked.number(0, 0), last = asked.numbers.empty() ? 7 : first;
    std::string out;
    for (std::uint32_t n = first; n <= last; ++n) out += fmt::format("LReg{}:{}", n, lane_values(state.lreg[n]));
    return out;
}

std::string dram(const Asked& asked) {
    const dram::Dram& all = asked.machine.dram();
    const std::uint32_t bank = asked.number(0, 0), address = asked.number(1, 0);
    const std::uint32_t bytes = 4 * std::min(asked.number(2, 8), 1024u);
    if (asked.numbers.size() < 2 || bank >= static_cast<std::uint32_t>(all.banks()) ||
        std::uint64_t{address} + bytes > all.bank_bytes())
        return fmt::format("expected a bank, 0 to {}, and an address in it, below {:#x}\n", all.banks() - 1,
                           all.bank_bytes());
    std::vector<std::uint8_t> found(bytes);
    const bool written = all.read(static_cast<int>(bank), address, found);
    std::string out = fmt::format("bank {}{}", bank, written ? "" : ", not all of it written");
    for (std::uint32_t at = 0; at < bytes; at += 4) {
        if (at % 32 == 0) out += fmt::format("\n{:#010x}:", address + at);
        out += fmt::format(" {:02x}{:02x}{:02x}{:02x}", found[at + 3], found[at + 2], found[at + 1], found[at]);
    }
    return out + "\n";
}

std::string time(const Asked& asked) {
    return fmt::format("cycle {} at {:.3g} GHz\n", asked.risc.clock, asked.machine.arch().clock_ghz);
}

std::string help(const Asked&);

struct Row {
    std::string_view name, arguments, text;
    std::string (*show)(const Asked&);
};
constexpr Row commands[] = {
    {"cb", "", "circular buffers: pages, counters, pointers", circular_buffers},
    {"sem", "", "semaphores in L1 and those of the coprocessor", semaphores},
    {"dst", "[ROW [ROWS]]", "rows of Dst as numbers, 16 from 0 on by default", dst},
    {"lregs", "[N]", "registers of the vector unit, 0 to 7 by default", lane_registers},
    {"dram", "BANK ADDRESS [WORDS]", "words of a DRAM bank", dram},
    {"time", "", "the cycle in which the RISC stands", time},
    {"help", "", "these lines", help},
};

std::string help(const Asked&) {
    std::string out;
    for (const Row& row : commands)
        out += fmt::format("monitor {:<26} {}\n", fmt::format("{} {}", row.name, row.arguments), row.text);
    return out + "All but dram are of the core of the chosen thread.\n";
}

// Decimal, or hexadecimal behind 0x.
std::optional<std::uint32_t> number_of(std::string_view word) {
    const bool hexadecimal = word.starts_with("0x");
    if (hexadecimal) word.remove_prefix(2);
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number, hexadecimal ? 16 : 10);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return number;
}

}  // namespace

std::string monitor_text(const core::Machine& machine, const core::RiscAgent& risc, std::string_view command) {
    std::istringstream words{std::string(command)};
    std::string name, word;
    words >> name;
    const auto row = std::ranges::find(commands, name, &Row::name);
    Asked asked{machine, risc, {}};
    if (row == std::end(commands)) return fmt::format("no command `{}`; there are:\n{}", name, help(asked));
    while (words >> word) {
        const std::optional<std::uint32_t> number = number_of(word);
        if (!number) return fmt::format("`{}` is no number\n", word);
        asked.numbers.push_back(*number);
    }
    return row->show(asked);
}

}  // namespace tessera::host
