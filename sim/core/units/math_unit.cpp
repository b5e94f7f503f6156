#include "sim/core/units/math_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/core/follow/non_finite.hpp"
#include "sim/core/judges/twice.hpp"
#include "sim/core/judges/unit_order.hpp"
#include "sim/core/units/busy_span.hpp"
#include "sim/core/units/handovers.hpp"
#include "sim/core/units/matrix_form.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using watch::WaitReason;

namespace {

// Whether another thread of the host may work out the values of these with nothing but copies of the banks.
bool can_be_later(Core& core, const std::vector<tensix::Step>& steps, const tensix::MatrixUnit& unit) {
    const int rows = tensix::Dst::rows / (unit.dst_is_32_bit ? 2 : 1);
    return steps.front().op == tensix::Op::mvmul && core.computes_later() &&
           std::ranges::all_of(steps, [&](const tensix::Step& step) { return step.dst_row + step.rows <= rows; });
}

bool is_valid(const Core& core, Operand operand) { return core.src[operand][core.math_bank[operand]].valid; }

bool has_to_wait(const Core& core, const tensix::Step& step, Operand operand, Cycle now) {
    if (step.gives_back[operand]) return true;
    if (!step.waits[operand] && !step.touches[operand]) return false;
    return !is_valid(core, operand) || core.filled_at(operand) > now;
}

tensix::Step resolved(const Core& core, std::uint32_t word) {
    const sfpu::DstPort& port = core.dst_port;
    return tensix::resolve(tensix::Word(word, core.shared.arch().sfpu.isa_column),
                           {.rwc = port.rwc, .config = core.math_config, .math_offset = port.math_offset});
}

void run(Core& core, const tensix::Step& step, const tensix::MatrixUnit& unit) {
    tensix::run(step, unit, core.src, core.math_bank, core.unpack_bank, core.dst());
}

// Whatever the values are: forms of banks, what Dst holds.
void note_dst(const Issue& in, const tensix::Step& step, const tensix::MatrixUnit& unit) {
    Core& core = in.core;
    adopt_form(core, step);
    if (step.rows == 0 || !step.writes_dst) return;
    DstProtocol& protocol = core.dst_protocol;
    const Operand from = step.touches[src_a] ? src_a : src_b;
    if (step.op != tensix::Op::zeroacc)
        protocol.written[static_cast<std::size_t>(protocol.math_half)] =
            tensix::dst_format(unit, unit.form.value_or(core.src[from][core.math_bank[from]].form));
    note_contents(in, step, unit);
    if (MathListener* listener = in.shared().options().math; listener != nullptr && step.op != tensix::Op::zeroacc)
        listener->tile_written(static_cast<std::uint32_t>((step.dst_row - tensix::Dst::first_row(protocol.math_half)) /
                                                          tensix::Dst::rows_of_tile));
}

}  // namespace

Phase MathUnit::issue(const Issue& in, Command& command, const tensix::Row& row) {
    if (command.step == 0) {
        if (command.run != nullptr)
            if (const auto end = take_together(in, command)) return Phase::finish(*end - in.now);
        return take(in, command, row);
    }
    carry_out(in, row);
    return Phase::finish();
}

Phase MathUnit::take(const Issue& in, Command& command, const tensix::Row& row) {
    const Core& core = in.core;
    step_ = resolved(core, in.word);
    for (const Operand operand : operands) {
        const bool valid = is_valid(core, operand);
        if (step_.waits[operand] && !valid) return Phase::wait_for(WaitReason::src_valid, operand);
        const Cycle filled = core.filled_at(operand);
        if (step_.waits[operand] && filled > in.now) return Phase::take(filled - in.now);
        if (step_.touches[operand] && (!valid || filled > in.now))
            in.raise(Fault(Id::src_bank,
                           fmt::format("{} reaches {} while the unpackers have it: STALLWAIT for it to be valid first",
                                       row.name.data(), source_name(operand))));
    }
    judge(in, step_, row.name.data());
    command.step = 1;
    taken_at_ = in.core.pipeline.issue(step_, row, in.now);
    return Phase::take(taken_at_ + 1 - in.now);
}

void MathUnit::carry_out(const Issue& in, const tensix::Row& row) {
    Core& core = in.core;
    const char* const name = row.name.data();
    const tensix::MatrixUnit unit = note(in, step_, name);
    if (!in.shared().options().blind_time) {
        const bool computes = step_.writes_dst && step_.op != tensix::Op::zeroacc;
        follow(core, in.actor_of_values(), name, step_.dst_row, computes ? step_.rows : 0, [&] {
            run(core, step_, unit);
            repeat_with_other_bits(core, [&] { run(core, step_, unit); });
        });
    }
    in.busy(taken_at_, in.now, watch::fpu, name);
    core.fpu_idle_at = std::max(core.fpu_idle_at, core.pipeline.idle_at());
    for (const Operand operand : operands) {
        if (!step_.gives_back[operand]) continue;
        if (step_.always_invalidates || !core.math_config.of_matrix_unit().keeps_valid[operand]) give_back(in, operand);
        core.math_bank[operand] ^= 1;
        unpackers_.matrix_unit_turned(operand, in.now);
    }
}

// Those that wait for nothing and give no bank back: nobody else has what they work on.
std::optional<Cycle> MathUnit::take_together(const Issue& in, Command& command) {
    Core& core = in.core;
    const Options& options = in.shared().options();
    if (options.followed != nullptr || options.words != nullptr || core.other_bits) return std::nullopt;
    if (const auto end = take_planned(in, command)) return end;
    const std::vector<std::uint32_t>& words = command.run->words;
    const int column = in.shared().arch().sfpu.isa_column;
    BusySpan span(in, watch::fpu);
    Issue one = in;
    for (std::uint32_t i = command.b; i < words.size(); ++i) {
        one.word = words[i];
        const tensix::Row* row = tensix::row_of(one.word, column);
        if (row == nullptr || row->unit != tensix::Unit::matrix) break;
        const tensix::Step step = resolved(core, one.word);
        if (has_to_wait(core, step, src_a, one.now) || has_to_wait(core, step, src_b, one.now)) break;
        command.b = i;
        const char* const name = row->name.data();
        const Cycle taken = core.pipeline.issue(step, *row, one.now);
        judge(one, step, name);
        const tensix::MatrixUnit unit = note(one, step, name);
        if (!options.blind_time) run(core, step, unit);
        one.now = span.add(name, taken);
    }
    command.a = words[command.b];
    if (span.empty()) return std::nullopt;
    core.fpu_idle_at = std::max(core.fpu_idle_at, core.pipeline.idle_at());
    return one.now;
}

// Products and sums as they were resolved before.
std::optional<Cycle> MathUnit::take_planned(const Issue& in, Command& command) {
    Core& core = in.core;
    CounterOrigins& origins = thread_.counter_judge.origins;
    sfpu::DstPort& port = core.dst_port;
    if (!is_arithmetic(static_cast<tensix::Op>(in.word >> 24)) ||
        core.math_config.of_matrix_unit().rounds_stochastically || !origins.matrix_becomes_of(port.rwc, in.pc))
        return std::nullopt;
    const MatrixPlan& plan = plan_of(core, command);
    if (plan.steps == nullptr) return std::nullopt;
    const std::vector<tensix::Step>& steps = *plan.steps;
    if (has_to_wait(core, steps.front(), src_a, in.now) || has_to_wait(core, steps.front(), src_b, in.now))
        return std::nullopt;
    const tensix::Row& row = *tensix::row_of(in.word);
    const char* const name = row.name.data();
    const std::vector<std::uint32_t>& words = command.run->words;
    Issue one = in;
    for (const std::size_t i : plan.apart) {
        one.word = words[plan.place.first + i];
        judge(one, steps[i], name);
    }
    const tensix::MatrixUnit unit = matrix_unit(one, steps.front(), name);
    for (const std::size_t i : plan.apart) note_dst(one, steps[i], unit);
    BusySpan span(in, watch::fpu);
    for (const tensix::Step& step : steps) one.now = span.add(name, core.pipeline.issue(step, row, one.now));
    core.fpu_idle_at = std::max(core.fpu_idle_at, core.pipeline.idle_at());
    core.next_draw(steps.size());
    const std::size_t recent = std::min<std::size_t>(steps.size(), FpuWrites::safe_after);
    for (std::size_t i = steps.size() - recent; i < steps.size(); ++i) writes.wrote(steps[i].dst_row);
    port.rwc = plan.after;
    origins.matrix_is_now_of(in.pc);
    command.b = static_cast<std::uint32_t>(plan.place.first + steps.size() - 1);
    command.a = words[command.b];
    if (!in.shared().options().blind_time) compute(core, plan, unit);
    return one.now;
}

const MatrixPlan& MathUnit::plan_of(const Core& core, const Command& command) const {
    constexpr std::size_t most_plans = 16;
    const sfpu::DstPort& port = core.dst_port;
    const tensix::MathConfig::OfMatrixUnit& set = core.math_config.of_matrix_unit();
    const MatrixPlace place{.first = command.b,
                            .rwc = port.rwc,
                            .math_offset = port.math_offset,
                            .dst_base = set.dst_base,
                            .first_phase = set.first_phase,
                            .modes = port.modes_written,
                            .slot_base = port.slot_base};
    std::vector<MatrixPlan>& plans = command.run->plans;
    for (const MatrixPlan& plan : plans)
        if (plan.place == place) return plan;
    if (plans.size() == most_plans) plans.erase(plans.begin());
    return plans.emplace_back(
        matrix_plan(place, command.run->words, core.shared.arch().sfpu.isa_column, port, core.math_config));
}

void MathUnit::compute(Core& core, const MatrixPlan& plan, const tensix::MatrixUnit& unit) const {
    if (!can_be_later(core, *plan.steps, unit)) {
        for (const tensix::Step& step : *plan.steps) run(core, step, unit);
        return;
    }
    const tensix::SrcBank &a = core.src[src_a][core.math_bank[src_a]], &b = core.src[src_b][core.math_bank[src_b]];
    tensix::common_form(unit, a, b);  // throws where they do not go together
    core.compute([steps = plan.steps, unit, a, b](tensix::Dst& dst) {
        tensix::MatrixUnit in_phase = unit;
        for (const tensix::Step& step : *steps) {
            in_phase.phase = step.phase;
            tensix::mvmul(in_phase, a, step.a_row, b, step.b_row, dst, step.dst_row);
        }
    });
}

void MathUnit::judge(const Issue& in, const tensix::Step& step, const char* name) {
    thread_.counter_judge.judge(in, step, name);
    for (MathJudge* judge : judges_.math) judge->computes(in, step, name);
    for (const Operand operand : operands)
        if (step.touches[operand]) unit_order::uses(in, operand);
}

// What an instruction leaves behind whatever the values are; returns the unit that works them out.
tensix::MatrixUnit MathUnit::note(const Issue& in, const tensix::Step& step, const char* name) {
    in.core.next_draw();
    const tensix::MatrixUnit unit = matrix_unit(in, step, name);
    note_dst(in, step, unit);
    if (step.writes_dst && step.op != tensix::Op::zeroacc)
        for (int row = step.dst_row; row < step.dst_row + step.rows; row += FpuWrites::block_rows) writes.wrote(row);
    else
        writes.passed();
    sfpu::DstPort& port = in.core.dst_port;
    thread_.counter_judge.origins.move(
        port.rwc, in.pc, [&](tensix::Rwc& rwc) { tensix::move_counters(step, port.slots, port.slot_base, rwc); });
    return unit;
}

}  // namespace tessera::core
