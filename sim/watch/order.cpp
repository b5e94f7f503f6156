#include "sim/watch/order.hpp"

#include <algorithm>
#include <utility>

namespace tessera::watch {
namespace {

// Pages of DRAM are moved as a whole, so that longer runs of it are alike.
constexpr std::uint32_t l1_granule = 4, l1_run = 512, dram_granule = 32, dram_run = 2048;
constexpr std::size_t first_collection = std::size_t{1} << 14;
// Additions to a word that are kept apart, so that a wait can tell which of them it can do without.
constexpr std::size_t most_added = 64;

}  // namespace

Order::Order(std::uint32_t cores, std::uint32_t banks, bool pedantic)
    : pedantic_(pedantic), cores_(cores), events_(1), readers_(1), collect_at_(first_collection) {
    for (std::uint32_t i = 0; i < cores; ++i) l1_.emplace_back(l1_granule, l1_run);
    for (std::uint32_t i = 0; i < banks; ++i) dram_.emplace_back(dram_granule, dram_run);
}

void Order::begin(std::uint32_t core) { cores_[core] = std::make_unique<CoreState>(core); }

void Order::begin_program() {
    if (std::exchange(running_, true)) {  // the last one ended in a fault
        for (Shadow& memory : l1_) memory.clear();
        for (Shadow& memory : dram_) memory.clear();
        under_way_.clear();
        rivals_ = false;
        collect();
    }
    for (auto& core : cores_) core.reset();
    ways_.clear();
    words_.clear();
    ids_.clear();
    made_count_.clear();
}

// The host learns what every agent knows; writes that none of them has awaited stay, and are over for nobody.
void Order::end_program(const std::function<std::string(const Event&)>& position) {
    running_ = false;
    Clock host(0);
    for (auto& core : cores_)
        if (core)
            for (AgentState& agent : core->agents) host.join(agent.clock);
    const auto forget_known = [&](Shadow::Cell& cell) {
        cell.reads = 0;
        if (cell.write == 0) return;
        Event& event = events_[cell.write];
        if (event.left_by != nullptr) return;
        if (!is_transfer(event.touch) || event.posted || event.touch == Touch::deliver ||
            knows(host, {}, event, Event{})) {
            cell.write = 0;
            return;
        }
        event.left_by = &*left_.insert(position(event)).first;
        event.stamp = {};
        event.also = {};
    };
    for (Shadow& memory : l1_) memory.all(forget_known);
    for (Shadow& memory : dram_) memory.all(forget_known);
    collect();
}

void Order::comes_late(int core, int bank, std::uint64_t begin, std::uint64_t end, const std::string& what) {
    Event event;
    event.touch = Touch::host;
    event.begin = begin;
    event.end = end;
    event.left_by = &*left_.insert(what).first;
    const std::uint32_t id = record(std::move(event));
    shadow(core, bank).each(begin, end, [id](Shadow::Cell& cell) { cell = {id, 0}; });
}

void Order::forget(int core, int bank, std::uint64_t begin, std::uint64_t end) {
    shadow(core, bank).each_held(begin, end, [](Shadow::Cell& cell) { cell = {}; });
}

Shadow& Order::shadow(int core, int bank) {
    return core >= 0 ? l1_[static_cast<std::size_t>(core)] : dram_[static_cast<std::size_t>(bank)];
}

void Order::tick(AgentState& agent) {
    if (!agent.touched) return;
    ++agent.tick;
    agent.touched = false;
    agent.is_fresh = false;
}

Past Order::release(Agent agent) {
    AgentState& from = state(agent);
    if (from.touched || !from.is_fresh) {
        if (from.snapshot.use_count() == 1)
            *from.snapshot = from.clock;
        else
            from.snapshot = std::make_shared<Clock>(from.clock);
        tick(from);
        from.is_fresh = true;
        from.nth = ++snapshots_;
    }
    return {from.snapshot, {}, part(agent), from.nth};
}

void Order::acquire(Agent agent, const Past& past) {
    if (!past.clock) return;
    AgentState& to = state(agent);
    if (to.is_fresh && to.snapshot == past.clock) return;
    const bool also = past.also[0].time != 0 || past.also[1].time != 0 || past.also[2].time != 0;
    if (const std::uint32_t sender = past.from - agent.core * parts_of_core; !also && sender < agents_of_core) {
        if (to.learned[sender] >= past.nth) return;
        to.learned[sender] = past.nth;
    }
    to.clock.learn(past);
    to.is_fresh = false;
}

void Order::hand_on(Channel& channel, Agent from, std::uint64_t count) {
    channel.count_ += count;
    channel.entries_.emplace_back(channel.count_, release(from));
}

void Order::take(Channel& channel, Agent to, std::uint64_t upto) {
    if (upto == 0) return;
    auto& entries = channel.entries_;
    if (entries.empty()) return;
    auto wanted = entries.begin();
    while (wanted + 1 != entries.end() && wanted->first < upto) ++wanted;
    acquire(to, wanted->second);
    entries.erase(entries.begin(), wanted);
}

void Order::post(std::optional<Clock>& semaphore, Agent agent) {
    const Past past = release(agent);
    if (!semaphore) semaphore.emplace(agent.core);
    semaphore->join(*past.clock);
}

void Order::see(const std::optional<Clock>& semaphore, Agent agent) {
    if (!semaphore) return;
    state(agent).clock.join(*semaphore);
    state(agent).is_fresh = false;
}

Order::Flag& Order::flag(std::uint32_t core, std::uint32_t address) {
    const auto [at, fresh] = of(core).flags.try_emplace(address);
    if (fresh)
        if (const Event* write = last_write(static_cast<int>(core), -1, address);
            write != nullptr && write->touch != Touch::atomic) {
            if (write->touch == Touch::store)
                at->second.set = release({write->core, write->agent});
            else if (write->arrived)
                at->second.set = *write->past;
        }
    return at->second;
}

// A value that a wait could have seen without one of the additions says nothing about that one: another order of the
// same additions ends the wait as well.
void Order::observe(Agent risc, std::uint32_t address, std::uint32_t value, std::uint32_t need) {
    loads_back(risc, address);
    Flag& flag = this->flag(risc.core, address);
    acquire(risc, flag.set);
    const std::uint32_t spare = value - need;          // what the word holds beyond the need
    std::map<std::uint32_t, std::uint32_t> from_here;  // by source: what this addition and later ones of it bring
    std::vector<bool> needed(flag.added.size());
    for (std::size_t i = flag.added.size(); i-- != 0;)
        needed[i] = (from_here[flag.added[i].by] += flag.added[i].amount) > spare;
    for (std::size_t i = 0; i < flag.added.size(); ++i)
        if (needed[i]) acquire(risc, flag.added[i].past);
    if (flag.added.size() <= most_added) return;
    // What every further wait will need as well is one past.
    auto folded = std::make_shared<Clock>(flag.set.clock ? *flag.set.clock : Clock(risc.core));
    folded->learn(flag.set);
    std::vector<Flag::Added> left;
    for (std::size_t i = 0; i < flag.added.size(); ++i)
        if (needed[i])
            folded->learn(flag.added[i].past);
        else
            left.push_back(std::move(flag.added[i]));
    flag.added = std::move(left);
    flag.set = {std::move(folded), {}};
}

void Order::set_flags(int core, std::uint64_t begin, std::uint64_t end, const Past& past) {
    auto& flags = of(static_cast<std::uint32_t>(core)).flags;
    for (auto at = flags.lower_bound(static_cast<std::uint32_t>(begin & ~std::uint64_t{3}));
         at != flags.end() && at->first < end; ++at)
        at->second = {past, {}};
}

}  // namespace tessera::watch
