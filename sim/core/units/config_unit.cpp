#include "sim/core/units/config_unit.hpp"

#include <fmt/format.h>

#include "sim/core/units/handovers.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::ConfigSpace;
namespace ops = tensix::ops;

namespace {

// SETC16: T1 configures the matrix and the vector unit by it.
void set_thread_register(const Issue& in, const tensix::Word& word, ThreadState& thread) {
    const std::uint32_t reg = word[ops::Setc16::reg], value = word[ops::Setc16::value];
    if (in.thread == 1)
        return tensix::configure(in.core.math_config, in.core.dst_port, ConfigSpace::thread, word.column(), reg, 0xFFFF,
                                 value);
    if (reg == abi::config_state_id && value != 0)
        throw Fault(Id::tensix_unsupported,
                    "the second state of the configuration by another core than T1, which is not modelled");
    thread.config.write(word.column(), reg, 0xFFFF, value);
}

void write_masked(const Issue& in, const tensix::Word& word) {
    using Byte = ops::Rmwcib<0>;
    const std::uint32_t shift = 8 * ((word.bits() >> 24) - static_cast<std::uint32_t>(tensix::Op::rmwcib0));
    tensix::configure(in.core.math_config, in.core.dst_port, ConfigSpace::core, word.column(), word[Byte::reg],
                      word[Byte::mask] << shift, word[Byte::data] << shift,
                      in.thread == 1 ? in.core.math_config.state() : 0);
}

// SETDVALID.
void set_valid(const Issue& in, const tensix::Word& word) {
    for (const Operand operand : operands)
        if ((word[ops::Setdvalid::which] >> operand & 1) != 0) hand_over(in, operand, in.now);
}

}  // namespace

Phase register_word(const Issue& in, const tensix::Row& row, ThreadState& thread) {
    const tensix::Word word(in.word, in.shared().arch().sfpu.isa_column);
    tensix::Registers& registers = in.core.registers[static_cast<std::size_t>(in.thread)];
    tensix::MathConfig& config = in.core.math_config;
    switch (row.op) {
        case tensix::Op::nop: return Phase::finish(1);
        case tensix::Op::setdvalid: set_valid(in, word); return Phase::finish(1);
        case tensix::Op::setc16: set_thread_register(in, word, thread); return Phase::finish(1);
        case tensix::Op::rmwcib0:
        case tensix::Op::rmwcib1:
        case tensix::Op::rmwcib2:
        case tensix::Op::rmwcib3: write_masked(in, word); return Phase::finish(1);
        default: break;
    }
    // Only SETC16 and RMWCIB know of the second.
    if (in.thread == 1 && row.unit == tensix::Unit::configuration && config.state() != 0)
        throw Fault(Id::tensix_unsupported,
                    fmt::format("{} in the second state of the configuration, which is not modelled", row.name));
    switch (row.op) {
        case tensix::Op::dmanop: break;
        case tensix::Op::setdmareg: ops::Setdmareg::run(word, registers); break;
        case tensix::Op::adddmareg: ops::Adddmareg::run(word, registers); break;
        case tensix::Op::muldmareg: ops::Muldmareg::run(word, registers); break;
        case tensix::Op::storereg: ops::Storereg::run(word, registers); break;
        case tensix::Op::reg2flop: ops::Reg2flop::run(word, registers, config); break;
        case tensix::Op::wrcfg: ops::Wrcfg::run(word, registers, config); break;
        case tensix::Op::rdcfg: ops::Rdcfg::run(word, registers, config); break;
        case tensix::Op::cfgshiftmask:
            ops::Cfgshiftmask::run(word, static_cast<std::uint32_t>(in.thread), config);
            break;
        default:
            thread.counter_judge.origins.move(thread.counters, in.pc, in.word, [&](tensix::CounterSet& counters) {
                tensix::move_counters(word, counters);
            });
    }
    const Cycle issue = row.column[static_cast<std::size_t>(word.column())].cost.issue;
    if (row.op == tensix::Op::adddmareg || row.op == tensix::Op::muldmareg)
        thread.scalar_settled_at = in.now + issue + in.tensix().scalar_settle_cycles.cycles();
    return Phase::finish(issue);
}

}  // namespace tessera::core
