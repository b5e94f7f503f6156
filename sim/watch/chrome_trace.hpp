// Chrome trace-event JSON, which Perfetto (ui.perfetto.dev), chrome://tracing and tracy-import-chrome open
// (spec/trace-formats.md 2.1, 2.2):
//
//     {"displayTimeUnit":"ns","traceEvents":[
//     {"name":"process_name","ph":"M","pid":0,"tid":0,"args":{"name":"core (0,0) phys (1,2)"}},
//     {"name":"thread_name","ph":"M","pid":0,"tid":1,"args":{"name":"core (0,0) NCRISC"}},
//     {"name":"NCRISC-KERNEL","cat":"zone","ph":"X","pid":0,"tid":1,"ts":0.000,"dur":1.234,"loc":"k/reader.cpp:7"},
//     {"name":"cb_empty cb2","cat":"wait","ph":"X","pid":0,"tid":1,"ts":0.100,"dur":0.050,"loc":"k/reader.cpp:9"},
//     ],"otherData":{"arch":"wormhole_b0",...}}
//
// A cycle is 1 ns of trace time (ts counts microseconds), whatever the clock; the clock stands in otherData.
// One process a core, one thread a RISC or unit; slices of a thread nest or follow each other, what would overlap goes
// to a further thread of the same name with a number. NoC transfers are slices of the processes 2000000 + NoC, in as
// many threads a core as it had transfers under way at once. An arrow leads from the push into a circular buffer to
// the wait it ended. The order is by process, thread, time: equal runs give equal bytes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/watch/listener.hpp"

namespace tessera::watch {

struct ChromeTraceOptions {
    std::uint64_t max_events = 2'000'000;  // Perfetto has been seen to fail near 1 GB, at about 100 bytes an event
};

class ChromeTrace : public Listener {
  public:
    explicit ChromeTrace(const arch::Arch& arch, ChromeTraceOptions options = {}) : arch_(arch), options_(options) {}

    void on_core_name(const CoreName&) override;
    void on_zone(const Zone&) override;
    void on_wait(const Wait&) override;
    void on_busy(const Busy&) override;
    void on_cb_level(const CbLevel&) override;
    void on_transfer(const Transfer&) override;

    // Events beyond max_events are counted here instead of kept; otherData says it too.
    std::uint64_t left_out() const { return left_out_; }
    // One line for stderr when some were left out, else empty.
    std::string notice() const;

    // The file appears whole or not at all: written beside and renamed. "-" is stdout. Throws fault::InputError when
    // it cannot be written or exists and is not to be overwritten.
    void write(const std::string& path, bool overwrite = false) const;

  private:
    struct Slice {
        enum Kind : std::uint8_t { zone, busy, wait } kind;  // of equal intervals the former holds the latter
        Track track;
        std::uint32_t name, file;  // into texts_
        int line;
        Cycle begin, end;
    };
    struct Flight {
        int noc, core, row;
        bool is_read;
        arch::Coord source, destination;
        std::uint64_t bytes;
        Cycle issue, complete;
    };
    class Writer;
    std::uint32_t text_id(std::string_view text);
    bool room();

    const arch::Arch& arch_;
    ChromeTraceOptions options_;
    std::map<std::string, std::uint32_t, std::less<>> text_ids_;
    std::vector<std::string> texts_;
    std::vector<CoreName> cores_;
    std::vector<Slice> slices_;
    std::vector<CbLevel> levels_;
    std::vector<Flight> flights_;
    struct Woken {
        int core, cb, row;
        Cycle begin, end;
    };
    std::vector<Woken> woken_;  // waits for a push, the heads of arrows
    std::uint64_t kept_ = 0, left_out_ = 0;
};

}  // namespace tessera::watch
