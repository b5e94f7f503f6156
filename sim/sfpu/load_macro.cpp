#include "sim/sfpu/load_macro.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"
#include "sim/sfpu/load_macro_places.hpp"
#include "sim/sfpu/refuse.hpp"
#include "sim/sfpu/text.hpp"
#include "sim/sfpu/timing.hpp"

namespace tessera::sfpu {
namespace {

using fault::Fault;
using fault::Id;

std::string described(const Timed& timed) {
    return timed.scheduled ? text(timed.in) + ", scheduled by SFPLOADMACRO," : text(timed.in);
}

// Whether the other must be done before the writer.
bool disturbs(const Timed& writer, const Timed& other) {
    const std::uint32_t now = writer.places.written & ~writer.late;
    const std::uint32_t shared = other.places.read & now;
    return shared != 0 && (shared != dst_bit || (writer.address & ~3u) == (other.address & ~3u));
}

// A scheduled SFPSWAP of two registers has written the loaded one when the next load may take it, the other one a cycle
// later (tensix-core.md 4.8).
std::uint32_t late_registers(const arch::Sfpu& arch, const Timed& timed) {
    if (cost_of(arch, row_of(timed.in.op), timed.in.mod).latency <= 1) return 0;
    const std::uint32_t written = timed.places.written & registers_mask;
    const bool of_two = timed.in.op == Op::swap && timed.scheduled && timed.in.vc < 8;
    return of_two ? written & ~(1u << timed.in.vd) : written;
}

}  // namespace

void MacroSchedule::run(const arch::Sfpu& arch, State& state, DstPort& port, std::span<const Instr> program,
                        StepListener* listener) {
    tail_ = 0;
    under_way_.reset();
    const bool macros = std::ranges::any_of(program, [](const Instr& in) { return in.op == Op::loadmacro; });
    if (!macros && pending_.empty()) {
        if (listener == nullptr) return execute(arch, state, port, program);
        for (std::size_t i = 0; i < program.size(); ++i) {
            listener->before(program[i], state, port, i);
            execute(arch, state, port, program.subspan(i, 1));
            listener->after(program[i], state, port);
        }
        return;
    }
    listener_ = listener;
    arch_ = &arch;
    state_ = &state;
    port_ = &port;
    landing_.clear();
    begun_.clear();
    late_ = 0;
    swapped_ = holds_next_ = false;
    for (std::size_t i = 0; i < program.size(); ++i) {
        under_way_ = i;
        issue(program[i]);
    }
    const auto goes_on = [this] {
        const auto by_cycles = [](const Timed& timed) { return !timed.by_instructions; };
        const auto due = [](const Timed& timed) { return timed.delay == 0; };
        return std::ranges::any_of(pending_, due) || (!pending_.empty() && std::ranges::all_of(pending_, by_cycles));
    };
    for (; goes_on(); ++tail_) cycle(nullptr);
    if (!landing_.empty()) ++tail_;
    land();
    under_way_.reset();
}

// An issued instruction waits where the hardware holds it: after SFPSWAP, and where operands are late and interlocked.
void MacroSchedule::issue(const Instr& in) {
    if (holds_next_ && in.op != Op::nop && unit_of(in) != Unit::counters) cycle(nullptr);
    while (arch_->stalls_on_late_operand && (pace_of(*arch_, in).awaited & late_) != 0) cycle(nullptr);
    cycle(&in);
}

// All that runs in one cycle reads what was there before it.
void MacroSchedule::cycle(const Instr* issued) {
    std::vector<Timed> now;
    for (const Timed& timed : pending_)
        if (timed.delay == 0) now.push_back(timed);
    std::erase_if(pending_, [](const Timed& timed) { return timed.delay == 0; });
    const std::uint32_t address = issued == nullptr ? 0 : port_->address(issued->imm, port_->rwc);
    if (issued != nullptr)
        now.push_back(
            {.in = *issued, .unit = unit_of(*issued), .target = issued->vd, .old = issued->vd, .address = address});
    for (Timed& timed : now) {
        timed.places = places_of(timed, *state_);
        timed.late = late_registers(*arch_, timed);
    }
    check(now);
    swapped_ = std::ranges::any_of(now, [](const Timed& timed) { return timed.in.op == Op::swap; });
    holds_next_ = issued != nullptr && issued->op == Op::swap;
    execute_together(std::move(now));
    land();
    const bool counts = issued != nullptr && unit_of(*issued) != Unit::counters;
    const bool by_cycles = std::ranges::none_of(pending_, [](const Timed& timed) { return timed.by_instructions; });
    if (counts || by_cycles)
        for (Timed& timed : pending_) --timed.delay;
    if (issued != nullptr && issued->op == Op::loadmacro) schedule(*issued, address);
}

void MacroSchedule::land() {
    for (const Landing& result : landing_) state_->lreg[result.reg] = result.value;
    landing_ = std::move(begun_);
    begun_.clear();
    late_ = 0;
    for (const Landing& result : landing_) late_ |= 1u << result.reg;
}

// What of the rules about sub-units shows when single cycles are followed (tensix-core.md 4.8).
void MacroSchedule::check(const std::vector<Timed>& now) const {
    const auto in_unit = [&](Unit unit) {
        return std::ranges::find_if(now, [unit](const Timed& timed) { return timed.unit == unit; });
    };
    const auto refuse = [](const Timed& timed, const std::string& why) {
        throw Fault(Id::sfpu_hazard, fmt::format("{} {}", described(timed), why));
    };
    if (!now.empty() && !now.back().scheduled)
        if (const auto first = in_unit(now.back().unit); first->scheduled)
            refuse(now.back(), fmt::format("is discarded: {} has the {} sub-unit in this cycle", described(*first),
                                           name(first->unit)));
    const auto simple = in_unit(Unit::simple), round = in_unit(Unit::round), mad = in_unit(Unit::mad);
    const auto writes_vd = [](const Timed& timed) {
        return (row_of(timed.in.op).writes(timed.in.mod) & operand::vd) != 0;
    };
    if (simple != now.end() && round != now.end() && (simple->scheduled || round->scheduled) && writes_vd(*simple) &&
        writes_vd(*round) && (simple->target == 16) == (round->target == 16))
        refuse(*simple, fmt::format("and {} write in one cycle; one of them, and not both, may write LReg16",
                                    described(*round)));
    if (simple != now.end() && simple->in.op == Op::swap && mad != now.end() && (simple->scheduled || mad->scheduled))
        refuse(*simple, fmt::format("needs the mad sub-unit idle, which runs {}", described(*mad)));
    for (const auto& other : {simple, round})
        if (swapped_ && other != now.end() && other->scheduled)
            refuse(*other, "runs in the second cycle of an SFPSWAP, which needs the simple and round sub-units idle");
}

// Whatever an instruction writes, the others of its cycle must still read as it was: readers go first, and where that
// is a ring, each works on a copy of what was there.
void MacroSchedule::execute_together(std::vector<Timed> now) {
    const auto too_early = [&](const Timed& writer) {
        return std::ranges::any_of(now,
                                   [&](const Timed& other) { return &other != &writer && disturbs(writer, other); });
    };
    // Results that come now meet those that began a cycle ago, and results that are late each other.
    std::uint32_t written[] = {late_, 0};
    for (const Timed& timed : now) {
        const std::uint32_t at_once = timed.places.written & ~timed.late;
        if ((written[0] & at_once) != 0 || (written[1] & timed.late) != 0)
            refuse_unsupported(timed.in, "two results for one register in one cycle are not modelled");
        written[0] |= at_once;
        written[1] |= timed.late;
    }
    while (!now.empty()) {
        const auto next = std::ranges::find_if_not(now, too_early);
        if (next == now.end()) break;
        begin(*next, *state_);
        now.erase(next);
    }
    if (now.empty()) return;
    const State before = *state_;
    for (const Timed& timed : now) {
        State copy = before;
        begin(timed, copy);
        take_written(timed.places.written, copy, *state_);
    }
}

void MacroSchedule::begin(const Timed& timed, State& state) {
    if (timed.late == 0) return execute_one(timed, state);
    std::vector<Landing> before;
    for_each_register(timed.late, [&](int reg) { before.push_back({reg, state.lreg[reg]}); });
    execute_one(timed, state);
    for (const Landing& old : before) {
        begun_.push_back({old.reg, state.lreg[old.reg]});
        state.lreg[old.reg] = old.value;
    }
}

void MacroSchedule::step(const Instr& in, State& state) const { execute(*arch_, state, *port_, std::span(&in, 1)); }

// Runs it, and tells who listens.
template <class Run>
void MacroSchedule::told(const Timed& timed, const State& state, const DstPort& port, Run run) const {
    if (listener_ == nullptr) return run();
    Instr in = timed.in;
    if (in.op == Op::loadmacro) in.op = Op::load;
    if (timed.scheduled && in.op != Op::swap) in.vd = static_cast<std::uint8_t>(timed.target);
    listener_->before(in, state, port, under_way_.value_or(0));
    run();
    listener_->after(in, state, port);
}

void MacroSchedule::execute_one(const Timed& timed, State& state) const {
    const Instr& in = timed.in;
    if (!timed.scheduled) {
        Instr issued = in;
        if (in.op == Op::loadmacro) issued.op = Op::load;
        return told(timed, state, *port_, [&] { step(issued, state); });
    }
    // Scheduled instructions take no backdoor, and a store goes where its load came from, without moving a counter.
    const std::uint32_t lane_config = state.lane_config;
    state.lane_config |= lane_config::no_backdoor;
    const Row& row = row_of(in.op);
    if (in.op == Op::store) {
        DstPort fixed{.dst = port_->dst,
                      .fp32 = port_->fp32,
                      .implied_format = port_->implied_format,
                      .reaches_upper_half = port_->reaches_upper_half};
        told(timed, state, fixed, [&] { execute(*arch_, state, fixed, std::span(&in, 1)); });
    } else if (in.op == Op::swap || !(row.writes(in.mod) & operand::vd) ||
               (timed.target < 8 && (timed.old == timed.target || !(row.reads(in.mod) & operand::vd)))) {
        told(timed, state, *port_, [&] { step(in, state); });
    } else {
        told(timed, state, *port_, [&] { into_other_register(timed, state); });
    }
    state.lane_config = lane_config;
}

// The executor reads VD where it writes it, and writes LReg0 to 7 only: the old value comes into a register that
// nothing else needs, and the result goes from there to its own.
void MacroSchedule::into_other_register(const Timed& timed, State& state) const {
    const Operands reads = row_of(timed.in.op).reads(timed.in.mod);
    const bool reads_old = reads & operand::vd;
    const Registers others = registers(static_cast<Operands>(reads & ~operand::vd), timed.in);
    int spare = 0;
    while (reads_old && spare < 7 && (others >> spare & 1)) ++spare;
    Instr in = timed.in;
    in.vd = static_cast<std::uint8_t>(spare);
    const Lanes kept = state.lreg[spare];
    LaneMask enabled;
    for (int l = 0; l < lane::count; ++l) enabled[l] = lane_enabled(state, l) ? ~0u : 0u;
    if (reads_old) state.lreg[spare] = state.lreg[timed.old];
    step(in, state);
    const Lanes result = state.lreg[spare];
    state.lreg[spare] = kept;
    Lanes& target = state.lreg[timed.target];
    for (int l = 0; l < lane::count; ++l) target[l] = (target[l] & ~enabled[l]) | (result[l] & enabled[l]);
}

std::uint32_t MacroSchedule::configured(const Instr& macro, int entry) const {
    const auto& columns = state_->macro[entry];
    for (const std::uint32_t column : columns)
        if (column != columns[0])
            refuse_unsupported(macro, "a configuration that differs between lanes is not modelled");
    return columns[0];
}

void MacroSchedule::add(const Timed& timed) {
    std::erase_if(pending_, [&](const Timed& other) {
        return other.unit == timed.unit && other.delay == timed.delay && timed.delay != 7;
    });
    if (timed.in.op != Op::nop) pending_.push_back(timed);
}

void MacroSchedule::schedule(const Instr& macro, std::uint32_t address) {
    const std::uint32_t sequence = configured(macro, 4 + macro.va), misc = configured(macro, 8);
    constexpr Unit sub_units[] = {Unit::simple, Unit::mad, Unit::round, Unit::store};
    for (int i = 0; i < 4; ++i) {
        const SequenceByte byte{sequence >> (8 * i) & 0xff};
        if (byte.choice() == 0) continue;
        if (byte.choice() == 1) refuse_contract(macro, "its sequence chooses instruction 1, which is reserved");
        Instr in{.op = byte.choice() == 3 ? Op::store : Op::nop};
        if (byte.choice() >= 4) in = decode(configured(macro, static_cast<int>(byte.choice()) - 4), arch_->isa_column);
        Timed timed = i == 3 ? store_of(macro, in, byte, misc, address) : computed(macro, in, byte);
        if (timed.unit != sub_units[i]) {
            if (i == 3) refuse_contract(macro, "its sequence gives the store sub-unit another instruction");
            timed = {.in = {.op = Op::nop}, .unit = sub_units[i]};
        }
        timed.scheduled = true;
        timed.delay = static_cast<int>(byte.delay());
        timed.by_instructions = misc >> (8 + i) & 1;
        add(timed);
    }
}

}  // namespace tessera::sfpu
