// The next token out of logits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace decoder {

// The largest logit, the smallest token on a tie. NaN is never the largest.
std::uint32_t greedy(std::span<const float> logits);

// Draws as llama2.c does: the same seed gives the same tokens.
class Sampler {
  public:
    struct Options {
        float temperature = 1;   // 0: greedy
        float top_p = 0.9f;      // 0, 1 or beyond: all tokens
        std::uint64_t seed = 1;  // not 0
    };
    explicit Sampler(const Options& options);

    std::uint32_t next(std::span<const float> logits);

  private:
    float random();  // in [0, 1)
    std::uint32_t among_all(std::span<const float> probabilities, float coin) const;
    std::uint32_t among_likeliest(std::span<const float> probabilities, float coin) const;

    Options options_;
    std::uint64_t state_;
};

}  // namespace decoder
