// Matrices of a reference: the last two dimensions, for every index of those before.
#pragma once

#include "host/job/file/reference.hpp"

namespace tessera::host::job_file {

// InputError where shapes are no matrices or do not go together.
std::vector<std::size_t> transposed_shape(const std::vector<std::size_t>& shape);
std::vector<std::size_t> product_shape(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b);

Field transpose(const Field& a);
Field matmul(const Field& a, const Field& b);

}  // namespace tessera::host::job_file
