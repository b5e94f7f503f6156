// What a call may be (problem.hpp).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "host/ops/rope/ggml/problem.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using tensix::DataFormat;

constexpr std::uint64_t max_elements = std::uint64_t{1} << 31, max_step = std::uint64_t{1} << 32;

void check_contents(const std::string& what, DataFormat format, std::span<const std::size_t> shape,
                    const Contents& contents) {
    if (format != DataFormat::fp32 && format != DataFormat::fp16)
        throw InputError(
            fmt::format("{}: {} is no type of GGML's rope; fp32 or fp16 is expected", what, tensix::name(format)));
    const DType expected = format == DataFormat::fp32 ? DType::f4 : DType::f2;
    if (contents.dtype != expected)
        throw InputError(
            fmt::format("{}: elements are {}; {} is expected", what, descr(contents.dtype), descr(expected)));
    const std::size_t count = contents.data.size() / size_of(contents.dtype);
    if (count != element_count(shape))
        throw InputError(fmt::format("{}: {} elements; {} are expected for {}", what, count, element_count(shape),
                                     shape_text(shape)));
}

// Every product is of a factor that is within bounds.
void check_steps(const GgmlTensor& a) {
    for (std::size_t i = 0; i < a.strides.size(); ++i)
        if (const auto steps = static_cast<std::uint64_t>(a.ne[i + 1]) - 1;
            steps != 0 && a.strides[i] > max_step / steps)
            throw InputError(fmt::format("stride nb{} {}: the last of ne{} {} lies beyond {} elements; nearest: {}",
                                         i + 1, a.strides[i], i + 1, a.ne[i + 1], max_step, max_step / steps));
    if (a.offset > max_step)
        throw InputError(fmt::format("offset {}: above {}; nearest: {}", a.offset, max_step, max_step));
}

void check_view(const GgmlTensor& a) {
    if (const std::size_t room = element_count(a.parent_shape); a.end() > room)
        throw InputError(
            fmt::format("view of {} at element {}, strides {}: it ends before element {}, and its tensor "
                        "has {}",
                        fmt::join(a.ne, ","), a.offset, fmt::join(a.strides, ","), a.end(), room));
}

// Rows that are written over each other would hold what the order of the writes makes of them.
void check_apart(const GgmlTensor& a) {
    std::vector<std::uint64_t> begins;
    for (std::int64_t i3 = 0; i3 < a.ne[3]; ++i3)
        for (std::int64_t i2 = 0; i2 < a.ne[2]; ++i2)
            for (std::int64_t i1 = 0; i1 < a.ne[1]; ++i1) begins.push_back(a.row(i1, i2, i3));
    std::ranges::sort(begins);
    const auto over = std::ranges::adjacent_find(begins, [&](std::uint64_t one, std::uint64_t next) {
        return next - one < static_cast<std::uint64_t>(a.ne[0]);
    });
    if (over != begins.end())
        throw InputError(
            fmt::format("in place with strides {}: rows at elements {} and {} overlap, {} elements long; "
                        "leave --inplace out",
                        fmt::join(a.strides, ","), over[0], over[1], a.ne[0]));
}

void check_positions(const GgmlCall& call) {
    const std::size_t each = call.parameters.positions();
    const std::size_t expected = each * static_cast<std::size_t>(call.a.ne[2]);
    if (call.positions.size() != expected)
        throw InputError(fmt::format("{} positions for {} tokens of mode {}, which have {} each; {} are expected",
                                     call.positions.size(), call.a.ne[2], name(call.parameters.mode), each, expected));
}

// Further factors than pairs are legal and have no effect.
void check_factors(const GgmlCall& call) {
    if (call.factors.empty()) return;
    const std::size_t pairs = call.parameters.pairs().count;
    if (call.factors.size() < pairs)
        throw InputError(
            fmt::format("{} frequency factors; at least {}, one a pair, are expected", call.factors.size(), pairs));
    for (std::size_t k = 0; k < pairs; ++k)
        if (call.factors[k] == 0 || !std::isfinite(call.factors[k]))
            throw InputError(fmt::format(
                "frequency factor {} is {}; a finite number other than 0 is expected; usual: 1", k, call.factors[k]));
}

void check_norm(const GgmlCall& call) {
    if (!call.norm) return;
    const auto rows = static_cast<std::size_t>(call.a.ne[1] * call.a.ne[2] * call.a.ne[3]);
    const auto& [eps, weights] = *call.norm;
    if (!(eps >= 0) || !std::isfinite(eps))
        throw InputError(fmt::format("eps {}: a finite number of 0 or more is expected; usual: 1e-6", eps));
    if (weights.size() != 1 && weights.size() != rows)
        throw InputError(fmt::format("{} weights for {} rows; 1 or {} are expected", weights.size(), rows, rows));
    for (const auto& weight : weights)
        if (weight.size() != static_cast<std::size_t>(call.a.ne[0]))
            throw InputError(fmt::format("a weight has {} elements; {} are expected", weight.size(), call.a.ne[0]));
}

void check_set_rows(const GgmlCall& call) {
    if (!call.set_rows) return;
    const GgmlSetRows& set = *call.set_rows;
    if (call.a.ne[3] != 1)
        throw InputError(
            fmt::format("set_rows takes the tokens of one batch, and ne3 is {}; nearest: 1", call.a.ne[3]));
    if (set.ids.size() != static_cast<std::size_t>(call.a.ne[2]))
        throw InputError(fmt::format("{} row ids for {} tokens; one each is expected", set.ids.size(), call.a.ne[2]));
    std::unordered_set<std::int64_t> met;
    for (const std::int64_t id : set.ids) {
        if (id < 0 || static_cast<std::uint64_t>(id) >= set.rows)
            throw InputError(fmt::format("row id {}: 0 to {} is expected; nearest: {}", id,
                                         static_cast<std::int64_t>(set.rows) - 1,
                                         id < 0 ? 0 : static_cast<std::int64_t>(set.rows) - 1));
        if (!met.insert(id).second)
            throw InputError(fmt::format("row id {} appears twice; which token it held would be chance", id));
    }
    check_contents("dst", set.format, std::array{set.rows, static_cast<std::size_t>(call.a.ne[0] * call.a.ne[1])},
                   set.before);
}

}  // namespace

void check_extents(const GgmlTensor& a) {
    std::uint64_t elements = 1;
    for (std::size_t i = 0; i < a.ne.size(); ++i) {
        if (a.ne[i] < 1) throw InputError(fmt::format("ne{} {} is below 1; nearest: 1", i, a.ne[i]));
        const auto n = static_cast<std::uint64_t>(a.ne[i]);
        if (n > max_elements / elements)
            throw InputError(fmt::format("ne {}: more than {} elements; nearest ne{}: {}", fmt::join(a.ne, ","),
                                         max_elements, i, max_elements / elements));
        elements *= n;
    }
    check_steps(a);
}

void check(const GgmlCall& call) {
    check_extents(call.a);
    check_view(call.a);
    check_contents("a", call.a.format, call.a.parent_shape, call.a.parent);
    check(call.parameters, call.a.ne[0]);
    check_positions(call);
    check_factors(call);
    if (call.inplace && call.is_chained())
        throw InputError(
            "in place: the result of the norm, or the rows of set_rows, are no place of a; leave --inplace out");
    if (call.norm && call.a.format != DataFormat::fp32)
        throw InputError(fmt::format("norm: a is {}; fp32 is expected", tensix::name(call.a.format)));
    check_norm(call);
    check_set_rows(call);
    if (call.inplace) check_apart(call.a);
}

}  // namespace tessera::host
