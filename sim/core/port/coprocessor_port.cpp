#include "sim/core/port/coprocessor_port.hpp"

#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

namespace {

// A word of the loop of a MOP.
bool is_loop_word(const riscv::Pause& store) {
    return store.bytes == 4 && store.address - abi::mop_config_base < 4 * abi::mop_config_words;
}

}  // namespace

CoprocessorPort::CoprocessorPort(RiscContext& context, ThreadAgent& thread)
    : context_(context),
      fifo_(context, thread),
      vectors_(context.risc == abi::Risc::t1 ? std::make_unique<VectorRecorder>(context, fifo_) : nullptr),
      words_(context, fifo_, vectors_.get()),
      registers_(context, fifo_, vectors_.get()) {
    if (!context.chip.options().t1_alone) announcements_.emplace(context);
}

std::uint32_t CoprocessorPort::vector(std::uint32_t op, std::uint32_t a, std::uint32_t b, bool literal,
                                      std::uint32_t pc, Cycle now) {
    const auto operation = static_cast<abi::VectorOp>(op);
    try {
        if (words_.recording() && operation != abi::VectorOp::free)
            throw Fault(Id::tensix_unsupported,
                        "SFPI code while REPLAY records: only raw Tensix instructions can be recorded here");
        return vectors_->record(operation, a, b, literal, pc, now);
    } catch (Fault& fault) {
        context_.kernel.locate(fault, pc, now);
        throw;
    }
}

riscv::Coprocessor::Taken CoprocessorPort::tensix(std::uint32_t word, std::uint32_t pc, Cycle now) {
    if (words_.recording()) return Taken::stops;
    if (vectors_ && vectors_->record_word(word, pc, now, false)) return Taken::kept;
    return stored(word, pc, now) ? Taken::pushed : Taken::stops;
}

bool CoprocessorPort::stored(std::uint32_t word, std::uint32_t pc, Cycle now) {
    if (!words_.is_private(word, pc)) return false;
    context_.note_act();
    context_.register_poll.other();
    words_.push_private(word, pc, now);
    return true;
}

void CoprocessorPort::announced(abi::Announcement what, std::uint32_t value, std::uint32_t pc, Cycle now) {
    if (announcements_) announcements_->announced(what, value, pc, now);
}

std::optional<Progress> CoprocessorPort::store(const riscv::Pause& pause) {
    if (pause.address == abi::tensix_fifo_base) return push(pause.value, pause.pc);
    if (!is_loop_word(pause)) return registers_.store(pause);
    words_.configure_loop((pause.address - abi::mop_config_base) / 4, pause.value, pause.pc);
    context_.hart.finish_store(1);
    return Progress::finished;
}

bool CoprocessorPort::may_go_on(const riscv::Pause& pause) const {
    if (pause.touch == riscv::Touch::tensix) return words_.is_private(pause.tensix_word, pause.pc);
    if (pause.touch != riscv::Touch::store) return false;
    if (pause.address == abi::tensix_fifo_base) return words_.is_private(pause.value, pause.pc);
    return is_loop_word(pause);
}

}  // namespace tessera::core
