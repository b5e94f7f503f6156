#include "host/ops/rope/ggml/inputs.hpp"

#include <algorithm>
#include <numeric>

#include "host/job/generate.hpp"
#include "host/ops/rope/plan.hpp"
#include "host/tensor/numbers.hpp"
#include "host/tensor/random_word.hpp"

namespace tessera::host {
namespace {

std::uint64_t seed_of(std::uint64_t seed, GgmlArray which) {
    return random_word(seed, static_cast<std::uint64_t>(which));
}

}  // namespace

std::vector<float> ggml_floats(std::uint64_t seed, GgmlArray which, std::size_t count) {
    return generate_values(seed_of(seed, which), count);
}

Contents ggml_values(std::uint64_t seed, GgmlArray which, tensix::DataFormat format, std::size_t count) {
    std::vector<float> values = ggml_floats(seed, which, count);
    return format == tensix::DataFormat::fp32 ? contents_of(std::move(values)) : contents_of(halves(values, {count}));
}

std::vector<std::int32_t> ggml_positions(std::uint64_t seed, std::size_t count, std::int64_t below) {
    const Contents out =
        generated({.seed = seed_of(seed, GgmlArray::positions), .low = 0, .high = static_cast<double>(below - 1)},
                  tensix::DataFormat::int32, count);
    const auto values = out.as<std::int32_t>();
    return {values.begin(), values.end()};
}

std::vector<float> ggml_factors(std::uint64_t seed, std::size_t count) {
    return generate_factors(seed_of(seed, GgmlArray::factors), count);
}

std::vector<std::int64_t> ggml_permutation(std::uint64_t seed, GgmlArray which, std::size_t count) {
    std::vector<std::int64_t> out(count);
    std::iota(out.begin(), out.end(), 0);
    for (std::size_t left = count; left > 1; --left)
        std::swap(out[left - 1], out[random_word(seed_of(seed, which), left) % left]);
    return out;
}

}  // namespace tessera::host
