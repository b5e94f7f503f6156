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

    // Programs that a host puts on cores one by one, starts and watches while they run (Options::bare).
    // A program in place of the one that the RISC had.
    void place(const Launch& launch);
    // As a store to the register of the core that holds RISCs in reset.
    void set_resets(int core, std::uint32_t held);
    // What made advance() come back: the time, pause(), that all that move poll what nobody else can change, or that
    // nothing moves.
    enum class Standstill : std::uint8_t { none, polls, all };
    Standstill advance(Cycle until);
    void pause() { scheduler_->pause(); }
    // Who stands still, and why, as the fault that ends a run.
    [[noreturn]] void report_standstill();
    // The end of such a run, whoever still moves; returns the last cycle.
    Cycle finish();

    // How each RISC and each unit that waits stood when a fault ended the last run; empty where none did.
    const std::vector<watch::Standing>& standing() const { return standing_; }

    // Null where it runs no kernel.
    const RiscAgent* risc(int core, int risc) const;

  private:
    struct Agents {
        std::unique_ptr<Units> units;
        std::array<std::unique_ptr<ThreadAgent>, 3> threads;
        std::array<std::unique_ptr<RiscAgent>, 5> riscs;
        std::array<std::optional<Launch>, 5> launches;
        // Of RISCs that were reset: others may still name them.
        std::vector<std::unique_ptr<RiscAgent>> stopped;
        std::vector<std::unique_ptr<Kernel>> ended;
    };

    void launch(const std::vector<Launch>& launches);
    void make_units(Core& core);
    void add_threads(Core& core);
    void add_risc(const Launch& launch);
    void apply_resets(int core, std::uint32_t before);
    // With Options::t1_alone or compute_alone: lets one that waits have what it waits for; false where none does.
    bool end_wait_of_t1();
    bool end_wait_for_movers();
    bool end_sleep_of_polls();
    void settle_order();
    void check_unread_pages();
    void check_open_pages();
    void fail(fault::Fault& fault);
    void end_by(const fault::Fault& fault);
    void emit_end(Cycle end);
    [[noreturn]] void report_deadlock();
    // The end of a run in which nobody else can change what `poller` polls.
    [[noreturn]] void report_poll(const schedule::Agent& poller, std::optional<std::uint32_t> address);
    void note_ring_buffers(fault::Fault& fault);

    std::vector<Agents> agents_;  // by core
    // Who polls what nobody else can change, in a run that a host steps.
    const schedule::Agent* dead_poller_ = nullptr;
    std::optional<std::uint32_t> polled_;
    bool is_stepped_ = false, has_begun_ = false;
    std::vector<watch::Standing> standing_;
};

}  // namespace tessera::core
