// Instructions of the matrix unit: when it takes one, what must be so for it, and its values (spec/tensix-core.md 6,
// 7.1).
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/core/non_finite.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/core/twice.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using watch::WaitReason;

namespace {

constexpr const char* source_name(Operand operand) { return operand == src_a ? "SrcA" : "SrcB"; }

// Whether another thread of the host may work out the values of these with nothing but copies of the banks.
bool can_be_later(Core& core, const std::vector<tensix::Step>& steps, const tensix::MatrixUnit& unit) {
    const int rows = tensix::Dst::rows / (unit.dst_is_32_bit ? 2 : 1);
    return steps.front().op == tensix::Op::mvmul && core.computes_later() &&
           std::ranges::all_of(steps, [&](const tensix::Step& step) { return step.dst_row + step.rows <= rows; });
}

}  // namespace

ThreadAgent::Phase ThreadAgent::matrix_word(Command& command, const tensix::Word& word, const tensix::Row& row) {
    const char* name = row.name.data();
    if (command.step == 0) {
        if (command.run != nullptr && matrix_words(command)) return finish();
        const sfpu::DstPort& port = core_.dst_port;
        step_ = tensix::resolve(word, {.rwc = port.rwc, .config = core_.math_config, .math_offset = port.math_offset});
        for (const Operand operand : operands) {
            const bool valid = core_.src[operand][core_.math_bank[operand]].valid;
            if (step_.waits[operand] && !valid) return wait_for(WaitReason::src_valid, operand);
            const Cycle filled = core_.filled_at(operand);
            if (step_.waits[operand] && filled > clock) return take(filled - clock);
            if (step_.touches[operand] && (!valid || filled > clock))
                raise(Fault(Id::src_bank,
                            fmt::format("{} reaches {} while the unpackers have it: STALLWAIT for it to be valid first",
                                        name, source_name(operand))));
        }
        check_matrix_word(command, word, step_, name);
        phase_begin_ = core_.pipeline.issue(step_, row, clock);
        command.step = 1;
        return take(phase_begin_ + 1 - clock);
    }
    const tensix::MatrixUnit unit = note_matrix_word(step_, name, command.pc);
    if (!shared_.options().blind_time) {
        const auto work = [&] { tensix::run(step_, unit, core_.src, core_.math_bank, core_.unpack_bank, core_.dst()); };
        const bool computes = step_.writes_dst && step_.op != tensix::Op::zeroacc;
        follow(core_, {kernel(), command.pc, clock}, name, step_.dst_row, computes ? step_.rows : 0, [&] {
            work();
            repeat_with_other_bits(core_, work);
        });
    }
    busy(phase_begin_, clock, watch::fpu, name);
    core_.fpu_idle_at = std::max(core_.fpu_idle_at, core_.pipeline.idle_at());
    for (const Operand operand : operands) {
        if (!step_.gives_back[operand]) continue;
        if (step_.always_invalidates || !core_.math_config.of_matrix_unit().keeps_valid[operand]) give_back(operand);
        core_.math_bank[operand] ^= 1;
        if (core_.threads[0]) core_.threads[0]->matrix_unit_turned(operand, clock);
    }
    return finish();
}

// From the word whose turn it is, those of its run that wait for nothing and give no bank back. Nobody else has what
// they work on, so that they need no turns of their own. False where there is none.
bool ThreadAgent::matrix_words(Command& command) {
    const Options& options = shared_.options();
    if (options.followed != nullptr || options.words != nullptr || core_.other_bits) return false;
    if (planned_words(command)) return true;
    const sfpu::DstPort& port = core_.dst_port;
    const std::vector<std::uint32_t>& words = command.run->words;
    const int column = shared_.arch().sfpu.isa_column;
    BusySpan span(*this);
    for (std::uint32_t i = command.b; i < words.size(); ++i) {
        const tensix::Word word(words[i], column);
        const tensix::Row* row = tensix::row_of(word.bits(), column);
        if (row == nullptr || row->unit != tensix::Unit::matrix) break;
        command.a = word.bits();
        const tensix::Step step =
            tensix::resolve(word, {.rwc = port.rwc, .config = core_.math_config, .math_offset = port.math_offset});
        if (has_to_wait(step, src_a) || has_to_wait(step, src_b)) break;
        command.b = i;
        const char* name = row->name.data();
        const Cycle taken = core_.pipeline.issue(step, *row, clock);
        check_matrix_word(command, word, step, name);
        const tensix::MatrixUnit unit = note_matrix_word(step, name, command.pc);
        if (!options.blind_time) tensix::run(step, unit, core_.src, core_.math_bank, core_.unpack_bank, core_.dst());
        clock = span.add(name, taken);
    }
    command.a = words[command.b];
    if (span.empty()) return false;
    core_.fpu_idle_at = std::max(core_.fpu_idle_at, core_.pipeline.idle_at());
    return true;
}

// Products and sums as they were resolved before.
bool ThreadAgent::planned_words(Command& command) {
    sfpu::DstPort& port = core_.dst_port;
    const tensix::MathConfig::OfMatrixUnit& set = core_.math_config.of_matrix_unit();
    const std::vector<std::uint32_t>& words = command.run->words;
    if (!is_arithmetic(static_cast<tensix::Op>(command.a >> 24)) || set.rounds_stochastically ||
        !origins_.matrix_becomes_of(port.rwc, command.pc))
        return false;
    const MatrixPlan& plan = plan_of(command);
    if (plan.steps == nullptr) return false;
    const std::vector<tensix::Step>& steps = *plan.steps;
    if (has_to_wait(steps.front(), src_a) || has_to_wait(steps.front(), src_b)) return false;
    const tensix::Row& row = *tensix::row_of(command.a);
    const char* name = row.name.data();
    for (const std::size_t i : plan.apart) {
        command.b = static_cast<std::uint32_t>(plan.place.first + i);
        command.a = words[command.b];
        check_matrix_word(command, tensix::Word(command.a, steps[i].isa_column), steps[i], name);
    }
    const tensix::MatrixUnit unit = matrix_unit(steps.front(), name);
    for (const std::size_t i : plan.apart) note_dst(steps[i], unit, command.pc);
    BusySpan span(*this);
    for (const tensix::Step& step : steps) clock = span.add(name, core_.pipeline.issue(step, row, clock));
    core_.fpu_idle_at = std::max(core_.fpu_idle_at, core_.pipeline.idle_at());
    core_.next_draw(steps.size());
    const std::size_t recent = std::min<std::size_t>(steps.size(), FpuWrites::safe_after);
    for (std::size_t i = steps.size() - recent; i < steps.size(); ++i) fpu_writes_.wrote(steps[i].dst_row);
    port.rwc = plan.after;
    origins_.matrix_is_now_of(command.pc);
    command.b = static_cast<std::uint32_t>(plan.place.first + steps.size() - 1);
    command.a = words[command.b];
    if (!shared_.options().blind_time) compute(plan, unit);
    return true;
}

const MatrixPlan& ThreadAgent::plan_of(const Command& command) {
    constexpr std::size_t most_plans = 16;
    const sfpu::DstPort& port = core_.dst_port;
    const tensix::MathConfig::OfMatrixUnit& set = core_.math_config.of_matrix_unit();
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
        matrix_plan(place, command.run->words, shared_.arch().sfpu.isa_column, port, core_.math_config));
}

void ThreadAgent::compute(const MatrixPlan& plan, const tensix::MatrixUnit& unit) {
    const tensix::SrcBank &a = core_.src[src_a][core_.math_bank[src_a]], &b = core_.src[src_b][core_.math_bank[src_b]];
    if (!can_be_later(core_, *plan.steps, unit)) {
        for (const tensix::Step& step : *plan.steps)
            tensix::run(step, unit, core_.src, core_.math_bank, core_.unpack_bank, core_.dst());
        return;
    }
    tensix::common_form(unit, a, b);  // throws where they do not go together
    core_.compute([steps = plan.steps, unit, a, b](tensix::Dst& dst) {
        tensix::MatrixUnit in_phase = unit;
        for (const tensix::Step& step : *steps) {
            in_phase.phase = step.phase;
            tensix::mvmul(in_phase, a, step.a_row, b, step.b_row, dst, step.dst_row);
        }
    });
}

// What the matrix unit takes without a gap is busy once.
Cycle ThreadAgent::BusySpan::add(const char* label, Cycle taken) {
    if (label != label_ || taken != end_) {
        tell();
        label_ = label;
        begin_ = taken;
    }
    return end_ = taken + 1;
}

void ThreadAgent::BusySpan::tell() {
    if (label_ != nullptr) thread_.busy(begin_, end_, watch::fpu, label_);
}

bool ThreadAgent::has_to_wait(const tensix::Step& step, Operand operand) const {
    if (step.gives_back[operand]) return true;
    if (!step.waits[operand] && !step.touches[operand]) return false;
    return !core_.src[operand][core_.math_bank[operand]].valid || core_.filled_at(operand) > clock;
}

void ThreadAgent::check_matrix_word(const Command& command, const tensix::Word& word, const tensix::Step& step,
                                    const char* name) {
    check_counters(command, word, step, name);
    check_dst(step, name, command.pc);
    if (step.op == tensix::Op::gmpool || step.op == tensix::Op::gapool)
        check_scaler(core_.src[src_b][core_.math_bank[src_b]], step.b_row, step.dst_row);
    if (watch::Order* ordering = shared_.order())
        for (const Operand operand : operands)
            if (step.touches[operand])
                ordering->acquire(order_agent(),
                                  ordering->channels(order_agent().core).filled[operand][core_.math_bank[operand]]);
}

// Whatever the values are: forms of banks, what Dst holds.
void ThreadAgent::note_dst(const tensix::Step& step, const tensix::MatrixUnit& unit, std::uint32_t pc) {
    adopt_form(step);
    if (step.rows == 0 || !step.writes_dst) return;
    const Operand from = step.touches[src_a] ? src_a : src_b;
    if (step.op != tensix::Op::zeroacc)
        core_.dst_protocol.written[static_cast<std::size_t>(core_.dst_protocol.math_half)] =
            tensix::dst_format(unit, unit.form.value_or(core_.src[from][core_.math_bank[from]].form));
    note_contents(step, unit, pc);
    if (MathListener* listener = shared_.options().math; listener != nullptr && step.op != tensix::Op::zeroacc)
        listener->tile_written(static_cast<std::uint32_t>(
            (step.dst_row - tensix::Dst::first_row(core_.dst_protocol.math_half)) / tensix::Dst::rows_of_tile));
}

// What an instruction leaves behind whatever the values are; returns the unit that works them out.
tensix::MatrixUnit ThreadAgent::note_matrix_word(const tensix::Step& step, const char* name, std::uint32_t pc) {
    core_.next_draw();
    const tensix::MatrixUnit unit = matrix_unit(step, name);
    note_dst(step, unit, pc);
    if (step.writes_dst && step.op != tensix::Op::zeroacc)
        for (int row = step.dst_row; row < step.dst_row + step.rows; row += FpuWrites::block_rows)
            fpu_writes_.wrote(row);
    else
        fpu_writes_.passed();
    sfpu::DstPort& port = core_.dst_port;
    origins_.move(port.rwc, pc,
                  [&](tensix::Rwc& rwc) { tensix::move_counters(step, port.slots, port.slot_base, rwc); });
    return unit;
}

// What of Dst the matrix unit writes must be T1's, and lie in the half it has; what it moves from Dst too.
void ThreadAgent::check_dst(const tensix::Step& step, const char* name, std::uint32_t pc) const {
    if ((!step.writes_dst && !step.reads_dst) || step.rows == 0 || shared_.options().t1_alone) return;
    if (step.writes_dst && !core_.dst_protocol.acquired)
        raise(Fault(Id::dst_ownership, fmt::format("{} writes Dst without tile_regs_acquire", actor(pc, name))));
    const bool clears = step.op == tensix::Op::zeroacc;
    if (clears && step.phase != tensix::ops::Zeroacc::sixteen_rows) return;
    if (clears || !step.writes_dst) {
        if (!core_.mode.full_sync && tensix::Dst::half_of(step.dst_row) != core_.dst_protocol.math_half)
            raise(Fault(Id::dst_index, fmt::format("{} {} rows of Dst from {} on, in the half that is the packers'",
                                                   name, clears ? "clears" : "reads", step.dst_row)));
        return;
    }
    // A kernel may use its 32-bit Dst as one of 16 bits for a while.
    const bool is_wide = core_.dst_is_32_bit();
    const int first = tensix::Dst::first_row(core_.dst_protocol.math_half), count = core_.mode.dst_rows(is_wide);
    if (step.dst_row >= first && step.dst_row + step.rows <= first + count) return;
    if (step.dst_row >= first && !kernel().api_function(pc).empty())
        return raise(beyond_dst((step.dst_row - first) / tensix::Dst::rows_of_tile));
    raise(Fault(Id::dst_index, fmt::format("{} at Dst row {}: the acquired half is rows {} to {} ({} tiles)", name,
                                           step.dst_row, first, first + count - 1, count / tensix::Dst::rows_of_tile)));
}

// The form that the registers make of the sources must be one of what lies in them.
tensix::MatrixUnit ThreadAgent::matrix_unit(const tensix::Step& step, const char* name) const {
    const tensix::MathConfig& config = core_.math_config;
    const tensix::MathConfig::OfMatrixUnit& set = config.of_matrix_unit();
    if (set.refused != nullptr)
        throw Fault(Id::tensix_unsupported, fmt::format("{} with {} = {}, which is not modelled", name,
                                                        set.refused->name, config.get(*set.refused)));
    tensix::MatrixUnit unit{.dst_is_32_bit = core_.dst_is_32_bit(),
                            .rules = shared_.arch().tensix.fpu,
                            .form = set.form,
                            .keeps_zero_exponent = set.keeps_zero_exponent};
    if (set.rounds_stochastically) unit.random = core_.draw();
    const bool is_wide = core_.mode.fp32_dest_acc || set.int8_math;
    unit.moves_halves = core_.moves_halves && is_wide && !(unit.rules.narrow_dst_has_halves && set.says_32_bit);
    using tensix::SrcForm;
    for (const Operand operand : operands) {
        const tensix::SrcBank& bank = core_.src[operand][core_.math_bank[operand]];
        if (!step.touches[operand] || bank.cb < 0 || !unit.form) continue;
        const auto has_small_exponent = [](SrcForm form) { return form == SrcForm::fp16 || form == SrcForm::int8; };
        if (bank.form == SrcForm::int16)
            unit.form.reset();
        else if (has_small_exponent(*unit.form) != has_small_exponent(bank.form) ||
                 (*unit.form == SrcForm::int8) != (bank.form == SrcForm::int8))
            raise(Fault(Id::format_mismatch,
                        fmt::format("{}: {} holds {} of cb {}, but the matrix unit is configured for {}", name,
                                    source_name(operand), tensix::name(bank.form), bank.cb, tensix::name(*unit.form))));
    }
    return unit;
}

// What the instruction leaves in Dst; halves of 32-bit datums are not followed.
void ThreadAgent::note_contents(const tensix::Step& step, const tensix::MatrixUnit& unit, std::uint32_t pc) {
    const auto forget = [&](int rows, bool wide) {
        tensix::DstContents::each_row(step.dst_row, rows, wide, [&](int row) { core_.dst_contents.forget(row, 1); });
    };
    if (step.op == tensix::Op::zeroacc)
        return step.phase == tensix::ops::Zeroacc::one_row ? forget(1, unit.dst_is_32_bit)
                                                           : forget(step.low_half ? 2 * step.rows : step.rows, false);
    const Operand from = step.touches[src_a] ? src_a : src_b;
    const tensix::SrcBank& bank = core_.src[from][core_.math_bank[from]];
    const bool opaque = bank.form == tensix::SrcForm::int16;
    const tensix::SrcForm form = opaque ? bank.form : unit.form.value_or(bank.form);
    const bool moves = step.op == tensix::Op::mova2d || step.op == tensix::Op::movb2d;
    if (moves && tensix::ops::moves_half(step, unit, form)) return forget(step.rows, true);
    tensix::MatrixUnit view = unit;
    if (moves) view.dst_is_32_bit = form == tensix::SrcForm::tf32;
    core_.dst_contents.wrote(step.dst_row, step.rows, {tensix::datum_kind(view, form), 1, pc});
}

// A bank that the unpackers filled with zeros, or only handed over, takes the form of the other.
void ThreadAgent::adopt_form(const tensix::Step& step) {
    if (!step.touches[src_a] || !step.touches[src_b]) return;
    tensix::SrcBank &a = core_.src[src_a][core_.math_bank[src_a]], &b = core_.src[src_b][core_.math_bank[src_b]];
    if (a.cb < 0 && b.cb >= 0) a.form = b.form;
    if (b.cb < 0 && a.cb >= 0) b.form = a.form;
}

void ThreadAgent::give_back(Operand operand) {
    core_.src[operand][core_.math_bank[operand]].valid = false;
    if (watch::Order* ordering = shared_.order())
        ordering->channels(order_agent().core).freed[operand][core_.math_bank[operand]] =
            ordering->release(order_agent());
    core_.notify(WaitReason::src_free, operand, clock);
    core_.notify(WaitReason::src_free, either_operand, clock);
}

}  // namespace tessera::core
