#include "sim/sfpu/hazard.hpp"

#include <fmt/format.h>

#include <bit>

#include "sim/sfpu/cost.hpp"
#include "sim/sfpu/registers.hpp"
#include "sim/sfpu/text.hpp"

namespace tessera::sfpu {
namespace {

// Whether an instruction right behind a move between lanes meets it (spec/tensix-core.md 6): it reads what comes, or
// its own result comes through the same port in the same cycle. A result as late as the other's comes behind it.
bool meets_lane_move(const arch::Sfpu& arch, const Instr& consumer, Registers late) {
    if (late & registers_read(consumer)) return true;
    const Row& row = row_of(consumer.op);
    if (cost_of(arch, row, consumer.mod).latency > 1) return false;
    if (late & registers_written(consumer)) return true;
    const Operands writes = row.writes(consumer.mod);
    const Unit unit = unit_of(consumer);
    return (unit == Unit::simple || unit == Unit::round) && (writes & (operand::vd | operand::low_half)) != 0 &&
           (writes & operand::config) == 0;
}

}  // namespace

std::optional<HazardPair> hazard_between(const arch::Sfpu& arch, const Instr& producer, const Instr& consumer,
                                         int distance) {
    const Row& row = row_of(producer.op);
    const Cost cost = cost_of(arch, row, producer.mod);
    if (cost.latency <= distance) return std::nullopt;
    const Registers late = registers_written(producer);
    const auto found = [](HazardPair::Kind kind, Registers regs) {
        return HazardPair{0, 1, kind, regs == 0 ? -1 : std::countr_zero(regs)};
    };
    switch (cost.hazard) {
        case Hazard::next_read:
            if (const Registers read = late & registers_read(consumer)) return found(HazardPair::Kind::late_read, read);
            break;
        case Hazard::next_issue: {
            const Registers touched = late & (registers_read(consumer) | registers_written(consumer));
            if (meets_lane_move(arch, consumer, late)) return found(HazardPair::Kind::lane_unit, touched);
            break;
        }
        case Hazard::stall:
            // Of what is late by silicon, the interlock overlooks operands of multiply-adds only.
            if (is_mad_class(producer.op) || has_set_latency(arch, row, producer.mod))
                if (const Registers missed = late & registers_unseen(consumer, arch.isa_column))
                    return found(HazardPair::Kind::scoreboard_miss, missed);
            break;
        case Hazard::none: break;
    }
    return std::nullopt;
}

std::vector<HazardPair> hazards(const arch::Sfpu& arch, std::span<const Instr> code) {
    std::vector<HazardPair> list;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
        const int latency = cost_of(arch, row_of(code[i].op), code[i].mod).latency;
        for (int distance = 1; distance < latency; ++distance) {
            const auto consumer = i + static_cast<std::uint32_t>(distance);
            if (consumer >= code.size()) break;
            if (auto hazard = hazard_between(arch, code[i], code[consumer], distance)) {
                hazard->producer = i;
                hazard->consumer = consumer;
                list.push_back(*hazard);
            }
        }
    }
    return list;
}

std::string text(const HazardPair& hazard, const Instr& producer, const Instr& consumer) {
    const std::uint32_t distance = hazard.consumer - hazard.producer;
    const std::string behind = distance == 1 ? "in the cycle after" : fmt::format("{} instructions after", distance);
    switch (hazard.kind) {
        case HazardPair::Kind::late_read:
            return fmt::format("{} reads L{} {} {}, whose result comes later: it gets the old value", text(consumer),
                               hazard.reg, behind, text(producer));
        case HazardPair::Kind::scoreboard_miss:
            return fmt::format("{} reads L{} {} {}, and the interlock does not look at this operand", text(consumer),
                               hazard.reg, behind, text(producer));
        case HazardPair::Kind::lane_unit:
            return fmt::format("{} follows {}, which still moves data between lanes{}", text(consumer), text(producer),
                               hazard.reg < 0 ? "" : fmt::format(" into L{}", hazard.reg));
    }
    return {};
}

}  // namespace tessera::sfpu
