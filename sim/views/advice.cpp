#include "sim/views/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "sim/views/totals.hpp"

namespace tessera::views {
namespace {

constexpr double worth_saying = 0.03;  // of the cycles of the unit it concerns

struct Hint {
    double weight;  // share of the run's core time
    std::string text;
};

class Advisor {
  public:
    Advisor(const ProfileData& data, std::string_view bound) : data_(data), bound_(bound) {
        for (const CoreProfile& core : data.cores) core_time_ += core.finish;
    }

    std::vector<std::string> run() {
        pushes();
        sfpu_stalls();
        buffers();
        barriers();
        shared_limits();
        imbalance();
        std::ranges::stable_sort(hints_, std::greater{}, &Hint::weight);
        std::vector<std::string> out;
        for (Hint& hint : hints_) out.push_back(std::move(hint.text));
        return out;
    }

  private:
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

    // Who fills a full buffer waits for the one that empties it.
    void buffers() {
        std::map<std::pair<int, std::string>, std::pair<Cycle, Cycle>> waits;  // by cb and consumer: waited, life
        for (const CoreProfile& core : data_.cores)
            for (const BufferProfile& buffer : core.buffers)
                for (const UnitProfile& unit : core.units)
                    for (const WaitProfile& wait : unit.waits)
                        if (wait.reason == row(WaitReason::cb_full).name && unit.unit == buffer.filled &&
                            buffer.full > 0.1 && wait.index == fmt::format("cb {}", buffer.cb)) {
                            auto& [waited, life] =
                                waits[{buffer.cb, fmt::format("{} fills it and {} empties it", unit.unit,
                                                              buffer.emptied.empty() ? "nobody" : buffer.emptied)}];
                            waited += wait.cycles;
                            life += unit.cycles;
                        }
        for (const auto& [which, cycles] : waits)
            if (percent(cycles.first, cycles.second) > 10)
                hint(cycles.first,
                     fmt::format("The producer of cb {} waits {:.0f} % of its life for room: {}. The consumer "
                                 "is the slower one; speed it up, or give the buffer more pages if the "
                                 "two only alternate.",
                                 which.first, percent(cycles.first, cycles.second), which.second));
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
        if (bound_ == "dram" || bound_ == "noc") return;  // more at once would only queue
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
            hint(waited, fmt::format("{} waits {:.0f} % of its life at {} barriers, after {:.1f} {} each, most at {}. "
                                     "Issue several pages before each barrier (with as many pages in the buffer), so "
                                     "that their latencies overlap.",
                                     unit, percent(waited, life), way.noun, each, way.verb, line));
        }
    }

    void shared_limits() {
        if (bound_ == "dram")
            hint(core_time_, fmt::format("The DRAM banks are the limit: {:.0f} % of their cycles carry data. Read each "
                                         "page once, store narrower formats, or fuse with the operation before or "
                                         "after.",
                                         100 * banks_busy(data_)));
        if (bound_ == "noc" && !data_.links.empty())
            hint(core_time_, fmt::format("The link of NoC {} at ({},{}) along {} carries most. Move a reader or a "
                                         "writer to the other NoC, or spread the cores over more rows and columns.",
                                         data_.links.front().noc, data_.links.front().x, data_.links.front().y,
                                         data_.links.front().direction));
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

std::vector<std::string> advice_of(const ProfileData& data, std::string_view bound) {
    return Advisor(data, bound).run();
}

}  // namespace tessera::views
