#include "sim/arch/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace tessera::arch {
namespace {

using Kind = Range::Kind;

constexpr double million = 1e6, kib = 1024, mib = 1024 * kib;

struct Unit {
    std::string_view suffix, unit;
    Range range;
};
// The first suffix that fits.
constexpr Unit units[] = {
    {"_bytes_per_cycle", "bytes/cycle", {0.001, million, Kind::real}},
    {"_cycles", "cycles", {0, million}},
    {"_bytes", "bytes", {16, 16 * mib, Kind::whole, 16}},
    {"_entries", "entries", {1, 65536}},
    {"_per_window", "loads", {1, 65536}},
    {"_per_cycle", "pushes", {1, 64}},
    {"_factor", "times", {1, 1000, Kind::real}},
    {"_ghz", "GHz", {0.001, 1000, Kind::real}},
};

// Cores and threads whose figures stand in one array have names of their own: the unit stands before them.
constexpr std::string_view without_part(std::string_view name) {
    for (const std::string_view part : {".b", ".nc", ".t0", ".t1", ".t2"})
        if (name.ends_with(part)) return name.substr(0, name.size() - part.size());
    return name;
}

constexpr Unit unit_of(std::string_view name) {
    for (const Unit& unit : units)
        if (without_part(name).ends_with(unit.suffix) || without_part(name).ends_with(unit.suffix.substr(1)))
            return unit;
    std::abort();
}

constexpr FigureRow row(std::string_view name, Figure& (*of)(Arch&)) {
    const Unit unit = unit_of(name);
    return {name, of, unit.unit, unit.range};
}
// What the unit does not say about the range.
constexpr FigureRow row(std::string_view name, Figure& (*of)(Arch&), Range range) {
    return {name, of, unit_of(name).unit, range};
}

constexpr Range one_cycle_or_more{1, million}, alignment{4, 4096, Kind::power_of_two};
constexpr Range cache_line{4, 64, Kind::power_of_two}, cache{64, mib, Kind::whole, 64};
constexpr Range packet{64, 64 * kib, Kind::power_of_two}, bank{mib, 4096 * mib, Kind::whole, 4096};
constexpr Range local_memory{kib, 64 * kib, Kind::whole, 16}, code{kib, 64 * kib, Kind::whole, 16};
constexpr Range l1{256 * kib, 16 * mib, Kind::whole, 64}, none_or_more{0, mib};

#define FIGURE(path, ...) row(#path, [](Arch& a) -> Figure& { return a.path; } __VA_OPT__(, ) __VA_ARGS__)
#define PART(path, part, i, ...) \
    row(#path "." #part, [](Arch& a) -> Figure& { return a.path[i]; } __VA_OPT__(, ) __VA_ARGS__)
#define THREADS(path, first, ...) \
    PART(path, t0, first, __VA_ARGS__), PART(path, t1, first + 1, __VA_ARGS__), PART(path, t2, first + 2, __VA_ARGS__)
#define RISCS(path, ...) PART(path, b, 0, __VA_ARGS__), PART(path, nc, 1, __VA_ARGS__), THREADS(path, 2, __VA_ARGS__)

constexpr FigureRow table[] = {
    FIGURE(clock_ghz),
    FIGURE(dram.alignment_bytes, alignment),
    FIGURE(dram.bank_bytes, bank),
    FIGURE(dram.read_latency_cycles),
    FIGURE(dram.write_latency_cycles),
    FIGURE(dram.bank_bytes_per_cycle),
    FIGURE(dram.request_cycles),
    FIGURE(dram.short_write_cycles),
    FIGURE(dram.turnaround_cycles),
    FIGURE(dram.write_posted_bytes, none_or_more),
    FIGURE(dram.queue_bytes, none_or_more),
    FIGURE(noc.hop_cycles),
    FIGURE(noc.read_bytes_per_cycle),
    FIGURE(noc.write_bytes_per_cycle),
    FIGURE(noc.link_bytes_per_cycle),
    FIGURE(noc.flit_bytes, alignment),
    FIGURE(noc.channel_buffer_bytes),
    FIGURE(noc.l1_bytes_per_cycle),
    FIGURE(noc.switch_cycles),
    FIGURE(noc.short_switch_cycles),
    FIGURE(noc.multicast_hop_cycles),
    FIGURE(noc.multicast_setup_cycles),
    FIGURE(noc.multicast_bytes_per_cycle),
    FIGURE(noc.read_overhead_cycles),
    FIGURE(noc.write_overhead_cycles),
    FIGURE(noc.issue_read_cycles),
    FIGURE(noc.issue_write_cycles),
    FIGURE(noc.issue_read_state_cycles),
    FIGURE(noc.issue_write_state_cycles),
    FIGURE(noc.set_state_cycles),
    FIGURE(noc.l1_answer_cycles),
    FIGURE(noc.l1_read_service_cycles),
    FIGURE(noc.max_packet_bytes, packet),
    FIGURE(noc.l1_alignment_bytes, alignment),
    FIGURE(riscv.mul_cycles, one_cycle_or_more),
    FIGURE(riscv.div_trivial_cycles, one_cycle_or_more),
    FIGURE(riscv.div_min_cycles, one_cycle_or_more),
    FIGURE(riscv.div_max_cycles, one_cycle_or_more),
    FIGURE(riscv.mispredict_cycles),
    FIGURE(riscv.local_load_cycles),
    FIGURE(riscv.l1_load_cycles),
    FIGURE(riscv.mmio_load_cycles),
    FIGURE(riscv.sync_load_cycles),
    FIGURE(riscv.register_load_cycles),
    FIGURE(riscv.l1_loads_per_window),
    FIGURE(riscv.l1_load_window_cycles),
    FIGURE(riscv.l1_store_interval_cycles),
    FIGURE(riscv.icache_line_bytes, cache_line),
    FIGURE(riscv.icache_miss_cycles),
    RISCS(riscv.icache_bytes, cache),
    RISCS(riscv.local_memory_bytes, local_memory),
    RISCS(riscv.code_limit_bytes, code),
    FIGURE(l1.bytes, l1),
    THREADS(tensix.fifo_entries, 0),
    FIGURE(tensix.unpack_setup_cycles),
    FIGURE(tensix.unpack_bytes_per_cycle),
    FIGURE(tensix.unpack_bank_period_bytes, none_or_more),
    FIGURE(tensix.unpack_bank_row_bytes),
    FIGURE(tensix.pack_bytes_per_cycle),
    FIGURE(tensix.pack_fill_cycles),
    FIGURE(tensix.scalar_settle_cycles),
    FIGURE(tensix.cb_wait_cycles),
    FIGURE(tensix.cb_poll_cycles),
    FIGURE(tensix.cb_push_cycles),
    FIGURE(tensix.cb_push_thread_cycles),
    FIGURE(tensix.push_not_resident_factor),
    FIGURE(tensix.runtime_push_cycles),
    FIGURE(tensix.pushes_per_cycle),
    FIGURE(tensix.zone_inside_cycles),
    FIGURE(tensix.zone_outside_cycles),
    FIGURE(tensix.dispatch_cycles),
};

#undef FIGURE
#undef PART
#undef THREADS
#undef RISCS

}  // namespace

bool Range::holds(double value) const {
    if (!(value >= least && value <= most)) return false;
    if (kind == Kind::real) return true;
    if (value != std::floor(value)) return false;
    const auto whole = static_cast<std::uint64_t>(value);
    return kind == Kind::power_of_two ? (whole & (whole - 1)) == 0 : whole % step == 0;
}

std::string Range::text() const {
    const auto ends = [&](std::string_view what) {
        if (kind == Kind::real) return fmt::format("{} from {} to {}", what, least, most);
        return fmt::format("{} from {:.0f} to {:.0f}", what, least, most);
    };
    switch (kind) {
        case Kind::real: return ends("a number");
        case Kind::power_of_two: return ends("a power of two");
        case Kind::whole: break;
    }
    return ends(step == 1 ? "a whole number" : fmt::format("a multiple of {}", step));
}

std::span<const FigureRow> figures() { return table; }

namespace {

// Kernel texts lie one after the other below what circular buffers may use.
std::uint64_t text_bytes(const Arch& a) {
    std::uint64_t text = 0;
    for (const Figure& limit : a.riscv.code_limit_bytes) text += limit.count();
    return text;
}
std::uint64_t text_room(const Arch& a) { return a.l1.unreserved_base - a.l1.code_base; }

}  // namespace

Range range_beside(const FigureRow& row, const Arch& a) {
    Range range = row.range;
    const Figure* const figure = &row.in(a);
    if (figure == &a.riscv.div_min_cycles) range.most = std::min(range.most, a.riscv.div_max_cycles.value);
    if (figure == &a.riscv.div_max_cycles) range.least = std::max(range.least, a.riscv.div_min_cycles.value);
    for (const Figure& limit : a.riscv.code_limit_bytes) {
        if (figure != &limit) continue;
        const std::uint64_t left = text_room(a) - (text_bytes(a) - limit.count());
        const std::uint64_t steps = left / range.step;
        range.most = std::min(range.most, static_cast<double>(steps * range.step));
    }
    return range;
}

std::string misfit(const Arch& a) {
    if (a.riscv.div_min_cycles > a.riscv.div_max_cycles)
        return fmt::format("riscv.div_min_cycles {} is above riscv.div_max_cycles {}", a.riscv.div_min_cycles.count(),
                           a.riscv.div_max_cycles.count());
    if (text_bytes(a) > text_room(a))
        return fmt::format("the five of riscv.code_limit_bytes are {} bytes together; {} fit", text_bytes(a),
                           text_room(a));
    return {};
}

}  // namespace tessera::arch
