// Who hears the events of sim/watch/event.hpp. Listeners see constants and return nothing, so that watching changes
// neither state nor cycles (design.md 2, blind watch).
#pragma once

#include <vector>

#include "sim/watch/event.hpp"
#include "sim/watch/work.hpp"

namespace tessera::watch {

// Override what the view needs.
class Listener {
  public:
    virtual ~Listener() = default;
    virtual void on_core_name(const CoreName&) {}
    virtual void on_zone(const Zone&) {}
    virtual void on_wait(const Wait&) {}
    virtual void on_busy(const Busy&) {}
    virtual void on_printed(const Printed&) {}
    virtual void on_cb_level(const CbLevel&) {}
    virtual void on_transfer(const Transfer&) {}
    virtual void on_idle(const Idle&) {}
    virtual void on_risc_work(const RiscWork&) {}
    // Told with an entry for each instruction; only when some listener says that it hears them.
    virtual void on_vector_run(const VectorRun&) {}
    virtual bool hears_vector_runs() const { return false; }
    virtual void on_run_end(const RunEnd&) {}
    // Stays are some ten to a transfer; asked once, when the listener is added.
    virtual bool hears_stays() const { return false; }
    virtual void on_stay(const Stay&) {}
};

// The single point of emission. Without listeners an event costs one comparison; ask listening() before building a
// label for one.
class Hub {
  public:
    // The listener is not owned and must outlive the hub's last event. Called in the order added.
    void add(Listener& listener) {
        listeners_.push_back(&listener);
        if (listener.hears_stays()) stay_listeners_.push_back(&listener);
        vector_runs_ = vector_runs_ || listener.hears_vector_runs();
    }
    bool listening() const { return !listeners_.empty(); }
    bool hears_stays() const { return !stay_listeners_.empty(); }
    bool hears_vector_runs() const { return vector_runs_; }

    void emit(const CoreName& event) const { tell(&Listener::on_core_name, event); }
    void emit(const Zone& event) const { tell(&Listener::on_zone, event); }
    void emit(const Wait& event) const { tell(&Listener::on_wait, event); }
    void emit(const Busy& event) const { tell(&Listener::on_busy, event); }
    void emit(const Printed& event) const { tell(&Listener::on_printed, event); }
    void emit(const CbLevel& event) const { tell(&Listener::on_cb_level, event); }
    void emit(const Transfer& event) const { tell(&Listener::on_transfer, event); }
    void emit(const Idle& event) const { tell(&Listener::on_idle, event); }
    void emit(const RiscWork& event) const { tell(&Listener::on_risc_work, event); }
    void emit(const VectorRun& event) const { tell(&Listener::on_vector_run, event); }
    void emit(const RunEnd& event) const { tell(&Listener::on_run_end, event); }
    void emit(const Stay& event) const {
        for (Listener* listener : stay_listeners_) listener->on_stay(event);
    }

  private:
    template <class Event>
    void tell(void (Listener::*on)(const Event&), const Event& event) const {
        for (Listener* listener : listeners_) (listener->*on)(event);
    }
    std::vector<Listener*> listeners_, stay_listeners_;
    bool vector_runs_ = false;
};

}  // namespace tessera::watch
