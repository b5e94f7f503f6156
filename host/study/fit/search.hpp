// The search for better constants: a minimax start from the machine's own errors, rounded to what can be stored, then
// steps between neighbours, each tried on the machine.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "host/study/fit/literals.hpp"
#include "host/study/fit/score.hpp"
#include "host/study/study.hpp"

namespace tessera::accuracy {

using Words = std::vector<std::uint32_t>;

struct SearchRequest {
    const Literals& constants;
    const TrainingSet& set;
    ErrorKind kind;               // whose maximum is to be least, then its mean
    std::vector<ErrorKind> held;  // whose maxima and means may not get worse; none: the maximum is all that counts
    const Score* target =
        nullptr;  // whose figures of the kind none shall be larger than: that comes before the maximum
    std::uint64_t seed = 1;
    std::size_t tries = 4000;
    unsigned threads = 1;
    StageProgress progress = {};
    const std::atomic<bool>* stop = nullptr;
};

struct Found {
    Words words;
    Score score;
    std::size_t tried = 0;
    std::vector<Words> trail = {};  // what was better than all before it, in order
};

// From `start` on; what is found is nowhere worse than `limit`, so `start` must not be. The same for any number of
// threads.
Found search(const SearchRequest& request, const Words& start, const Score& limit);

// What the results follow when constants move: of each input and constant, the change for its step.
struct Tangents {
    std::vector<std::int64_t> steps;            // of each constant
    std::vector<std::vector<double>> of_input;  // by constant
    std::vector<std::uint32_t> y;
};
Tangents tangents(const SearchRequest& request, const Words& at);

}  // namespace tessera::accuracy
