#include "host/job/file/matrices.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tessera::host::job_file {
namespace {

using fault::InputError;
using Shape = std::vector<std::size_t>;

// Products of one reference; some minutes on a host.
constexpr double most_products = 1e11;

std::size_t rows(const Shape& shape) { return shape[shape.size() - 2]; }
std::size_t columns(const Shape& shape) { return shape.back(); }
std::size_t count(const Shape& shape) { return element_count(shape) / (rows(shape) * columns(shape)); }

}  // namespace

Shape transposed_shape(const Shape& shape) {
    if (shape.size() < 2) throw InputError(fmt::format("transpose: shape {} is no matrix", shape_text(shape)));
    Shape out = shape;
    std::swap(out[out.size() - 2], out.back());
    return out;
}

Shape product_shape(const Shape& a, const Shape& b) {
    const bool matrices = a.size() >= 2 && a.size() == b.size();
    if (!matrices || columns(a) != rows(b) || !std::equal(a.begin(), a.end() - 2, b.begin()))
        throw InputError(fmt::format("matmul: shapes {} and {} do not go together; [.., M, K] and [.., K, N] do",
                                     shape_text(a), shape_text(b)));
    Shape out = a;
    out.back() = columns(b);
    if (static_cast<double>(element_count(out)) * static_cast<double>(columns(a)) > most_products)
        throw InputError("matmul: too large for a reference; give expected values as npy");
    return out;
}

Field transpose(const Field& a) {
    Field out{transposed_shape(a.shape), std::vector<double>(a.values.size())};
    const std::size_t m = rows(a.shape), n = columns(a.shape);
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        const std::size_t matrix = i / (m * n), r = i / n % m, c = i % n;
        out.values[matrix * m * n + c * m + r] = a.values[i];
    }
    return out;
}

Field matmul(const Field& a, const Field& b) {
    Field out{product_shape(a.shape, b.shape), {}};
    out.values.resize(element_count(out.shape));
    const std::size_t m = rows(a.shape), k = columns(a.shape), n = columns(b.shape);
    for (std::size_t matrix = 0; matrix < count(a.shape); ++matrix) {
        const double *left = &a.values[matrix * m * k], *right = &b.values[matrix * k * n];
        double* to = &out.values[matrix * m * n];
        for (std::size_t r = 0; r < m; ++r)
            for (std::size_t i = 0; i < k; ++i)
                for (std::size_t c = 0; c < n; ++c) to[r * n + c] += left[r * k + i] * right[i * n + c];
    }
    return out;
}

}  // namespace tessera::host::job_file
