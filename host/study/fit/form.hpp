// The form of a function: which polynomials it can be, whatever its constants, and the error that none of them stays
// below.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "host/study/fit/minimax.hpp"
#include "host/study/fit/score.hpp"
#include "host/study/function.hpp"

namespace tessera::accuracy {

struct Form {
    std::string function;
    std::string reduction;  // z, whose exponent goes into the result and whose fraction is the polynomial's variable;
                            // empty: that is the argument itself
    std::vector<double> edges;          // of the variable: with each a further segment begins
    int first = 0, step = 1, last = 0;  // powers
    int roundings = 0;                  // behind the reduction, in units of 2^-24 of the result: what they add at most
    bool takes_half_turns = false;      // off its argument, whose parity is the sign
    bool is_of_size = false;            // segments are those of the argument's size
    std::vector<bool> without_constant = {};  // by segment; empty: each has one, if powers begin with 0
    std::string file = {};                    // that has the reduction; empty: kernels/accuracy/reductions.hpp
};
// Null for a function whose form is not stated.
const Form* find_form(std::string_view function);
// Of a polynomial in the argument.
Form polynomial(int degree, bool odd);

struct LeastError {
    double level = 0;      // no constants get the largest error below this, on the inputs given
    double distance = 0;   // of the function as it is from the nearest member of the form: its own roundings
    double roundings = 0;  // what those could take off the level at most
    double format = 0;     // the largest error of correctly rounded results
    double floor() const { return std::max(level - roundings, format); }
};
// Of the inputs of the set, in errors of the kind. Nothing where the function is not of the form: farther from all its
// members than roundings explain.
std::optional<LeastError> least_error(const Form& form, const Recorded& function, const TrainingSet& set,
                                      ErrorKind kind);

}  // namespace tessera::accuracy
