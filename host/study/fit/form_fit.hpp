// Constants for a form alone: its draft, fitted on the machine's arithmetic, as the source of a kernel, and the
// functions there are of the same reference.
#pragma once

#include "host/study/fit/draft.hpp"
#include "host/study/fit/fit.hpp"

namespace tessera::accuracy {

// On a sample by bits and one by value; means are those by value.
struct Beside {
    std::string name;
    Cost cost;
    double max_relative = 0, mean_relative = 0, max_ulp = 0, mean_ulp = 0, max_absolute = 0;
    double mean_absolute = 0;  // only where that is the measure
    // Neither in maximum nor in mean of this kind nor in cycles.
    bool is_nowhere_worse_than(const Beside& other, ErrorKind kind) const;
};

struct FormFit {
    Fit fit;  // published: the draft
    std::string source;
    std::vector<Beside> beside;  // the cheapest first, what was found among them, by its name
    std::uint64_t sampled = 0;   // of each sample
};
// The request's function, lines and form are those of the draft; `beside` are of the same reference.
FormFit fit_form(const Design& design, FitRequest request, std::vector<Function> beside);

}  // namespace tessera::accuracy
