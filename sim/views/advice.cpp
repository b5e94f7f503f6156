#include "sim/views/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "sim/views/path_kinds.hpp"
#include "sim/views/profile_stops.hpp"
#include "sim/views/split.hpp"
#include "sim/views/totals.hpp"

namespace tessera::views {
namespace {

constexpr double worth_saying = 0.03;    // of the cycles of the unit it concerns
constexpr double worth_changing = 0.2;   // of the critical path
constexpr double worth_a_change = 0.01;  // of the cycles of the run
constexpr double several = 4;            // transfers before a barrier

struct Hint {
    double weight;  // share of the run's core time
    std::string text;
};

// What lessens that part of the time of a bank, or of a link, that is the limit.
std::string_view stop_remedy(StopPart part, bool bank) {
    switch (part) {
        case StopPart::data: return "";
        case StopPart::overhead: return "Move more bytes with each transfer.";
        case StopPart::turnaround:
            return bank ? "Let each core read several pages before it writes several, or keep what is read and what is "
                          "written in different banks."
                        : "Move more bytes with each transfer, or let fewer ways meet there.";
        case StopPart::blocked:
            return "Spread the receivers, or use the other NoC, so that fewer wait behind each other.";
        case StopPart::queueing: return "Spread the transfers over more links: over both NoCs, and over more cores.";
        case StopPart::latency: return "Have more transfers under way before each barrier.";
        case StopPart::idle: return "Spread the pages evenly over the banks and the work evenly over the cores.";
    }
    return "";
}

class Advisor {
  public:
    Advisor(const ProfileData& data, std::string_view bound) : data_(data), bound_(bound) {
        for (const CoreProfile& core : data.cores) core_time_ += core.finish;
    }

    std::vector<std::string> run() {
        proven();
        if (bound_ == "dram") {
            banks();
        } else if (bound_ == "noc") {
            link();
        } else {
            const PathShares path = path_shares(data_.path);
            if (matters(path.math)) {
                pushes();
                constants();
                sfpu_stalls();
            }
            if (bound_ != "math") buffers();  // who feeds the limit must wait for it
            if (matters(path.transfers())) barriers();
            imbalance();
        }
        std::ranges::stable_sort(hints_, std::greater{}, &Hint::weight);
        std::vector<std::string> out = std::move(proven_);
        for (Hint& hint : hints_) out.push_back(std::move(hint.text));
        return out;
    }

  private:
    // Whether less of what takes that share of the critical path makes the run shorter.
    bool matters(double share_of_path) const { return bound_ == "unknown" || share_of_path >= worth_changing; }

    void hint(Cycle cycles, std::string text) {
        hints_.push_back(
            {static_cast<double>(cycles) / static_cast<double>(std::max<Cycle>(core_time_, 1)), std::move(text)});
    }
    static bool weighs(Cycle part, Cycle whole) {
        return static_cast<double>(part) >= worth_saying * static_cast<double>(whole) && part > 0;
    }
    static double percent(Cycle part, Cycle whole) {
        return whole == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
    }

    // Fewest cycles first, as they are kept.
    void proven() {
        for (const Tried& one : data_.tried)
            if (helps(data_, one))
                proven_.push_back(fmt::format("{}: {} cycles instead of {}, simulated.{}", one.change, one.cycles,
                                              data_.cycles,
                                              one.at.empty() ? "" : fmt::format(" Most wait at {}.", one.at)));
    }
    const Tried* tried(std::string_view subject) const {
        const auto at = std::ranges::find(data_.tried, subject, &Tried::subject);
        return at == data_.tried.end() ? nullptr : &*at;
    }

    // The lines with most cycles of a hold, and the longest loop that is fetched again.
    struct Lines {
        std::string names;
        std::uint32_t loop = 0;
    };
    Lines lines_held_by(Hold hold) const {
        const std::string_view name = holds[static_cast<std::size_t>(hold)].name;
        std::vector<std::pair<Cycle, const SfpuLine*>> found;
        Lines out;
        for (const SfpuLine& line : data_.sfpu.lines)
            for (const HoldShare& held : line.held)
                if (held.hold == name) {
                    found.emplace_back(held.cycles, &line);
                    out.loop = std::max(out.loop, line.loop);
                }
        std::ranges::stable_sort(found, std::greater{}, &std::pair<Cycle, const SfpuLine*>::first);
        for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 3); ++i)
            out.names += fmt::format("{}{}", i == 0 ? "" : ", ", found[i].second->at);
        return out;
    }

    // Of T1, whose instructions are the kernel's own: what a part of its work takes, why, and where.
    void pushes() {
        const std::string_view t1 = unit_name(trisc1);
        const Cycle life = Totals::of(data_, t1).life;
        const auto say = [&](WorkPart part, const std::string& why, const std::string& lines) {
            const Cycle cycles = part_cycles(data_, t1, part);
            if (!weighs(cycles, life)) return;
            hint(cycles, fmt::format("T1 spends {:.1f} % of its life {}. {}{}", percent(cycles, life), why,
                                     remedy(part), lines.empty() ? "" : fmt::format(" First at {}.", lines)));
        };
        const Lines again = lines_held_by(Hold::refetch), built = lines_held_by(Hold::built);
        say(WorkPart::push_refetch,
            fmt::format("fetching code again that it has already run: a loop comes back after up to {} instructions "
                        "and its cache holds {}",
                        again.loop, data_.cached_pushes),
            again.names);
        say(WorkPart::push_built,
            "putting SFPU instructions together at run time (a scalar broadcast to a vector, a Dst index that is no "
            "constant)",
            built.names);
        say(WorkPart::operand, "waiting for values it loads from memory", lines_held_by(Hold::scalar).names);
        say(WorkPart::multiply_divide, "on multiplications and divisions of scalar code", "");
        say(WorkPart::fetch, "fetching lines of its RISC-V code", "");
        if (5 * part_cycles(data_, t1, WorkPart::instructions) > life)
            say(WorkPart::instructions, "on scalar instructions: addresses, soft floating point, loop control", "");
    }

    void sfpu_stalls() {
        Cycle operand = 0;
        for (const HoldShare& held : data_.sfpu.held)
            if (held.hold == holds[static_cast<std::size_t>(Hold::operand)].name) operand = held.cycles;
        const Cycle gaps = operand + data_.sfpu.nops;
        if (percent(gaps, data_.sfpu.cycles) > 10)
            hint(gaps, fmt::format("{:.1f} % of the SFPU's cycles wait for the result just computed ({} SFPNOP, {} "
                                   "cycles held). Interleave two independent vectors.",
                                   percent(gaps, data_.sfpu.cycles), data_.sfpu.nops, operand));
    }

    void constants() {
        const SfpuProfile& all = data_.sfpu;
        if (percent(all.constants, all.cycles) <= 10) return;
        std::vector<const SfpuLine*> lines;
        for (const SfpuLine& line : all.lines)
            if (line.constants > 0) lines.push_back(&line);
        std::ranges::stable_sort(lines, std::greater{}, &SfpuLine::constants);
        std::string names;
        for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 3); ++i)
            names += fmt::format("{}{}", i == 0 ? "" : ", ", lines[i]->at);
        hint(all.constants,
             fmt::format(
                 "{:.1f} % of the SFPU's cycles load constants, most at {}. One of 32 bits takes two SFPLOADI each "
                 "time; what a loop needs is free in a programmable constant (vConstFloatPrgm0 to 2), and paid "
                 "once where it stays in a register for several vectors.",
                 percent(all.constants, all.cycles), names));
    }

    // Who fills a full buffer waits for the one that empties it.
    void buffers() {
        struct Waited {
            Cycle cycles = 0, life = 0, most = 0;
            std::string at;
        };
        std::map<std::pair<int, std::string>, Waited> waits;  // by cb and consumer
        for (const CoreProfile& core : data_.cores)
            for (const BufferProfile& buffer : core.buffers)
                for (const UnitProfile& unit : core.units)
                    for (const WaitProfile& wait : unit.waits)
                        if (wait.reason == row(WaitReason::cb_full).name && unit.unit == buffer.filled &&
                            buffer.full > 0.1 && wait.index == fmt::format("cb {}", buffer.cb)) {
                            Waited& of =
                                waits[{buffer.cb, fmt::format("{} fills it and {} empties it", unit.unit,
                                                              buffer.emptied.empty() ? "nobody" : buffer.emptied)}];
                            of.cycles += wait.cycles;
                            of.life += unit.cycles;
                            if (!wait.lines.empty() && wait.lines.front().cycles > of.most)
                                of.most = wait.lines.front().cycles, of.at = wait.lines.front().at;
                        }
        for (const auto& [which, of] : waits) {
            const Tried* deeper = tried(fmt::format("cb {}", which.first));
            if (percent(of.cycles, of.life) <= 10 || (deeper != nullptr && helps(data_, *deeper))) continue;
            hint(of.cycles,
                 fmt::format(
                     "The producer of cb {} waits {:.0f} % of its life for room{}: {}. The consumer is the slower "
                     "one; speed it up{}.",
                     which.first, percent(of.cycles, of.life), of.at.empty() ? "" : " at " + of.at, which.second,
                     deeper != nullptr ? "" : ", or give the buffer more pages if the two only alternate"));
        }
    }

    void barriers() {
        struct Way {
            Unit unit;
            WaitReason reason;
            Traffic UnitProfile::*traffic;
            const char *verb, *noun;
        };
        static constexpr Way ways[] = {
            {brisc, WaitReason::noc_read, &UnitProfile::reads, "reads", "read"},
            {ncrisc, WaitReason::noc_read, &UnitProfile::reads, "reads", "read"},
            {brisc, WaitReason::noc_write, &UnitProfile::writes, "writes", "write"},
            {ncrisc, WaitReason::noc_write, &UnitProfile::writes, "writes", "write"},
        };
        for (const Way& way : ways) {
            const std::string_view unit = unit_name(way.unit);
            const Cycle waited = wait_cycles(data_, unit, way.reason), life = Totals::of(data_, unit).life;
            if (percent(waited, life) < 20) continue;
            std::uint64_t waits = 0, transfers = 0;
            std::string line;
            Cycle most = 0;
            for (const CoreProfile& core : data_.cores)
                for (const UnitProfile& one : core.units) {
                    if (one.unit != unit) continue;
                    transfers += (one.*way.traffic).count;
                    for (const WaitProfile& wait : one.waits) {
                        if (wait.reason != row(way.reason).name) continue;
                        waits += wait.count;
                        if (!wait.lines.empty() && wait.lines.front().cycles > most)
                            most = wait.lines.front().cycles, line = wait.lines.front().at;
                    }
                }
            const double each = waits == 0 ? 0.0 : static_cast<double>(transfers) / static_cast<double>(waits);
            hint(waited,
                 fmt::format("{} waits {:.0f} % of its life at {} barriers, after {:.1f} {} each, most at {}. {}.",
                             unit, percent(waited, life), way.noun, each, way.verb, line,
                             each < several ? "Issue several pages before each barrier (with as many pages in the "
                                              "buffer), so that their latencies overlap"
                                            : "Issue the next pages before waiting for these (a transaction id for "
                                              "each batch, and room for two), so that no barrier finds the NoC idle"));
        }
    }

    void banks() {
        const Split split = banks_split(data_);
        const double moving = split.parts.empty()
                                  ? banks_busy(data_)
                                  : fraction(part_of(split.parts, name_of(StopPart::data)), split.cycles);
        hint(core_time_,
             fmt::format("The DRAM banks are the limit: {:.0f} % of their cycles carry data. Keep what is "
                         "read more than once, store narrower formats, or fuse with the operation before or after.",
                         100 * moving));
        lost(split);
    }

    void link() {
        if (data_.links.empty()) return;
        const Split split = link_split(data_, data_.links.front());
        hint(core_time_, fmt::format("{} carries most. Move a reader or a writer to the other NoC, or spread the cores "
                                     "over more rows and columns.",
                                     split.of));
        lost(split);
    }

    // What keeps the limit itself from moving bytes.
    void lost(const Split& split) {
        for (const StopPartRow& row : stop_parts) {
            const Cycle cycles = part_of(split.parts, row.name);
            const std::string_view change = stop_remedy(row.part, bound_ == "dram");
            if (percent(cycles, split.cycles) < 5 || change.empty()) continue;
            hint(static_cast<Cycle>(fraction(cycles, split.cycles) * static_cast<double>(core_time_)),
                 fmt::format("{}: {:.0f} % of the time is {} ({}). {}", split.of, percent(cycles, split.cycles),
                             row.name, row.text, change));
        }
    }

    void imbalance() {
        if (data_.cores.size() < 2 || data_.imbalance_active < 0.2) return;
        hint(core_time_ / data_.cores.size(),
             fmt::format("The core with most work does {:.0f} % more than the mean. Share the work more evenly, or in "
                         "smaller pieces.",
                         100 * data_.imbalance_active));
    }

    const ProfileData& data_;
    const std::string_view bound_;
    Cycle core_time_ = 0;
    std::vector<std::string> proven_;
    std::vector<Hint> hints_;
};

}  // namespace

std::string_view remedy(WorkPart part) {
    switch (part) {
        case WorkPart::push: return "Compute once what the loop computes again, and keep the vectors in Dst.";
        case WorkPart::push_refetch:
            return "Shorten the loop body, or compute what it rebuilds once and keep the vectors in Dst.";
        case WorkPart::push_built:
            return "Build such vectors once and keep them in Dst or a constant register, or unroll.";
        case WorkPart::operand: return "Load ahead of use, or keep the values in registers or Dst.";
        case WorkPart::fetch:
        case WorkPart::push_fetch: return "Shorten the code, or loop over it.";
        case WorkPart::multiply_divide: return "Hoist divisions and soft floating point out of loops.";
        case WorkPart::calls: return "Handle several pages with each call.";
        case WorkPart::branch:
        case WorkPart::instructions: return "Hoist scalar work out of the inner loop, or to the host.";
        case WorkPart::load_window:
        case WorkPart::store_interval: return "Spread loads and stores over other work, or move words together.";
    }
    return "";
}

bool helps(const ProfileData& data, const Tried& tried) {
    return static_cast<double>(tried.cycles) <= (1 - worth_a_change) * static_cast<double>(data.cycles);
}

std::vector<std::string> advice_of(const ProfileData& data, std::string_view bound) {
    return Advisor(data, bound).run();
}

}  // namespace tessera::views
