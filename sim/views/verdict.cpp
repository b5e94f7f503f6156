#include "sim/views/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>

#include "sim/arch/calibration.hpp"
#include "sim/views/advice.hpp"
#include "sim/views/path_kinds.hpp"
#include "sim/views/profile_stops.hpp"
#include "sim/views/split.hpp"
#include "sim/views/totals.hpp"

namespace tessera::views {
namespace {

using arch::Part;

constexpr double ends_apart = 0.2;                  // of the last core's time by which the first ends before it
constexpr double busy_bank = 0.5, busy_link = 0.7;  // shares of the run from which a resource counts as the limit

const CoreProfile* slowest(const ProfileData& data) {
    for (const CoreProfile& core : data.cores)
        if (core.core == data.slowest_core) return &core;
    return nullptr;
}

// The unit on which the critical path spends most of that kind.
std::string longest_on_path(const PathProfile& path, std::initializer_list<PathKind> kinds) {
    for (const PathShare& piece : path.kinds)  // the longest first
        if (std::ranges::find(kinds, kind_of(piece)) != kinds.end()) return piece.unit;
    return {};
}

// "; the other 31 %: turnaround 24 %, latency 3 %": of the limit, what its time went into besides `main`.
std::string others(const Split& split, std::string_view main, std::string_view whose) {
    const std::string largest = largest_besides(split, main);
    if (largest.empty()) return {};
    return fmt::format("; {} {:.0f} %: {}", whose, 100 - 100 * fraction(part_of(split.parts, main), split.cycles),
                       largest);
}

struct Limits {
    explicit Limits(const ProfileData& data) : banks(banks_busy(data)) {
        for (const BankProfile& bank : data.banks) {
            busiest_bank = std::max(busiest_bank, fraction(bank.busy, data.cycles));
            banks_taken += fraction(taken(bank), data.cycles) / static_cast<double>(data.banks.size());
            dram_bytes += bank.read_bytes + bank.written_bytes;
        }
        queued = fraction(data.queued, data.reads.latency + data.writes.latency);
        if (data.links.empty()) return;
        busiest_link = fraction(taken(data.links.front()), data.cycles);
        link_name = link_split(data, data.links.front()).of;
    }
    double banks, busiest_bank = 0, busiest_link = 0;
    std::string link_name;  // of the busiest, a link or a node's interface
    double queued = 0;      // of the transfers' latency
    double banks_taken = 0;
    std::uint64_t dram_bytes = 0;
};

class Judge {
  public:
    explicit Judge(const ProfileData& data) : data_(data), path_(path_shares(data.path)), limits_(data) {}

    Verdict run() {
        figures();
        const double transfers = path_.transfers();
        if (data_.path.cycles == 0)
            name("unknown", {}, "no critical path, so no limit is named: " + data_.path.missing);
        else if (transfers >= std::max({path_.math, path_.tiles, path_.movers}))
            shared();
        else if (path_.math >= std::max(path_.tiles, path_.movers))
            math();
        else if (path_.movers >= path_.tiles)
            movers();
        else
            tiles();
        balance();
        out_.advice = advice_of(data_, out_.bound);
        if (const arch::Arch* arch = arch::find(data_.arch); arch != nullptr && limit_)
            out_.known = known_text(*arch, *limit_);
        return std::move(out_);
    }

  private:
    void name(const char* bound, std::optional<arch::Part> limit, std::string sentence) {
        limit_ = limit;
        out_.bound = bound;
        out_.sentence = std::move(sentence);
    }
    void figure(const char* name, double value, const char* unit) {
        out_.figures.push_back({name, std::round(1000 * value) / 1000, unit});
    }

    void figures() {
        if (data_.path.cycles > 0) {
            figure("path: math", 100 * path_.math, "%");
            figure("path: unpack and pack", 100 * path_.tiles, "%");
            figure("path: data movers' own work", 100 * path_.movers, "%");
            figure("path: reads under way", 100 * path_.reads, "%");
            figure("path: writes under way", 100 * path_.writes, "%");
        }
        if (const double peak = peak_gigabytes_per_second(data_); peak > 0) {
            figure("DRAM traffic", gigabytes_per_second(data_, limits_.dram_bytes), "GB/s");
            figure("DRAM peak", peak, "GB/s");
            figure("DRAM banks busy", 100 * limits_.banks, "%");
            figure("busiest bank", 100 * limits_.busiest_bank, "%");
            figure("busiest NoC link or interface", 100 * limits_.busiest_link, "%");
            figure("transfers in queues", 100 * limits_.queued, "%");
        }
    }

    // Cores that end far apart, which no sum over them shows.
    void balance() {
        const auto [first, last] = std::ranges::minmax_element(data_.cores, {}, &CoreProfile::finish);
        if (data_.cores.size() < 2 || fraction(first->finish, last->finish) > 1 - ends_apart) return;
        const auto most = std::ranges::max_element(data_.cores, {}, &CoreProfile::active),
                   least = std::ranges::min_element(data_.cores, {}, &CoreProfile::active);
        const std::string work = fraction(least->active, most->active) > 1 - ends_apart
                                     ? "they work alike and wait differently"
                                     : fmt::format("their busiest RISCs work {} to {}", least->active, most->active);
        out_.balance = fmt::format("({},{}) ends first, after {} cycles, ({},{}) last, after {}; {}", first->x,
                                   first->y, first->finish, last->x, last->y, last->finish, work);
    }

    // Keeps the split, and says what it has besides `main`.
    std::string split(Split split, std::string_view main, const std::string& whose) {
        if (split.parts.empty()) return {};
        out_.splits.push_back(std::move(split));
        return others(out_.splits.back(), main, whose);
    }
    std::string split_banks(const std::string& whose) {
        return limits_.dram_bytes == 0 ? "" : split(banks_split(data_), name_of(StopPart::data), whose);
    }
    std::string split_link(const std::string& whose) {
        return data_.links.empty() ? "" : split(link_split(data_, data_.links.front()), name_of(StopPart::data), whose);
    }
    std::string split_unit(const std::string& unit, const std::string& whose) {
        if (const CoreProfile* core = slowest(data_))
            for (const UnitProfile& one : core->units)
                if (one.unit == unit) return split(unit_split(data_, *core, one), "busy", whose);
        return {};
    }
    void split_work(const std::string& risc) {
        if (const CoreProfile* core = slowest(data_))
            for (const UnitProfile& one : core->units)
                if (one.unit == risc && !one.work.empty()) out_.splits.push_back(work_split(*core, one));
    }

    void shared() {
        const double transfers = 100 * path_.transfers(), banks = 100 * limits_.banks,
                     link = 100 * limits_.busiest_link;
        if (limits_.banks_taken >= busy_bank) {
            const double peak = peak_gigabytes_per_second(data_),
                         achieved = gigabytes_per_second(data_, limits_.dram_bytes);
            name("dram", Part::dram,
                 fmt::format("DRAM-bound at {:.0f} % of peak: {:.0f} of {:.0f} GB/s, transfers make {:.0f} % of "
                             "the critical path{}",
                             100 * achieved / peak, achieved, peak, transfers, split_banks("the other")));
            split_link("");
        } else if (limits_.busiest_link >= busy_link) {
            name("noc", Part::noc,
                 fmt::format("NoC-bound: {}, the busiest, is taken {:.0f} % of the time, the DRAM banks are busy "
                             "{:.0f} %, transfers make {:.0f} % of the critical path{}",
                             limits_.link_name, link, banks, transfers, split_link("its other")));
            split_banks("");
        } else {
            const std::string unit = longest_on_path(data_.path, {PathKind::read, PathKind::write});
            name("latency", limits_.dram_bytes > 0 ? Part::dram : Part::noc,
                 fmt::format("latency-bound: {:.0f} % of the critical path waits for transfers under way, which "
                             "stand in queues for {:.0f} % of their time; the DRAM banks are busy {:.0f} % of the "
                             "time{}{}",
                             transfers, 100 * limits_.queued, banks,
                             limits_.link_name.empty()
                                 ? ""
                                 : fmt::format(", {} as the busiest link is taken {:.0f} %", limits_.link_name, link),
                             split_unit(unit, unit + "'s other")));
            split_banks("");
            split_link("");
        }
    }

    void math() {
        double t1 = 0, vector = 0, product = 0;
        if (const CoreProfile* core = slowest(data_))
            for (const UnitProfile& unit : core->units) {
                if (unit.row == trisc1) t1 = fraction(unit.busy, unit.cycles);
                if (unit.row == watch::sfpu) vector = fraction(unit.busy, unit.cycles);
                if (unit.row == watch::fpu) product = fraction(unit.busy, unit.cycles);
            }
        const std::string unit = longest_on_path(data_.path, {PathKind::math}), t1_name(unit_name(trisc1));
        name("math", vector >= product ? Part::sfpu : Part::products,
             fmt::format("math-bound: T1, SFPU and FPU make {:.0f} % of the critical path; on the core with most "
                         "work T1 is busy {:.0f} % of its life, the SFPU {:.0f} % of the core's{}",
                         100 * path_.math, 100 * t1, 100 * vector, split_unit(unit, unit + "'s other")));
        if (unit != t1_name) split_unit(t1_name, "");
        split_work(t1_name);
        if (data_.sfpu.cycles > 0) out_.splits.push_back(vector_split(data_.sfpu));
    }

    void movers() {
        const std::string unit = longest_on_path(data_.path, {PathKind::movers});
        name("movers", Part::riscs,
             fmt::format("bound by the data movers' own instructions: BRISC and NCRISC at work make {:.0f} % of "
                         "the critical path, transfers under way {:.0f} %{}",
                         100 * path_.movers, 100 * path_.transfers(), split_unit(unit, unit + "'s other")));
        split_work(unit);
    }

    void tiles() {
        const std::string unit = longest_on_path(data_.path, {PathKind::tiles});
        name("tiles", Part::tiles,
             fmt::format("bound by tiles in and out of Dst: unpack and pack make {:.0f} % of the critical path{}",
                         100 * path_.tiles, split_unit(unit, unit + "'s other")));
    }

    const ProfileData& data_;
    const PathShares path_;
    const Limits limits_;
    std::optional<arch::Part> limit_;
    Verdict out_;
};

}  // namespace

Verdict verdict_of(const ProfileData& data) { return Judge(data).run(); }

void know(ProfileData& data, std::vector<Tried> tried) {
    data.tried = std::move(tried);
    data.verdict = verdict_of(data);
}

}  // namespace tessera::views
