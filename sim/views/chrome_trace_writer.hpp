// How a ChromeTrace becomes a file; private to this room. Slices of cores in chrome_trace_writer.cpp, transfers, links
// and banks in chrome_trace_noc.cpp, arrows in chrome_trace_arrows.cpp.
#pragma once

#include <optional>

#include "sim/views/chrome_trace.hpp"
#include "sim/views/text_file.hpp"

namespace tessera::views {

class ChromeTrace::Writer {
  public:
    Writer(const ChromeTrace& trace, const std::string& path, bool overwrite, std::string_view partial);
    void run();

  private:
    struct Interval {
        Cycle begin, end;
    };
    // For each interval, in the order of their begins and the longer first, the thread it can go to: the first where it
    // follows the others or, if they may `nest`, lies inside the innermost.
    static std::vector<std::size_t> places(const std::vector<Interval>& intervals, bool nest);

    std::uint64_t shown(Cycle cycle) const;  // ns of trace time
    static std::string micro_of(std::uint64_t ns);
    std::string micro(Cycle cycle) const { return micro_of(shown(cycle)); }
    std::string span(Cycle begin, Cycle end) const;  // ts and dur

    // Begins an event; the caller adds its fields and a closing brace.
    void next();
    // Begins the args of a slice, whose first member is `cycles`; the caller adds more and two closing braces.
    void args(Cycle cycles);
    void source(const std::string& quoted_file, int line);
    void details(const Slice& slice);
    void process(int pid, std::string_view name);
    void thread(int pid, int tid, std::string_view name);
    std::string core_text(int core) const;

    void cores();
    void slices();
    void slices_of_track(const std::vector<const Slice*>& slices);
    void levels();
    void flights();
    void banks();
    void links();
    void turn(const Stay& stay);
    void load(int pid, std::string_view name, Bins bins, Cycle step);

    void arrows();
    void arrow(const Ended& wait);
    // Where a flow can bind on a RISC's thread at that cycle, if it can.
    std::optional<std::uint64_t> on_risc(Track track, Cycle at) const;
    std::optional<std::uint64_t> within(const Interval& interval, Cycle at) const;
    void other_data();

    const ChromeTrace& trace_;
    TextFile out_;
    std::string_view partial_;
    bool first_ = true;
    std::uint64_t mhz_;
    std::vector<std::string> quoted_;                           // the texts, as JSON has them
    std::map<int, std::string> core_names_;                     // "core (0,0)"
    std::map<std::uint64_t, const Transfer*> issued_;           // by id, those that have a line
    std::vector<CbLevel> levels_;                               // by core, cb, cycle
    std::vector<std::pair<Transfer, int>> flights_;             // and their tid, in the order of the file
    std::map<std::uint64_t, std::pair<int, int>> flight_tids_;  // tid and pid of a transfer
    std::map<Track, Interval> kernels_;                         // a RISC's outermost zone
    Cycle load_step_ = 0;
    std::uint64_t arrows_ = 0;
};

}  // namespace tessera::views
