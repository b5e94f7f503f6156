#include "sim/core/risc/risc_memory.hpp"

#include <array>
#include <cstring>
#include <span>

#include "sim/fault/fault.hpp"
#include "sim/riscv/poll.hpp"

namespace tessera::core {

namespace {

std::uint32_t word_of(std::span<const std::uint8_t> bytes) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data(), bytes.size());
    return word;
}

}  // namespace

RiscMemory::RiscMemory(RiscContext& context) : context_(context), access_(context) {
    if (context.chip.arch().riscv.has_data_cache)
        cache_.emplace(context, (context.chip.options().data_caches >> static_cast<int>(context.risc) & 1) != 0);
}

// Below the room for buffers only semaphores change while kernels run.
bool RiscMemory::is_shared(std::uint32_t address) const {
    const arch::L1& map = context_.chip.arch().l1;
    return address >= map.unreserved_base || (address >= map.semaphore_base && address < map.remote_cb_base);
}

bool RiscMemory::polls(std::uint32_t pc) {
    const auto [at, first] = polls_.try_emplace(pc, false);
    if (first) {
        std::array<std::uint32_t, 32> registers;
        for (unsigned n = 0; n < registers.size(); ++n) registers[n] = context_.hart.reg(n);
        at->second = riscv::waits_for_change(context_.kernel.program(), pc, registers);
    }
    return at->second;
}

std::uint32_t RiscMemory::value_at(const riscv::Pause& pause) const {
    try {
        return context_.core.l1.load(pause.address, pause.bytes);
    } catch (const riscv::Unwritten& load) {
        context_.refuse(load);
        return word_of(context_.core.l1.raw(pause.address, pause.bytes));
    }
}

std::uint32_t RiscMemory::ordered_load(const riscv::Pause& pause, bool is_atomic) {
    watch::Order* ordering = context_.order;
    if (ordering == nullptr || !is_shared(pause.address)) return value_at(pause);
    const watch::Order::Agent me = context_.order_agent;
    const bool flag = is_atomic || polls(pause.pc) || ordering->is_flag(me.core, pause.address);
    context_.chip.refuse(ordering->load(me, pause.address, pause.bytes, {pause.pc, context_.clock()}, flag));
    const std::uint32_t value = value_at(pause);
    if (flag) ordering->observe(me, pause.address, value, value);
    return value;
}

std::uint32_t RiscMemory::load(const riscv::Pause& pause) {
    if (access_.lacks_argument(pause)) return word_of(context_.core.l1.raw(pause.address, pause.bytes));
    access_.check(pause, false);
    if (!context_.core.undetermined.empty()) check_determined(context_, pause);
    if (cache_) cache_->check(pause);
    context_.note_poll(pause.address);
    return ordered_load(pause, pause.touch == riscv::Touch::atomic);
}

void RiscMemory::store(const riscv::Pause& pause) {
    Core& core = context_.core;
    const arch::L1& map = context_.chip.arch().l1;
    check_text(context_, pause);
    access_.check(pause, true);
    if (cache_) cache_->stored(pause.address);
    if (watch::Order* ordering = context_.order; ordering != nullptr && is_shared(pause.address))
        context_.chip.refuse(
            ordering->store(context_.order_agent, pause.address, pause.bytes, {pause.pc, context_.clock()}));
    core.l1.store(pause.address, pause.bytes, pause.value);
    if (pause.address >= map.semaphore_base && pause.address < map.remote_cb_base)
        note_word(core.words[pause.address], context_.deed(), false);
    core.l1_written(pause.address, pause.bytes, context_.clock());
}

// One step among the cores of the tile. It comes after all that was before the last such step on the word.
std::uint32_t RiscMemory::change(const riscv::Pause& pause) {
    const std::uint32_t before = load(pause);
    riscv::Pause written = pause;
    written.value = riscv::evaluate(pause.op, before, pause.value);
    store(written);
    return before;
}

}  // namespace tessera::core
