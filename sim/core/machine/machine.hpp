// A device that runs kernels: their RISCs and coprocessor threads on a chip, from launch to end. No state lives outside
// it.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "sim/core/chip/chip.hpp"
#include "sim/watch/standing.hpp"

namespace tessera::core {

class RiscAgent;
struct Units;
class ThreadAgent;

class Machine : public Chip {
  public:
    explicit Machine(const arch::Arch& arch);
    ~Machine() override;

    // Prepares a run. Cores not named keep their state.
    void begin(Options options);
    // Starts the launches, runs until nothing moves, reports a deadlock; returns the last cycle.
    Cycle run(const std::vector<Launch>& launches);

    // How each RISC and each unit that waits stood when a fault ended the last run; empty where none did.
    const std::vector<watch::Standing>& standing() const { return standing_; }

    // Null where it runs no kernel.
    const RiscAgent* risc(int core, int risc) const;

  private:
    struct Agents {
        std::unique_ptr<Units> units;
        std::array<std::unique_ptr<ThreadAgent>, 3> threads;
        std::array<std::unique_ptr<RiscAgent>, 5> riscs;
    };

    void launch(const std::vector<Launch>& launches);
    // With Options::t1_alone or compute_alone: lets one that waits have what it waits for; false where none does.
    bool end_wait_of_t1();
    bool end_wait_for_movers();
    bool end_sleep_of_polls();
    void settle_order();
    void check_unread_pages();
    void check_open_pages();
    void end_by(const fault::Fault& fault);
    void emit_end(Cycle end);
    [[noreturn]] void report_deadlock();
    // The end of a run in which nobody else can change what `poller` polls.
    [[noreturn]] void report_poll(const schedule::Agent& poller, std::optional<std::uint32_t> address);
    void note_ring_buffers(fault::Fault& fault);

    std::vector<Agents> agents_;  // by core
    std::vector<watch::Standing> standing_;
};

}  // namespace tessera::core
