#include "host/job/job.hpp"

#include <fmt/format.h>

#include <numeric>

#include "host/job/image.hpp"
#include "host/tensor/tilize.hpp"
#include "sim/abi/accessor.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {

using fault::InputError;

Contents contents_of(NpyArray array) {
    auto kept = std::make_shared<const NpyArray>(std::move(array));
    return {kept->dtype, kept->data, kept};
}

std::uint32_t page_bytes(const Tensor& tensor) {
    if (tensor.page_bytes != 0) return tensor.page_bytes;
    if (tensor.layout == Layout::tiles) return static_cast<std::uint32_t>(tensix::tile_bytes(tensor.format));
    return static_cast<std::uint32_t>(tensor.shape.back() * element_bytes(tensor.format));
}

std::uint64_t buffer_bytes(const Tensor& tensor) {
    const std::uint64_t page = page_bytes(tensor), bytes = image_bytes(tensor);
    return (bytes + page - 1) / page * page;
}

std::uint32_t accessor_word(const Tensor& tensor) {
    const auto config = tensor.memory == BufferType::dram ? abi::ArgConfig::IsDram : abi::ArgConfig::None;
    return abi::accessor_word(static_cast<std::uint8_t>(config), page_bytes(tensor));
}

void check(const Tensor& tensor) {
    const auto refuse = [&](const std::string& why) {
        throw InputError(fmt::format("tensor {}: {}", tensor.name, why));
    };
    if (tensor.shape.empty()) refuse("has no dimension; a single number is [1]");
    for (const std::size_t n : tensor.shape)
        if (n == 0) refuse(fmt::format("its shape {} has a dimension of 0", shape_text(tensor.shape)));
    if (tensor.layout == Layout::rows && tensix::is_bfp(tensor.format))
        refuse(fmt::format("{} shares exponents within tiles; its layout must be tiles", name(tensor.format)));
    const std::uint32_t page = page_bytes(tensor);
    if (page == 0) refuse("pages of 0 bytes; a page holds at least one");
    if (tensor.layout == Layout::tiles && page % tensix::tile_bytes(tensor.format) != 0)
        refuse(
            fmt::format("pages of {} bytes hold no whole tiles of {} bytes", page, tensix::tile_bytes(tensor.format)));
    if (tensor.same_bits &&
        (tensor.layout != Layout::rows || size_of(*tensor.same_bits) != element_bytes(tensor.format)))
        refuse(fmt::format("the bits of {} cannot be kept as {} in the layout given", name(tensor.format),
                           descr(*tensor.same_bits)));
    if (!tensor.host_shape.empty() && element_count(tensor.host_shape) != element_count(tensor.shape))
        refuse(fmt::format("shape {} on the host has not as many elements as {}", shape_text(tensor.host_shape),
                           shape_text(tensor.shape)));
    if (!tensor.contents) return;
    const std::size_t given = tensor.contents->data.size() / size_of(tensor.contents->dtype);
    if (given != element_count(tensor.shape))
        refuse(fmt::format("{} elements are given, shape {} has {}", given, shape_text(tensor.shape),
                           element_count(tensor.shape)));
    check_dtype(tensor);
}

}  // namespace tessera::host
