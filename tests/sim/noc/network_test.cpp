// Contention: who waits for whom, and who does not.
#include "sim/noc/network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "sim/noc/route.hpp"

namespace tessera::noc {
namespace {

const arch::Arch& wormhole = arch::wormhole_b0();

Transfer between(Kind kind, arch::Coord self, arch::Coord other, std::uint32_t bytes, int noc = 0) {
    Transfer transfer;
    transfer.kind = kind;
    transfer.self = self;
    transfer.other = other;
    transfer.other_core = 1;
    transfer.bytes = bytes;
    transfer.noc = noc;
    return transfer;
}

Transfer with_bank(Kind kind, arch::Coord self, int bank, std::uint32_t bytes) {
    Transfer transfer = between(kind, self, wormhole.dram.endpoint[static_cast<std::size_t>(bank)], bytes);
    transfer.bank = bank;
    return transfer;
}

struct Sent {
    Transfer transfer;
    Cycle issue;
};

// Completion cycles in the order given.
std::vector<Cycle> completions(const std::vector<Sent>& all) {
    Network network(wormhole);
    std::map<Network::Handle, std::size_t> index;
    std::vector<Cycle> done(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) index[network.send(all[i].transfer, all[i].issue)] = i;
    while (network.next() != never) {
        const Network::Event event = network.step();
        if (event.station == Network::Station::completed) done[index.at(event.packet)] = event.at;
    }
    return done;
}

TEST(Network, AloneIsAsIfNothingElseWere) {
    const Transfer transfer = between(Kind::write, {1, 1}, {2, 2}, 3000);
    const Timing timing = alone(wormhole, transfer, 100);
    EXPECT_EQ(completions({{transfer, 100}}).front(), timing.completed);
    EXPECT_LT(timing.departed, timing.completed);
}

TEST(Network, OneInterfaceStreamsOneTransferAtATime) {
    const Transfer transfer = between(Kind::write, {1, 1}, {2, 2}, 3000);
    const auto both = completions({{transfer, 100}, {transfer, 100}});
    EXPECT_EQ(both[1] - both[0], 3000u / 30);
}

TEST(Network, TheTwoTorusesShareNoLink) {
    const Transfer first = between(Kind::write, {1, 1}, {4, 1}, 4096, 0),
                   second = between(Kind::write, {3, 1}, {2, 1}, 4096, 1);
    const auto both = completions({{first, 0}, {second, 0}});
    EXPECT_EQ(both[0], alone(wormhole, first, 0).completed);
    EXPECT_EQ(both[1], alone(wormhole, second, 0).completed);
}

// (1,1)->(4,1) and (2,1)->(4,1) share the links from (2,1) on; (1,2)->(4,2) shares none with them.
TEST(Network, PacketsQueueWhereTheirRoutesMeet) {
    const Transfer a = between(Kind::write, {1, 1}, {4, 1}, 8192), b = between(Kind::write, {2, 1}, {4, 1}, 8192),
                   c = between(Kind::write, {1, 2}, {4, 2}, 8192);
    const auto done = completions({{a, 0}, {b, 0}, {c, 0}});
    EXPECT_EQ(done[2], alone(wormhole, c, 0).completed);
    const Cycle a_alone = alone(wormhole, a, 0).completed, b_alone = alone(wormhole, b, 0).completed;
    EXPECT_TRUE(done[0] > a_alone + 200 || done[1] > b_alone + 200);
}

// The requester's own links carry the other direction: a read is not disturbed by a write going the other way round.
TEST(Network, AReadLoadsTheWayOfItsData) {
    Network network(wormhole);
    network.send(between(Kind::read, {1, 1}, {3, 1}, 4096), 0);
    while (network.next() != never) network.step();
    const Cycle stream = 129;  // 128 flits and their header
    for (int x : {3, 4, 9, 0}) EXPECT_EQ(network.link_busy(0, {x, 1}, 0), stream) << x;
    for (int x : {1, 2}) EXPECT_EQ(network.link_busy(0, {x, 1}, 0), 0u) << x;
}

TEST(Network, OneBankServesOneTransferAtATime) {
    const auto done =
        completions({{with_bank(Kind::read, {1, 1}, 0, 2200), 0}, {with_bank(Kind::read, {1, 2}, 0, 2200), 0}});
    EXPECT_GE(std::max(done[0], done[1]), std::min(done[0], done[1]) + 90);
}

TEST(Network, ReadsAndWritesShareABank) {
    Network network(wormhole);
    network.send(with_bank(Kind::read, {1, 1}, 3, 4096), 0);
    network.send(with_bank(Kind::write, {2, 1}, 3, 4096), 0);
    while (network.next() != never) network.step();
    EXPECT_EQ(network.bank_busy(3), 2u * 187);  // 4096 bytes at 22 a cycle
    EXPECT_EQ(network.bank_busy(2), 0u);
}

// Steady rates of one core, 256 transfers and one barrier, against spec/timing.md 3.2: within 5 %.
double steady_rate(const Transfer& transfer, bool interleaved) {
    std::vector<Sent> all;
    const arch::Noc& noc = wormhole.noc;
    const Cycle interval = (transfer.kind == Kind::read ? noc.issue_read_cycles : noc.issue_write_cycles).cycles();
    for (int i = 0; i < 256; ++i)
        all.push_back({interleaved ? with_bank(transfer.kind, transfer.self, i % 12, transfer.bytes) : transfer,
                       interval * static_cast<Cycle>(i + 1)});
    Cycle end = 0;
    for (const Cycle done : completions(all)) end = std::max(end, done);
    return 256.0 * transfer.bytes / static_cast<double>(end);
}

TEST(Network, SteadyRatesAreTheMeasuredOnes) {
    const auto expect = [](const Transfer& transfer, bool interleaved, double rate) {
        EXPECT_NEAR(steady_rate(transfer, interleaved), rate, 0.05 * rate)
            << transfer.bytes << " bytes, bank " << transfer.bank;
    };
    expect(between(Kind::read, {1, 1}, {2, 2}, 2048), false, 27.9);
    expect(between(Kind::read, {1, 1}, {2, 2}, 8192), false, 28.4);
    expect(between(Kind::write, {1, 1}, {2, 2}, 2048), false, 30.2);
    expect(between(Kind::write, {1, 1}, {2, 2}, 8192), false, 30.9);
    expect(with_bank(Kind::read, {1, 1}, 0, 4096), false, 22.1);
    expect(with_bank(Kind::write, {1, 1}, 0, 4096), false, 21.9);
    expect(with_bank(Kind::read, {1, 1}, 0, 2048), true, 30.4);
    expect(with_bank(Kind::read, {1, 1}, 0, 4096), true, 30.9);
    expect(with_bank(Kind::write, {1, 1}, 0, 4096), true, 28.8);
}

// When a transfer completes that is issued at 2000 and crosses the ways of four cores that write more to bank 0 than it
// takes, on channel 0.
Cycle behind_full_bank(Transfer transfer, int channel) {
    std::vector<Sent> all;
    for (const arch::Coord core : {arch::Coord{6, 11}, {9, 11}, {9, 10}, {9, 9}})
        for (int i = 0; i < 8; ++i) all.push_back({with_bank(Kind::write, core, 0, 8192), 0});
    transfer.channel = channel;
    all.push_back({transfer, 2000});
    return completions(all).back();
}

// spec/memory-order.md 7: a packet that cannot go on holds its channel on every link behind it, and the next packet of
// that channel waits there although the link is idle and its own way is free; one of another channel passes.
TEST(Network, WhatIsBlockedBlocksItsChannelAndNoOther) {
    const Transfer passer = between(Kind::write, {7, 11}, {8, 1}, 2048);
    EXPECT_GT(behind_full_bank(passer, 0), alone(wormhole, passer, 2000).completed + 300);
    EXPECT_LT(behind_full_bank(passer, 1), alone(wormhole, passer, 2000).completed + 100);
}

// Requests of reads and writes share a channel (spec/memory-order.md 7), so a read waits behind a write that is
// blocked.
TEST(Network, AReadWaitsBehindABlockedWriteOfItsChannel) {
    const Transfer read = between(Kind::read, {7, 11}, {8, 11}, 64);
    EXPECT_GT(behind_full_bank(read, 0), alone(wormhole, read, 2000).completed + 300);
    EXPECT_LT(behind_full_bank(read, 1), alone(wormhole, read, 2000).completed + 100);
}

// A request that waits for a short write in front of it is followed on its way, and its answer comes back all the same.
TEST(Network, AReadWhoseRequestWaitedComesBackToItsCore) {
    const Transfer write = between(Kind::write, {4, 2}, {6, 6}, 64), read = with_bank(Kind::read, {4, 2}, 0, 4096);
    const Cycle once = alone(wormhole, read, 3).completed, done = completions({{write, 0}, {read, 3}})[1];
    EXPECT_GT(done, once);
    EXPECT_LT(done, once + 10);
}

// Rings of packets would wait for each other for ever if the channels did not change at the edge of the torus.
TEST(Network, NoTrafficLocksUp) {
    for (const int noc : {0, 1}) {
        std::vector<Sent> all;
        std::uint32_t drawn = 1;
        const auto draw = [&](std::uint32_t below) {
            drawn = drawn * 1664525 + 1013904223;
            return static_cast<int>((drawn >> 16) % below);
        };
        for (int i = 0; i < 3000; ++i) {
            const arch::Coord a{draw(10), draw(12)}, b{draw(10), draw(12)};
            const auto bytes = static_cast<std::uint32_t>(64 << draw(8));
            const Kind kind = draw(2) == 0 ? Kind::read : Kind::write;
            all.push_back({draw(3) == 0 ? with_bank(kind, a, draw(12), bytes) : between(kind, a, b, bytes), 0});
            all.back().transfer.noc = noc;
        }
        for (const Cycle done : completions(all)) EXPECT_GT(done, 0u);
    }
}

// Both NoCs of a core share its L1 (spec/timing.md 3.2): four streams in and out take longer than two.
TEST(Network, TheBanksOfAnL1ServeBothNocs) {
    const auto end = [](bool all_four) {
        std::vector<Sent> all;
        for (int i = 0; i < 16; ++i)
            for (const int noc : {0, 1}) {
                all.push_back({between(Kind::write, {1, 1}, {2, 2}, 4096, noc), 0});
                if (all_four) all.push_back({between(Kind::write, {3, 3}, {1, 1}, 4096, noc), 0});
            }
        const auto done = completions(all);
        return *std::max_element(done.begin(), done.end());
    };
    EXPECT_GE(end(true), 64u * 4096 / 58);
    EXPECT_LT(end(false), 32u * 4096 / 58 + 500);
}

// A multicast takes the links of its whole tree and moves nothing while one of them is held.
TEST(Network, AMulticastTakesItsTreeAtOnce) {
    Transfer cast = between(Kind::write, {1, 1}, {2, 2}, 2048);
    cast.multicast = true;
    cast.more_cores = {-1, -1, -1};
    cast.first_corner = {2, 2};
    cast.last_corner = {3, 3};
    cast.channel = 4;
    Network network(wormhole);
    network.send(cast, 0);
    while (network.next() != never) network.step();
    const auto flits = static_cast<Cycle>(std::ceil(2048 / wormhole.noc.multicast_bytes_per_cycle));
    for (const arch::Coord at : {arch::Coord{1, 1}, arch::Coord{2, 2}}) EXPECT_EQ(network.link_busy(0, at, 0), flits);
    for (const arch::Coord at : {arch::Coord{2, 1}, arch::Coord{2, 2}, arch::Coord{3, 2}})
        EXPECT_EQ(network.link_busy(0, at, 1), flits);
    EXPECT_EQ(network.link_busy(0, {3, 3}, 1), 0u);

    // Another one over the same links is not under way before the first has passed.
    const Cycle once = completions({{cast, 0}})[0];
    const auto both = completions({{cast, 0}, {cast, 0}});
    EXPECT_EQ(both[0], once);
    EXPECT_GE(both[1], once + 2048 / 22);
}

// What one path carries is complete in its order: small behind large, unanswered behind answered, linked behind the
// packet that reserved the path (spec/memory-order.md 2).
TEST(Network, WritesOfOnePathCompleteInTheirOrder) {
    for (const bool multicast : {false, true})
        for (unsigned seed = 1; seed <= 20; ++seed) {
            std::mt19937 random(seed);
            std::vector<Sent> all;
            for (int i = 0; i < 40; ++i) {
                const std::uint32_t bytes = 4u << random() % 12;
                Transfer write =
                    between(bytes == 4 && !multicast ? Kind::inline_write : Kind::write, {1, 1}, {4, 4}, bytes);
                write.posted = random() % 2 == 0;
                write.multicast = multicast;
                if (multicast) {
                    write.more_cores = {-1, -1, -1};
                    write.first_corner = {4, 4};
                    write.last_corner = {7, 5};
                    write.channel = 4;
                    write.path_held = random() % 2 == 0;
                }
                all.push_back({write, static_cast<Cycle>(random() % 30 + 20 * static_cast<unsigned>(i))});
            }
            std::ranges::stable_sort(all, {}, &Sent::issue);
            const auto done = completions(all);
            EXPECT_TRUE(std::ranges::is_sorted(done)) << "seed " << seed << ", multicast " << multicast;
        }
}

// Whoever waits for a channel gets it in turn, behind trees as behind single writes.
TEST(Network, MulticastsAndWritesOfOneChannelAllComplete) {
    std::vector<Sent> all;
    for (int i = 0; i < 60; ++i) {
        const int column = 1 + i % 4, row = 1 + i % 5;
        Transfer cast = between(Kind::write, {1 + i % 8, 1 + i % 11}, {column, row}, 512u << i % 4);
        cast.channel = 4;
        all.push_back({cast, static_cast<Cycle>(3 * i)});
        cast.multicast = true;
        cast.more_cores = {-1, -1, -1};
        cast.first_corner = {column, row};
        cast.last_corner = {column + 1 + i % 3, row + 1 + i % 4};
        all.push_back({cast, static_cast<Cycle>(3 * i)});
    }
    for (const Cycle done : completions(all)) EXPECT_GT(done, 0u);
}

// What those who ask are told of each stop adds up to what the network counts, and asking changes no cycle.
TEST(Network, TellsEveryTurnAtEveryStop) {
    struct Sum : watch::Listener {
        bool hears_stays() const override { return true; }
        void on_stay(const watch::Stay& stay) override {
            EXPECT_LE(stay.ready, stay.begin);
            Cycle& free_at = last[{stay.stop, stay.noc * (stay.bank < 0), stay.at, stay.bank}];
            EXPECT_GE(stay.begin - stay.turned, std::max(free_at, stay.turned > 0 ? stay.ready : 0)) << "one at a time";
            if (stay.stop == watch::Stop::bank) turned += stay.turned;
            free_at = stay.end;
            busy[{stay.stop, stay.noc * (stay.bank < 0), stay.at, stay.bank}] += stay.end - stay.begin;
            ++stays[stay.transfer];
        }
        using Place = std::tuple<watch::Stop, int, arch::Coord, int>;
        std::map<Place, Cycle> last, busy;
        Cycle turned = 0;
        std::map<std::uint64_t, int> stays;
    };
    Sum sum;
    watch::Hub hub;
    hub.add(sum);
    Network told(wormhole, &hub), silent(wormhole);
    for (Network* network : {&told, &silent})
        for (int i = 0; i < 12; ++i) {
            Transfer transfer = with_bank(i % 2 == 0 ? Kind::read : Kind::write, {1 + i % 3, 1}, i / 2 % 2, 2048);
            transfer.id = static_cast<std::uint64_t>(i) + 1;
            transfer.noc = i / 6;
            network->send(transfer, 5);
        }
    while (told.next() != never) {
        ASSERT_EQ(told.next(), silent.next());
        told.step();
        silent.step();
    }
    EXPECT_EQ(sum.stays.size(), 12u);
    EXPECT_GT(sum.turned, 0u) << "banks between reads and writes";
    EXPECT_EQ(sum.turned % wormhole.dram.turnaround_cycles.cycles(), 0u);
    for (const auto& [id, stays] : sum.stays) EXPECT_GE(stays, 4) << "two interfaces, a link, a bank";
    Cycle all = 0, known = 0;
    for (const auto& [place, busy] : sum.busy) {
        const auto& [stop, noc, at, bank] = place;
        if (stop == watch::Stop::bank) {
            EXPECT_EQ(busy, told.bank_busy(bank));
        }
        if (stop == watch::Stop::along_x || stop == watch::Stop::along_y) {
            EXPECT_EQ(busy, told.link_busy(noc, at, stop == watch::Stop::along_y ? 1 : 0));
            known += busy;
        }
    }
    for (const int noc : {0, 1})
        for (int y = 0; y < wormhole.grid.noc_height; ++y)
            for (int x = 0; x < wormhole.grid.noc_width; ++x)
                for (const int direction : {0, 1}) all += told.link_busy(noc, {x, y}, direction);
    EXPECT_EQ(known, all);
}

}  // namespace
}  // namespace tessera::noc
