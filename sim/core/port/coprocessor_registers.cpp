#include "sim/core/port/coprocessor_registers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "sim/core/port/calls_mailbox.hpp"
#include "sim/core/port/cb_interface.hpp"
#include "sim/core/units/thread_agent.hpp"
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

bool is_unit_semaphore(std::uint32_t address) { return semaphore_at(address).has_value(); }

// The load comes back when all that was pushed is done, or has left the MOP expander; here both are the same.
Progress CoprocessorRegisters::load_when_done(bool units_too) {
    const std::uint32_t thread = context_.thread();
    if (!flush()) return Progress::blocked;
    if (!fifo_.drained()) return context_.block({WaitReason::tensix_fifo, thread, 1, 0});
    const Units& units = fifo_.units();
    const auto held = context_.risc == abi::Risc::t0 ? units.unpack.held() : std::nullopt;
    if (held && units_too) return context_.block({WaitReason::src_free, *held, 0, 0});
    const Cycle busy_until = context_.risc == abi::Risc::t0 ? units.unpack.idle_at()
                             : context_.risc == abi::Risc::t2
                                 ? units.pack.idle_at()
                                 : std::max(context_.core.fpu_idle_at, context_.core.sfpu_idle_at);
    const Cycle idle = units_too ? busy_until : 0, now = context_.hart.clock();
    if (watch::Order* ordering = context_.order)
        ordering->pass({context_.order_agent.core, watch::riscs_of_core + thread}, context_.order_agent);
    const Cycle latency = context_.chip.arch().riscv.sync_load_cycles.cycles();
    context_.hart.finish_load(0, std::max(latency, idle > now ? idle - now : 0));
    return Progress::finished;
}

std::optional<Progress> CoprocessorRegisters::load(const riscv::Pause& pause) {
    const Cycle latency = context_.chip.arch().riscv.register_load_cycles.cycles();
    if (pause.address == abi::pc_buffer_base + 4 || pause.address == abi::pc_buffer_base + 8)
        return load_when_done(pause.address == abi::pc_buffer_base + 4);
    if (const auto word = word_at(pause.address, abi::mailbox_base, mailbox_words)) return load_mailbox(*word);
    if (const auto word = word_at(pause.address, abi::cb_interface_base, cb_interface_end)) {
        const std::uint32_t field = *word % abi::cb_interface_words;
        const std::uint32_t value = interface_of(context_.core.cb(*word / abi::cb_interface_words), field);
        context_.hart.finish_load(field == number_of_pages ? value : value / context_.cb_unit_bytes(),
                                  context_.chip.arch().riscv.local_load_cycles.cycles());
        return Progress::finished;
    }
    if (const auto index = word_at(pause.address, abi::registers_base, registers_of_thread)) {
        context_.hart.finish_load(context_.core.registers[context_.thread()][*index], latency);
        return Progress::finished;
    }
    if (const auto index = word_at(pause.address, abi::config_base, abi::config_words)) {
        context_.hart.finish_load(context_.core.math_config.word(*index), latency);
        return Progress::finished;
    }
    if (const auto semaphore = semaphore_at(pause.address)) return load_semaphore(*semaphore, pause.pc);
    return std::nullopt;
}

std::optional<Progress> CoprocessorRegisters::load_mailbox(std::uint32_t word) {
    const Cycle synchronises = context_.chip.arch().riscv.sync_load_cycles.cycles();
    if (!flush()) return Progress::blocked;
    const std::uint32_t from = word / words_of_mailbox;
    if (word % words_of_mailbox == 1) {
        context_.note_poll(std::nullopt);
        context_.hart.finish_load(context_.core.mailboxes[from][mailbox_number(context_.risc)].empty() ? 0 : 1,
                                  synchronises);
        return Progress::finished;
    }
    if (word % words_of_mailbox != 0) return std::nullopt;
    const CallResult read = read_mailbox(context_, from);
    if (read.blocked) return context_.block(*read.blocked);
    context_.hart.finish_load(read.a0, synchronises);
    return Progress::finished;
}

Progress CoprocessorRegisters::load_semaphore(std::uint32_t semaphore, std::uint32_t pc) {
    if (!flush()) return Progress::blocked;
    context_.note_poll(std::nullopt);
    const std::uint32_t value = context_.core.semaphores.state[semaphore].value;
    if (const auto round = context_.register_poll.loaded(context_.hart, pc, value)) {
        // The next load that can find another value comes a round later.
        context_.register_poll.other();
        return context_.block({WaitReason::unit_semaphore, semaphore, 0, *round});
    }
    if (watch::Order* ordering = context_.order)
        ordering->see(ordering->channels(context_.order_agent.core).semaphores[semaphore], context_.order_agent);
    context_.hart.finish_load(value, context_.chip.arch().riscv.sync_load_cycles.cycles());
    return Progress::finished;
}

std::optional<Progress> CoprocessorRegisters::store(const riscv::Pause& pause) {
    if (vectors_ != nullptr &&
        pause.address ==
            abi::config_base + 4 * tensix::config::prng_seed.at(context_.chip.arch().sfpu.isa_column).index())
        return seed_random(pause.value, pause.pc);
    const auto done = [&] {
        context_.hart.finish_store(1);
        return Progress::finished;
    };
    if (pause.address == abi::pc_buffer_base + 4 || pause.address == abi::pc_buffer_base + 8) return done();
    if (pause.address == abi::debug_feature_disable) {
        if (!flush()) return Progress::blocked;
        context_.core.moves_halves = (pause.value >> abi::debug_moves_halves & 1) != 0;
        return done();
    }
    if (const auto semaphore = semaphore_at(pause.address)) {
        store_semaphore(*semaphore, pause.value == 0);
        return done();
    }
    if (const auto word = word_at(pause.address, abi::cb_interface_base, cb_interface_end)) {
        if (const auto pointer = pointer_of(*word % abi::cb_interface_words)) {
            set_cb_pointer(context_.core.cb(*word / abi::cb_interface_words), *pointer,
                           pause.value * context_.cb_unit_bytes());
            return done();
        }
    }
    if (const auto word = word_at(pause.address, abi::mailbox_base, mailbox_words);
        word && *word % words_of_mailbox == 0) {
        if (!flush()) return Progress::blocked;
        write_mailbox(context_, *word / words_of_mailbox, pause.value);
        return done();
    }
    if (const auto index = word_at(pause.address, abi::registers_base, registers_of_thread)) {
        context_.core.registers[context_.thread()][*index] = pause.value;
        return done();
    }
    if (const auto index = word_at(pause.address, abi::config_base, abi::config_words)) {
        if (!flush()) return Progress::blocked;
        context_.core.math_config.write(tensix::ConfigSpace::core, context_.chip.arch().sfpu.isa_column, *index, ~0u,
                                        pause.value);
        return done();
    }
    return std::nullopt;
}

void CoprocessorRegisters::store_semaphore(std::uint32_t semaphore, bool posts) {
    auto& held = context_.core.semaphores.state[semaphore];
    if (posts ? held.value >= held.max : held.value == 0)
        context_.refuse(Fault(Id::semaphore_misuse,
                              posts ? fmt::format("semaphore {} posted at its maximum {}", semaphore, held.max)
                                    : fmt::format("semaphore {} taken at zero", semaphore)));
    if (posts ? held.value == tensix::Semaphores::most : held.value == 0) return;
    held.value = static_cast<std::uint8_t>(posts ? held.value + 1 : held.value - 1);
    if (watch::Order* ordering = context_.order)
        ordering->post(ordering->channels(context_.order_agent.core).semaphores[semaphore], context_.order_agent);
    context_.core.notify(WaitReason::semaphore, semaphore, context_.clock());
    context_.core.notify(WaitReason::unit_semaphore, semaphore, context_.clock() + 1);
}

// What was pushed before draws from the old sequence, as the vendor's code waits for it to (tensix-core.md 3.4).
Progress CoprocessorRegisters::seed_random(std::uint32_t seed, std::uint32_t pc) {
    if (!flush()) return Progress::blocked;
    if (auto full = fifo_.try_push({.kind = Command::Kind::seed, .a = seed, .pc = pc})) return context_.block(*full);
    context_.hart.finish_store(1);
    return Progress::finished;
}

}  // namespace tessera::core
