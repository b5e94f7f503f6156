#include "host/ops/rope/fused/generate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "host/job/generate.hpp"
#include "host/tensor/numbers.hpp"
#include "host/tensor/random_word.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::fused {
namespace {

constexpr std::uint64_t max_elements = std::uint64_t{1} << 31;

std::uint64_t stream_of(std::string_view name) {
    std::uint64_t out = 0;
    for (const char letter : name) out = 31 * out + static_cast<unsigned char>(letter);
    return out;
}

NpyArray divisors_of(float theta, std::vector<std::size_t> shape) {
    std::vector<float> out(shape.front());
    for (std::size_t d = 0; d < out.size(); ++d)
        out[d] = static_cast<float>(
            std::pow(static_cast<double>(theta), static_cast<double>(d) / static_cast<double>(out.size())));
    return npy_array(std::span<const float>(out), std::move(shape));
}

}  // namespace

NpyArray generated_array(const Buffer& buffer, const Params& params, std::uint64_t seed) {
    const std::uint64_t count = buffer.elements(), its_seed = seed ^ stream_of(buffer.name);
    if (count > max_elements)
        throw fault::InputError(fmt::format("{}: {} has more than {} elements; give fewer heads, tokens or positions",
                                            buffer.name, shape_text(buffer.shape), max_elements));
    switch (buffer.kind) {
        case BufferKind::divisors: return divisors_of(params.theta, buffer.shape);
        case BufferKind::positions: {
            std::vector<std::uint32_t> ids(count);
            for (std::size_t i = 0; i < count; ++i) ids[i] = random_word(its_seed, i) % 512;
            return npy_array(std::span<const std::uint32_t>(ids), buffer.shape);
        }
        default: {
            std::vector<float> values = generate_values(its_seed, count);
            if (buffer.kind == BufferKind::weights)
                for (float& value : values) value = 1 + value / 2;
            return halves(values, buffer.shape);
        }
    }
}

}  // namespace tessera::host::fused
