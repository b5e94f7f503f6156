// The steps of a layer as programs on rows. Each is built for a number of rows, of which it takes all unless it says
// so.
#pragma once

#include "caches.hpp"
#include "launch.hpp"
#include "model.hpp"

namespace decoder {

// Units of kernels/gemm: all of fp32 by the vector unit, 20 bits by parts on the matrix unit, TF32 by the matrix unit.
enum class Unit { vector, parts, matrix };

// y = W x, or y += W x, or y = W x + bias, for each of the rows of x. W has a row for each element of y.
struct Product {
    Rows x, weights, y;
    std::optional<tt::DataFormat> tiles = {};  // of the weights where they lie as tiles, not as rows of fp32
    std::optional<Rows> added = {};            // y itself or the bias, as many rows as are multiplied
    std::uint32_t rows = 1;
    Unit unit = Unit::vector;
    MathFidelity fidelity = MathFidelity::HiFi4;  // of the matrix unit
    std::uint32_t first = 0;  // element of a row of y where results begin, and of `added` too: a multiple of 16
};
// What the products of a model are to keep: all of fp32, 20 bits where there are several rows, or TF32.
enum class Precision { exact, parts, matrix };
// The unit that L1 has room for. Rows so long that the matrix unit's tiles of x have no room in fp32 are bf16 there.
Unit unit_for(const Chip& chip, const Product& of, Precision precision);
Launch product(Chip& chip, const Product& of);

// y = x / sqrt(mean(x^2) + eps) * weight.
class Norm {
  public:
    Norm(Chip& chip, const Rows& x, const Rows& weight, const Rows& y, std::uint32_t rows, double eps);
    // Rows from `first` of x on become rows 0 on of y.
    void set_first(std::uint32_t first);
    void run() { launch_.run(); }

  private:
    Rows x_, weight_, y_;
    std::uint32_t rows_;
    float eps_;
    Launch launch_;
};

// y = silu(gate) * up, the two in one row of `gated`, up from element `distance` on.
// approximate: the vendor's approximate sigmoid.
Launch gate(Chip& chip, const Rows& gated, std::uint32_t distance, const Rows& y, std::uint32_t rows, bool approximate);

// Functions of the softmax: the name of e^x in kernels/attention, and whether the reciprocal is the approximate one.
struct Softmax {
    std::string exponential = "exp_weight";
    bool approximate_reciprocal = false;
};

// Softmax of the scores of queries, the first elements of rows of qkv, times the values.
class Attention {
  public:
    Attention(Chip& chip, const Model& model, const Rows& qkv, const Caches& caches, const Rows& y,
              std::uint32_t most_rows, const Softmax& softmax);
    // Rows that count, and keys that the last of them sees.
    void set(std::uint32_t rows, std::uint32_t keys);
    void run() { launch_.run(); }

  private:
    std::uint32_t units(std::uint32_t rows) const;

    Rows q_, y_;
    Caches caches_;
    std::uint32_t kv_heads_, group_, unit_rows_;
    float scale_;
    Launch launch_;
};

}  // namespace decoder
