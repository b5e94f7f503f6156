// Registers of the coprocessor as T1's low-level kernels reach them, a word at an address each
// (spec/tensix-core.md 7.1).
#include <fmt/format.h>

#include <algorithm>

#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using watch::WaitReason;

namespace {

constexpr std::uint32_t math_thread = 1;

// Which of the core's semaphores an address of the PC buffer is.
std::optional<std::uint32_t> semaphore_at(std::uint32_t address) {
    const std::uint32_t word = (address - abi::pc_buffer_base) / 4;
    if (address < abi::pc_buffer_base || word < abi::pc_buffer_semaphores || word >= abi::pc_buffer_semaphores + 8)
        return std::nullopt;
    return word - abi::pc_buffer_semaphores;
}

}  // namespace

// Nothing for an address that is none of these.
std::optional<RiscAgent::Progress> RiscAgent::load_register(const riscv::Pause& pause) {
    if (!core_.low_level_math || risc_ != abi::Risc::t1) return std::nullopt;
    const Cycle latency = machine_.arch().riscv.mmio_load_cycles.cycles();
    // The load comes back when all that was pushed is done, or has left the MOP expander; here both are the same.
    if (pause.address == abi::pc_buffer_base + 4 || pause.address == abi::pc_buffer_base + 8) {
        if (!flush_recording()) return Progress::blocked;
        if (!core_.threads[math_thread]->drained()) {
            machine_.scheduler().block(*this, {WaitReason::tensix_fifo, math_thread, 1, 0});
            return Progress::blocked;
        }
        const bool units_too = pause.address == abi::pc_buffer_base + 4;
        const Cycle idle = units_too ? std::max(core_.fpu_idle_at, core_.sfpu_idle_at) : 0;
        if (watch::Order* ordering = machine_.order())
            ordering->pass({order_agent().core, watch::riscs_of_core + math_thread}, order_agent());
        hart_->finish_load(0, std::max(latency, idle > hart_->clock() ? idle - hart_->clock() : 0));
        return Progress::finished;
    }
    if (const auto semaphore = semaphore_at(pause.address)) {
        if (!flush_recording()) return Progress::blocked;
        note_poll(std::nullopt);
        if (watch::Order* ordering = machine_.order())
            ordering->see(ordering->channels(order_agent().core).semaphores[*semaphore], order_agent());
        hart_->finish_load(core_.semaphores.state[*semaphore].value, latency);
        return Progress::finished;
    }
    return std::nullopt;
}

std::optional<RiscAgent::Progress> RiscAgent::store_register(const riscv::Pause& pause) {
    if (!core_.low_level_math || risc_ != abi::Risc::t1) return std::nullopt;
    const auto done = [&] {
        hart_->finish_store(1);
        return Progress::finished;
    };
    if (pause.address == abi::pc_buffer_base + 4 || pause.address == abi::pc_buffer_base + 8) return done();
    if (pause.address == abi::debug_feature_disable) {
        if (!flush_recording()) return Progress::blocked;
        core_.moves_halves = (pause.value >> abi::debug_moves_halves & 1) != 0;
        return done();
    }
    if (const auto semaphore = semaphore_at(pause.address)) {
        auto& held = core_.semaphores.state[*semaphore];
        const bool posts = pause.value == 0;
        if (posts ? held.value >= held.max : held.value == 0)
            throw Fault(Id::semaphore_misuse,
                        posts ? fmt::format("semaphore {} posted at its maximum {}", *semaphore, held.max)
                              : fmt::format("semaphore {} taken at zero", *semaphore));
        held.value = static_cast<std::uint8_t>(posts ? held.value + 1 : held.value - 1);
        if (watch::Order* ordering = machine_.order())
            ordering->post(ordering->channels(order_agent().core).semaphores[*semaphore], order_agent());
        core_.notify(WaitReason::semaphore, *semaphore, clock);
        return done();
    }
    // Where T0 is to unpack a tile to.
    if (pause.address == abi::mailbox_base + abi::mailbox_of_unpacker) {
        if (!flush_recording()) return Progress::blocked;
        DstProtocol& protocol = core_.dst_protocol;
        protocol.unpack_row = pause.value;
        protocol.unpack_requested = true;
        protocol.unpack_done = false;
        protocol.made_by[protocol.unpack_row / 64 % protocol.made_by.size()] = 0;
        core_.notify(WaitReason::semaphore, static_cast<std::uint32_t>(tensix::Semaphore::unpack_to_dest), clock);
        return done();
    }
    return std::nullopt;
}

}  // namespace tessera::core
