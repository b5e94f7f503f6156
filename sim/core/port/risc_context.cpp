#include "sim/core/port/risc_context.hpp"

#include <memory>
#include <utility>

namespace tessera::core {

RiscContext::RiscContext(Chip& its_chip, Core& its_core, const Launch& launch, schedule::Agent& its_agent)
    : chip(its_chip),
      core(its_core),
      agent(its_agent),
      risc(launch.risc),
      hart(chip.arch().riscv, risc, launch.program),
      kernel(*(core.kernels[static_cast<std::size_t>(risc)] = std::make_unique<Kernel>(
                   launch, arch::Coord{core.logical_x, core.logical_y}, chip.options(), hart))),
      order(chip.order()),
      order_agent(kernel.order_agent()) {
    if (chip.options().bare && core.l1.contains(launch.program->text_base))
        core.texts.push_back(&hart.fetch_from(core.l1));
    if (const auto top = launch.program->symbol("__stack_top")) hart.set_reg(2, *top);
}

std::string RiscContext::string_at(std::uint32_t address) const {
    const riscv::Program& program = kernel.program();
    std::string text;
    for (; text.size() < 256; ++address) {
        const std::uint32_t offset = address - program.text_base;
        const std::uint32_t byte = offset < program.text_bytes()
                                       ? program.words[offset / 4] >> (8 * (offset % 4)) & 0xFF
                                   : core.l1.contains(address) ? core.l1.load(address, 1)
                                                               : hart.local_memory().load(address, 1);
        if (byte == 0) break;
        text += static_cast<char>(byte);
    }
    return text;
}

// Of a RISC that goes on without end although nothing changes any more: who polls is not woken, and would run until the
// limit of cycles.
void RiscContext::note_poll(std::optional<std::uint32_t> address) {
    if (!poll.loaded()) return;
    const schedule::Scheduler& scheduler = chip.scheduler();
    if (scheduler.only_polls() && poll.repeats(hart, scheduler.acts()) && scheduler.only_dead_polls())
        chip.dead_poll(agent, address);
}

void RiscContext::refuse(fault::Fault fault, fault::Severity severity) const {
    kernel.locate(fault, standing_at(), clock());
    chip.raise(fault, severity);
}

}  // namespace tessera::core
