// Matrices of a reference: the last two dimensions, for every index of those before.
#pragma once

#include "host/job/file/field.hpp"

namespace tessera::host::job_file {

// InputError where shapes are no matrices or do not go together.
Shape transposed_shape(const Shape& shape);
Shape product_shape(const Shape& a, const Shape& b);

void matmul(const Field& a, const Field& b, Field& result);  // of the shape of the product

}  // namespace tessera::host::job_file
