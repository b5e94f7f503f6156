// Better constants for a function: found by a search on the machine's arithmetic, held to every input there is.
#pragma once

#include <algorithm>
#include <optional>

#include "host/study/fit/form.hpp"
#include "host/study/fit/search.hpp"
#include "host/study/study.hpp"

namespace tessera::accuracy {

struct FitRequest {
    Function function;
    const Reference* reference;
    Setting setting;
    double low = 0, high = 0;
    ErrorKind kind = ErrorKind::relative;
    std::vector<std::size_t> constants = {};  // numbers of those to fit; empty: the coefficients
    std::vector<std::size_t> lines = {};      // or all constants on these lines of its file, which are nobody's yet:
                                              // the largest error alone counts
    std::int64_t step = 1;                    // those are every so many neighbours
    std::optional<Form> form = {};            // for the bound; without it that of the function, if it is stated
    std::vector<Function> rivals = {};        // of constants that are nobody's yet: functions of the reference, whose
                                              // means shall not be exceeded either where their maxima are not
    std::uint64_t sample = 0;                 // check on this many inputs instead of all
    std::size_t tries = 4000;
    std::uint64_t seed = 1;
    unsigned threads = 1;
    StageProgress progress = {};
    const std::atomic<bool>* stop = nullptr;
};

// Of one set of constants.
struct Checked {
    Words words;
    Statistics all;       // of every input of the range, or of the sample
    Statistics by_value;  // of inputs uniform in value
    double max_relative() const { return std::max(all.max_relative(), by_value.max_relative()); }
    double max_ulp() const { return std::max(all.max_ulp(), by_value.max_ulp()); }
    double max_absolute() const { return std::max(all.max_absolute(), by_value.max_absolute()); }
    // Of samples, by bits and by value; only where the absolute error is the measure.
    double mean_absolute = 0, mean_absolute_by_value = 0;
};

struct Fit {
    std::vector<Literal> constants;   // all literals of the function
    std::vector<std::size_t> fitted;  // numbers of those that were free
    Checked published, found;         // equal where nothing better was found; published: what it began with
    bool is_better = false;
    std::vector<ErrorKind> held;  // whose maxima and means were not to get worse
    std::string rival;            // the most exact function at no less cost that what is found is nowhere worse than
    std::optional<LeastError> least;
    std::size_t tried = 0, checks = 0;  // sets of constants on the training inputs; on all
    Cost cost;
    bool is_whole = false;
};
Fit fit_constants(const FitRequest& request);

double largest(const Checked& checked, ErrorKind kind);
// No maximum and no mean of these kinds is larger.
bool is_nowhere_worse(const Checked& a, const Checked& b, std::span<const ErrorKind> kinds);

}  // namespace tessera::accuracy
