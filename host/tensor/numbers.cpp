#include "host/tensor/numbers.hpp"

#include <bit>
#include <cstring>

#include "sim/num/fp16.hpp"

namespace tessera::host {
namespace {

template <class T>
T number(T value) {
    return value;
}
struct Half {
    std::uint16_t bits;
};
float number(Half value) { return std::bit_cast<float>(num::ieee_fp16_to_fp32(value.bits)); }

template <class T>
std::vector<double> numbers_of(std::span<const std::byte> data) {
    std::vector<double> out;
    out.reserve(data.size() / sizeof(T));
    for (std::size_t at = 0; at + sizeof(T) <= data.size(); at += sizeof(T)) {
        T value;
        std::memcpy(&value, data.data() + at, sizeof(T));
        out.push_back(static_cast<double>(number(value)));
    }
    return out;
}

}  // namespace

std::vector<double> numbers(DType dtype, std::span<const std::byte> data) {
    switch (dtype) {
        case DType::f2: return numbers_of<Half>(data);
        case DType::f4: return numbers_of<float>(data);
        case DType::f8: return numbers_of<double>(data);
        case DType::i1: return numbers_of<std::int8_t>(data);
        case DType::i2: return numbers_of<std::int16_t>(data);
        case DType::i4: return numbers_of<std::int32_t>(data);
        case DType::i8: return numbers_of<std::int64_t>(data);
        case DType::u1: return numbers_of<std::uint8_t>(data);
        case DType::u2: return numbers_of<std::uint16_t>(data);
        case DType::u4: return numbers_of<std::uint32_t>(data);
        case DType::u8: return numbers_of<std::uint64_t>(data);
    }
    return {};
}

std::vector<float> floats(const NpyArray& array) {
    const std::vector<double> exact = numbers(array.dtype, array.data);
    return {exact.begin(), exact.end()};
}

NpyArray halves(std::span<const float> values, std::vector<std::size_t> shape) {
    std::vector<std::uint16_t> bits;
    bits.reserve(values.size());
    for (const float value : values)
        bits.push_back(static_cast<std::uint16_t>(num::fp32_to_ieee_fp16_rne(std::bit_cast<std::uint32_t>(value))));
    NpyArray array = npy_array(std::span<const std::uint16_t>(bits), std::move(shape));
    array.dtype = DType::f2;
    return array;
}

}  // namespace tessera::host
