// One block of inputs, judged: what a thread of a sweep does over and over.
#pragma once

#include <vector>

#include "host/accuracy/levels.hpp"
#include "host/accuracy/sweep.hpp"

namespace tessera::accuracy {

class Judge {
  public:
    Judge(const Recorded& function, const Reference& reference, const Options& options);
    // Adds the block's inputs to statistics().
    void judge(const Inputs& inputs, std::uint64_t block);
    Statistics take() { return std::move(statistics_); }

  private:
    // Sums of one block, in the order of its inputs; they become fixed point at its end.
    struct Sums {
        double ulp_signed = 0, ulp_magnitude = 0, ulp_not_exact = 0, ulp_square = 0;
        double relative_magnitude = 0, relative_signed = 0;
    };
    struct Bin {
        std::uint64_t count = 0;
        double low = 0, high = 0, magnitude = 0;
    };
    void evaluate(const std::uint32_t* x, const std::uint32_t* second, std::uint32_t* y, std::size_t count) const;
    void take_results(std::size_t count);
    Outcome outcome(std::size_t i) const;
    void add(std::size_t i, Outcome outcome);
    void open_bin(std::uint32_t bin);
    void close_bin();
    void close_block();
    void find_disorders(const Inputs& inputs, std::uint64_t block, std::size_t count);
    void find_asymmetries(std::size_t count);

    const Recorded& function_;
    const Reference& reference_;
    const Options& options_;
    const Format format_;
    const double smallest_normal_;
    std::vector<std::uint32_t> x_, second_, y_, mirrored_;
    std::vector<double> value_, exact_, best_, goldberg_, at_rounded_, relative_;
    Statistics statistics_;
    Sums sums_;
    std::array<std::vector<Bin>, 2> by_fraction_;
    std::uint32_t bin_ = 0;
    Bin in_bin_;
    std::array<std::uint64_t, 24> octaves_{};
};

}  // namespace tessera::accuracy
