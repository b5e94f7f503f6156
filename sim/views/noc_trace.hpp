// The NoC trace that the vendor's profiler records and tt-npe reads (spec/trace-formats.md 3.1): zones of the movers
// and every transfer at its issue, cycles, physical NoC 0 coordinates. tessera reads it too
// (host/conformance/noc_trace.hpp).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/views/zone_markers.hpp"

namespace tessera::views {

// "READ", "WRITE_", ...: the type of the vendor's event for a transfer.
std::string_view noc_event_type(const Transfer& transfer, bool multicast);

class NocTraceLog : public Listener {
  public:
    explicit NocTraceLog(std::string operation) : operation_(std::move(operation)) {}

    void on_core_name(const CoreName& event) override { cores_[event.core] = event.physical; }
    void on_zone(const Zone& event) override { zones_.add(event); }
    void on_transfer(const Transfer& event) override;

    // As ProfileLog::write. Returns the number of events.
    std::size_t write(const std::string& path, bool overwrite = false) const;
    static constexpr std::size_t many_events = 1'000'000;  // beyond this its readers take long

    // tt-npe's folder mode drops what follows a jump to twice the time, so time does not begin at 0.
    static constexpr Cycle time_base = 1'000'000'000;

  private:
    struct Flight {
        Cycle issue;
        int noc;
        std::string_view type;
        arch::Coord other, last;  // of a multicast the corners of its receivers
        std::uint64_t bytes, id;
    };
    const std::string operation_;
    std::map<int, arch::Coord> cores_;
    ZoneMarkers zones_;
    std::map<Track, std::vector<Flight>> flights_;
};

}  // namespace tessera::views
