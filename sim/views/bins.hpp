// Cycles summed over equal stretches of time whose length doubles whenever the run outgrows them: the memory is fixed,
// and the sums are exact.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/time/cycle.hpp"

namespace tessera::views {

class Bins {
  public:
    explicit Bins(std::size_t most, Cycle width = 1) : most_(most), width_(width) {}

    // Adds `weight` for each cycle of [begin, end).
    void add(Cycle begin, Cycle end, std::uint64_t weight = 1) {
        if (end <= begin || weight == 0) return;
        while ((end - 1) / width_ >= most_) double_width();
        sums_.resize(std::max<std::size_t>(sums_.size(), (end - 1) / width_ + 1));
        for (Cycle at = begin; at < end;) {
            const std::size_t bin = at / width_;
            const Cycle until = std::min(end, (bin + 1) * width_);
            sums_[bin] += (until - at) * weight;
            at = until;
        }
    }

    // So that several can stand side by side; `width` is this one's width or a multiple of it by powers of two.
    void widen(Cycle width) {
        while (width_ < width) double_width();
    }

    Cycle width() const { return width_; }
    // Ends with the last stretch in which something was added.
    const std::vector<std::uint64_t>& sums() const { return sums_; }

  private:
    void double_width() {
        for (std::size_t i = 0; i < sums_.size(); i += 2)
            sums_[i / 2] = sums_[i] + (i + 1 < sums_.size() ? sums_[i + 1] : 0);
        sums_.resize((sums_.size() + 1) / 2);
        width_ *= 2;
    }

    std::size_t most_;
    Cycle width_;
    std::vector<std::uint64_t> sums_;
};

}  // namespace tessera::views
