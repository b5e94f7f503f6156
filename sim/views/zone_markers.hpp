// The zones of each RISC as the vendor's files want them: start and end markers in the order of time, nested. The zones
// of the firmware, which the vendor's tools ask for, are put around the kernels (spec/trace-formats.md 1.2).
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/views/view.hpp"

namespace tessera::views {

struct ZoneMarker {
    Cycle at;
    bool start;
    std::string_view name, file;  // valid while the ZoneMarkers are
    int line;
};

class ZoneMarkers {
  public:
    ZoneMarkers() = default;
    ZoneMarkers(const ZoneMarkers&) = delete;
    ZoneMarkers& operator=(const ZoneMarkers&) = delete;
    void add(const Zone& zone);
    // By RISC of a core (rows brisc to trisc2): markers that nest and whose cycles never go back.
    std::map<Track, std::vector<ZoneMarker>> ordered() const;

  private:
    struct Kept {
        Cycle begin, end;
        std::string_view name, file;  // in texts_
        int line;
    };
    std::string_view text(std::string_view text);

    std::set<std::string, std::less<>> texts_;  // a run has millions of zones and few names
    std::map<Track, std::vector<Kept>> zones_;
};

// "TRISC_0": a RISC as the vendor's files name it.
std::string_view vendor_risc_name(int row);

}  // namespace tessera::views
