// A function over many inputs beside its reference: how far off, how often, and where it is worst.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "host/study/inputs.hpp"
#include "host/study/recorded.hpp"
#include "host/study/reference.hpp"
#include "host/study/statistics.hpp"

namespace tessera::accuracy {

// What ends the judging of a block before its end.
struct Stopped {};

struct Options {
    Ulp ulp = Ulp::goldberg;
    double low = -0x1p128, high = 0x1p128;  // domain
    std::optional<Format> result = {};      // that errors are counted in, where it is not the format of Dst
    // Rounds fp32 patterns as the packer does on their way out; empty keeps them.
    std::function<void(std::span<std::uint32_t> patterns)> store = {};
    // Called with every input in its order, errors in the ULP asked for; what is left out has whatever it gives.
    std::function<void(const Point& point, Outcome outcome)> each = {};
    Inputs second = {};                       // of functions of two arguments: element i goes with input i
    const std::atomic<bool>* stop = nullptr;  // once true, judging throws Stopped within a thousand inputs or so
    unsigned threads = 1;
};

// Inputs are judged in blocks of this many; block b of a set is the same whoever takes it.
inline constexpr std::uint64_t block_inputs = 1 << 16;
inline std::uint64_t blocks_of(const Inputs& inputs) { return (inputs.count + block_inputs - 1) / block_inputs; }

struct Task {
    const Inputs* inputs;
    std::uint64_t block;
};
// Where the second half of a set is the first with the other sign: how many blocks further on a block's mirror is. 0
// for other sets.
std::uint64_t mirror_distance(const Inputs& inputs);
// On this thread. A block whose mirror follows it costs less where the reference is symmetric.
Statistics judged(const Recorded& function, const Reference& reference, std::span<const Task> tasks,
                  const Options& options);

// All of one set, on options.threads threads.
Statistics sweep(const Recorded& function, const Reference& reference, const Inputs& inputs, const Options& options);

}  // namespace tessera::accuracy
