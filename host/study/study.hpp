// A function, how it was built, which inputs it got and what came of them: the unit that is worked on in pieces, kept
// in a file, put together and reported.
#pragma once

#include <atomic>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "host/study/function.hpp"
#include "host/study/sweep.hpp"

namespace tessera::accuracy {

// What decides the figures. Two runs with equal requests give equal figures.
struct Request {
    std::string function;  // its name
    std::string arch, lowering, dst, store, reference;
    Ulp ulp = Ulp::goldberg;
    std::vector<Inputs> inputs;
    Inputs second;
    std::string inputs_text;  // in words
    double low = -0x1p128, high = 0x1p128;
    std::uint64_t shard = 0, shards = 1;
    std::string source_hash;  // of what the function was compiled from
    friend bool operator==(const Request&, const Request&) = default;
};

// How the inputs of a request lie, in a word.
std::string_view way_of(const Request& request);

// Work is kept and shared out in strips of blocks, numbered over all inputs: some hundred of them, of 64 blocks at
// most.
std::uint64_t strips_of(const Request& request);

// Inputs that no sweep judges, with their names.
std::string_view special_name(std::uint32_t x);

struct SpecialValue {
    std::string_view name;
    std::uint32_t x, y;
    double exact;
};

// One input and what came of it.
struct Sampled {
    std::uint32_t x, second, y;  // patterns
    double exact;
    double error() const;
    double relative() const { return error() / exact; }
};

// What a source of error alone costs.
struct Source {
    std::string name;
    double max_ulp, mean_ulp, max_relative;
    double bits() const { return -std::log2(max_relative); }  // that are right in every result
};

struct Study {
    Request request;
    Cost cost;
    std::vector<SpecialValue> specials;
    std::vector<bool> done;  // by strip
    Statistics statistics;
    std::vector<Sampled> points = {};  // for plots; neither these nor the sources are kept in a state
    std::vector<Source> sources = {};
    std::vector<Study> also = {};  // the same function over inputs of other ways of sampling
    bool is_complete() const;      // every strip of its shard, here and there
    std::uint64_t inputs_done() const { return statistics.total(); }
};

// Works on what is not done yet. `keep`, if given, is called with the study after each strip, so that it can be put on
// disk; `done` is called with a share between 0 and 1. `stop`, once true, ends the work: what is done of the strips
// under way is lost. What is done now, and how much of that, from 0 to 1.
using StageProgress = std::function<void(const std::string& stage, double share)>;
struct Watch {
    std::function<void(const Study&)> keep;
    std::function<void(double)> done;
    const std::atomic<bool>* stop = nullptr;
};
// Its blocks: those of a shard in the order in which they are worked on.
std::vector<Task> tasks_of(const Request& request, std::uint64_t strip);
// What decides what becomes of the request's inputs.
Options judged_by(const Request& request, const Recorded& recorded);
void work_on(Study& study, const Recorded& recorded, const Reference& reference, unsigned threads, const Watch& watch);

std::vector<SpecialValue> special_values(const Recorded& recorded, const Reference& reference);

// Puts parts of one study together. Throws fault::InputError when they are not of the same request, overlap, or are
// none.
Study merged(std::vector<Study> parts);

// How the packer rounds fp32 patterns of Dst on their way to a format, bf16 or fp16, through the intermediate that the
// vendor's host configures; or through another, as fp16/fp16, which Blackhole rounds to ten bits where fp16/fp32 cuts
// off (spec/tensix-core.md 1.8). Empty where the packer keeps them. InputError for what is none of these or cannot be
// packed.
std::function<void(std::span<std::uint32_t>)> store_rounding(const arch::Arch& arch, const std::string& store);

// The format that the request's results are in.
Format result_format(const Request& request);

// Of the instructions that run, for Request::source_hash.
std::string hash_of(const sfpu::Program& program);

}  // namespace tessera::accuracy
