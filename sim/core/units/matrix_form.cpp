#include "sim/core/units/matrix_form.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::SrcForm;

tensix::MatrixUnit matrix_unit(const Issue& in, const tensix::Step& step, const char* name) {
    const Core& core = in.core;
    const tensix::MathConfig& config = core.math_config;
    const tensix::MathConfig::OfMatrixUnit& set = config.of_matrix_unit();
    if (set.refused != nullptr)
        throw Fault(Id::tensix_unsupported, fmt::format("{} with {} = {}, which is not modelled", name,
                                                        set.refused->name, config.get(*set.refused)));
    tensix::MatrixUnit unit{.dst_is_32_bit = core.dst_is_32_bit(),
                            .rules = in.tensix().fpu,
                            .form = set.form,
                            .keeps_zero_exponent = set.keeps_zero_exponent};
    if (set.rounds_stochastically) unit.random = core.draw();
    const bool is_wide = core.mode.fp32_dest_acc || set.int8_math;
    unit.moves_halves = core.moves_halves && is_wide && !(unit.rules.narrow_dst_has_halves && set.says_32_bit);
    for (const Operand operand : operands) {
        const tensix::SrcBank& bank = core.src[operand][core.math_bank[operand]];
        if (!step.touches[operand] || bank.cb < 0 || !unit.form) continue;
        const auto has_small_exponent = [](SrcForm form) { return form == SrcForm::fp16 || form == SrcForm::int8; };
        if (bank.form == SrcForm::int16)
            unit.form.reset();
        else if (has_small_exponent(*unit.form) != has_small_exponent(bank.form) ||
                 (*unit.form == SrcForm::int8) != (bank.form == SrcForm::int8))
            in.raise(
                Fault(Id::format_mismatch,
                      fmt::format("{}: {} holds {} of cb {}, but the matrix unit is configured for {}", name,
                                  source_name(operand), tensix::name(bank.form), bank.cb, tensix::name(*unit.form))));
    }
    return unit;
}

void adopt_form(Core& core, const tensix::Step& step) {
    if (!step.touches[src_a] || !step.touches[src_b]) return;
    tensix::SrcBank &a = core.src[src_a][core.math_bank[src_a]], &b = core.src[src_b][core.math_bank[src_b]];
    if (a.cb < 0 && b.cb >= 0) a.form = b.form;
    if (b.cb < 0 && a.cb >= 0) b.form = a.form;
}

void note_contents(const Issue& in, const tensix::Step& step, const tensix::MatrixUnit& unit) {
    Core& core = in.core;
    const auto forget = [&](int rows, bool wide) {
        tensix::DstContents::each_row(step.dst_row, rows, wide, [&](int row) { core.dst_contents.forget(row, 1); });
    };
    if (step.op == tensix::Op::zeroacc)
        return step.phase == tensix::ops::Zeroacc::one_row ? forget(1, unit.dst_is_32_bit)
                                                           : forget(step.low_half ? 2 * step.rows : step.rows, false);
    const Operand from = step.touches[src_a] ? src_a : src_b;
    const tensix::SrcBank& bank = core.src[from][core.math_bank[from]];
    const bool opaque = bank.form == SrcForm::int16;
    const SrcForm form = opaque ? bank.form : unit.form.value_or(bank.form);
    const bool moves = step.op == tensix::Op::mova2d || step.op == tensix::Op::movb2d;
    if (moves && tensix::ops::moves_half(step, unit, form)) return forget(step.rows, true);
    tensix::MatrixUnit view = unit;
    if (moves) view.dst_is_32_bit = form == SrcForm::tf32;
    core.dst_contents.wrote(step.dst_row, step.rows, {tensix::datum_kind(view, form), 1, in.pc});
}

}  // namespace tessera::core
