// The bytes of a tensor's buffer, band by band: what the host writes into pages and reads back from them
// (kernel-api.md 5.4). A matrix is the last two dimensions; a vector is a matrix of one row.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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

Extent2D extent(const Tensor& tensor);            // of a matrix
std::uint64_t image_bytes(const Tensor& tensor);  // of all matrices, without the padding of a last page

// The element, in C order of `shape`, that has the byte of the image; nothing for padding and for BFP.
std::optional<std::size_t> element_at(const Tensor& tensor, std::uint64_t image_byte);

// Bands of a tensor follow each other in its buffer and are converted one by one, so that the host holds no second copy
// of a large tensor: a row of tiles, or in rows a matrix.
std::size_t bands(const Tensor& tensor);
std::uint64_t band_bytes(const Tensor& tensor);  // of each

// The bytes of one band of the contents: in `room`, or where the contents are. Real numbers are rounded to nearest,
// ties to even.
std::span<const std::uint8_t> band_image(const Tensor& tensor, std::size_t band, std::vector<std::uint8_t>& room);
// Appends the elements of a band to an array of result_dtype.
void append_elements(const Tensor& tensor, std::size_t band, std::span<const std::uint8_t> image,
                     std::vector<std::byte>& out);

}  // namespace tessera::host
