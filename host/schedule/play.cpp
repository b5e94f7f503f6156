#include "host/schedule/play.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <queue>

#include "host/schedule/page.hpp"
#include "sim/noc/network.hpp"
#include "sim/noc/unsent.hpp"

namespace tessera::host {
namespace {

// A batch of one class: what a mover takes between two barriers.
struct Step {
    std::size_t work;
    std::uint32_t first, units;
};

struct Mover {
    std::vector<Step> steps;
    std::size_t next = 0;
    std::uint32_t under_way = 0;  // transfers
    std::uint32_t handed_on = 0;  // units of the step
    bool busy = false;
    // Of a writer: what is still to be issued, each so much later than the one before, and how many have not left.
    struct Write {
        int bank;
        Cycle gap;
    };
    std::deque<Write> writes;
    std::uint32_t unsent = 0;
    Cycle issued = 0;
    bool idle() const { return !busy && next < steps.size(); }
    const Step& step() const { return steps[next]; }
    void end_step() {
        busy = false;
        handed_on = 0;
        ++next;
    }
};

// Units of one class on one core that have come so far.
struct Progress {
    std::uint32_t asked = 0, read = 0, computed = 0, written = 0;
};

struct PlayedCore {
    CoreCoord at;
    Mover reader, writer;
    std::vector<Progress> progress;  // by class
    bool computing = false;
};

std::vector<Step> steps_of(const Plan& plan, std::vector<UnitRange> left, const std::vector<std::size_t>& order) {
    std::vector<Step> steps;
    const auto take = [&](std::size_t work) {
        UnitRange& range = left[work];
        const std::uint32_t units = std::min(plan.batches[work].units, range.end - range.begin);
        if (units > 0) steps.push_back({work, range.begin, units});
        range.begin += units;
        return units > 0;
    };
    bool more = true;
    while (plan.in_rounds && more) {
        more = false;
        for (const std::size_t work : order) more = take(work) || more;
    }
    for (const std::size_t work : order)
        while (take(work)) {
        }
    return steps;
}

class Play {
  public:
    Play(const Problem& problem, const Plan& plan, double share)
        : problem_(problem), plan_(plan), network_(*problem.arch) {
        std::vector<std::size_t> computed_first, computed_last;
        for (std::size_t c = 0; c < problem.classes.size(); ++c) {
            orders_.push_back(order_of(problem, problem.classes[c], plan.by_bank));
            computed_first.push_back(c);
        }
        const auto computed = [&](std::size_t c) { return problem.classes[c].computed(); };
        std::stable_partition(computed_first.begin(), computed_first.end(), computed);
        computed_last = computed_first;
        if (plan.in_rounds) std::stable_partition(computed_last.begin(), computed_last.end(), std::not_fn(computed));
        for (const auto& [at, ranges] : plan.shares) {
            std::vector<UnitRange> some = ranges;
            for (UnitRange& range : some)
                range.end = range.begin + static_cast<std::uint32_t>(std::ceil(share * (range.end - range.begin)));
            PlayedCore& core = cores_.emplace_back();
            core.at = at;
            core.reader.steps = steps_of(plan, some, computed_first);
            core.writer.steps = steps_of(plan, some, computed_last);
            core.progress.resize(some.size());
        }
    }

    Cycle run() {
        for (std::size_t i = 0; i < cores_.size(); ++i)
            advance(i, problem_.start + (computes(i) ? 0 : plan_.head_start));
        Cycle end = 0;
        while (true) {
            const Cycle after = ends_.empty() ? never : ends_.top().at;
            if (after == never && network_.next() == never) return end;
            if (after <= network_.next()) {
                const End done = ends_.top();
                ends_.pop();
                end = std::max(end, done.at);
                finish(done);
                advance(done.core, done.at);
            } else if (const auto event = network_.step(); event.station == noc::Network::Station::completed) {
                arrived(event.packet, event.at);
            } else if (event.station == noc::Network::Station::departed) {
                departed(event.packet, event.at);
            }
        }
    }

  private:
    enum class What : std::uint8_t { read, computed, written };
    struct End {
        Cycle at;
        std::uint64_t sequence;
        std::size_t core;
        What what;
        std::size_t work;
        bool operator>(const End& other) const { return std::pair(at, sequence) > std::pair(other.at, other.sequence); }
    };
    struct Owner {
        std::size_t core;
        bool is_read;
    };

    bool computes(std::size_t core) const {
        return std::ranges::any_of(cores_[core].reader.steps, [&](const Step& step) { return is_computed(step.work); });
    }
    bool is_computed(std::size_t work) const { return problem_.classes[work].computed(); }
    void later(Cycle at, std::size_t core, What what, std::size_t work) {
        ends_.push({at, sequence_++, core, what, work});
    }

    void advance(std::size_t core, Cycle now) {
        compute(core, now);
        write(core, now);
        read(core, now);
    }
    void read(std::size_t index, Cycle now) {
        PlayedCore& core = cores_[index];
        if (!core.reader.idle()) return;
        const Step& step = core.reader.step();
        Progress& progress = core.progress[step.work];
        const std::uint32_t gone = is_computed(step.work) ? progress.computed : progress.written;
        if (progress.asked + step.units - gone > plan_.batches[step.work].buffered) return;
        if (progress.asked == 0) now += problem_.classes[step.work].lead;
        progress.asked += step.units;
        send(index, core.reader, true, now);
    }
    void compute(std::size_t index, Cycle now) {
        PlayedCore& core = cores_[index];
        for (std::size_t c = 0; c < core.progress.size() && !core.computing; ++c) {
            const Progress& progress = core.progress[c];
            if (!is_computed(c) || progress.computed == progress.read ||
                progress.computed - progress.written >= plan_.batches[c].buffered)
                continue;
            const WorkClass& work = problem_.classes[c];
            core.computing = true;
            later(now + (progress.computed == 0 ? work.first_compute() : work.compute), index, What::computed, c);
        }
    }
    void write(std::size_t index, Cycle now) {
        PlayedCore& core = cores_[index];
        if (!core.writer.idle()) return;
        const Step& step = core.writer.step();
        const Progress& progress = core.progress[step.work];
        const std::uint32_t there = is_computed(step.work) ? progress.computed : progress.read;
        if (progress.written + step.units <= there) send(index, core.writer, false, now);
    }

    void send(std::size_t core, Mover& mover, bool is_read, Cycle now) {
        const Step& step = mover.step();
        const WorkClass& work = problem_.classes[step.work];
        const auto banks = static_cast<std::uint32_t>(problem_.arch->dram.banks);
        mover.busy = true;
        mover.under_way = step.units * work.pages;
        mover.issued = now;
        Cycle gap = 0;
        for (std::uint32_t place = step.first; place < step.first + step.units; ++place) {
            if (!is_read) gap += work.writer;
            for (std::uint32_t i = 0; i < work.pages; ++i) {
                gap += is_read ? problem_.read_issue : problem_.write_issue;
                const auto bank = static_cast<int>(work.page(orders_[step.work][place], i) % banks);
                if (is_read)
                    issue(core, true, bank, mover.issued += gap);
                else
                    mover.writes.push_back({bank, gap});
                gap = 0;
            }
        }
        if (!is_read) write_on(core, now);
    }
    // As far as the RISC may run ahead of its writes.
    void write_on(std::size_t core, Cycle now) {
        Mover& writer = cores_[core].writer;
        while (!writer.writes.empty() && writer.unsent < noc::most_unsent_writes) {
            const Mover::Write next = writer.writes.front();
            writer.writes.pop_front();
            writer.issued = std::max(writer.issued, now) + next.gap;
            ++writer.unsent;
            issue(core, false, next.bank, writer.issued);
        }
    }
    void issue(std::size_t core, bool is_read, int bank, Cycle at) {
        noc::Transfer transfer = page_transfer(problem_, cores_[core].at, 0, is_read);
        transfer.bank = bank;
        transfer.other = problem_.arch->dram.endpoint[static_cast<std::size_t>(bank)];
        const auto packet = network_.send(transfer, at);
        if (packet >= owners_.size()) owners_.resize(packet + 1);
        owners_[packet] = {core, is_read};
    }
    void departed(noc::Network::Handle packet, Cycle now) {
        const auto [core, is_read] = owners_[packet];
        if (is_read) return;
        --cores_[core].writer.unsent;
        write_on(core, now);
    }
    void arrived(noc::Network::Handle packet, Cycle now) {
        const auto [core, is_read] = owners_[packet];
        Mover& mover = is_read ? cores_[core].reader : cores_[core].writer;
        if (--mover.under_way > 0) return;
        const arch::Tensix& costs = problem_.arch->tensix;
        const Cycle reader = is_read ? problem_.classes[mover.step().work].reader : 0;
        later(now + costs.cb_wait_cycles.cycles() + costs.cb_push_cycles.cycles() + reader, core,
              is_read ? What::read : What::written, mover.step().work);
    }
    void finish(const End& done) {
        PlayedCore& core = cores_[done.core];
        Progress& progress = core.progress[done.work];
        switch (done.what) {
            case What::read: hand_on(done, core.reader, progress); break;
            case What::written:
                progress.written += core.writer.step().units;
                core.writer.end_step();
                break;
            case What::computed:
                ++progress.computed;
                core.computing = false;
                break;
        }
    }
    // Units of a batch one after the other, where the reader has something to do for each.
    void hand_on(const End& done, Mover& reader, Progress& progress) {
        const Cycle each = problem_.classes[done.work].reader;
        const std::uint32_t units = each == 0 ? reader.step().units : 1;
        progress.read += units;
        reader.handed_on += units;
        if (reader.handed_on < reader.step().units)
            later(done.at + each, done.core, What::read, done.work);
        else
            reader.end_step();
    }

    const Problem& problem_;
    const Plan& plan_;
    noc::Network network_;
    std::vector<std::vector<std::uint32_t>> orders_;  // by class: units by place
    std::vector<PlayedCore> cores_;
    std::vector<Owner> owners_;  // by packet of the network
    std::priority_queue<End, std::vector<End>, std::greater<>> ends_;
    std::uint64_t sequence_ = 0;
};

}  // namespace

Cycle play(const Problem& problem, const Plan& plan, double share) { return Play(problem, plan, share).run(); }

}  // namespace tessera::host
