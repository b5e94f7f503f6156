#include "host/tensor/numbers.hpp"

#include <algorithm>
#include <array>
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
void append(std::span<const std::byte> data, std::vector<double>& out) {
    const std::size_t count = data.size() / sizeof(T);
    if (out.empty()) out.reserve(count);
    // By way of a few, so that nothing of a large array is written twice.
    std::array<double, 1024> some;
    for (std::size_t done = 0; done < count; done += some.size()) {
        const std::size_t now = std::min(some.size(), count - done);
        for (std::size_t i = 0; i < now; ++i) {
            T value;
            std::memcpy(&value, data.data() + (done + i) * sizeof(T), sizeof(T));
            some[i] = static_cast<double>(number(value));
        }
        out.insert(out.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(now));
    }
}

}  // namespace

std::vector<double> numbers(DType dtype, std::span<const std::byte> data) {
    std::vector<double> out;
    append_numbers(dtype, data, out);
    return out;
}

void append_numbers(DType dtype, std::span<const std::byte> data, std::vector<double>& out) {
    switch (dtype) {
        case DType::f2: return append<Half>(data, out);
        case DType::f4: return append<float>(data, out);
        case DType::f8: return append<double>(data, out);
        case DType::i1: return append<std::int8_t>(data, out);
        case DType::i2: return append<std::int16_t>(data, out);
        case DType::i4: return append<std::int32_t>(data, out);
        case DType::i8: return append<std::int64_t>(data, out);
        case DType::u1: return append<std::uint8_t>(data, out);
        case DType::u2: return append<std::uint16_t>(data, out);
        case DType::u4: return append<std::uint32_t>(data, out);
        case DType::u8: return append<std::uint64_t>(data, out);
    }
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
