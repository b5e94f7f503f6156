// How far results lie from what was expected, and whether that is within what is allowed:
//
//     error  max 3.437e-03 at [0, 6, 4] (got -0.10903015, exact -0.112466977), NMSE
//            6.187e-08
//     bound  closest at [0, 20, 127]: error 4.806e-04 of 5.100e-04 allowed (94.2 %)
//     check  passed
//
// Results that are not finite have no error to measure; where there are some, a line before the last counts them:
//
//     values 3 results are not finite; 1 differ from the exact one in that
//
// A check that failed has a map of what lies beyond its bound before the last line (failures.hpp).
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/views/failures.hpp"
#include "sim/views/screen.hpp"

namespace tessera::views {

// How far a result lies from what was expected.
struct Deviation {
    double max_abs = 0;            // of what is finite on both sides; infinite when something differs that is not
    double nmse = 0;               // sum (got - expected)^2 / sum got^2 of the same, in double
    std::size_t worst = 0;         // flat index of max_abs
    double got = 0, expected = 0;  // at worst
    std::size_t not_finite = 0;    // results that are NaN or infinite
    std::size_t differ = 0;        // pairs of which a side is NaN or infinite, in fp32, and the other is not the same
};

// Gathers a Deviation element by element.
class DeviationMeter {
  public:
    void add(double got, double expected);
    Deviation result() const;

  private:
    Deviation worst_;
    double squares_of_error_ = 0, squares_ = 0;
    std::size_t count_ = 0, not_finite_ = 0, differ_ = 0;
};

struct Check {
    Deviation deviation;
    bool within = true;                       // every element within its bound, none of them not finite alone
    double worst_ratio = 0;                   // largest error / bound
    std::size_t worst = 0;                    // flat index of the worst ratio
    double got = 0, expected = 0, bound = 0;  // there
    std::vector<std::size_t> shape = {};      // of the result that was judged
    std::string what = {};                    // which result, where there are several
    Failures failures = {};                   // elements beyond their bounds
    std::optional<FailureMap> map = {};       // of a check that failed, where they lie
    std::string terms = {};                   // what the bound consists of, in a few lines
};

// How far a result in fp32 or less lies from the exact one: a NaN or an infinity of the exact result belongs into it,
// and what exceeds fp32 is infinite there; infinity where that does not hold.
double distance(float got, double exact);

// Hears now and then how much of the elements is judged, from 0 to 1; may be empty.
using JudgedShare = std::function<void(double share)>;

// Gathers a Check: every element once in order for the deviation, and in any order against its bound.
class Checker {
  public:
    void compare(double got, double exact) { meter_.add(got, exact); }
    void hold(std::size_t index, float got, double exact, double bound);
    // The same with the share of the bound already known; infinity is beyond any, and so is NaN.
    void note(double ratio, std::size_t index, double got, double exact, double bound);
    Check result() const;

  private:
    DeviationMeter meter_;
    Check check_;
};

// "[0, 6, 4]", "[1, 2] of c"
std::string place(const Check& check, std::size_t index);
// "element [0, 6, 4] is 1, exact 2, error 1 beyond its bound 0.5"
std::string worst_element(const Check& check);
std::string to_text(const Check& check, bool verbose, const Screen& screen = {});
nlohmann::ordered_json to_json(const Check& check);

}  // namespace tessera::views
