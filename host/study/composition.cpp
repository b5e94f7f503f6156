#include "host/study/composition.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace tessera::accuracy {
namespace {

void less_the_largest(std::span<const float> row, std::span<float> to) {
    const float largest = *std::ranges::max_element(row);
    for (std::size_t i = 0; i < row.size(); ++i) to[i] = row[i] - largest;
}

float sum_in_order(std::span<const float> values) {
    float sum = 0;
    for (const float value : values) sum += value;
    return sum;
}

std::size_t softmax(std::span<const float> row, std::span<const float> values, std::span<float> to) {
    const float sum = sum_in_order(values);
    for (std::size_t i = 0; i < row.size(); ++i) to[i] = values[i] / sum;
    return row.size();
}

long double exact_sum(std::span<const float> row, long double largest) {
    long double sum = 0;
    for (const float x : row) sum += std::exp(x - largest);
    return sum;
}

std::size_t exact_softmax(std::span<const float> row, std::span<long double> to) {
    const long double largest = *std::ranges::max_element(row), sum = exact_sum(row, largest);
    for (std::size_t i = 0; i < row.size(); ++i) to[i] = std::exp(row[i] - largest) / sum;
    return row.size();
}

std::size_t log_of_sum(std::span<const float> row, std::span<const float> values, std::span<float> to) {
    const auto log = static_cast<float>(std::log(static_cast<double>(sum_in_order(values))));
    to[0] = *std::ranges::max_element(row) + log;
    return 1;
}

std::size_t exact_log_of_sum(std::span<const float> row, std::span<long double> to) {
    const long double largest = *std::ranges::max_element(row);
    to[0] = largest + std::log(exact_sum(row, largest));
    return 1;
}

constexpr std::array<Composition, 2> all_compositions{
    {{"softmax", "e^(x - max) over its sum", "exp", less_the_largest, softmax, exact_softmax},
     {"logsumexp", "max + log of the sum of e^(x - max)", "exp", less_the_largest, log_of_sum, exact_log_of_sum}}};

struct Adding {
    ErrorTally tally;
    void add(double found, long double exact) {
        const double off = std::abs(static_cast<double>(found - exact));
        if (!std::isfinite(off)) tally.is_finite = false;
        if (!std::isfinite(off) || std::abs(exact) < 0x1p-126L) return;
        const double relative = off / static_cast<double>(std::abs(exact));
        tally.max_absolute = std::max(tally.max_absolute, off);
        tally.max_relative = std::max(tally.max_relative, relative);
        tally.mean_absolute += off;
        tally.mean_relative += relative;
        ++tally.count;
    }
    ErrorTally done() const {
        ErrorTally all = tally;
        const double count = static_cast<double>(std::max<std::size_t>(all.count, 1));
        all.mean_absolute /= count;
        all.mean_relative /= count;
        return all;
    }
};

}  // namespace

std::span<const Composition> compositions() { return all_compositions; }

Composed compose(const Composition& composition, const Recorded& function, const Reference& reference,
                 std::span<const float> values, std::size_t row) {
    const Format format = function.setting().dst;
    std::vector<float> arguments(values.size());
    for (std::size_t at = 0; at < values.size(); at += row)
        composition.arguments(values.subspan(at, row), std::span(arguments).subspan(at, row));
    const auto stored = [&](float x) {
        return format == fp32 ? x : static_cast<float>(rounded(static_cast<double>(x), format));
    };
    std::vector<std::uint32_t> x(values.size()), y(values.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::bit_cast<std::uint32_t>(stored(arguments[i]));
    function.run(x, y);
    Adding own, whole;
    std::vector<float> results(values.size()), to(row);
    std::vector<long double> exact(row);
    for (std::size_t i = 0; i < y.size(); ++i) {
        results[i] = std::bit_cast<float>(y[i]);
        own.add(static_cast<double>(results[i]), static_cast<long double>(reference.of(value_of(x[i]), 0)));
    }
    for (std::size_t at = 0; at < values.size(); at += row) {
        const std::span<const float> here = values.subspan(at, row);
        const std::size_t count = composition.whole(here, std::span(results).subspan(at, row), to);
        composition.exact(here, exact);
        for (std::size_t i = 0; i < count; ++i) whole.add(static_cast<double>(stored(to[i])), exact[i]);
    }
    return {own.done(), whole.done()};
}

}  // namespace tessera::accuracy
