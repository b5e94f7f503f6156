#include "sim/core/port/poll_watch.hpp"

namespace tessera::core {

std::optional<Cycle> RegisterPoll::loaded(const riscv::Hart& hart, std::uint32_t pc, std::uint32_t value) {
    if (awake_) return std::nullopt;
    std::array<std::uint32_t, 32> registers;
    for (unsigned n = 0; n < registers.size(); ++n) registers[n] = hart.reg(n);
    const std::uint64_t clock_reads = hart.counters().clock_reads;
    const Cycle period = hart.clock() - at_;
    const bool alike =
        rounds_ > 0 && pc == pc_ && value == value_ && clock_reads == clock_reads_ && registers == registers_;
    rounds_ = !alike ? 1 : rounds_ > 1 && period != period_ ? 2 : rounds_ + 1;
    pc_ = pc;
    value_ = value;
    clock_reads_ = clock_reads;
    registers_ = registers;
    at_ = hart.clock();
    period_ = period;
    return rounds_ > 2 ? std::optional(period) : std::nullopt;
}

bool PollWatch::repeats(const riscv::Hart& hart, std::uint64_t acts) {
    std::array<std::uint32_t, 32> registers;
    for (unsigned n = 0; n < registers.size(); ++n) registers[n] = hart.reg(n);
    const std::uint64_t clock_reads = hart.counters().clock_reads;
    const bool same_loop = kept_ && kept_->acts == acts && kept_->clock_reads == clock_reads;
    if (same_loop && kept_->pc == hart.pc() && kept_->registers == registers && kept_->memory == hart.local_memory())
        dead_since_ = acts;
    if (dead_since_ == acts) return true;
    if (!same_loop || loads_ >= keep_at_) {
        kept_ = State{acts, clock_reads, hart.pc(), registers, hart.local_memory()};
        keep_at_ = 2 * loads_;
    }
    return false;
}

}  // namespace tessera::core
