// The bytes of a tensor's buffer, matrix by matrix: what the host writes into pages and reads back from them
// (kernel-api.md 5.4). A matrix is the last two dimensions; a vector is a matrix of one row.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "host/job/job.hpp"
#include "host/tensor/tilize.hpp"

namespace tessera::host {

// Of one element in the layout rows; no BFP.
std::size_t element_bytes(tensix::DataFormat format);
// The NumPy type that results of the format have: f4 for real numbers, i4 or u4 and so on for whole ones.
DType result_dtype(tensix::DataFormat format);
DType result_dtype(const Tensor& tensor);  // the same, unless the tensor's bits are kept
// InputError when elements of the contents' type do not go into the format.
void check_dtype(const Tensor& tensor);

std::size_t matrices(const Tensor& tensor);
Extent2D extent(const Tensor& tensor);
std::uint64_t image_bytes(const Tensor& tensor);   // of all matrices, without the padding of a last page
std::uint64_t matrix_bytes(const Tensor& tensor);  // of one

// The bytes of one matrix of the contents. Real numbers are rounded to nearest, ties to even.
std::vector<std::uint8_t> matrix_image(const Tensor& tensor, std::size_t matrix);
// Appends the elements of a matrix to an array of result_dtype.
void append_elements(const Tensor& tensor, std::span<const std::uint8_t> image, std::vector<std::byte>& out);

}  // namespace tessera::host
