// Several runs as one: the events of each, put behind the cycles of those before, so that a view of one run shows a
// program with all its workloads. One run alone is passed on as it is.
#pragma once

#include <set>
#include <vector>

#include "sim/views/view.hpp"

namespace tessera::views {

class Sequence final : public Listener {
  public:
    // The views must outlive this.
    explicit Sequence(const std::vector<Listener*>& views) {
        for (Listener* view : views) out_.add(*view);
    }

    void begin();  // of a run: what comes now belongs to it
    // Of a run. Where a fault ended it, the views are told an end without banks, which no run to its end has.
    void end();
    Cycle start() const { return start_; }  // of the run
    // Of all runs; of one that a fault ended as far as it was heard.
    Cycle cycles() const { return latest_; }

    void on_core_name(const CoreName&) override;
    void on_zone(const Zone&) override;
    void on_wait(const Wait&) override;
    void on_busy(const Busy&) override;
    void on_printed(const Printed&) override;
    void on_cb_level(const CbLevel&) override;
    void on_transfer(const Transfer&) override;
    void on_idle(const Idle&) override;
    void on_risc_work(const RiscWork&) override;
    void on_vector_run(const VectorRun&) override;
    bool hears_vector_runs() const override { return out_.hears_vector_runs(); }
    void on_run_end(const RunEnd&) override;
    bool hears_stays() const override { return out_.hears_stays(); }
    void on_stay(const Stay&) override;

  private:
    void reach(Cycle end);
    template <class Span>
    Span shifted(Span event);
    Transfer shifted_transfer(Transfer event);
    // Calls `pass` with the cause, whose transfer lives only during the call.
    template <class Event>
    void pass_with_cause(Event event);

    watch::Hub out_;
    std::set<int> named_;  // cores
    Cycle start_ = 0, latest_ = 0;
    std::uint64_t first_id_ = 0, last_id_ = 0;  // transfers of several devices must not share a number
    bool running_ = false;
};

}  // namespace tessera::views
