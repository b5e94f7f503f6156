#include "host/job/file/field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "host/job/file/matrices.hpp"
#include "host/tensor/npy.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::job_file {
namespace {

using fault::InputError;
using Steps = std::vector<std::size_t>;

// How far apart neighbours in each dimension are.
Steps steps_of(const Shape& shape) {
    Steps steps(shape.size());
    std::size_t step = 1;
    for (std::size_t d = shape.size(); d-- > 0; step *= shape[d]) steps[d] = step;
    return steps;
}
// The same in a field of shape `own` that is repeated to `shape`.
Steps steps_in(const Shape& own, const Shape& shape) {
    const Steps steps = steps_of(own);
    Steps out(shape.size());
    for (std::size_t d = 0; d < own.size(); ++d)
        if (own[d] != 1) out[d + shape.size() - own.size()] = steps[d];
    return out;
}

// The place of every element of `shape` in order, where neighbours are `steps` apart.
template <class Visit>
void visit_places(const Shape& shape, const Steps& steps, std::size_t at, const Visit& visit) {
    std::vector<std::size_t> index(shape.size());
    for (std::size_t left = element_count(shape); left > 0; --left) {
        visit(at);
        for (std::size_t d = shape.size(); d-- > 0;) {
            at += steps[d];
            if (++index[d] < shape[d]) break;
            at -= steps[d] * shape[d];
            index[d] = 0;
        }
    }
}
void gather(const Field& from, const Steps& steps, std::size_t start, Field& result) {
    result.values.reserve(element_count(result.shape));
    visit_places(result.shape, steps, start, [&](std::size_t at) { result.values.push_back(from.values[at]); });
}

std::size_t dimension(const Shape& shape, std::int64_t d) {
    const auto rank = static_cast<std::int64_t>(shape.size());
    if (d < -rank || d >= rank)
        throw InputError(fmt::format("dimension {}: shape {} has {}, from 0 on", d, shape_text(shape), rank));
    return static_cast<std::size_t>(d < 0 ? d + rank : d);
}
// Numbers from `first` on as extents.
Shape extents(Numbers numbers, std::size_t first) {
    Shape out;
    for (const std::int64_t n : numbers.subspan(first)) {
        if (n < 1 || static_cast<std::uint64_t>(n) > most_in_field)
            throw InputError(fmt::format("{} is no extent of a dimension; 1 to {} is expected", n, most_in_field));
        out.push_back(static_cast<std::size_t>(n));
    }
    return out;
}
// `count` elements of `extent` from `begin` on.
void check_part(std::int64_t begin, std::size_t count, std::size_t extent) {
    if (begin < 0 || count == 0 || static_cast<std::uint64_t>(begin) > extent ||
        count > extent - static_cast<std::size_t>(begin))
        throw InputError(fmt::format("elements {} to {} of a dimension that has {}", begin,
                                     begin + static_cast<std::int64_t>(count) - 1, extent));
}

Shape reduced_shape(std::span<const Shape> of, Numbers numbers) {
    Shape out = of[0];
    out[dimension(out, numbers[0])] = 1;
    return out;
}
template <class Act>
void reduce(const Field& x, Field& result, double start, const Act& act) {
    result.values.assign(element_count(result.shape), start);
    const double* next = x.values.data();
    visit_places(x.shape, steps_in(result.shape, x.shape), 0,
                 [&](std::size_t at) { result.values[at] = act(result.values[at], *next++); });
}
double sum(double a, double b) { return a + b; }
constexpr double infinite = std::numeric_limits<double>::infinity();

Shape slice_shape(std::span<const Shape> of, Numbers numbers) {
    Shape out = of[0];
    std::size_t& extent = out[dimension(out, numbers[0])];
    const std::size_t count = extents(numbers, 2)[0];
    check_part(numbers[1], count, extent);
    extent = count;
    return out;
}
void slice(std::span<const Field> of, Numbers numbers, Field& result) {
    const Steps steps = steps_of(of[0].shape);
    gather(of[0], steps, steps[dimension(of[0].shape, numbers[0])] * static_cast<std::size_t>(numbers[1]), result);
}

Shape place_shape(std::span<const Shape> of, Numbers numbers) {
    const std::size_t d = dimension(of[0], numbers[0]);
    Shape part = of[1];
    if (part.size() != of[0].size())
        throw InputError(fmt::format("a part of shape {} for {}: as many dimensions are expected", shape_text(part),
                                     shape_text(of[0])));
    check_part(numbers[1], part[d], of[0][d]);
    part[d] = of[0][d];
    if (part != of[0])
        throw InputError(fmt::format("a part of shape {} for {}: they may differ in dimension {} only",
                                     shape_text(of[1]), shape_text(of[0]), d));
    return of[0];
}
void place(std::span<const Field> of, Numbers numbers, Field& result) {
    result.values = of[0].values;
    const Steps steps = steps_of(result.shape);
    const double* next = of[1].values.data();
    visit_places(of[1].shape, steps, steps[dimension(result.shape, numbers[0])] * static_cast<std::size_t>(numbers[1]),
                 [&](std::size_t at) { result.values[at] = *next++; });
}

Shape reshaped(std::span<const Shape> of, Numbers numbers) {
    Shape out = extents(numbers, 0);
    if (element_count(out) != element_count(of[0]))
        throw InputError(fmt::format("{} has not as many elements as {}", shape_text(out), shape_text(of[0])));
    return out;
}

Shape swapped(std::span<const Shape> of, Numbers numbers) {
    Shape out = of[0];
    std::swap(out[dimension(out, numbers[0])], out[dimension(out, numbers[1])]);
    return out;
}
void swap(std::span<const Field> of, Numbers numbers, Field& result) {
    Steps steps = steps_of(of[0].shape);
    std::swap(steps[dimension(of[0].shape, numbers[0])], steps[dimension(of[0].shape, numbers[1])]);
    gather(of[0], steps, 0, result);
}

Shape windows_shape(std::span<const Shape> of, Numbers numbers) {
    Shape out = of[0];
    const Shape sizes = extents(numbers, 1);
    std::size_t& extent = out[dimension(out, numbers[0])];
    check_part(0, sizes[0], extent);
    extent = (extent - sizes[0]) / sizes[1] + 1;
    out.push_back(sizes[0]);
    return out;
}
void windows(std::span<const Field> of, Numbers numbers, Field& result) {
    Steps steps = steps_of(of[0].shape);
    const std::size_t d = dimension(of[0].shape, numbers[0]);
    steps.push_back(steps[d]);
    steps[d] *= static_cast<std::size_t>(numbers[2]);
    gather(of[0], steps, 0, result);
}

Shape taken(std::span<const Shape> of, Numbers) {
    if (of[0].empty()) throw InputError("a number has no rows");
    Shape out = of[1];
    out.insert(out.end(), of[0].begin() + 1, of[0].end());
    return out;
}
void take(std::span<const Field> of, Numbers, Field& result) {
    const std::size_t rows = of[0].shape[0], row = of[0].values.size() / rows;
    for (const double id : of[1].values) {
        if (!(id >= 0 && id < static_cast<double>(rows)))
            throw InputError(fmt::format("take: there is no row {}; {} are there", id, rows));
        const auto first = of[0].values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(id) * row);
        result.values.insert(result.values.end(), first, first + static_cast<std::ptrdiff_t>(row));
    }
}

// The number of 16 bits; those of exponent 31 are numbers as well, as they are to the machine (tensix-core.md 1.2).
double fp16_of(double bits) {
    const auto word = static_cast<std::uint32_t>(bits) & 0xFFFF;
    const int exponent = static_cast<int>(word >> 10 & 31);
    const double size = std::ldexp((word & 1023) + (exponent == 0 ? 0 : 1024), std::max(exponent, 1) - 25);
    return (word & 0x8000) != 0 ? -size : size;
}

using Fields = std::span<const Field>;
const FieldFunction table[] = {
    {"sum_along", "x, d", 1, 1, false, reduced_shape,
     [](Fields of, Numbers, Field& result) { reduce(of[0], result, 0, sum); }},
    {"mean_along", "x, d", 1, 1, false, reduced_shape,
     [](Fields of, Numbers, Field& result) {
         reduce(of[0], result, 0, sum);
         const auto count = static_cast<double>(of[0].values.size() / result.values.size());
         for (double& x : result.values) x /= count;
     }},
    {"max_along", "x, d", 1, 1, false, reduced_shape,
     [](Fields of, Numbers, Field& result) {
         reduce(of[0], result, -infinite, [](double a, double b) { return std::max(a, b); });
     }},
    {"min_along", "x, d", 1, 1, false, reduced_shape,
     [](Fields of, Numbers, Field& result) {
         reduce(of[0], result, infinite, [](double a, double b) { return std::min(a, b); });
     }},
    {"slice", "x, d, begin, count", 1, 3, false, slice_shape, slice},
    {"place", "x, part, d, begin", 2, 2, false, place_shape, place},
    {"reshape", "x, extent, ...", 1, 1, true, reshaped,
     [](Fields of, Numbers, Field& result) { result.values = of[0].values; }},
    {"swap", "x, d, e", 1, 2, false, swapped, swap},
    {"windows", "x, d, size, step", 1, 3, false, windows_shape, windows},
    {"take", "x, rows", 2, 0, false, taken, take},
    {"fp16_of", "bits", 1, 0, false, [](std::span<const Shape> of, Numbers) { return of[0]; },
     [](Fields of, Numbers, Field& result) {
         for (const double bits : of[0].values) result.values.push_back(fp16_of(bits));
     }},
    {"index", "count", 0, 1, false, [](std::span<const Shape>, Numbers numbers) { return extents(numbers, 0); },
     [](Fields, Numbers, Field& result) {
         result.values.resize(element_count(result.shape));
         std::iota(result.values.begin(), result.values.end(), 0.0);
     }},
    {"zeros", "extent, ...", 0, 1, true, [](std::span<const Shape>, Numbers numbers) { return extents(numbers, 0); },
     [](Fields, Numbers, Field& result) { result.values.assign(element_count(result.shape), 0.0); }},
    {"transpose", "x", 1, 0, false, [](std::span<const Shape> of, Numbers) { return transposed_shape(of[0]); },
     [](Fields of, Numbers, Field& result) {
         constexpr std::int64_t last_two[] = {-1, -2};
         swap(of, last_two, result);
     }},
    {"matmul", "a, b", 2, 0, false, [](std::span<const Shape> of, Numbers) { return product_shape(of[0], of[1]); },
     [](Fields of, Numbers, Field& result) { matmul(of[0], of[1], result); }},
};

}  // namespace

std::span<const FieldFunction> field_functions() { return table; }

Shape together(std::string_view who, const Shape& a, const Shape& b) {
    const bool a_leads = a.size() >= b.size();
    Shape out = a_leads ? a : b;
    const Shape& other = a_leads ? b : a;
    for (std::size_t d = 0; d < other.size(); ++d) {
        std::size_t& extent = out[d + out.size() - other.size()];
        if (extent == 1)
            extent = other[d];
        else if (other[d] != 1 && other[d] != extent)
            throw InputError(fmt::format("{}: shapes {} and {} do not go together", who, shape_text(a), shape_text(b)));
    }
    return out;
}

Field repeated(Field field, const Shape& shape) {
    if (field.shape == shape) return field;
    Field out{shape, {}};
    gather(field, steps_in(field.shape, shape), 0, out);
    return out;
}

}  // namespace tessera::host::job_file
