// Where the time of DRAM banks, links and interfaces went: each cycle of a run counts once, so the parts of a stop add
// up to the run (spec/timing.md 3, 4).
#pragma once

#include <array>
#include <functional>
#include <unordered_map>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/views/intervals.hpp"
#include "sim/views/profile_data.hpp"

namespace tessera::views {

// What a stop does in a cycle; where two hold, the former counts. The last four divide the time in which it is free.
enum class StopPart : std::uint8_t { data, overhead, turnaround, blocked, queueing, latency, idle };
struct StopPartRow {
    StopPart part;
    std::string_view name, text;
};
inline constexpr std::array stop_parts{
    StopPartRow{StopPart::data, "data", "bytes move at its full rate"},
    StopPartRow{StopPart::overhead, "overhead", "a packet keeps it for longer than its bytes need"},
    StopPartRow{StopPart::turnaround, "turnaround",
                "a bank turns between reads and writes, a router goes over to another input"},
    StopPartRow{StopPart::blocked, "blocked", "free, and a packet waits for its virtual channel: back-pressure"},
    StopPartRow{StopPart::queueing, "queueing", "free, and a packet that passes it stands in a queue"},
    StopPartRow{StopPart::latency, "latency", "free, and packets that pass it are under way"},
    StopPartRow{StopPart::idle, "idle", "free, and nobody has asked for anything"},
};
static_assert(in_order(stop_parts, &StopPartRow::part));
constexpr std::string_view name_of(StopPart part) { return stop_parts[static_cast<std::size_t>(part)].name; }

class StopRecorder {
  public:
    explicit StopRecorder(const arch::Arch& arch);

    void add(const Stay& stay);
    // Its stays have been added; of a multicast, told for each receiver, the first counts.
    void add(const Transfer& transfer);
    void end_run() { under_way_.clear(); }

    Cycle queued() const { return queued_; }  // of all transfers together: cycles that they stood in queues

    bool empty() const { return !heard_; }
    // The parts that are not 0, in their order, of the first `run` cycles.
    std::vector<PartCycles> bank(int bank, Cycle run) const;
    std::vector<PartCycles> router(Stop stop, int noc, arch::Coord at, Cycle run) const;

  private:
    struct Visit {
        std::uint32_t stop;
        Cycle ready, begin;
    };
    std::size_t index(Stop stop, int noc, arch::Coord at, int bank) const;
    std::vector<PartCycles> parts(std::size_t stop, Cycle run) const;

    const arch::Arch& arch_;
    using Parts = std::array<Intervals, stop_parts.size() - 1>;  // all but the rest
    static Intervals& part(Parts& parts, StopPart which) { return parts[static_cast<std::size_t>(which)]; }
    std::vector<Parts> stops_;                                         // interfaces and links by router, then banks
    std::unordered_map<std::uint64_t, std::vector<Visit>> under_way_;  // by transfer
    Cycle queued_ = 0;
    bool heard_ = false;
};

}  // namespace tessera::views
