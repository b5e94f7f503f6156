// Which function is the cheapest that stays within a bound: of the built-in ones that state the reference asked for,
// and of the user's own.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "host/study/study.hpp"

namespace tessera::accuracy {

// What must hold; infinity asks for nothing.
struct Bound {
    static constexpr double any = std::numeric_limits<double>::infinity();
    double max_relative = any, max_ulp = any, max_absolute = any, mean_relative = any, mean_ulp = any;
};

// Of a candidate, by the names of Bound; a result of zero where a number is due counts by its error, 1 of relative
// ones. Means are those of inputs uniform in value, where there are too many to try all at once: of every fp32, half
// lie where most functions are a constant or a line.
struct Errors {
    double max_relative = 0, max_ulp = 0, max_absolute = 0, mean_relative = 0, mean_ulp = 0;
};
// A figure that a bound may be about: its name for people and its option.
struct Measure {
    std::string_view name, option;
    double Errors::*of;
    double Bound::*bound;
};
std::span<const Measure> measures();
// The first that the bound is about.
const Measure& leading(const Bound& bound);

struct Candidate {
    Function function;
    Cost cost;
    Study study;                       // of every input, or of the sample while that decides
    Errors errors;                     // of the same
    bool is_whole = false;             // every input there is
    bool holds = false;                // on the inputs tried
    std::string broken;                // what does not hold, empty where all does
    const Measure* measure = nullptr;  // whose bound that is; null where all hold, or a result is infinite
};

struct ChoiceRequest {
    const Reference* reference;
    Setting setting;
    std::string store = {};  // as Request has it
    double low = 0, high = 0;
    Bound bound = {};
    std::uint64_t sample = 0;  // 0: every input for those that matter
    std::uint64_t seed = 1;
    unsigned threads = 1;
    StageProgress progress = {};
    const std::atomic<bool>* stop = nullptr;
};

struct Choice {
    std::vector<Candidate> candidates;  // the cheapest first
    // Numbers of candidates: the cheapest that holds, the next, and the cheapest whose leading error is ten times less
    // than the first one's; where there is none, the best of the others, if it is better at all.
    std::optional<std::size_t> chosen, runner_up, digit;
    std::uint64_t inputs = 0, sampled = 0;  // in the range, and in the sample, where one was needed
};

// The built-in functions that state this reference and exist on the architecture.
std::vector<Function> candidates_for(const Reference& reference, const arch::Arch& arch);
// Of built-in functions too, which may state one that find_reference() does not know; null when unknown.
const Reference* reference_for_choice(std::string_view name);
std::vector<std::string> references_for_choice();

// Every input of the format in the range. InputError where there is none.
std::vector<Inputs> inputs_of(double low, double high, const Format& format);

Choice choose_function(const ChoiceRequest& request, std::span<const Function> functions);

// The price of an error ten times less, cycles a tile, on the way from one candidate to a better one.
double price_of_digit(const Candidate& from, const Candidate& to, const Measure& measure);

}  // namespace tessera::accuracy
