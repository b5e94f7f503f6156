// The exact order of a machine (design.md 3): earliest first, ties by core then slot, the NoC before any agent of a
// cycle.
#include "sim/schedule/scheduler.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tessera::schedule {
namespace {

using Log = std::vector<std::string>;

// Takes its turns at given cycles, then does what `at_end` says.
class Steps : public Agent {
  public:
    Steps(Scheduler& scheduler, Log& log, std::string name, std::vector<Cycle> turns)
        : scheduler_(scheduler), log_(log), name_(std::move(name)), turns_(std::move(turns)) {
        scheduler.add(*this);
    }
    void step() override {
        log_.push_back(name_ + "@" + std::to_string(clock));
        if (next_ < turns_.size()) return scheduler_.queue(*this, turns_[next_++]);
        if (block_with) return scheduler_.block(*this, *block_with);
        scheduler_.done(*this);
    }
    std::string position() const override { return name_; }
    watch::Track track() const override { return {0, 0}; }
    void locate_wait(fault::Fault&, Cycle) const override {}
    [[noreturn]] void out_of_time(Cycle) const override { throw fault::Fault(fault::Id::cycle_limit, name_); }

    std::optional<Wait> block_with;

  private:
    Scheduler& scheduler_;
    Log& log_;
    std::string name_;
    std::vector<Cycle> turns_;
    std::size_t next_ = 0;
};

// Something happens at each of the given cycles, which do not fall.
class Events : public Source {
  public:
    Events(Scheduler& scheduler, Log& log, std::vector<Cycle> at) : log_(log), at_(std::move(at)) {
        scheduler.add(static_cast<Source&>(*this));
    }
    Cycle next() const override { return next_ < at_.size() ? at_[next_] : never; }
    void step() override {
        const Cycle now = at_[next_++];
        log_.push_back("event" + std::to_string(next_) + "@" + std::to_string(now));
    }

  private:
    Log& log_;
    std::vector<Cycle> at_;
    std::size_t next_ = 0;
};

class SchedulerTest : public ::testing::Test {
  protected:
    watch::Hub hub;
    Scheduler scheduler{hub};
    Log log;
};

TEST_F(SchedulerTest, EarliestFirstThenInTheOrderAdded) {
    Steps a(scheduler, log, "a", {7}), b(scheduler, log, "b", {5, 7});
    scheduler.queue(b, 0);
    scheduler.queue(a, 0);
    scheduler.run(100);
    EXPECT_EQ(log, (Log{"a@0", "b@0", "b@5", "a@7", "b@7"}));
    EXPECT_EQ(scheduler.last_cycle(), 7u);
}

TEST_F(SchedulerTest, EventsBeforeAgentsOfTheSameCycle) {
    Steps a(scheduler, log, "a", {4});
    scheduler.queue(a, 3);
    const Events events(scheduler, log, {3, 4, 4, 6});
    scheduler.run(100);
    EXPECT_EQ(log, (Log{"event1@3", "a@3", "event2@4", "event3@4", "a@4", "event4@6"}));
    EXPECT_EQ(scheduler.last_cycle(), 6u);
}

TEST_F(SchedulerTest, SomebodyBefore) {
    Steps a(scheduler, log, "a", {}), b(scheduler, log, "b", {});
    scheduler.queue(b, 10);
    EXPECT_FALSE(scheduler.somebody_before(a, 10));  // a tie that a wins
    EXPECT_TRUE(scheduler.somebody_before(a, 11));
    scheduler.queue(a, 10);
    EXPECT_TRUE(scheduler.somebody_before(b, 10));
    EXPECT_FALSE(scheduler.somebody_before(b, 9));
    const Events events(scheduler, log, {9});
    EXPECT_TRUE(scheduler.somebody_before(b, 9));
}

// A polling loop notices only at its next look: every 12 cycles from when it began to wait.
TEST_F(SchedulerTest, PollingQuantisesTheEndOfAWait) {
    for (const auto& [woken, noticed] :
         std::vector<std::pair<Cycle, Cycle>>{{100, 100}, {101, 112}, {112, 112}, {113, 124}}) {
        Steps a(scheduler, log, "a", {});
        a.clock = 100;
        scheduler.block(a, {watch::WaitReason::cb_empty, 0, 1, 12});
        scheduler.wake(a, woken);
        EXPECT_EQ(a.state, Agent::State::queued);
        EXPECT_EQ(a.clock, noticed) << woken;
    }
}

TEST_F(SchedulerTest, AWaitWithoutPollingEndsAtOnceAndNeverInThePast) {
    Steps a(scheduler, log, "a", {});
    a.clock = 100;
    scheduler.block(a, {watch::WaitReason::noc_read, 0, 0, 0});
    scheduler.wake(a, 90);
    EXPECT_EQ(a.clock, 100u);
    scheduler.block(a, {watch::WaitReason::noc_read, 0, 0, 0});
    scheduler.wake(a, 131);
    EXPECT_EQ(a.clock, 131u);
}

// A wait ends by the agent whose turn it is, or by the transfer that the source names.
TEST_F(SchedulerTest, TellsWhatEndedAWait) {
    struct Keep : watch::Listener {
        void on_wait(const watch::Wait& wait) override {
            cause = wait.cause;
            issue = cause.transfer == nullptr ? never : cause.transfer->issue;
        }
        watch::Cause cause;
        Cycle issue = 0;
    } heard;
    hub.add(heard);
    struct Waker : Agent {
        void step() override {
            scheduler->wake(*sleeper, clock);
            scheduler->done(*this);
        }
        std::string position() const override { return "waker"; }
        watch::Track track() const override { return {2, 3}; }
        watch::Spot spot() const override { return {"waker.cpp", 9}; }
        void locate_wait(fault::Fault&, Cycle) const override {}
        [[noreturn]] void out_of_time(Cycle) const override { throw fault::Fault(fault::Id::cycle_limit, "waker"); }
        Scheduler* scheduler = nullptr;
        Agent* sleeper = nullptr;
    } waker;
    waker.scheduler = &scheduler;
    Steps a(scheduler, log, "a", {});
    scheduler.add(waker);
    waker.sleeper = &a;
    scheduler.block(a, {watch::WaitReason::cb_empty, 0, 1, 12});
    scheduler.queue(waker, 20);
    scheduler.run(100);
    EXPECT_EQ(heard.cause.track, (watch::Track{2, 3}));
    EXPECT_EQ(heard.cause.at, 20u);  // it notices at 24
    EXPECT_EQ(heard.cause.spot.line, 9);
    EXPECT_EQ(heard.issue, never);

    struct Arrival : Source {
        Cycle next() const override { return at; }
        void step() override {
            const watch::Transfer transfer{{1, 0}, 0, true, {}, {}, 64, 33, at};
            scheduler->happens(transfer);
            scheduler->wake(*sleeper, at);
            at = never;
        }
        Cycle at = 50;
        Scheduler* scheduler = nullptr;
        Agent* sleeper = nullptr;
    } arrival;
    arrival.scheduler = &scheduler;
    arrival.sleeper = &a;
    scheduler.add(arrival);
    scheduler.block(a, {watch::WaitReason::noc_read, 0, 0, 0});
    scheduler.run(100);
    EXPECT_EQ(heard.cause.track, (watch::Track{1, 0}));
    EXPECT_EQ(heard.cause.at, 50u);
    EXPECT_EQ(heard.issue, 33u);
}

// A run in slices is the run in one; what acts beyond a slice is left for the next.
TEST_F(SchedulerTest, GoesOnWhereItPaused) {
    Steps a(scheduler, log, "a", {7, 12}), b(scheduler, log, "b", {9});
    Events events(scheduler, log, {8});
    scheduler.queue(a, 5);
    scheduler.queue(b, 5);
    EXPECT_TRUE(scheduler.run_until(7, 100));
    EXPECT_EQ(log, (Log{"a@5", "b@5", "a@7"}));
    EXPECT_TRUE(scheduler.somebody_before(a, 8)) << "it is not to go on beyond the slice";
    EXPECT_TRUE(scheduler.run_until(11, 100));
    EXPECT_FALSE(scheduler.run_until(never, 100)) << "nothing is left";
    EXPECT_EQ(log, (Log{"a@5", "b@5", "a@7", "event1@8", "b@9", "a@12"}));
}

TEST_F(SchedulerTest, PausesOnceATurnIsOver) {
    struct Pauser : Steps {
        using Steps::Steps;
        void step() override {
            Steps::step();
            pauses->pause();
        }
        Scheduler* pauses = nullptr;
    } a(scheduler, log, "a", {5});
    a.pauses = &scheduler;
    scheduler.queue(a, 1);
    EXPECT_TRUE(scheduler.run_until(never, 100));
    EXPECT_EQ(log, (Log{"a@1"}));
    EXPECT_FALSE(scheduler.run_until(never, 100));
    EXPECT_EQ(log, (Log{"a@1", "a@5"}));
}

TEST_F(SchedulerTest, PassesOverWhoWasStopped) {
    Steps a(scheduler, log, "a", {}), b(scheduler, log, "b", {});
    scheduler.queue(a, 3);
    scheduler.queue(b, 4);
    scheduler.done(a);
    scheduler.run(100);
    EXPECT_EQ(log, (Log{"b@4"}));
}

TEST_F(SchedulerTest, WakingWhoDoesNotWaitDoesNothing) {
    Steps a(scheduler, log, "a", {});
    scheduler.done(a);
    scheduler.wake(a, 5);
    EXPECT_EQ(a.state, Agent::State::done);
}

TEST_F(SchedulerTest, TellsWhoIsStuck) {
    Steps a(scheduler, log, "a", {}), b(scheduler, log, "b", {});
    b.block_with = Wait{watch::WaitReason::mailbox, 0, 1, 0};
    scheduler.queue(a, 0);
    scheduler.queue(b, 0);
    scheduler.run(100);
    ASSERT_EQ(scheduler.stuck().size(), 1u);
    EXPECT_EQ(scheduler.stuck()[0], &b);
}

TEST_F(SchedulerTest, ATurnBeyondTheLimitIsRefused) {
    Steps a(scheduler, log, "a", {100, 101});
    scheduler.queue(a, 0);
    EXPECT_THROW(scheduler.run(100), fault::Fault);
    EXPECT_EQ(log, (Log{"a@0", "a@100"}));
}

}  // namespace
}  // namespace tessera::schedule
