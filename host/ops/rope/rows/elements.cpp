#include "host/ops/rope/rows/elements.hpp"

#include <fmt/format.h>

#include "host/tensor/formats.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {

DType dtype_of_bits(tensix::DataFormat format) {
    switch (format) {
        case tensix::DataFormat::fp32: return DType::f4;
        case tensix::DataFormat::fp16: return DType::f2;
        case tensix::DataFormat::bf16: return DType::u2;
        default: throw fault::InputError(fmt::format("rows of {} cannot turn; fp32, fp16 or bf16 can", name(format)));
    }
}

Contents bits_of(const std::string& tensor, const Contents& contents, tensix::DataFormat format) {
    if (contents.dtype == dtype_of_bits(format)) return contents;
    if (format != tensix::DataFormat::bf16 || contents.dtype != DType::f4)
        throw fault::InputError(fmt::format("tensor {}: elements of type {} given for format {}; expected {}", tensor,
                                            descr(contents.dtype), name(format), descr(dtype_of_bits(format))));
    const std::vector<std::uint8_t> bytes = to_row(contents.as<float>(), format);
    std::vector<std::uint16_t> bits(bytes.size() / 2);
    std::memcpy(bits.data(), bytes.data(), bytes.size());
    return contents_of(std::move(bits));
}

}  // namespace tessera::host
