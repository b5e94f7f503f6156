#include "host/study/weights.hpp"

#include <fmt/format.h>

#include <bit>

#include "host/tensor/npy.hpp"
#include "sim/fault/fault.hpp"
#include "sim/num/bf16.hpp"
#include "sim/num/fp16.hpp"

namespace tessera::accuracy {
namespace {

template <class T, class F>
void append(const host::NpyArray& array, std::vector<float>& to, F value) {
    for (const T element : array.as<T>()) to.push_back(value(element));
}

}  // namespace

ListedInputs read_inputs(const std::string& file) {
    const host::NpyArray array = host::read_npy(file);
    ListedInputs inputs;
    inputs.values.reserve(array.count());
    switch (array.dtype) {
        case host::DType::f4: append<float>(array, inputs.values, [](float x) { return x; }); break;
        case host::DType::f8:
            append<double>(array, inputs.values, [](double x) { return static_cast<float>(x); });
            break;
        case host::DType::f2:
            append<std::uint16_t>(array, inputs.values,
                                  [](std::uint16_t x) { return std::bit_cast<float>(num::ieee_fp16_to_fp32(x)); });
            break;
        case host::DType::u2:
            append<std::uint16_t>(array, inputs.values,
                                  [](std::uint16_t x) { return std::bit_cast<float>(num::bf16_to_fp32(x)); });
            break;
        default:
            throw fault::InputError(
                fmt::format("{}: holds {}; expected float16, float32, float64 or the bits of bfloat16 as uint16", file,
                            host::descr(array.dtype)));
    }
    if (inputs.values.empty()) throw fault::InputError(fmt::format("{}: holds no number", file));
    inputs.row = array.shape.empty() ? 1 : array.shape.back();
    return inputs;
}

void round_to(const Format& format, std::span<float> values) {
    for (float& x : values) x = static_cast<float>(rounded(static_cast<double>(x), format));
}

}  // namespace tessera::accuracy
