// What limits each run of a program: its critical path by the unit that stood on it, the bound that its profile names,
// and what its DRAM traffic alone would take.
//
//     kernels      cycles     %  limit  matrix  vector  T1  tiles  movers  transfers  DRAM
//     gemm K=64   1203334  62.1  math        0      48  21      9       4         18     6
//     rms_rows      52110   2.7  ...
//     in % of the row's cycles; DRAM: what its bytes take at the peak of all banks
#pragma once

#include <optional>
#include <span>
#include <string>

#include "sim/arch/arch.hpp"
#include "sim/views/profile.hpp"
#include "sim/views/screen.hpp"
#include "sim/views/workload.hpp"

namespace tessera::views {

// Takes these few figures of each run and forgets its profile.
class Limits final : public Listener {
  public:
    explicit Limits(const arch::Arch& arch) : arch_(arch) {}

    // Around each run, one that a fault ends as well.
    void begin() { profile_.emplace(arch_); }
    RunLimit end();

    void on_core_name(const CoreName& event) override { pass(&Profile::on_core_name, event); }
    void on_zone(const Zone& event) override { pass(&Profile::on_zone, event); }
    void on_wait(const Wait& event) override { pass(&Profile::on_wait, event); }
    void on_busy(const Busy& event) override { pass(&Profile::on_busy, event); }
    void on_cb_level(const CbLevel& event) override { pass(&Profile::on_cb_level, event); }
    void on_transfer(const Transfer& event) override { pass(&Profile::on_transfer, event); }
    void on_idle(const Idle& event) override { pass(&Profile::on_idle, event); }
    void on_risc_work(const RiscWork& event) override { pass(&Profile::on_risc_work, event); }
    void on_vector_run(const VectorRun& event) override { pass(&Profile::on_vector_run, event); }
    bool hears_vector_runs() const override { return true; }
    void on_run_end(const RunEnd& event) override { pass(&Profile::on_run_end, event); }
    bool hears_stays() const override { return true; }
    void on_stay(const Stay& event) override { pass(&Profile::on_stay, event); }

  private:
    template <class Event>
    void pass(void (Profile::*on)(const Event&), const Event& event) {
        if (profile_) ((*profile_).*on)(event);
    }

    const arch::Arch& arch_;
    std::optional<Profile> profile_;  // of the run under way
};

// A row for workloads of one name on as many cores, in the order of their first, and one for all; nothing where none
// has a limit. A row's limit is that of most of its cycles.
std::string limits_table(std::span<const Workload> workloads, const Screen& screen = {});

}  // namespace tessera::views
