// The plain formulas of a decoder in double precision, on the weights as they are stored.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model.hpp"

namespace decoder {

class Reference {
  public:
    // What a cache makes of a head's row at a position; nothing keeps it as it is.
    using Stored = std::function<void(std::span<double>)>;

    // The model outlives this.
    explicit Reference(const Model& model, Stored stored = {});

    // The logits after a token at a position, which is at most the number of positions so far; later ones are dropped.
    std::span<const double> logits(std::uint32_t token, std::size_t position);

  private:
    struct Cache {
        std::vector<double> keys, values;  // [position, kv_heads * head_dim]
    };

    void attention(const Layer& layer, Cache& cache, std::size_t position);
    void feed_forward(const Layer& layer);
    void store(std::span<double> heads) const;
    void rotate(std::span<double> heads, std::size_t position) const;
    void norm_heads(const Weights& weights, std::span<double> heads) const;
    std::vector<double> attend(std::span<const double> queries, const Cache& cache, std::size_t positions) const;

    const Model& model_;
    Stored stored_;
    std::vector<Cache> caches_;
    std::vector<double> frequencies_;  // radians a position, of each pair
    double magnitude_;                 // of sines and cosines
    std::size_t positions_ = 0;
    std::vector<double> x_, logits_;
};

}  // namespace decoder
