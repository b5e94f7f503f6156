// The best approximation by a linear family in the maximum norm, on given points.
#pragma once

#include <cstddef>
#include <vector>

namespace tessera::accuracy {

// Points: each a row of what the family's terms are there, already weighted, and the target, weighted alike.
class LinearFamily {
  public:
    explicit LinearFamily(std::size_t terms) : terms_(terms) {}
    void add(const std::vector<long double>& row, long double target) {
        rows_.insert(rows_.end(), row.begin(), row.end());
        targets_.push_back(target);
    }
    std::size_t terms() const { return terms_; }
    std::size_t points() const { return targets_.size(); }
    const long double* row(std::size_t point) const { return &rows_[point * terms_]; }
    long double target(std::size_t point) const { return targets_[point]; }

  private:
    std::size_t terms_;
    std::vector<long double> rows_, targets_;
};

// `level` is what no member of the family stays below on all of these points: terms + 1 of them prove it, whatever the
// coefficients (de la Vallee Poussin's bound). `coefficients` reach it, to within `reached`.
struct Minimax {
    bool is_found = false;  // false where the points do not determine the coefficients
    std::vector<long double> coefficients;
    long double level = 0, reached = 0;
};
// Stiefel's exchange, one point at a time.
Minimax minimax(const LinearFamily& family);

}  // namespace tessera::accuracy
