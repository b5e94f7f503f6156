#include "host/ops/rope/rows/rotation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/ops/rope/rows/elements.hpp"
#include "host/tensor/tilize.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

void check_pairs(const Rotation& r) {
    const RowPairs& p = r.pairs;
    if (r.width == 0) throw InputError(fmt::format("{}: rows of no elements", r.name));
    if (std::ranges::none_of(r.rows, &RowMove::turns)) return;  // nothing is asked of pairs
    if (p.count == 0)
        throw InputError(
            fmt::format("{}: rows of {} elements and {} pairs; each must be at least 1", r.name, r.width, p.count));
    const bool apart = p.step == 1 ? p.distance >= p.count : p.step == 2 && p.distance == 1;
    if (!apart)
        throw InputError(
            fmt::format("{}: pairs a step of {} apart whose elements lie {} apart overlap; neighbours take a step of 2 "
                        "and a distance of 1, halves a step of 1 and a distance of at least {} pairs",
                        r.name, p.step, p.distance, p.count));
    if (p.other(p.count - 1) >= r.width)
        throw InputError(
            fmt::format("{}: the last pair ends at element {} of rows of {}", r.name, p.other(p.count - 1), r.width));
    if (r.caches.has_value() == !r.angles.empty())
        throw InputError(fmt::format("{}: either angles or caches of cosines and sines must be given", r.name));
    if (!r.caches && r.angles.size() != p.count)
        throw InputError(fmt::format("{}: {} angles given for {} pairs", r.name, r.angles.size(), p.count));
    for (const PairAngle& angle : r.angles)
        if (angle.stream > 3)
            throw InputError(fmt::format("{}: a pair takes position {} of its row, which has 4", r.name, angle.stream));
}

void check_row(const Rotation& r, std::size_t i) {
    const RowMove& row = r.rows[i];
    const auto within = [&](const char* what, std::uint32_t tensor, std::uint64_t first) {
        if (tensor >= r.tensors.size())
            throw InputError(
                fmt::format("{}: the {} of row {} is tensor {} of {}", r.name, what, i, tensor, r.tensors.size()));
        const std::size_t room = element_count(r.tensors[tensor].shape);
        if (first + r.width > room)
            throw InputError(fmt::format("{}: the {} of row {} ends at element {} of {}, which has {}", r.name, what, i,
                                         first + r.width, r.tensors[tensor].name, room));
    };
    within("source", row.source, row.source_element);
    within("target", row.target, row.target_element);
    const RowTensor& from = r.tensors[row.source];
    if (!from.contents) throw InputError(fmt::format("{}: row {} comes from {}, which is empty", r.name, i, from.name));
    if (from.format != r.tensors[row.target].format && (!row.turns || 2 * r.computed_pairs() != r.width))
        throw InputError(fmt::format("{}: row {} changes its format from {} to {}, which only what turns can", r.name,
                                     i, name(from.format), name(r.tensors[row.target].format)));
    if (r.caches && row.turns && (row.positions[0] < 0 || static_cast<std::size_t>(row.positions[0]) >= r.caches->rows))
        throw InputError(
            fmt::format("{}: row {} takes row {} of caches of {}", r.name, i, row.positions[0], r.caches->rows));
    if (r.norm && row.turns && row.weight >= r.norm->weights.size())
        throw InputError(
            fmt::format("{}: row {} takes weight {} of {}", r.name, i, row.weight, r.norm->weights.size()));
}

}  // namespace

void check_numbers(const Rotation& r) {
    constexpr double largest_sum = 0x1.fp127, smallest_mean = 0x1p-126;
    std::vector<bool> turning(r.width);
    for (std::size_t k = 0; k < r.computed_pairs(); ++k) turning[r.one(k)] = turning[r.other(k)] = true;
    for (const RowMove& row : r.rows) {
        const RowTensor& from = r.tensors[row.source];
        if (!row.turns || (from.format != tensix::DataFormat::fp16 && !r.norm)) continue;
        double sum = 0;
        for (std::size_t e = 0; e < r.width; ++e) {
            if (!turning[e]) continue;
            const auto number =
                static_cast<double>(number_at(from.contents->data, from.format, row.source_element + e));
            if (from.format == tensix::DataFormat::fp16 && !std::isfinite(number))
                throw InputError(
                    fmt::format("{}: element {} of {} is {}, and fp16 has finite numbers only on the machine", r.name,
                                row.source_element + e, from.name, number));
            sum += number * number;
        }
        if (!r.norm) continue;
        const double mean = sum / static_cast<double>(r.width) + r.norm->eps;
        if (!(sum < largest_sum && mean >= smallest_mean))
            throw InputError(
                fmt::format("{}: the row at element {} of {} has squares that sum up to {:g}, with eps {:g}; "
                            "fp32 normalises sums below {:g} whose mean with eps is at least {:g}",
                            r.name, row.source_element, from.name, sum, r.norm->eps, largest_sum, smallest_mean));
    }
}

void check(const Rotation& r) {
    if (r.rows.empty()) throw InputError(fmt::format("{}: no rows", r.name));
    for (const RowTensor& tensor : r.tensors) dtype_of_bits(tensor.format);
    check_pairs(r);
    for (std::size_t i = 0; i < r.rows.size(); ++i) check_row(r, i);
    if (!r.norm) return;
    const RowPairs& p = r.pairs;
    const bool adjoin = p.first == 0 && (p.step == 2 || p.distance == p.count);
    if (2 * r.computed_pairs() != r.width || (2 * p.count != r.width && !adjoin))
        throw InputError(
            fmt::format("{}: of rows that are normalised an even number of elements is expected, the first of which "
                        "turn; {} of {} turn, from element {}",
                        r.name, 2 * p.count, r.width, p.first));
    for (const std::vector<float>& weight : r.norm->weights)
        if (weight.size() != r.width)
            throw InputError(fmt::format("{}: {} weights for {} elements", r.name, weight.size(), r.width));
}

}  // namespace tessera::host
