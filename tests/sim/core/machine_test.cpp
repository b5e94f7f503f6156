// When bytes move (design.md 3): a read's when it completes, a write's as they are when it departs.
#include "sim/core/machine/machine.hpp"

#include <gtest/gtest.h>

#include <deque>

namespace tessera::core {
namespace {

constexpr std::uint32_t here = 0x20000, there = 0x30000, bytes = 64;

// Does one thing at one cycle, after what the NoC does then.
class Once final : public schedule::Agent {
  public:
    Once(schedule::Scheduler& scheduler, std::function<void()> action)
        : scheduler_(scheduler), action_(std::move(action)) {}
    void step() override {
        scheduler_.done(*this);
        action_();
    }
    std::string position() const override { return {}; }
    watch::Track track() const override { return {0, 0}; }
    void locate_wait(fault::Fault&, Cycle) const override {}
    [[noreturn]] void out_of_time(Cycle) const override { throw fault::Fault(fault::Id::cycle_limit, "once"); }

  private:
    schedule::Scheduler& scheduler_;
    std::function<void()> action_;
};

class MachineTest : public ::testing::Test {
  protected:
    // No RISC stands behind these transfers, whom a race could name.
    MachineTest() {
        Options options;
        options.races = false;
        machine.begin(options);
    }

    void fill(Core& core, std::uint32_t address, std::uint8_t value) { core.l1.fill(address, bytes, value); }
    noc::Transfer transfer(noc::Kind kind) {
        noc::Transfer t;
        t.kind = kind;
        t.self = a.physical;
        t.other = b.physical;
        t.other_core = b.index;
        t.other_address = there;
        t.l1_address = here;
        t.bytes = bytes;
        return t;
    }
    void at(Cycle cycle, std::function<void()> action) {
        Once& once = actions_.emplace_back(machine.scheduler(), std::move(action));
        machine.scheduler().add(once);
        machine.scheduler().queue(once, cycle);
    }
    Outstanding& open() { return a.outstanding[0][0]; }

    Machine machine{arch::wormhole_b0()};
    Core& a = machine.core(0);
    Core& b = machine.core(9);

  private:
    std::deque<Once> actions_;
};

TEST_F(MachineTest, AReadArrivesWhenItCompletes) {
    fill(a, here, 1);
    fill(b, there, 2);
    const noc::Timing timing = noc::alone(machine.arch(), transfer(noc::Kind::read), 100);
    machine.send(transfer(noc::Kind::read), 100);
    EXPECT_GT(timing.completed, 100u);
    at(timing.completed - 1, [&] {
        EXPECT_EQ(a.l1.load(here, 1), 1u);
        EXPECT_EQ(open().reads, 1u);
    });
    machine.scheduler().run(10'000);
    EXPECT_EQ(a.l1.load(here, 1), 2u);
    EXPECT_EQ(open().reads, 0u);
    EXPECT_EQ(machine.scheduler().last_cycle(), timing.completed);
}

TEST_F(MachineTest, AReadOfWhatNobodyWroteLeavesItUnwritten) {
    fill(a, here, 1);
    machine.send(transfer(noc::Kind::read), 0);
    machine.scheduler().run(10'000);
    EXPECT_FALSE(a.l1.valid(here, bytes));
}

TEST_F(MachineTest, AWriteTakesItsSourceWhenItDeparts) {
    fill(a, here, 1);
    fill(b, there, 0);
    const noc::Timing timing = noc::alone(machine.arch(), transfer(noc::Kind::write), 100);
    machine.send(transfer(noc::Kind::write), 100);
    ASSERT_LT(timing.departed, timing.completed);
    at(timing.departed - 1, [&] { fill(a, here, 3); });  // too early: goes along
    at(timing.departed + 1, [&] {
        fill(a, here, 4);  // reusable now
        EXPECT_EQ(open().unflushed, 0u);
        EXPECT_EQ(open().writes, 1u);
    });
    at(timing.completed - 1, [&] { EXPECT_EQ(b.l1.load(there, 1), 0u); });
    machine.scheduler().run(10'000);
    EXPECT_EQ(b.l1.load(there, 1), 3u);
    EXPECT_EQ(open().writes, 0u);
}

TEST_F(MachineTest, AtomicsAddAtTheirArrival) {
    b.l1.store(there, 4, 0xFFFFFFFF);
    noc::Transfer t = transfer(noc::Kind::atomic_add);
    t.bytes = 4;
    t.value = 3;
    machine.send(t, 0);
    machine.send(t, 0);
    EXPECT_EQ(open().atomics, 2u);
    machine.scheduler().run(10'000);
    EXPECT_EQ(b.l1.load(there, 4), 5u) << "32-bit wrap";
    EXPECT_EQ(open().atomics, 0u);
}

TEST_F(MachineTest, AMulticastIsOneTransferToManyCores) {
    fill(a, here, 7);
    Core& c = machine.core(10);
    noc::Transfer multicast = transfer(noc::Kind::write);
    multicast.more_cores = {c.index};
    machine.send(multicast, 0);
    EXPECT_EQ(open().writes, 1u);
    machine.scheduler().run(10'000);
    EXPECT_EQ(open().writes, 0u);
    EXPECT_EQ(b.l1.load(there, 1), 7u);
    EXPECT_EQ(c.l1.load(there, 1), 7u);
}

}  // namespace
}  // namespace tessera::core
