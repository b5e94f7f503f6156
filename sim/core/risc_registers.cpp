// Registers of the coprocessor as low-level kernels reach them, a word at an address each
// (spec/tensix-core.md 7.1, unpack-instructions.md 1).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/core/calls_mailbox.hpp"
#include "sim/core/cb_interface.hpp"
#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using watch::WaitReason;

namespace {

// Which of the core's semaphores an address of the PC buffer is.
std::optional<std::uint32_t> semaphore_at(std::uint32_t address) {
    const std::uint32_t word = (address - abi::pc_buffer_base) / 4;
    if (address < abi::pc_buffer_base || word < abi::pc_buffer_semaphores || word >= abi::pc_buffer_semaphores + 8)
        return std::nullopt;
    return word - abi::pc_buffer_semaphores;
}

// Which word of a row of registers.
std::optional<std::uint32_t> word_at(std::uint32_t address, std::uint32_t base, std::uint32_t words) {
    const std::uint32_t word = (address - base) / 4;
    return address >= base && address % 4 == 0 && word < words ? std::optional(word) : std::nullopt;
}

constexpr std::uint32_t words_of_mailbox = abi::mailbox_bytes / 4, mailbox_words = 4 * words_of_mailbox;
constexpr auto registers_of_thread = static_cast<std::uint32_t>(std::tuple_size_v<tensix::Registers>);

// What is kept of circular buffers: the number of pages alone is none of bytes, and three are pointers.
constexpr std::uint32_t cb_interface_end = abi::most_circular_buffers * abi::cb_interface_words;
constexpr std::uint32_t number_of_pages = 3;
constexpr std::optional<abi::CbPointer> pointer_of(std::uint32_t field) {
    using enum abi::CbPointer;
    constexpr std::array pointers{read, write, packed};
    const std::uint32_t at = field - number_of_pages - 1;
    return at < pointers.size() ? std::optional(pointers[at]) : std::nullopt;
}

}  // namespace

bool RiscAgent::is_unit_semaphore(std::uint32_t address) { return semaphore_at(address).has_value(); }

// The load comes back when all that was pushed is done, or has left the MOP expander; here both are the same.
std::optional<Progress> RiscAgent::load_when_done(bool units_too) {
    const std::uint32_t thread = mailbox_number(risc_) - 1;
    if (!flush_recording()) return Progress::blocked;
    if (!core_.threads[thread]->drained()) {
        chip_.scheduler().block(*this, {WaitReason::tensix_fifo, thread, 1, 0});
        return Progress::blocked;
    }
    if (const auto held = core_.threads[thread]->held_unpacker(); held && units_too) {
        chip_.scheduler().block(*this, {WaitReason::src_free, *held, 0, 0});
        return Progress::blocked;
    }
    const ThreadAgent& unit = *core_.threads[thread];
    const Cycle busy_until = risc_ == abi::Risc::t0   ? unit.unpackers_idle_at()
                             : risc_ == abi::Risc::t2 ? unit.packers_idle_at()
                                                      : std::max(core_.fpu_idle_at, core_.sfpu_idle_at);
    const Cycle idle = units_too ? busy_until : 0;
    if (watch::Order* ordering = chip_.order())
        ordering->pass({order_agent().core, watch::riscs_of_core + thread}, order_agent());
    const Cycle latency = chip_.arch().riscv.sync_load_cycles.cycles();
    hart_->finish_load(0, std::max(latency, idle > hart_->clock() ? idle - hart_->clock() : 0));
    return Progress::finished;
}

// Nothing for an address that is none of these.
std::optional<Progress> RiscAgent::load_register(const riscv::Pause& pause) {
    if (!is_compute()) return std::nullopt;
    const Cycle synchronises = chip_.arch().riscv.sync_load_cycles.cycles();
    const Cycle latency = chip_.arch().riscv.register_load_cycles.cycles();
    if (pause.address == abi::pc_buffer_base + 4 || pause.address == abi::pc_buffer_base + 8)
        return load_when_done(pause.address == abi::pc_buffer_base + 4);
    if (const auto word = word_at(pause.address, abi::mailbox_base, mailbox_words)) {
        if (!flush_recording()) return Progress::blocked;
        const std::uint32_t from = *word / words_of_mailbox;
        if (*word % words_of_mailbox == 1) {
            note_poll(std::nullopt);
            hart_->finish_load(core_.mailboxes[from][mailbox_number(risc_)].empty() ? 0 : 1, synchronises);
            return Progress::finished;
        }
        if (*word % words_of_mailbox != 0) return std::nullopt;
        const CallResult read = read_mailbox(context_, from);
        if (read.blocked) {
            chip_.scheduler().block(*this, *read.blocked);
            return Progress::blocked;
        }
        hart_->finish_load(read.a0, synchronises);
        return Progress::finished;
    }
    if (const auto word = word_at(pause.address, abi::cb_interface_base, cb_interface_end)) {
        const std::uint32_t field = *word % abi::cb_interface_words;
        const std::uint32_t value = interface_of(core_.cb(*word / abi::cb_interface_words), field);
        hart_->finish_load(field == number_of_pages ? value : value / cb_unit_bytes(),
                           chip_.arch().riscv.local_load_cycles.cycles());
        return Progress::finished;
    }
    if (const auto index = word_at(pause.address, abi::registers_base, registers_of_thread)) {
        hart_->finish_load(core_.registers[mailbox_number(risc_) - 1][*index], latency);
        return Progress::finished;
    }
    if (const auto index = word_at(pause.address, abi::config_base, abi::config_words)) {
        hart_->finish_load(core_.math_config.word(*index), latency);
        return Progress::finished;
    }
    if (const auto semaphore = semaphore_at(pause.address)) {
        if (!flush_recording()) return Progress::blocked;
        note_poll(std::nullopt);
        const std::uint32_t value = core_.semaphores.state[*semaphore].value;
        if (const auto round = register_poll_.loaded(*hart_, pause.pc, value)) {
            // The next load that can find another value comes a round later.
            register_poll_.other();
            chip_.scheduler().block(*this, {WaitReason::unit_semaphore, *semaphore, 0, *round});
            return Progress::blocked;
        }
        if (watch::Order* ordering = chip_.order())
            ordering->see(ordering->channels(order_agent().core).semaphores[*semaphore], order_agent());
        hart_->finish_load(value, synchronises);
        return Progress::finished;
    }
    return std::nullopt;
}

std::optional<Progress> RiscAgent::store_register(const riscv::Pause& pause) {
    if (!is_compute()) return std::nullopt;
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
            refuse(Fault(Id::semaphore_misuse,
                         posts ? fmt::format("semaphore {} posted at its maximum {}", *semaphore, held.max)
                               : fmt::format("semaphore {} taken at zero", *semaphore)));
        if (posts ? held.value == tensix::Semaphores::most : held.value == 0) return done();
        held.value = static_cast<std::uint8_t>(posts ? held.value + 1 : held.value - 1);
        if (watch::Order* ordering = chip_.order())
            ordering->post(ordering->channels(order_agent().core).semaphores[*semaphore], order_agent());
        core_.notify(WaitReason::semaphore, *semaphore, clock);
        core_.notify(WaitReason::unit_semaphore, *semaphore, clock + 1);
        return done();
    }
    if (const auto word = word_at(pause.address, abi::cb_interface_base, cb_interface_end)) {
        if (const auto pointer = pointer_of(*word % abi::cb_interface_words)) {
            set_cb_pointer(core_.cb(*word / abi::cb_interface_words), *pointer, pause.value * cb_unit_bytes());
            return done();
        }
    }
    if (const auto word = word_at(pause.address, abi::mailbox_base, mailbox_words);
        word && *word % words_of_mailbox == 0) {
        if (!flush_recording()) return Progress::blocked;
        write_mailbox(context_, *word / words_of_mailbox, pause.value);
        return done();
    }
    if (const auto index = word_at(pause.address, abi::registers_base, registers_of_thread)) {
        core_.registers[mailbox_number(risc_) - 1][*index] = pause.value;
        return done();
    }
    if (const auto index = word_at(pause.address, abi::config_base, abi::config_words)) {
        if (!flush_recording()) return Progress::blocked;
        core_.math_config.write(tensix::ConfigSpace::core, chip_.arch().sfpu.isa_column, *index, ~0u, pause.value);
        return done();
    }
    return std::nullopt;
}

}  // namespace tessera::core
