// What becomes of single inputs: the part of judging that looks at outcomes, not at errors.
#include <cmath>

#include "host/study/judge.hpp"

namespace tessera::accuracy {

// Neighbours of a number that the exact result is very near: faithful is the one on the result's own side.
void Judge::settle_sides(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (has_open_side(outcome_[i], result_[i], exact_[i], best_[i], rules_) == 0) continue;
        const int side = sides_.of(x(i), second(i), best_[i]);
        const double exact = side == 0 ? best_[i] : std::nextafter(best_[i], side * HUGE_VAL);
        outcome_[i] = outcome_code(value_[i], result_[i], exact, best_[i], rules_);
    }
}

// Returns how many of the piece are compared.
std::size_t Judge::take_outcomes(std::size_t count) {
    has_open_sides_ = loops().outcomes(rules_,
                                       {value_.data(), result_.data(), exact_.data(), best_.data(), outcome_.data(),
                                        compared_.data(), inexact_.data()},
                                       count);
    if (has_open_sides_) settle_sides(count);
    std::array<std::uint64_t, outcomes> found{};
    loops().count(outcome_.data(), count, found.data());
    for (std::size_t i = 0; i < outcomes; ++i) {
        statistics_.count[i] += found[i];
        if (found[i] != 0 && !is_compared(static_cast<Outcome>(i))) keep_first(static_cast<Outcome>(i), count);
    }
    if (found[static_cast<std::size_t>(Outcome::zeroed)] != 0) keep_zeroed(count);
    for (std::size_t i = count; i % lanes != 0; ++i) compared_[i] = inexact_[i] = 0;
    return found[static_cast<std::size_t>(Outcome::exact)] + found[static_cast<std::size_t>(Outcome::faithful)] +
           found[static_cast<std::size_t>(Outcome::inexact)];
}

// From the end with the smaller inputs on: of inputs in order none behind one that came too late gets in.
void Judge::keep_first(Outcome what, std::size_t count) {
    FirstInputs& first = statistics_.first_inputs[static_cast<std::size_t>(what)];
    const bool falls = (x(count - 1) & ~num::sign_bit) < (x(0) & ~num::sign_bit);
    for (std::size_t n = 0; n < count; ++n) {
        const std::size_t i = falls ? count - 1 - n : n;
        if (outcome(i) != what) continue;
        const Point one{x(i), second(i), y_[from_ + i], 0, exact_[i]};
        if (first.takes(one))
            first.add(one);
        else if (is_ordered_ && is_normal(x(i)))
            return;
    }
}

void Judge::keep_zeroed(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (outcome(i) != Outcome::zeroed) continue;
        statistics_.zeroed_ulp.add(std::abs(error_[i]));
        Point zeroed = point(i);
        statistics_.worst_zeroed.add(zeroed);
        zeroed.error = result_[i] - exact_[i];
        statistics_.worst_zeroed_absolute.add(zeroed);
    }
}

void Judge::pass_on(std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) options_.each(point(i), outcome(i));
}

}  // namespace tessera::accuracy
