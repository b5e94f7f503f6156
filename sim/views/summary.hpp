// Where the cycles of each RISC and unit went, as one table per launch:
//
//     core   unit         cycles  busy  busy %  waits
//     (0,0)  BRISC          1000   300    30.0  noc_read 700
//     (0,0)  TRISC1 math     900   850    94.4  cb_empty  50
//     (0,0)  SFPU              -   640    64.0
//     in cycles, busy % of the row's own, for a unit of its core's
//
// A RISC's cycles reach from its first event of a run to its last; what it did not wait, it was busy. A unit's busy
// cycles are those of its work. The longest wait stands first.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/views/screen.hpp"
#include "sim/views/view.hpp"

namespace tessera::views {

// One row of the table, as data.
struct SummaryLine {
    Track track;
    std::string core;  // "(0,0)" logical; "mean" after mean_over_cores
    Cycle cycles = 0;  // of the RISC's life; for a unit, of the longest RISC of its core
    Cycle busy = 0;
    std::array<Cycle, wait_reason_count> waited{};
    std::uint64_t read_bytes = 0, written_bytes = 0;  // by NoC
    std::uint64_t reads = 0, writes = 0;
    bool dram = false;      // some of them with a DRAM bank
    bool products = false;  // of the FPU: it did more than copy tiles to Dst
};

class Summary : public Listener {
  public:
    void on_core_name(const CoreName&) override;
    void on_zone(const Zone&) override;
    void on_wait(const Wait&) override;
    void on_busy(const Busy&) override;
    void on_transfer(const Transfer&) override;
    void on_run_end(const RunEnd&) override;

    // By core, then row of the trace.
    std::vector<SummaryLine> lines() const;

  private:
    struct Sum {
        Cycle first = never, last = 0, life = 0, busy = 0;  // life: of the runs before this one
        std::array<Cycle, wait_reason_count> waited{};
        std::uint64_t read_bytes = 0, written_bytes = 0, reads = 0, writes = 0;
        bool dram = false, products = false;
        void cover(Cycle begin, Cycle end);
        Cycle cycles() const { return life + (first < last ? last - first : 0); }
    };
    Sum& of(Track track);
    std::map<Track, Sum> sums_;
    std::array<std::pair<Track, Sum*>, 1024> last_{};  // of them, by core and row
    std::map<int, std::string> names_;
};

// One line a unit: the mean over the cores that used it, rounded to whole cycles; bytes and counts are means as well.
std::vector<SummaryLine> mean_over_cores(std::span<const SummaryLine> lines);

// The parts of the machine that they took time of.
std::vector<arch::Part> parts_used(std::span<const SummaryLine> lines);

inline constexpr std::size_t most_cores_listed = 4;
// Of more cores than most_cores_listed: how each unit's cycles spread over them, the slowest and the fastest.
std::string table(std::span<const SummaryLine> lines, const Screen& screen = {});

}  // namespace tessera::views
