// Products with weights as they lie in DRAM: tiles, rows of fp32, or the blocks of the model's file.
#pragma once

#include "steps.hpp"

namespace decoder {

// Rows of weights, a page each, those of blocks padded to what reads from DRAM need; or tiles, a page each, filled up
// with zeros.
struct Matrix {
    std::shared_ptr<metal::Buffer> buffer;
    WeightType type = WeightType::f32;
    std::uint32_t count = 0, width = 0, page_bytes = 0;
    std::optional<tt::DataFormat> tiles = {};

    std::uint32_t address() const { return static_cast<std::uint32_t>(buffer->address()); }
    bool packed() const { return type != WeightType::f32; }
};
// Whether kernels/packed_gemv and kernels/dequantise take the type and the width, whole tiles.
bool can_stay_packed(const Weights& weights);

// Of rows behind each other.
Matrix tiled(Chip& chip, std::span<const float> rows, std::uint32_t count, tt::DataFormat format);

// Matrices whose results lie behind each other in a row of y, each from the element that is given for it.
struct Part {
    Matrix weights;
    std::uint32_t first;
};
using Stack = std::vector<Part>;

// kernels/packed_gemv on all rows of x: exact weights, products and sums in fp32.
Launch packed_product(Chip& chip, const Product& of, const Matrix& weights, std::uint32_t first);
// kernels/dequantise to rows of fp32.
Launch unpack(Chip& chip, const Matrix& weights, const Rows& out);
// What that takes for some of the rows, without accessors and arguments; their bytes go to a ring of that index.
Plan plan_of_unpacking(const Matrix& weights, std::uint32_t rows, std::uint32_t ring_of_bytes);
std::uint32_t units_of_unpacking(std::uint32_t rows, std::uint32_t width);

// y = W x as in Product, for a stack of weights.
class Products {
  public:
    // of.weights and of.unit follow from the stack and the precision.
    Products(Chip& chip, const Stack& stack, Product of, Precision precision);
    void run() {
        for (Launch& launch : launches_) launch.run();
    }

  private:
    std::vector<Launch> launches_;
};

// kernels/embedding: rows of a table by their numbers, which are less than its count, to the first rows of y.
class Embedding {
  public:
    Embedding(Chip& chip, const Matrix& table, const Rows& y);
    // At most as many as y has rows.
    void run(std::span<const std::uint32_t> ids);

  private:
    Launch build(const Matrix& table, const Rows& y);

    Chip* chip_;
    std::shared_ptr<metal::Buffer> ids_;
    std::uint32_t rows_;
    Launch launch_;
};

}  // namespace decoder
