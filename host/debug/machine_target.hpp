// The RISCs of a machine as a debugger's threads. gdb has one place for each address, so each of the five RISCs is
// shown with one kernel: that of a chosen core, or of the first that runs one on it. Other cores run their kernels
// unseen.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "host/debug/target.hpp"
#include "sim/core/machine/machine.hpp"
#include "sim/core/risc/risc_agent.hpp"

namespace tessera::host {

class MachineTarget : public DebugTarget {
  public:
    // InputError where the core runs no kernel.
    void show(const core::Machine& machine, std::optional<arch::Coord> core);

    static int thread_of(watch::Track risc) { return risc.core * riscs + risc.row + 1; }
    bool shows(watch::Track risc) const;
    int thread_at(const fault::Where& where) const;  // the first where none is there

    // A step of the thread counts as done while its instruction still waits for others: until it executes the next one,
    // it is shown behind that.
    void begins_to_pass(int thread);
    void has_passed(int thread) {
        if (thread == passing_) passing_ = 0;
    }

    std::vector<int> threads() const override;
    bool is_alive(int thread) const override;
    std::string about(int thread) const override;
    Registers registers(int thread) const override;
    std::vector<std::uint8_t> memory(int thread, std::uint32_t address, std::uint32_t bytes) const override;
    bool share(int thread, int other, std::uint32_t address) const override;
    std::optional<MemoryAccess> access(int thread, std::uint32_t pc) const override;
    std::vector<LoadedProgram> programs() const override;
    std::string monitor(int thread, std::string_view command) const override;

  private:
    static constexpr int riscs = watch::trisc2 + 1;
    static int core_of(int thread) { return (thread - 1) / riscs; }
    static int risc_of(int thread) { return (thread - 1) % riscs; }
    int cores() const { return machine_->arch().grid.compute_width * machine_->arch().grid.compute_height; }
    const core::RiscAgent& agent(int thread) const { return *machine_->risc(core_of(thread), risc_of(thread)); }
    std::optional<std::uint8_t> byte(const core::RiscAgent& risc, std::uint32_t address) const;

    const core::Machine* machine_ = nullptr;
    std::array<const riscv::Program*, riscs> shown_{};
    int passing_ = 0;  // that thread
};

}  // namespace tessera::host
