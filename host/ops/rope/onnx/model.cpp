#include "host/ops/rope/onnx/model.hpp"

#include <bit>
#include <cmath>

#include "host/tensor/numbers.hpp"
#include "sim/num/bf16.hpp"
#include "sim/num/fp16.hpp"

namespace tessera::host::onnx {
namespace {

using tensix::DataFormat;

float to_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }
std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

// T as a float: NumPy widens float16, works in float32, which holds every product exactly and every sum well enough
// for a second rounding to change nothing, and rounds.
class Arithmetic {
  public:
    explicit Arithmetic(DataFormat type) : type_(type) {}

    float product(float a, float b) { return seen(rounded(seen(a) * seen(b))); }
    // The sign of a zero among the summands is lost in any other result.
    float sum(float a, float b) {
        const float result = seen(rounded(a + b));
        ordinary_ = ordinary_ && !(result == 0 && std::signbit(result));
        return result;
    }
    bool ordinary() const { return ordinary_; }

  private:
    float rounded(float value) const {
        switch (type_) {
            case DataFormat::fp16: return to_float(num::ieee_fp16_to_fp32(num::fp32_to_ieee_fp16_rne(bits(value))));
            case DataFormat::bf16: return to_float(num::bf16_to_fp32(num::fp32_to_bf16_rne(bits(value))));
            default: return value;
        }
    }
    float seen(float value) {
        const float least = type_ == DataFormat::fp16 ? 0x1p-14f : 0x1p-126f;
        ordinary_ = ordinary_ && (value == 0 || (std::isfinite(value) && std::abs(value) >= least));
        return value;
    }

    DataFormat type_;
    bool ordinary_ = true;
};

}  // namespace

Model model_of(const Node& node) {
    const Sizes sizes = sizes_of(node);
    const std::vector<std::int32_t> cache_row = cache_rows(node, sizes);
    const std::vector<float> cosines = floats(stored(node.cos_cache, node.type));
    const std::vector<float> sines = floats(stored(node.sin_cache, node.type));
    std::vector<float> y = floats(stored(node.x, node.type));
    Arithmetic arithmetic(node.type);
    const std::size_t half = sizes.rotary / 2;
    for (std::size_t row = 0; row < sizes.rows(); ++row) {
        float* const head = y.data() + row * sizes.head_size;
        const std::size_t angles = static_cast<std::size_t>(cache_row[sizes.token(row)]) * half;
        for (std::size_t j = 0; j < half; ++j) {
            float& first = head[node.interleaved != 0 ? 2 * j : j];
            float& second = head[node.interleaved != 0 ? 2 * j + 1 : j + half];
            const float cosine = cosines[angles + j], sine = sines[angles + j], x1 = first, x2 = second;
            first = arithmetic.sum(arithmetic.product(cosine, x1), -arithmetic.product(sine, x2));
            second = arithmetic.sum(arithmetic.product(sine, x1), arithmetic.product(cosine, x2));
        }
    }
    // Rounded already, and so exact.
    NpyArray result =
        node.type == DataFormat::fp16 ? halves(y, node.x.shape) : npy_array(std::span<const float>(y), node.x.shape);
    return {.y = std::move(result), .ordinary = arithmetic.ordinary()};
}

}  // namespace tessera::host::onnx
