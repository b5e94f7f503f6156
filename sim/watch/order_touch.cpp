// Touches of memory, and whether they are ordered with those before (spec/memory-order.md 6).
#include <algorithm>
#include <utility>

#include "sim/watch/order.hpp"

namespace tessera::watch {

// A new one, the last of the records.
Event& Order::recorded() {
    if (events_.size() >= collect_at_ || readers_.size() >= 2 * collect_at_) collect();
    return events_.emplace_back();
}

std::uint32_t Order::record(Event event) {
    recorded() = std::move(event);
    return static_cast<std::uint32_t>(events_.size() - 1);
}

namespace {

// Which of some records stay, and where each that stays goes: to the front, in the order they have.
class Kept {
  public:
    explicit Kept(std::size_t count) : to_(count) {}
    // Whether it is new to stay.
    bool keep(std::uint32_t id) { return std::exchange(to_[id], 1) == 0; }
    template <class T>
    void compact(std::vector<T>& records) {
        std::uint32_t next = 1;  // record 0 is nobody's
        for (std::size_t id = 1; id < to_.size(); ++id) {
            if (to_[id] == 0) continue;
            to_[id] = next;
            if (next != id) records[next] = std::move(records[id]);
            ++next;
        }
        records.resize(next);
    }
    std::uint32_t operator[](std::uint32_t id) const { return id == 0 ? 0 : to_[id]; }

  private:
    std::vector<std::uint32_t> to_;
};

}  // namespace

template <class Visit>
void Order::each_cell(Visit visit) {
    for (Shadow& memory : l1_) memory.all(visit);
    for (Shadow& memory : dram_) memory.all(visit);
}

// Drops the records that no memory names any more. The next time is when there are as many new ones as cells to look
// at, so that what a record costs does not grow with the memory.
void Order::collect() {
    Kept events(events_.size()), readers(readers_.size());
    std::size_t cells = 0;
    // A rival is kept as long as an event names it, and so is its own.
    const auto keep = [&](std::uint32_t id) {
        while (id != 0 && events.keep(id)) id = events_[id].rival;
    };
    each_cell([&](const Shadow::Cell& cell) {
        ++cells;
        keep(cell.write);
        for (std::uint32_t at = cell.reads; at != 0 && readers.keep(at); at = readers_[at].next)
            keep(readers_[at].event);
    });
    for (const auto& [number, id] : under_way_) keep(id);
    events.compact(events_);
    readers.compact(readers_);
    for (Event& event : events_) event.rival = events[event.rival];
    for (Reader& reader : readers_) reader = {events[reader.event], readers[reader.next]};
    each_cell([&](Shadow::Cell& cell) { cell = {events[cell.write], readers[cell.reads]}; });
    for (auto& [number, id] : under_way_) id = events[id];
    collect_at_ = std::max({collect_at_, events_.size() / 2 * 3, events_.size() + cells});
}

bool Order::knows(const Clock& clock, std::span<const Stamp> also, const Event& before, const Event& now) const {
    const auto is_over = [&](Stamp stamp) {
        if (stamp.time == 0) return false;
        return clock.covers(stamp) || std::any_of(also.begin(), also.end(), [&](Stamp one) {
                   return one.part == stamp.part && one.time >= stamp.time;
               });
    };
    if (is_over(before.stamp) || std::any_of(before.also.begin(), before.also.end(), is_over)) return true;
    // What one RISC does happens in its order, even where nobody else can tell.
    return !is_transfer(before.touch) && !is_transfer(now.touch) && before.core == now.core &&
           before.agent == now.agent && before.left_by == nullptr;
}

Race Order::race_of(std::uint32_t before, std::uint32_t now, const Clock& clock) const {
    Race race{events_[before], events_[now], std::nullopt};
    const Event& first = race.first;
    race.asked_before = first.left_by == nullptr && clock.covers(first.issued);
    race.met_before = clock.at(first.core * parts_of_core + first.agent) != 0;
    return race;
}

void Order::judge(std::uint32_t before, std::uint32_t now, const Clock& clock, std::span<const Stamp> also,
                  std::unique_ptr<Race>& race) {
    const Event& first = events_[before];
    Event& second = events_[now];
    const std::uint64_t begin = std::max(first.begin, second.begin), end = std::min(first.end, second.end);
    if (begin >= end) return;
    const bool both_write = writes(first.touch) && writes(second.touch);
    const bool adds = first.touch == Touch::atomic || second.touch == Touch::atomic;
    // A poll may come at any time, and additions do not disturb each other.
    if (first.polls) return;
    if (adds && (first.touch == second.touch || first.touch == Touch::load || second.touch == Touch::load)) return;
    if (!second.polls && !knows(clock, also, first, second)) {
        if (both_write && !adds && !pedantic_) {
            // A program may write what nobody reads: this becomes a race once somebody does.
            second.rival = before;
            rivals_ = true;
            return;
        }
        if (!race) race = std::make_unique<Race>(race_of(before, now, clock));
        return;
    }
    if (first.rival == 0) return;
    const Event& rival = events_[first.rival];
    if (std::max(begin, rival.begin) >= std::min(end, rival.end)) return;
    if (writes(second.touch)) {
        if (second.rival == 0 && !knows(clock, also, rival, second)) second.rival = first.rival;
        return;
    }
    if (race) return;
    race = std::make_unique<Race>(race_of(first.rival, before, clock));
    race->reader = second;
}

std::uint32_t Order::add_reader(std::uint32_t readers, std::uint32_t id, const Clock& clock,
                                std::span<const Stamp> also) {
    std::uint32_t kept = 0;
    for (std::uint32_t at = readers; at != 0; at = readers_[at].next) {
        if (knows(clock, also, events_[readers_[at].event], events_[id])) continue;
        readers_.push_back({readers_[at].event, kept});
        kept = static_cast<std::uint32_t>(readers_.size() - 1);
    }
    readers_.push_back({id, kept});
    return static_cast<std::uint32_t>(readers_.size() - 1);
}

void Order::touch(int core, int bank, std::uint64_t begin, std::uint64_t end, std::uint32_t id, const Clock& clock,
                  std::span<const Stamp> also, std::unique_ptr<Race>& race) {
    const bool is_write = writes(events_[id].touch);
    const bool had_race = race != nullptr;
    // What the clock covers and no other write rivals needs no judgement.
    const auto is_settled = [&](std::uint32_t before) {
        const Event& event = events_[before];
        return event.rival == 0 && event.stamp.time != 0 && clock.covers(event.stamp);
    };
    Shadow::Cell last{~0u, ~0u}, now;
    shadow(core, bank).each(begin, end, [&](Shadow::Cell& cell) {
        if (cell == last) {
            cell = now;
            return;
        }
        last = cell;
        if (cell.write != 0 && !is_settled(cell.write)) judge(cell.write, id, clock, also, race);
        if (is_write) {
            for (std::uint32_t at = cell.reads; at != 0; at = readers_[at].next)
                if (!is_settled(readers_[at].event)) judge(readers_[at].event, id, clock, also, race);
            cell = {id, 0};
        } else {
            cell.reads = add_reader(cell.reads, id, clock, also);
        }
        now = cell;
    });
    if (race && !had_race) {
        race->core = core;
        race->bank = bank;
    }
}

std::unique_ptr<Race> Order::by_agent(Agent agent, Touch kind, std::uint32_t address, std::uint32_t bytes, At at,
                                      bool polls) {
    std::unique_ptr<Race> race;
    AgentState& who = state(agent);
    std::uint32_t sequence = part(agent);
    if (kind == Touch::store && pedantic_) sequence = agent.core * parts_of_core + store_part(agent.number);
    const Stamp stamp{sequence, who.tick};
    who.clock.raise({part(agent), who.tick});
    const auto same = [&](std::uint32_t id) {
        const Event& event = events_[id];
        return event.touch == kind && event.stamp.part == stamp.part && event.stamp.time == stamp.time &&
               event.begin <= address && event.end >= address + bytes && event.polls == polls;
    };
    const Shadow::Cell cell = l1_[agent.core].at(address);
    // The same again, and nobody can have learned of it in between.
    if (kind == Touch::store ? cell.reads == 0 && cell.write != 0 && same(cell.write)
                             : kind != Touch::pack && cell.reads != 0 && same(readers_[cell.reads].event))
        return race;
    Event& event = recorded();
    event.touch = kind;
    event.polls = polls;
    event.core = static_cast<std::uint16_t>(agent.core);
    event.agent = static_cast<std::uint8_t>(agent.number);
    event.pc = at.pc;
    event.cycle = at.cycle;
    event.begin = address;
    event.end = address + bytes;
    event.stamp = stamp;
    event.issued = {part(agent), who.tick};
    const auto id = static_cast<std::uint32_t>(events_.size() - 1);
    who.touched = true;
    touch(static_cast<int>(agent.core), -1, address, address + bytes, id, who.clock, {}, race);
    return race;
}

void Order::loads_back(Agent risc, std::uint32_t address) {
    if (!pedantic_) return;
    if (const Event* write = last_write(static_cast<int>(risc.core), -1, address);
        write != nullptr && write->touch == Touch::store && write->core == risc.core && write->agent == risc.number)
        state(risc).clock.raise(write->stamp);
}

std::unique_ptr<Race> Order::load(Agent risc, std::uint32_t address, std::uint32_t bytes, At at, bool polls) {
    loads_back(risc, address);
    return by_agent(risc, Touch::load, address, bytes, at, polls);
}

std::unique_ptr<Race> Order::store(Agent risc, std::uint32_t address, std::uint32_t bytes, At at) {
    auto race = by_agent(risc, Touch::store, address, bytes, at, false);
    CoreState& core = of(risc.core);
    const auto flag = core.flags.lower_bound(address & ~3u);
    if (flag != core.flags.end() && flag->first < address + bytes) {
        Past past = release(risc);
        past.also[0] = {risc.core * parts_of_core + store_part(risc.number), state(risc).tick - 1};
        flag->second = {std::move(past), {}};
    }
    return race;
}

std::unique_ptr<Race> Order::unit(Agent thread, Touch kind, std::uint32_t address, std::uint32_t bytes, At at) {
    return by_agent(thread, kind, address, bytes, at, false);
}

const Event* Order::unawaited_read(Agent risc, std::uint32_t begin, std::uint32_t end) {
    const Event* found = nullptr;
    l1_[risc.core].each(begin, end, [&](Shadow::Cell& cell) {
        if (cell.write == 0 || found != nullptr) return;
        const Event& write = events_[cell.write];
        if (write.touch == Touch::deliver && write.core == risc.core && write.agent == risc.number &&
            !knows(state(risc).clock, {}, write, Event{}))
            found = &write;
    });
    return found;
}

const Event* Order::unawaited_write(Agent risc, int core, int bank, std::uint64_t address) {
    const Event* write = last_write(core, bank, address);
    const bool own = write != nullptr && write->touch == Touch::land && write->core == risc.core &&
                     write->agent == risc.number && write->left_by == nullptr;
    return own && !knows(state(risc).clock, {}, *write, Event{}) ? write : nullptr;
}

const Event* Order::last_write(int core, int bank, std::uint64_t address) const {
    const Shadow& memory = core >= 0 ? l1_[static_cast<std::size_t>(core)] : dram_[static_cast<std::size_t>(bank)];
    const std::uint32_t id = memory.at(address).write;
    return id == 0 ? nullptr : &events_[id];
}

std::vector<Race> Order::unsettled() {
    std::vector<Race> races;
    if (!rivals_) return races;
    const auto look = [&](Shadow& memory, int core, int bank) {
        std::uint32_t last = 0;
        memory.all([&](Shadow::Cell& cell) {
            if (cell.write == 0 || cell.write == last) return;
            last = cell.write;
            const Event& write = events_[cell.write];
            if (write.rival != 0) races.push_back({events_[write.rival], write, std::nullopt, core, bank});
        });
    };
    for (std::size_t i = 0; i < l1_.size(); ++i) look(l1_[i], static_cast<int>(i), -1);
    for (std::size_t i = 0; i < dram_.size(); ++i) look(dram_[i], -1, static_cast<int>(i));
    return races;
}

}  // namespace tessera::watch
