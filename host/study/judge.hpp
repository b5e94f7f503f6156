// One block of inputs, judged: what a thread of a sweep does over and over. The function runs on the whole block, its
// results are judged in pieces that stay in the first caches.
#pragma once

#include <optional>
#include <vector>

#include "host/study/levels.hpp"
#include "host/study/local_polynomial.hpp"
#include "host/study/sides.hpp"
#include "host/study/sweep.hpp"

namespace tessera::accuracy {

class Judge {
  public:
    Judge(const Recorded& function, const Reference& reference, const Options& options);
    // Adds the block's inputs to the statistics. The next block may be the same inputs with the other sign.
    void judge(const Inputs& inputs, std::uint64_t block, bool mirror_follows = false);
    Statistics take() { return std::move(statistics_); }

  private:
    static constexpr std::size_t piece_inputs = 1024, lanes = 8;
    struct Bin {  // of relative errors
        std::uint64_t count = 0;
        double low = 0, high = 0, magnitude = 0;
        void add(double error) {
            low = count == 0 || error < low ? error : low;
            high = count == 0 || error > high ? error : high;
            ++count;
            magnitude += std::abs(error);
        }
    };
    bool is_left_out(const Inputs& inputs, std::size_t count) const;
    void evaluate(const std::uint32_t* x, const std::uint32_t* second, std::uint32_t* y, std::size_t count) const;
    void judge_piece(const Inputs& inputs, std::size_t from, std::size_t count);
    void take_exact(std::size_t from, std::size_t count);
    void settle_binades(std::size_t from, std::size_t count);
    void settle_sides(std::size_t count);
    void keep_first(Outcome what, std::size_t count);
    void keep_zeroed(std::size_t count);
    void pass_on(std::size_t count) const;
    void take_errors(std::size_t count);
    std::size_t take_outcomes(std::size_t count);
    bool take_beyond(std::size_t count);
    bool take_repeated(std::size_t count);
    void add_sums(const PieceSums& sums);
    void add_together(std::size_t count, const PieceSums& sums);
    PieceSums add_piece(std::size_t count, bool all, bool together, bool is_ordered);
    void add_repeated(std::size_t count);
    void keep_worst(std::size_t count, const PieceSums& sums, bool is_ordered);
    void add_to_bins(std::size_t i);
    void close_block();
    void find_disorders(std::size_t from, std::size_t count);
    void find_asymmetries(std::size_t count);
    void compare_mirrored(const std::uint32_t* y, const std::uint32_t* mirrored, std::size_t count);
    double relative_at(std::size_t i) const { return exact_[i] == 0 ? 0 : relative_[i]; }
    Outcome outcome(std::size_t i) const { return static_cast<Outcome>(outcome_[i]); }
    Outcome outcome_at(std::size_t i, double best) const {
        return outcome_of(x(i), result_[i], exact_[i], best, format_, options_.low, options_.high);
    }
    Point point(std::size_t i) const { return {x(i), second(i), y_[from_ + i], error_[i], exact_[i]}; }
    std::uint32_t x(std::size_t i) const { return x_[from_ + i]; }
    std::uint32_t second(std::size_t i) const { return function_.arguments() == 2 ? second_[from_ + i] : 0; }

    const Recorded& function_;
    const Reference& reference_;
    const Options& options_;
    const Format format_;
    const OutcomeRules rules_;
    std::array<double, 3> limits_{};       // ulp_limits by at_most()
    std::optional<LocalReference> local_;  // for references of one argument that have an expression
    Sides sides_;
    bool is_dense_ = false;                                 // the block's inputs lie close enough together for it
    std::vector<std::uint32_t> x_, second_, y_, mirrored_;  // of the block
    std::vector<std::uint32_t> kept_;  // results of the block before, whose mirror this one is; else empty
    bool is_mirror_ = false;           // of the block before
    bool has_open_sides_ = false;      // in the piece
    bool is_ordered_ = false;          // the block
    std::size_t x_count_ = 0;          // of these: those of the block, and one more that follows them
    std::size_t from_ = 0;             // of the piece, in the block; the rest is of the piece
    std::vector<double> value_, result_, exact_, best_, goldberg_, at_rounded_, relative_, whole_, compared_, inexact_;
    std::vector<std::int64_t> outcome_, histogram_, octave_, fraction_;
    const double* error_ = nullptr;  // in the ULP asked for
    Statistics statistics_;
    PieceSums sums_;  // of the block, in the order of its pieces
    std::array<std::vector<Bin>, 2> by_fraction_;
    // The piece before, where it had one result, due and found, for all its inputs, and all of them were compared. A
    // piece that repeats it has the same errors, which still stand in the vectors above.
    struct Repeatable {
        std::size_t count = 0;
        std::uint32_t y = 0;
        double exact = 0;
        PieceSums sums;
    } last_;
};

}  // namespace tessera::accuracy
