// The exact order of a machine: the earliest agent acts, ties by core then slot; what the NoC delivers at a cycle comes
// before any agent of that cycle (design.md 3).
#pragma once

#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "sim/schedule/agent.hpp"
#include "sim/schedule/source.hpp"
#include "sim/watch/listener.hpp"

namespace tessera::schedule {

class Scheduler {
  public:
    explicit Scheduler(watch::Hub& hub) : hub_(hub) {}

    // `order` decides between agents of the same cycle; without it the one added first comes first.
    void add(Agent& agent, std::uint32_t order);
    void add(Agent& agent) { add(agent, static_cast<std::uint32_t>(agents_.size())); }
    void add(Source& source) { source_ = &source; }

    void queue(Agent& agent, Cycle at);
    void block(Agent& agent, Wait wait);
    void idle(Agent& agent) { agent.state = Agent::State::idle; }
    void done(Agent& agent) { agent.state = Agent::State::done; }

    // Ends the wait of an agent at `now`, or at its next poll after it. Its cause is the agent whose turn it is, or
    // what the source has named.
    void wake(Agent& agent, Cycle now);
    // The source, during its step: this transfer is what happens. Nobody may listen, then it can be left out.
    void happens(const watch::Transfer& transfer) { happening_ = &transfer; }

    // Whether somebody else comes before (`at`, `agent`), or the run pauses before.
    bool somebody_before(const Agent& agent, Cycle at) const {
        if (at > pause_at_) return true;
        if (!turns_.empty()) {
            const Entry& first = turns_.top();
            if (first.at < at || (first.at == at && first.order < agent.order)) return true;
        }
        return next_event() <= at;
    }

    // Until nothing can move. Throws Fault cycle_limit beyond `limit`. `progress`, if given, hears the cycle now and
    // then, never by the host's clock.
    void run(Cycle limit, const std::function<void(Cycle)>& progress = {});
    // The same, but true where something is left to do behind `until`, or where somebody paused it: the next call goes
    // on.
    bool run_until(Cycle until, Cycle limit, const std::function<void(Cycle)>& progress = {});
    // The run comes back as soon as whoever acts is done with its turn.
    void pause() { pause_at_ = 0; }

    // The last event, or the cycle to which the last turn reached.
    Cycle last_cycle() const { return last_; }
    std::vector<const Agent*> stuck() const;
    // Nothing is under way, and whoever is not waiting polls.
    bool only_polls() const;
    bool only_dead_polls() const;
    // Counts what agents do that others may see; loads and pushes to a FIFO that is full are none.
    void acted() { ++acts_; }
    std::uint64_t acts() const { return acts_; }

  private:
    struct Entry {
        Cycle at;
        std::uint32_t order;
        Agent* agent;
        bool operator>(const Entry& other) const { return std::pair(at, order) > std::pair(other.at, other.order); }
    };
    Cycle next_event() const { return source_ == nullptr ? never : source_->next(); }
    watch::Cause cause(Cycle now) const;

    watch::Hub& hub_;
    Source* source_ = nullptr;
    std::vector<Agent*> agents_;
    const Agent* acting_ = nullptr;
    const watch::Transfer* happening_ = nullptr;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> turns_;
    Cycle last_ = 0, pause_at_ = never;
    std::uint64_t acts_ = 0;
};

}  // namespace tessera::schedule
