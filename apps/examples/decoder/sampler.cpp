#include "sampler.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace decoder {
namespace {

std::vector<float> softmax(std::span<const float> logits, float temperature) {
    std::vector<float> out(logits.begin(), logits.end());
    for (float& v : out) v /= temperature;
    const float largest = out[greedy(out)];
    float sum = 0;
    for (float& v : out) sum += v = std::exp(v - largest);
    for (float& v : out) v /= sum;
    return out;
}

}  // namespace

std::uint32_t greedy(std::span<const float> logits) {
    if (logits.empty()) throw std::invalid_argument("no logits");
    std::size_t best = 0;
    for (std::size_t i = 1; i < logits.size(); ++i)
        if (logits[i] > logits[best] || (std::isnan(logits[best]) && !std::isnan(logits[i]))) best = i;
    return static_cast<std::uint32_t>(best);
}

Sampler::Sampler(const Options& options) : options_(options), state_(options.seed) {
    if (options.seed == 0) throw std::invalid_argument("seed 0, expected another: the generator stays at 0");
    if (!(options.temperature >= 0)) throw std::invalid_argument("negative temperature, expected 0 or more");
}

// xorshift*, of which llama2.c takes the upper 24 of 32 bits.
float Sampler::random() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    const auto word = static_cast<std::uint32_t>(state_ * 0x2545F4914F6CDD1Dull >> 32);
    return static_cast<float>(word >> 8) / 16777216.0f;
}

std::uint32_t Sampler::next(std::span<const float> logits) {
    if (options_.temperature == 0) return greedy(logits);
    const std::vector<float> probabilities = softmax(logits, options_.temperature);
    const float coin = random();
    const bool all = options_.top_p <= 0 || options_.top_p >= 1 || logits.size() == 1;
    return all ? among_all(probabilities, coin) : among_likeliest(probabilities, coin);
}

std::uint32_t Sampler::among_all(std::span<const float> probabilities, float coin) const {
    float sum = 0;
    for (std::size_t i = 0; i < probabilities.size(); ++i)
        if ((sum += probabilities[i]) > coin) return static_cast<std::uint32_t>(i);
    return static_cast<std::uint32_t>(probabilities.size() - 1);  // rounding kept the sum below the coin
}

// The fewest tokens whose probabilities exceed top_p together.
std::uint32_t Sampler::among_likeliest(std::span<const float> probabilities, float coin) const {
    // One less likely than this is never among them.
    const float least = (1 - options_.top_p) / static_cast<float>(probabilities.size() - 1);
    std::vector<std::uint32_t> likely;
    for (std::uint32_t i = 0; i < probabilities.size(); ++i)
        if (probabilities[i] >= least) likely.push_back(i);
    if (likely.empty()) return greedy(probabilities);
    std::ranges::stable_sort(likely, std::ranges::greater{}, [&](std::uint32_t i) { return probabilities[i]; });
    float total = 0;
    std::size_t count = 0;
    while (count < likely.size() && total <= options_.top_p) total += probabilities[likely[count++]];
    float sum = 0;
    for (std::size_t i = 0; i < count; ++i)
        if ((sum += probabilities[likely[i]]) > coin * total) return likely[i];
    return likely[count - 1];
}

}  // namespace decoder
