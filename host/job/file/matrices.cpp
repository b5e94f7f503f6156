#include "host/job/file/matrices.hpp"

#include <fmt/format.h>

#include <optional>

#include "host/tensor/loops.hpp"
#include "host/tensor/npy.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::job_file {
namespace {

using fault::InputError;

// Products of one reference; some minutes on a host.
constexpr double most_products = 1e11;

std::size_t rows(const Shape& shape) { return shape[shape.size() - 2]; }
std::size_t columns(const Shape& shape) { return shape.back(); }

// The dimensions before those of the matrix, then these two.
Shape leading(const Shape& shape) { return {shape.begin(), shape.end() - 2}; }
Shape followed_by(Shape leading, std::size_t rows, std::size_t columns) {
    leading.insert(leading.end(), {rows, columns});
    return leading;
}

}  // namespace

Shape transposed_shape(const Shape& shape) {
    if (shape.size() < 2) throw InputError(fmt::format("transpose: shape {} is no matrix", shape_text(shape)));
    return followed_by(leading(shape), columns(shape), rows(shape));
}

Shape product_shape(const Shape& a, const Shape& b) {
    if (a.size() < 2 || b.size() < 2 || columns(a) != rows(b))
        throw InputError(fmt::format("matmul: shapes {} and {} do not go together; [.., M, K] and [.., K, N] do",
                                     shape_text(a), shape_text(b)));
    Shape out = followed_by(together("matmul", leading(a), leading(b)), rows(a), columns(b));
    if (static_cast<double>(element_count(out)) * static_cast<double>(columns(a)) > most_products)
        throw InputError("matmul: too large for a reference; give expected values as npy");
    return out;
}

void matmul(const Field& a, const Field& b, Field& result) {
    const std::size_t m = rows(a.shape), k = columns(a.shape), n = columns(b.shape);
    const Shape lead = leading(result.shape);
    std::optional<Field> repeated_a, repeated_b;
    const auto all = [](const Field& field, const Shape& shape, std::optional<Field>& own) -> const Field& {
        return field.shape == shape ? field : own.emplace(repeated(field, shape));
    };
    const Field& left = all(a, followed_by(lead, m, k), repeated_a);
    const Field& right = all(b, followed_by(lead, k, n), repeated_b);
    result.values.resize(element_count(result.shape));
    for (std::size_t matrix = 0; matrix < element_count(lead); ++matrix)
        loops().add_products(
            {m, k, n, &left.values[matrix * m * k], &right.values[matrix * k * n], &result.values[matrix * m * n]});
}

}  // namespace tessera::host::job_file
