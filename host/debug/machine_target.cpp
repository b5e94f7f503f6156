#include "host/debug/machine_target.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/debug/monitor.hpp"
#include "sim/core/machine/core_ranges.hpp"
#include "sim/fault/fault.hpp"
#include "sim/riscv/alu.hpp"

namespace tessera::host {

void MachineTarget::show(const core::Machine& machine, std::optional<arch::Coord> core) {
    machine_ = &machine;
    shown_ = {};
    const int width = machine.arch().grid.compute_width;
    std::vector<arch::Coord> with_kernels;
    const auto show_core = [&](int index) {
        bool any = false;
        for (int r = 0; r < riscs; ++r) {
            const core::RiscAgent* risc = machine.risc(index, r);
            if (risc == nullptr) continue;
            any = true;
            const riscv::Program*& shown = shown_[static_cast<std::size_t>(r)];
            if (shown == nullptr) shown = &risc->hart().program();
        }
        if (any) with_kernels.push_back({index % width, index / width});
        return any;
    };
    const bool inside = core && core->x < width && core->y < machine.arch().grid.compute_height;
    const bool found = !core || (inside && show_core(core->y * width + core->x));
    with_kernels.clear();
    for (int index = 0; index < cores(); ++index) show_core(index);
    if (!found)
        throw fault::InputError(fmt::format("--gdb: core ({},{}) runs no kernel; expected one of {}", core->x, core->y,
                                            core::cores_text(with_kernels)));
}

bool MachineTarget::shows(watch::Track at) const {
    const core::RiscAgent* risc = machine_->risc(at.core, at.row);
    return risc != nullptr && &risc->hart().program() == shown_[static_cast<std::size_t>(at.row)];
}

bool MachineTarget::is_alive(int thread) const {
    return thread > 0 && core_of(thread) < cores() && shows({core_of(thread), risc_of(thread)}) &&
           agent(thread).state != schedule::Agent::State::done;
}

std::vector<int> MachineTarget::threads() const {
    std::vector<int> all;
    for (int thread = 1; thread <= cores() * riscs; ++thread)
        if (is_alive(thread)) all.push_back(thread);
    return all;
}

int MachineTarget::thread_at(const fault::Where& where) const {
    const std::vector<int> all = threads();
    const auto at = std::ranges::find_if(all, [&](int thread) {
        const core::Core& core = agent(thread).core();
        return core.logical_x == where.core_x && core.logical_y == where.core_y &&
               core::risc_name(risc_of(thread)) == where.risc;
    });
    return at == all.end() ? all.front() : *at;
}

std::string MachineTarget::about(int thread) const {
    const core::RiscAgent& risc = agent(thread);
    std::string text =
        fmt::format("core {},{} {}", risc.core().logical_x, risc.core().logical_y, core::risc_name(risc_of(thread)));
    if (risc.state == schedule::Agent::State::waiting)
        text += fmt::format(", waits: {}", watch::wait_text(risc.wait.reason, risc.wait.index));
    return text;
}

Registers MachineTarget::registers(int thread) const {
    const core::RiscAgent& risc = agent(thread);
    Registers all;
    for (unsigned n = 0; n < 32; ++n) all[n] = risc.hart().reg(n);
    all.back() = risc.standing_at() + (thread == passing_ ? 4 : 0);
    return all;
}

// One that stops itself has not begun with its instruction.
void MachineTarget::begins_to_pass(int thread) {
    if (!agent(thread).is_stopped()) passing_ = thread;
}

// The texts of a core's RISCs lie apart, so that gdb may look at any of them.
std::optional<std::uint8_t> MachineTarget::byte(const core::RiscAgent& risc, std::uint32_t address) const {
    for (const riscv::Program* program : shown_) {
        if (program == nullptr || address - program->text_base >= program->text_bytes()) continue;
        const std::uint32_t offset = address - program->text_base;
        return static_cast<std::uint8_t>(program->words[offset / 4] >> (8 * (offset % 4)));
    }
    const riscv::CheckedMemory &local = risc.hart().local_memory(), &l1 = risc.core().l1;
    if (local.contains(address)) return local.raw(address, 1).front();
    if (l1.contains(address)) return l1.raw(address, 1).front();
    const std::uint32_t of_clock = address - abi::wall_clock_base;
    if (of_clock < 4 || (of_clock >= 8 && of_clock < 12))
        return static_cast<std::uint8_t>(risc.clock >> (8 * (of_clock < 4 ? of_clock : of_clock - 4)));
    return std::nullopt;
}

std::vector<std::uint8_t> MachineTarget::memory(int thread, std::uint32_t address, std::uint32_t bytes) const {
    const core::RiscAgent& risc = agent(thread);
    std::vector<std::uint8_t> found;
    for (std::optional<std::uint8_t> one; found.size() < bytes && (one = byte(risc, address)); ++address)
        found.push_back(*one);
    return found;
}

bool MachineTarget::share(int thread, int other, std::uint32_t address) const {
    return thread == other ||
           (core_of(thread) == core_of(other) && !agent(thread).hart().local_memory().contains(address));
}

std::optional<MemoryAccess> MachineTarget::access(int thread, std::uint32_t pc) const {
    const riscv::Hart& hart = agent(thread).hart();
    const riscv::Decoded& instruction = hart.program().code[(pc - hart.program().text_base) / 4];
    const bool loads = instruction.op >= riscv::Op::lb && instruction.op <= riscv::Op::lhu;
    const bool stores = instruction.op >= riscv::Op::sb && instruction.op <= riscv::Op::sw;
    if (!loads && !stores) return std::nullopt;
    return MemoryAccess{stores, hart.reg(instruction.rs1) + static_cast<std::uint32_t>(instruction.imm),
                        riscv::access_of(instruction.op).bytes};
}

std::vector<LoadedProgram> MachineTarget::programs() const {
    std::vector<LoadedProgram> all;
    for (const riscv::Program* program : shown_)
        if (program != nullptr) all.push_back({program->name, program->text_base, abi::local_memory_base});
    return all;
}

std::string MachineTarget::monitor(int thread, std::string_view command) const {
    return monitor_text(*machine_, agent(thread), command);
}

}  // namespace tessera::host
