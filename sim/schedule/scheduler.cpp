#include "sim/schedule/scheduler.hpp"

#include <algorithm>

namespace tessera::schedule {

void Scheduler::add(Agent& agent, std::uint32_t order) {
    agent.order = order;
    agents_.push_back(&agent);
}

void Scheduler::queue(Agent& agent, Cycle at) {
    agent.state = Agent::State::queued;
    agent.clock = at;
    turns_.push({at, agent.order, &agent});
}

void Scheduler::block(Agent& agent, Wait wait) {
    agent.state = Agent::State::waiting;
    agent.wait = wait;
    agent.waiting_since = agent.clock;
}

void Scheduler::wake(Agent& agent, Cycle now) {
    if (agent.state != Agent::State::waiting) return;
    Cycle at = std::max(now, agent.clock);
    if (agent.wait.poll != 0) {
        const Cycle waited = at - agent.waiting_since;
        at = agent.waiting_since + (waited + agent.wait.poll - 1) / agent.wait.poll * agent.wait.poll;
    }
    if (at > agent.waiting_since && hub_.listening()) {
        const watch::Spot spot = agent.spot();
        hub_.emit(watch::Wait{agent.track(), agent.wait.reason, static_cast<int>(agent.wait.index), agent.waiting_since,
                              at, spot.file, spot.line, cause(now)});
    }
    queue(agent, at);
}

watch::Cause Scheduler::cause(Cycle now) const {
    if (acting_ != nullptr) return {acting_->track(), now, acting_->spot()};
    if (happening_ != nullptr) return {happening_->track, now, happening_->spot, happening_};
    return {.at = now};
}

void Scheduler::run(Cycle limit, const std::function<void(Cycle)>& progress) { run_until(never, limit, progress); }

bool Scheduler::run_until(Cycle until, Cycle limit, const std::function<void(Cycle)>& progress) {
    pause_at_ = until;
    constexpr std::uint64_t turns_per_report = 64;
    for (std::uint64_t count = 1;; ++count) {
        const Cycle event = next_event();
        const Cycle turn_at = turns_.empty() ? never : turns_.top().at;
        if (turn_at == never && event == never) return false;
        if (std::min(turn_at, event) > pause_at_) return true;
        if (progress && count % turns_per_report == 0) progress(last_);
        if (event <= turn_at) {
            last_ = std::max(last_, event);
            acting_ = nullptr;
            source_->step();
            happening_ = nullptr;
            continue;
        }
        const Entry turn = turns_.top();
        turns_.pop();
        if (turn.agent->state != Agent::State::queued) continue;  // stopped meanwhile
        if (turn.at > limit) turn.agent->out_of_time(limit);
        last_ = std::max(last_, turn.at);
        acting_ = turn.agent;
        turn.agent->step();
        last_ = std::max(last_, turn.agent->clock);
    }
}

bool Scheduler::only_polls() const {
    return next_event() == never && std::all_of(agents_.begin(), agents_.end(), [](const Agent* agent) {
               return agent->state != Agent::State::queued || agent->polls();
           });
}

bool Scheduler::only_dead_polls() const {
    return next_event() == never && std::all_of(agents_.begin(), agents_.end(), [this](const Agent* agent) {
               return agent->state != Agent::State::queued || agent->polls_forever(acts_);
           });
}

std::vector<const Agent*> Scheduler::stuck() const {
    std::vector<const Agent*> out;
    for (const Agent* agent : agents_)
        if (agent->state == Agent::State::waiting) out.push_back(agent);
    return out;
}

}  // namespace tessera::schedule
