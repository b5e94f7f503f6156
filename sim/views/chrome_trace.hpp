// Chrome trace-event JSON, which Perfetto (ui.perfetto.dev), chrome://tracing and tracy-import-chrome open
// (spec/trace-formats.md 2.1, 2.2):
//
//     {"displayTimeUnit":"ns","traceEvents":[
//     {"name":"process_name","ph":"M","pid":0,"tid":0,"args":{"name":"core (0,0) phys (1,2)"}},
//     {"name":"thread_name","ph":"M","pid":0,"tid":1,"args":{"name":"core (0,0) NCRISC"}},
//     {"name":"NCRISC-KERNEL","cat":"zone","ph":"X","pid":0,"tid":1,"ts":0.000,"dur":1.234,"loc":"k/reader.cpp:7",
//      "args":{"cycles":1234,"file":"k/reader.cpp","line":7,"instructions":402,...}},
//     {"name":"cb_empty cb2","cat":"wait","ph":"X","pid":0,"tid":1,"ts":0.100,"dur":0.050,"loc":"k/reader.cpp:9",
//      "args":{"cycles":50,"file":"k/reader.cpp","line":9,"reason":"cb_wait_front: ...","cause":"BRISC of core
//      (0,0)",...}},
//     ],"otherData":{"arch":"wormhole_b0",...}}
//
// A cycle is 1 ns of trace time (ts counts microseconds), whatever the clock; the clock stands in otherData. With
// real_time, ts is time, rounded down to whole ns at both ends of a slice so that slices still nest.
//
// | pid           | tid                                             | slices (cat)          | counters        |
// |---------------|-------------------------------------------------|-----------------------|-----------------|
// | core          | Unit; 20, 21: transfers it issued on NoC 0, 1   | zone busy wait noc    | pages of a CB:  |
// |               |                                                 |                       | held, free      |
// | 1000000+bank  | 0                                               | accesses (dram)       | queue, load     |
// | 2000000+NoC   | link or interface, 4 to a router (link_tid)     | packets on it (link)  | load            |
//
// The args of a slice say what is known of it: its cycles, file and line; of a wait the reason in words and who ended
// it, when, at which line, by which transfer; of a kernel what its RISC was busy with; of the SFPU the instructions and
// what held them; of a transfer, a packet or an access its id, which is the same in all three.
//
// Slices of a thread nest or follow each other; what would overlap goes to a further thread of the same name, its tid
// 100 further on. Arrows (flows) lead to the last cycle of a RISC's wait for a circular buffer, a barrier or a
// semaphore: from the RISC that pushed, popped or set, or from the issue of the read, write or atomic through its
// transfer. The order is by process, thread, time: equal runs give equal bytes.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/views/bins.hpp"
#include "sim/views/view.hpp"

namespace tessera::views {

// The pids and tids of the table above (trace-formats.md 2.1), for those who read a trace again too.
inline constexpr int dram_pid = 1'000'000, noc_pid = 2'000'000;
inline constexpr int transfer_row = 20;    // thread of a core's transfers: 20 + NoC
inline constexpr int overflow_tids = 100;  // thread of the n-th overlap = row + n * 100

struct ChromeTraceOptions {
    std::uint64_t max_events = 2'000'000;  // Perfetto has been seen to fail near 1 GB, at about 100 bytes an event
    std::vector<arch::Coord> cores{};      // logical; empty: all. Banks and load show every core's traffic.
    Cycle from = 0, to = never;            // what overlaps [from, to)
    bool real_time = false;
};

class ChromeTrace : public Listener {
  public:
    explicit ChromeTrace(const arch::Arch& arch, ChromeTraceOptions options = {});

    void on_core_name(const CoreName&) override;
    void on_zone(const Zone&) override;
    void on_wait(const Wait&) override;
    void on_busy(const Busy&) override;
    void on_cb_level(const CbLevel&) override;
    void on_transfer(const Transfer&) override;
    void on_risc_work(const RiscWork&) override;
    void on_vector_run(const VectorRun&) override;
    bool hears_vector_runs() const override { return true; }
    bool hears_stays() const override { return true; }
    void on_stay(const Stay&) override;

    // Events beyond max_events are counted here instead of kept; otherData says it too. The zones that span a kernel,
    // five a core, are kept in any case: arrows bind to them.
    std::uint64_t left_out() const { return left_out_; }
    // For stderr, a line each: what was left out, cores asked for that did not run; else empty.
    std::string notice() const;

    // The file appears whole or not at all: written beside and renamed. "-" is stdout, a name in .gz is compressed.
    // Throws fault::InputError when it cannot be written or exists and is not to be overwritten.
    // `partial` says in a line why the run has no end.
    void write(const std::string& path, bool overwrite = false, std::string_view partial = {}) const;

  private:
    struct Slice {
        enum Kind : std::uint8_t { zone, busy, wait } kind;  // of equal intervals the former holds the latter
        Track track;
        std::uint32_t name, file;  // into texts_
        int line;
        Cycle begin, end;
        // Of a wait its Because, of an SFPU slice its VectorCounts; of a kernel's zone which of its RISC's it is.
        std::uint32_t detail = none;
    };
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    // Why a wait was one, and what ended it.
    struct Because {
        WaitReason reason;
        Track by;  // core -1: not known
        Cycle at;
        std::uint32_t file;  // into texts_
        int line;
        std::uint64_t transfer;
    };
    struct VectorCounts {
        std::uint32_t instructions = 0, nops = 0, constants = 0;
        std::array<std::uint32_t, holds.size()> held{};
    };
    // A wait whose cause is known, and the cause.
    struct Ended {
        Track track;
        WaitReason reason;
        int index;
        Cycle begin, end;
        Track by;
        Cycle at;
        std::uint64_t transfer;  // 0: an act of `by`
        Cycle issue;             // of the transfer
    };
    struct Link {
        int noc;
        arch::Coord at;
        Stop stop;
        friend auto operator<=>(const Link&, const Link&) = default;
    };
    class Writer;
    std::uint32_t text_id(std::string_view text);
    bool room();
    static bool has_arrow(const Wait& wait);
    bool shows(int core) const { return options_.cores.empty() || shown_.contains(core); }
    bool shows(Cycle begin, Cycle end) const { return begin < options_.to && std::max(end, begin + 1) > options_.from; }
    void keep(Slice::Kind kind, Track track, std::string_view name, std::string_view file, int line, Cycle begin,
              Cycle end, std::uint32_t detail = none);

    const arch::Arch& arch_;
    ChromeTraceOptions options_;
    std::map<std::string, std::uint32_t, std::less<>> text_ids_;
    std::deque<std::string> texts_;
    std::vector<CoreName> cores_;
    std::set<int> shown_;
    std::vector<Slice> slices_;
    std::vector<Because> because_;
    std::vector<VectorCounts> vectors_;
    std::map<int, std::size_t> sfpu_slices_;        // the last one of each core
    std::map<Track, std::uint32_t> kernels_;        // that have ended so far
    std::map<Track, std::vector<RiscWork>> works_;  // of each of them
    std::vector<CbLevel> levels_;
    std::map<std::pair<int, int>, CbLevel> levels_before_;  // the last before the window, by core and cb
    std::vector<Transfer> flights_;                         // a multicast stands once
    std::vector<Ended> ended_;                              // heads of arrows
    std::vector<Stay> stays_;
    std::map<Link, Bins> link_load_;
    std::map<int, Bins> bank_load_;
    std::uint64_t kept_ = 0, left_out_ = 0;
};

}  // namespace tessera::views
