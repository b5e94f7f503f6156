#include "host/accuracy/sweep.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <exception>
#include <thread>
#include <vector>

namespace tessera::accuracy {
namespace {

constexpr std::uint64_t block = 1 << 16;

bool is_normal(std::uint32_t pattern) {
    const std::uint32_t exponent = pattern >> 23 & 0xff;
    return exponent != 0 && exponent != 255;
}

double value(std::uint32_t pattern) { return static_cast<double>(std::bit_cast<float>(pattern)); }

void judge(const Recorded& function, const Reference& reference, const Options& options, std::uint32_t in,
           std::uint32_t out, Statistics& statistics) {
    const Format& format = options.result ? *options.result : function.setting().dst;
    const auto add = [&](Outcome outcome) { ++statistics.count[static_cast<std::size_t>(outcome)]; };
    const double x = value(in), y = value(out);
    if (!is_normal(in) || x < options.low || x > options.high) return add(Outcome::left_out);
    const double exact = reference.value(x);
    if (!std::isfinite(exact)) return add(Outcome::beyond);
    const double best = nearest(reference, x, exact, format);
    if (!std::isfinite(best)) return add(Outcome::beyond);
    if (exact != 0 && std::abs(best) < smallest_normal) return add(Outcome::flushed);
    if (!std::isfinite(y)) return add(Outcome::overflown);
    if (y == 0 && best != 0) return add(Outcome::zeroed);
    const double ulp = error_in_ulp(y, exact, best, format, options.ulp);
    if (ulp > statistics.max_ulp) {
        statistics.max_ulp = ulp;
        statistics.worst_x = in;
        statistics.worst_y = out;
    }
    if (exact != 0) statistics.max_relative = std::max(statistics.max_relative, std::abs(y - exact) / std::abs(exact));
    if (ulp > options.limit && !statistics.first_beyond) statistics.first_beyond = in;
    if (y == best) return add(Outcome::exact);
    statistics.sum_ulp += ulp;
    const double other = exact > best ? best + spacing(best, format) : best - spacing(best, format);
    add(y == other || std::abs(y - exact) < spacing(exact, format) ? Outcome::faithful : Outcome::inexact);
}

Statistics one_block(const Recorded& function, const Reference& reference, const Inputs& inputs, const Options& options,
                     std::uint64_t from) {
    const std::uint64_t count = std::min(block, inputs.count - from);
    std::vector<std::uint32_t> in(count), out(count);
    for (std::uint64_t i = 0; i < count; ++i) in[i] = inputs.first + static_cast<std::uint32_t>(from + i) * inputs.step;
    function.run(in, out);
    Statistics statistics;
    for (std::uint64_t i = 0; i < count; ++i) judge(function, reference, options, in[i], out[i], statistics);
    return statistics;
}

}  // namespace

Inputs between(float from, float to, std::uint32_t step) {
    const auto first = std::bit_cast<std::uint32_t>(from), last = std::bit_cast<std::uint32_t>(to);
    return {first, (last - first) / step + 1, step};
}

double Statistics::mean_not_exact() const { return not_exact() == 0 ? 0 : sum_ulp / static_cast<double>(not_exact()); }
double Statistics::share_exact() const {
    return compared() == 0 ? 0 : static_cast<double>(of(Outcome::exact)) / static_cast<double>(compared());
}

void Statistics::append(const Statistics& later) {
    for (std::size_t i = 0; i < outcomes; ++i) count[i] += later.count[i];
    if (later.max_ulp > max_ulp) {
        max_ulp = later.max_ulp;
        worst_x = later.worst_x;
        worst_y = later.worst_y;
    }
    max_relative = std::max(max_relative, later.max_relative);
    if (!first_beyond) first_beyond = later.first_beyond;
    sum_ulp += later.sum_ulp;
}

Statistics sweep(const Recorded& function, const Reference& reference, const Inputs& inputs, const Options& options) {
    const std::uint64_t blocks = (inputs.count + block - 1) / block;
    std::vector<Statistics> parts(blocks);
    std::atomic<std::uint64_t> next{0};
    std::exception_ptr failure;
    std::atomic<bool> failed{false};
    const auto work = [&] {
        try {
            for (std::uint64_t b; !failed && (b = next++) < blocks;)
                parts[b] = one_block(function, reference, inputs, options, b * block);
        } catch (...) {
            if (!failed.exchange(true)) failure = std::current_exception();
        }
    };
    std::vector<std::thread> helpers;
    for (unsigned t = 1; t < options.threads; ++t) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
    Statistics all;
    for (const Statistics& part : parts) all.append(part);
    return all;
}

}  // namespace tessera::accuracy
