// Other orders that the machine may take: delays drawn from a seed, for starts, transfers and turns of agents. What
// orders two things keeps doing so, whatever is drawn (spec/memory-order.md 2).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/time/cycle.hpp"

namespace tessera::schedule {

// Delays transfers that a line of a kernel asks for; `file`, core and RISC as faults name them.
struct Delay {
    std::string file;
    int line = 0;
    Cycle cycles = 0;
    std::string risc = {};         // only its own; empty: those of any RISC
    int core_x = -1, core_y = -1;  // only those of this logical core; -1: of any
};

class Perturbation {
  public:
    enum class Of : std::uint32_t { start, transfer, turn };

    Perturbation() = default;
    Perturbation(std::uint64_t seed, std::vector<Delay> delays) : seed_(seed), delays_(std::move(delays)) {}

    bool any() const { return seed_ != 0 || !delays_.empty(); }
    const std::vector<Delay>& delays() const { return delays_; }

    // The next delay of its kind, deterministic in seed and count: often none, up to some thousand cycles for starts
    // and transfers, some hundred for turns.
    Cycle draw(Of of) {
        if (seed_ == 0) return 0;
        const std::uint64_t bits = mix(seed_ ^ mix(++drawn_[of] << 2 | static_cast<std::uint64_t>(of)));
        const bool turn = of == Of::turn;
        if (bits % (turn ? 16 : 3) != 0) return 0;
        return (bits >> 16) % (std::uint64_t{1} << (bits >> 8) % (turn ? 9 : 14));
    }
    // Keeps what takes one way in its order.
    Cycle after(std::uint64_t way, Cycle at) {
        Cycle& last = last_[way];
        return last = std::max(last, at);
    }

  private:
    static std::uint64_t mix(std::uint64_t x) {  // splitmix64
        x += 0x9E3779B97F4A7C15;
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
        x = (x ^ x >> 27) * 0x94D049BB133111EB;
        return x ^ x >> 31;
    }
    std::uint64_t seed_ = 0;
    std::vector<Delay> delays_;
    std::map<Of, std::uint64_t> drawn_;
    std::map<std::uint64_t, Cycle> last_;
};

}  // namespace tessera::schedule
