// The NoC trace that the vendor's profiler records and tt-npe reads (spec/trace-formats.md 3.1): zones of the movers
// and every transfer at its issue, cycles, physical NoC 0 coordinates. tessera reads it too
// (host/conformance/noc_trace.hpp).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/watch/zone_markers.hpp"

namespace tessera::watch {

class NocTraceLog : public Listener {
  public:
    explicit NocTraceLog(std::string operation) : operation_(std::move(operation)) {}

    void on_core_name(const CoreName& event) override { cores_[event.core] = event.physical; }
    void on_zone(const Zone& event) override { zones_.add(event); }
    void on_transfer(const Transfer& event) override;

    // As ProfileLog::write. Each receiver of a multicast stands as a write of its own. Returns the number of events.
    std::size_t write(const std::string& path, bool overwrite = false) const;

    // tt-npe's folder mode drops what follows a jump to twice the time, so time does not begin at 0.
    static constexpr Cycle time_base = 1'000'000'000;

  private:
    struct Flight {
        Cycle issue;
        int noc;
        bool is_read;
        arch::Coord other;
        std::uint64_t bytes;
    };
    const std::string operation_;
    std::map<int, arch::Coord> cores_;
    ZoneMarkers zones_;
    std::map<Track, std::vector<Flight>> flights_;
};

}  // namespace tessera::watch
