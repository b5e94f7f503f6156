// One block of inputs, judged: what a thread of a sweep does over and over. The function runs on the whole block, its
// results are judged in pieces that stay in the first caches.
#pragma once

#include <vector>

#include "host/accuracy/levels.hpp"
#include "host/accuracy/sweep.hpp"

namespace tessera::accuracy {

class Judge {
  public:
    Judge(const Recorded& function, const Reference& reference, const Options& options);
    // Adds the block's inputs to the statistics.
    void judge(const Inputs& inputs, std::uint64_t block);
    Statistics take() { return std::move(statistics_); }

  private:
    static constexpr std::size_t piece_inputs = 1024;
    struct Bin {
        std::uint64_t count = 0;
        double low = 0, high = 0, magnitude = 0;
        void add(double error, double clamped);
    };
    void evaluate(const std::uint32_t* x, const std::uint32_t* second, std::uint32_t* y, std::size_t count) const;
    void judge_piece(const Inputs& inputs, std::size_t from, std::size_t count);
    void take_exact(std::size_t from, std::size_t count);
    void take_results(std::size_t count);
    bool take_outcomes(std::size_t count);
    void add_piece(std::size_t count, bool all_compared, bool is_ordered);
    void keep_worst(std::size_t count, const PieceSums& sums, bool is_ordered);
    void add_to_bins(std::size_t i);
    void close_block();
    void find_disorders(std::size_t count);
    void find_asymmetries(std::size_t count);
    std::uint32_t x(std::size_t i) const { return x_[from_ + i]; }
    std::uint32_t second(std::size_t i) const { return function_.arguments() == 2 ? second_[from_ + i] : 0; }

    const Recorded& function_;
    const Reference& reference_;
    const Options& options_;
    const Format format_;
    std::vector<std::uint32_t> x_, second_, y_, mirrored_;  // of the block
    std::size_t from_ = 0;                                  // of the piece, in the block; the rest is of the piece
    std::vector<double> value_, result_, exact_, best_, goldberg_, at_rounded_, relative_, whole_, compared_, inexact_;
    std::vector<Outcome> outcome_;
    const double* error_ = nullptr;  // in the ULP asked for
    Statistics statistics_;
    PieceSums sums_;  // of the block, in the order of its pieces
    std::array<std::vector<Bin>, 2> by_fraction_;
};

}  // namespace tessera::accuracy
