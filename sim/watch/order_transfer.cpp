// Transfers: nodes that are forked where a RISC asks for them, what they know of each other, and what tells that they
// are over (spec/memory-order.md 2, 3).
#include <algorithm>

#include "sim/watch/order.hpp"

namespace tessera::watch {

std::size_t Order::PartHash::operator()(const PartKey& key) const {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15;
        hash ^= hash >> 32;
    }
    return hash;
}

std::uint32_t Order::made(Parts& parts, const PartKey& key) {
    const auto [at, fresh] = parts.try_emplace(key, static_cast<std::uint32_t>(made_count_.size()));
    if (fresh) made_count_.push_back(0);
    return at->second;
}

std::uint32_t Order::issue(const Request& request, std::unique_ptr<Race>& race) {
    const Agent risc = request.risc;
    AgentState& who = state(risc);
    const bool changes_l1 = request.touch != Touch::fetch &&
                            std::ranges::any_of(request.remote, [](const Place& place) { return place.core >= 0; });
    std::shared_ptr<Past> past;
    if (changes_l1)
        past = std::make_shared<Past>(release(risc));
    else
        tick(who);
    CoreState& core = of(risc.core);
    const bool is_read = request.touch == Touch::fetch;
    const auto sent = [&](Awaited kind) -> Stamp {
        Sent& of = core.sent[risc.number][request.noc][static_cast<std::size_t>(kind)];
        of.open.push_back({request.transaction_id, request.at});
        ++of.count;
        return {risc.core * parts_of_core + transfer_part(risc.number, request.noc, kind), of.count};
    };

    Event event;
    event.touch = request.touch;
    event.posted = request.posted;
    event.core = risc.core;
    event.agent = risc.number;
    event.noc = request.noc;
    event.pc = request.at.pc;
    event.cycle = request.at.cycle;
    event.issued = {part(risc), who.tick};

    // What has gone the same way before is over at the other end before this is. A read's answer tells its RISC so.
    const std::uint32_t way = made(ways_, {risc.core, request.noc, request.way});
    const Stamp writes_before{made_part | way, made_count_[way]};
    std::array<Stamp, 1> known{};
    if (writes_before.time != 0 && (!pedantic_ || request.touch != Touch::atomic)) known[0] = writes_before;
    if (is_read && writes_before.time != 0)
        core.sent[risc.number][request.noc][static_cast<std::size_t>(Awaited::reads)].learned.push_back(writes_before);

    const std::uint32_t id = request.transaction_id;
    const auto by_id = [&](bool only_sent) {
        return next_of(made(ids_, {risc.core, request.noc, id << 1 | (only_sent ? 1u : 0u)}));
    };
    const std::uint64_t bytes = request.remote.empty() ? 0 : request.remote.front().bytes;
    if (is_read) {
        event.stamp = sent(Awaited::reads);
        if (id != 0) event.also[2] = by_id(false);
    } else if (request.touch == Touch::atomic) {
        if (!request.posted) event.stamp = sent(Awaited::atomics);
    } else {
        if (!request.posted) event.stamp = sent(Awaited::acknowledged);
        event.also[0] = next_of(way);
        if (id != 0) event.also[2] = by_id(false);
    }
    // Small ones may be flags: whoever sees the value knows that this one is over, and in default what went before.
    if (!is_read && bytes <= 16 && !request.remote.empty()) {
        const Place& to = request.remote.front();
        event.also[1] =
            next_of(made(words_, {risc.core << 1 | request.noc, static_cast<std::uint64_t>(to.core + 1), to.begin}));
    }
    if (past) {
        past->also[1] = event.also[1];
        if (!pedantic_) past->also[0] = {made_part | way, made_count_[way]};
    }

    // A copy onto itself rewrites the bytes it reads, so that one access stands for both: the write.
    const auto is_local = [&](const Place& place) { return request.local && place == *request.local; };
    const bool onto_itself = std::ranges::any_of(request.remote, is_local);
    if (request.local) {
        Event local = event;
        local.begin = request.local->begin;
        local.end = local.begin + request.local->bytes;
        if (is_read) {
            local.touch = Touch::deliver;
        } else {
            local.touch = Touch::source;
            local.stamp = sent(request.posted ? Awaited::posted_sent : Awaited::sent);
            if (id != 0) local.also[2] = by_id(true);
        }
        if (is_read || !onto_itself)
            touch(request.local->core, -1, local.begin, local.end, record(local), who.clock, known, race);
    }
    std::uint32_t number = 0;
    if (!request.remote.empty()) {
        event.begin = request.remote.front().begin;
        event.end = event.begin + request.remote.front().bytes;
        event.past = past;
        const std::uint32_t made_event = record(std::move(event));
        number = ++given_out_;
        if (changes_l1) under_way_[number] = made_event;
        std::uint32_t here = made_event;
        for (const Place& place : request.remote) {
            if (is_read && is_local(place)) continue;
            // A rival is one in the memory of its place: the next receiver of a multicast begins without.
            if (events_[here].rival != 0) {
                Event copy = events_[here];
                copy.rival = 0;
                here = record(std::move(copy));
            }
            touch(place.core, place.bank, place.begin, place.begin + place.bytes, here, who.clock, known, race);
        }
    }
    who.clock.raise({part(risc), who.tick});
    who.touched = true;
    return number;
}

void Order::arrived(std::uint32_t number, std::uint32_t amount, std::span<const Place> places) {
    const auto at = under_way_.find(number);
    if (at == under_way_.end()) return;
    Event& event = events_[at->second];
    under_way_.erase(at);
    event.arrived = true;
    for (const Place& place : places) {
        if (place.core < 0) continue;
        if (event.touch != Touch::atomic) {
            set_flags(place.core, place.begin, place.begin + place.bytes, *event.past);
        } else {
            // As the record stands, before the flag may look for an earlier write.
            const Past past = *event.past;
            const std::uint32_t by = event.core * riscs_of_core + event.agent;
            flag(static_cast<std::uint32_t>(place.core), static_cast<std::uint32_t>(place.begin))
                .added.push_back({by, amount, past});
        }
    }
}

void Order::awaited(Agent risc, std::uint32_t noc, Awaited kind) {
    CoreState& core = of(risc.core);
    AgentState& who = state(risc);
    const auto know = [&](Awaited what) {
        Sent& of = core.sent[risc.number][noc][static_cast<std::size_t>(what)];
        if (of.known == of.count) return;
        of.known = of.count;
        of.open.clear();
        who.clock.raise({risc.core * parts_of_core + transfer_part(risc.number, noc, what), of.count});
        for (const Stamp stamp : of.learned) who.clock.raise(stamp);
        of.learned.clear();
        who.is_fresh = false;
    };
    know(kind);
    if (kind == Awaited::acknowledged) know(Awaited::sent);
}

void Order::awaited_id(Agent risc, std::uint32_t noc, std::uint32_t id, bool only_sent) {
    // Most requests bear id 0 and are not counted by it.
    if (id == 0) {
        if (!only_sent) {
            awaited(risc, noc, Awaited::reads);
            awaited(risc, noc, Awaited::acknowledged);
        }
        return awaited(risc, noc, Awaited::sent);
    }
    for (const std::uint32_t kind : {0u, 1u}) {
        if (only_sent && kind == 0) continue;
        const auto known = ids_.find({risc.core, noc, id << 1 | kind});
        if (known == ids_.end()) continue;
        state(risc).clock.raise({made_part | known->second, made_count_[known->second]});
        state(risc).is_fresh = false;
    }
    for (const Awaited kind : {Awaited::reads, Awaited::acknowledged, Awaited::sent})
        if (!only_sent || kind == Awaited::sent)
            std::erase_if(of(risc.core).sent[risc.number][noc][static_cast<std::size_t>(kind)].open,
                          [&](const Sent::Open& open) { return open.transaction_id == id; });
}

std::uint32_t Order::open(Agent risc, std::uint32_t noc, Awaited kind) {
    const Sent& sent = of(risc.core).sent[risc.number][noc][static_cast<std::size_t>(kind)];
    return static_cast<std::uint32_t>(sent.open.size());
}

std::optional<Order::At> Order::first_open(Agent risc, std::uint32_t noc, Awaited kind) {
    const Sent& sent = of(risc.core).sent[risc.number][noc][static_cast<std::size_t>(kind)];
    if (sent.open.empty()) return std::nullopt;
    return sent.open.front().at;
}

}  // namespace tessera::watch
