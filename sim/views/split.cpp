#include "sim/views/split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sim/views/profile_stops.hpp"

namespace tessera::views {
namespace {

struct Direction {
    std::string_view name;
    Stop stop;
};
constexpr Direction directions[] = {
    {"x", Stop::along_x}, {"y", Stop::along_y}, {"leave", Stop::leave}, {"enter", Stop::enter}};

Cycle taken(const std::vector<PartCycles>& parts, Cycle busy) {
    if (parts.empty()) return busy;
    Cycle sum = 0;
    for (const StopPart part : {StopPart::data, StopPart::overhead, StopPart::turnaround, StopPart::blocked})
        sum += part_of(parts, name_of(part));
    return sum;
}

void add(Split& to, const std::string& part, Cycle cycles) {
    if (cycles == 0) return;
    const auto at = std::ranges::find(to.parts, part, &PartCycles::part);
    if (at == to.parts.end())
        to.parts.push_back({part, cycles});
    else
        at->cycles += cycles;
}

Cycle sum_of(const Split& split) {
    return std::accumulate(split.parts.begin(), split.parts.end(), Cycle{0},
                           [](Cycle sum, const PartCycles& part) { return sum + part.cycles; });
}

std::string of_core(std::string_view what, const CoreProfile& core) {
    return fmt::format("{} of core ({},{})", what, core.x, core.y);
}

}  // namespace

Cycle part_of(const std::vector<PartCycles>& parts, std::string_view name) {
    const auto at = std::ranges::find(parts, name, &PartCycles::part);
    return at == parts.end() ? 0 : at->cycles;
}

bool is_direction(std::string_view name) {
    return std::ranges::find(directions, name, &Direction::name) != std::end(directions);
}

Stop stop_of(const LinkProfile& link) {
    return std::ranges::find(directions, std::string_view(link.direction), &Direction::name)->stop;
}

Cycle taken(const BankProfile& bank) { return taken(bank.parts, bank.busy); }
Cycle taken(const LinkProfile& link) { return taken(link.parts, link.busy); }

Split banks_split(const ProfileData& data) {
    Split out{"DRAM banks", data.cycles * data.banks.size(), {}};
    for (const StopPartRow& row : stop_parts)
        for (const BankProfile& bank : data.banks) add(out, std::string(row.name), part_of(bank.parts, row.name));
    return out;
}

Split link_split(const ProfileData& data, const LinkProfile& link) {
    return {fmt::format("{} of ({},{})", link_name(stop_of(link), link.noc), link.x, link.y), data.cycles, link.parts};
}

// A unit waits, is idle and handles commands as the thread that works it, which works the SFPU and the FPU.
Split unit_split(const ProfileData& data, const CoreProfile& core, const UnitProfile& unit) {
    Split out{of_core(unit.unit, core), data.cycles, {}};
    add(out, "busy", unit.busy);
    const bool math = unit.row == watch::sfpu || unit.row == fpu;
    const UnitProfile* thread = is_risc(unit.row) || !math ? &unit : nullptr;
    for (const UnitProfile& other : core.units) {
        if (!math || (other.row != watch::sfpu && other.row != fpu)) continue;
        if (other.row == fpu) thread = &other;
        if (other.row != unit.row) add(out, other.unit + " busy", other.busy);
    }
    if (thread != nullptr) {
        for (const WaitProfile& wait : thread->waits)
            add(out, wait.index.empty() ? wait.reason : wait.reason + " " + wait.index, wait.cycles);
        add(out, "idle", thread->idle);
        add(out, "commands", thread->commands);
    }
    add(out, "off", out.cycles - std::min(out.cycles, sum_of(out)));
    return out;
}

Split work_split(const CoreProfile& core, const UnitProfile& risc) {
    return {of_core(risc.unit, core) + " at work", risc.busy, risc.work};
}

Split vector_split(const SfpuProfile& sfpu) {
    Split out{"SFPU programs", sfpu.cycles, {}};
    add(out, "instructions", sfpu.instructions - sfpu.constants - sfpu.nops);
    add(out, "constants", sfpu.constants);
    add(out, "SFPNOP", sfpu.nops);
    for (const HoldShare& held : sfpu.held) add(out, "held: " + held.hold, held.cycles);
    return out;
}

std::vector<int> tenths(const Split& split) {
    std::vector<int> out;
    std::vector<std::pair<Cycle, std::size_t>> lost;
    const Cycle whole = std::max<Cycle>(split.cycles, 1);
    for (const PartCycles& part : split.parts) {
        const Cycle cycles = std::min(part.cycles, whole);
        lost.emplace_back(1000 * cycles % whole, out.size());
        out.push_back(static_cast<int>(1000 * cycles / whole));
    }
    std::ranges::stable_sort(lost, std::greater{}, &std::pair<Cycle, std::size_t>::first);
    const int all = std::accumulate(out.begin(), out.end(), 0);
    const auto missing = static_cast<std::size_t>(std::max(1000 - all, 0));
    for (std::size_t i = 0; i < std::min(missing, lost.size()); ++i) ++out[lost[i].second];
    return out;
}

std::string text(const Split& split) {
    std::string out;
    const std::vector<int> shares = tenths(split);
    for (std::size_t i = 0; i < shares.size(); ++i)
        if (shares[i] > 0)
            out += fmt::format("{} {} {}.{} %", out.empty() ? split.of + ":" : ",", split.parts[i].part, shares[i] / 10,
                               shares[i] % 10);
    return out;
}

std::string largest_besides(const Split& split, std::string_view main) {
    std::vector<PartCycles> rest = split.parts;
    std::erase_if(rest, [&](const PartCycles& part) { return part.part == main || 100 * part.cycles < split.cycles; });
    std::ranges::stable_sort(rest, std::greater{}, &PartCycles::cycles);
    std::string out;
    for (std::size_t i = 0; i < std::min<std::size_t>(rest.size(), 3); ++i)
        out += fmt::format("{}{} {:.0f} %", out.empty() ? "" : ", ", rest[i].part,
                           100 * static_cast<double>(rest[i].cycles) / static_cast<double>(split.cycles));
    return out;
}

}  // namespace tessera::views
