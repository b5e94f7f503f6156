// The zones of each RISC as the vendor's files want them: start and end markers in the order of time, nested. The zones
// of the firmware, which the vendor's tools ask for, are put around the kernels (spec/trace-formats.md 1.2).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/watch/listener.hpp"

namespace tessera::watch {

struct ZoneMarker {
    Cycle at;
    bool start;
    std::string name, file;
    int line;
};

class ZoneMarkers {
  public:
    void add(const Zone& zone);
    // By RISC of a core (rows brisc to trisc2): markers that nest and whose cycles never go back.
    std::map<Track, std::vector<ZoneMarker>> ordered() const;

  private:
    struct Kept {
        Cycle begin, end;
        std::string name, file;
        int line;
    };
    std::map<Track, std::vector<Kept>> zones_;
};

// "TRISC_0": a RISC as the vendor's files name it.
std::string_view vendor_risc_name(int row);

}  // namespace tessera::watch
