// What the SFPU did, line by line: instructions, cycles, and what held them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "sim/views/places.hpp"
#include "sim/views/profile_data.hpp"

namespace tessera::views {

class SfpuRecorder {
  public:
    explicit SfpuRecorder(Places& places) : places_(places) {}

    // Returns the lines of this run, by place, and what each took; good until the next.
    std::span<const LineCycles> add(const VectorRun& run);
    SfpuProfile profile() const;
    bool empty() const { return programs_ == 0; }
    // Spots are known by their address, which is free for others once the run is over.
    void forget_spots() {
        known_ = {};
        all_known_.clear();
    }

  private:
    struct Sum {
        Places::Id place = Places::unknown;
        std::uint64_t instructions = 0, nops = 0, constants = 0;
        std::array<Cycle, holds.size()> held{};
        std::uint32_t back = 0;
        std::uint64_t run = 0;  // the last one seen, and its cycles there
        Cycle run_cycles = 0;
    };
    struct Known {
        const Spot* spot = nullptr;
        std::uint32_t sum = 0;
    };
    Sum& sum_of(const Spot* spot);

    Places& places_;
    std::uint64_t programs_ = 0;
    Cycle cycles_ = 0;
    std::vector<Sum> sums_;          // by the kernel's instruction: its spot
    std::vector<LineCycles> lines_;  // of the run that is added
    std::vector<std::uint32_t> seen_;
    std::array<Known, 1024> known_{};
    std::unordered_map<const Spot*, std::uint32_t> all_known_;
};

}  // namespace tessera::views
